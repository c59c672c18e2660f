package keywright.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Text of at most n bytes of UTF-8, in keys always n bytes long.
 *
 * <p>Layout: UTF-8 padded with {@code 00}. Order: by code point. A value that ends in U+0000 is
 * refused: it could not be told from padding. Example: char(4) {@code 'ab'} is {@code 61620000}.
 */
final class CharType extends Type {
  private final int bytes;

  CharType(int bytes) {
    super("char(" + bytes + ")");
    this.bytes = bytes;
  }

  @Override
  public Class<?> valueClass() {
    return String.class;
  }

  @Override
  String expectation() {
    return "text of at most " + bytes + " bytes that does not end in U+0000";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (!(literal instanceof String text) || !Utf8.isWellFormed(text)) {
      return null;
    }
    if (Utf8.encode(text).length > bytes) {
      return Fit.of(floor(text), false);
    }
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\0') {
      end--;
    }
    return Fit.of(text.substring(0, end), end == text.length());
  }

  /** The largest value below a text that is too long: what fits of it, then the largest filling. */
  private String floor(String text) {
    StringBuilder floor = new StringBuilder();
    int left = bytes;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int length = Utf8.encode(Character.toString(point)).length;
      if (length > left) {
        break;
      }
      floor.appendCodePoint(point);
      left -= length;
      i += Character.charCount(point);
    }
    int last = floor.length();
    if (left > 0) {
      floor.append(left == 1 ? '\u007F' : left == 2 ? '\u07FF' : '\uFFFF');
    } else {
      while (last > 0 && floor.charAt(last - 1) == '\0') {
        last--;
      }
      floor.setLength(last);
    }
    return floor.toString();
  }

  @Override
  Carrier carrier() {
    return Carrier.FIXED_TEXT;
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.put(Arrays.copyOf(Utf8.encode((String) value), bytes));
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    byte[] padded = in.bytes(bytes);
    int length = bytes;
    while (length > 0 && padded[length - 1] == 0) {
      length--;
    }
    String text = Utf8.decode(Arrays.copyOf(padded, length));
    if (text == null) {
      throw in.error(offset, "holds malformed UTF-8", expectation());
    }
    return text;
  }

  @Override
  public int compare(Object a, Object b) {
    return Utf8.compare((String) a, (String) b);
  }

  @Override
  int longestText() {
    return bytes;
  }
}
