package keywright.key;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Truth values. Layout: {@code 00} or {@code 01}. Order: false before true. Example: true is {@code
 * 01}.
 */
final class BooleanType extends Type {
  static final BooleanType BOOLEAN = new BooleanType();

  private BooleanType() {
    super("boolean");
  }

  @Override
  public Class<?> valueClass() {
    return Boolean.class;
  }

  @Override
  String expectation() {
    return "true or false";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof Boolean;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return literal instanceof Boolean ? Fit.exact(literal) : null;
  }

  @Override
  Carrier carrier() {
    return Carrier.BOOLEAN;
  }

  @Override
  public int fixedLength() {
    return 1;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.put((Boolean) value ? 1 : 0);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    long found = in.bits(1);
    if (found > 1) {
      throw in.error(offset, "holds " + found, "00 or 01");
    }
    return found == 1;
  }

  @Override
  public int compare(Object a, Object b) {
    return Boolean.compare((Boolean) a, (Boolean) b);
  }

  @Override
  public Object parseValue(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t" -> true;
      case "false", "f" -> false;
      default ->
          throw KeyException.of("found " + Type.describe(text) + ", expected " + expectation());
    };
  }

  @Override
  int longestText() {
    return "false".length();
  }

  @Override
  List<Object> samples() {
    return List.of(false, true);
  }
}
