package keywright.key;

import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * UUIDs.
 *
 * <p>Layout: the 16 bytes as they stand. Order: unsigned, which is that of the text and not that of
 * {@link UUID#compareTo} (JDK-7025832). Example: 01234567-89ab-cdef-0123-456789abcdef is {@code
 * 0123456789abcdef0123456789abcdef}.
 */
final class UuidType extends Type {
  static final UuidType UUID = new UuidType();
  private static final Pattern FORM =
      Pattern.compile(
          "\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");

  private UuidType() {
    super("uuid");
  }

  @Override
  public Class<?> valueClass() {
    return UUID.class;
  }

  @Override
  String expectation() {
    return "a uuid such as 01234567-89ab-cdef-0123-456789abcdef";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof UUID;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof UUID) {
      return Fit.exact(literal);
    }
    if (!(literal instanceof String text)) {
      return null;
    }
    if (!FORM.matcher(text).matches()) {
      throw KeyException.of("found " + Type.describe(text) + ", expected " + expectation());
    }
    return Fit.exact(java.util.UUID.fromString(text));
  }

  @Override
  Carrier carrier() {
    return Carrier.UUID;
  }

  @Override
  public int fixedLength() {
    return 16;
  }

  @Override
  int textWidth() {
    return 36;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    UUID uuid = (UUID) value;
    out.putBits(uuid.getMostSignificantBits(), 8);
    out.putBits(uuid.getLeastSignificantBits(), 8);
  }

  @Override
  Object read(KeyReader in) {
    in.need(16);
    return new UUID(in.bits(8), in.bits(8));
  }

  @Override
  public int compare(Object a, Object b) {
    UUID left = (UUID) a;
    UUID right = (UUID) b;
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  @Override
  List<Object> samples() {
    return List.of(new UUID(0, 0), new UUID(-1, -1));
  }
}
