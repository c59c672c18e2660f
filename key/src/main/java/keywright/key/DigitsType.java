package keywright.key;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Texts of exactly n decimal digits, as {@code lpad} makes them.
 *
 * <p>Layout: the ASCII digits. Order: numeric, which is that of the text. Example: digits(3) {@code
 * '007'} is {@code 303037}.
 */
final class DigitsType extends Type {
  private final int digits;

  DigitsType(int digits) {
    super("digits(" + digits + ")");
    this.digits = digits;
  }

  int digits() {
    return digits;
  }

  @Override
  public Class<?> valueClass() {
    return String.class;
  }

  @Override
  String expectation() {
    return "exactly " + digits + " decimal digits";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return literal instanceof String text && isValue(text) ? Fit.exact(text) : null;
  }

  private boolean isValue(String text) {
    if (text.length() != digits) {
      return false;
    }
    for (int i = 0; i < digits; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  @Override
  Carrier carrier() {
    return Carrier.FIXED_TEXT;
  }

  @Override
  public int fixedLength() {
    return digits;
  }

  @Override
  int textWidth() {
    return digits;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.put(((String) value).getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    byte[] bytes = in.bytes(digits);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!isValue(text)) {
      throw in.error(offset, "holds " + BlobType.hex(bytes), expectation());
    }
    return text;
  }

  @Override
  public int compare(Object a, Object b) {
    return ((String) a).compareTo((String) b);
  }
}
