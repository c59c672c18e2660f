package keywright.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * At most n bytes, in keys always n of them.
 *
 * <p>Layout: the bytes padded with {@code 00}. Order: unsigned bytes. A value that ends in 00 is
 * refused: it could not be told from padding. Example: binary(4) {@code 0x00ff} is {@code
 * 00ff0000}. As text: lower-case hex, without padding.
 */
final class BinaryType extends Type {
  private final int bytes;

  BinaryType(int bytes) {
    super("binary(" + bytes + ")");
    this.bytes = bytes;
  }

  @Override
  public Class<?> valueClass() {
    return byte[].class;
  }

  @Override
  String expectation() {
    return "at most " + bytes + " bytes that do not end in 00, as text in hex";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (!(literal instanceof byte[] given)) {
      return null;
    }
    byte[] floor = Arrays.copyOf(given, unpadded(given, Math.min(given.length, bytes)));
    return Fit.of(floor, floor.length == given.length);
  }

  /** The length of {@code padded[0, length)} without its last zeros. */
  private static int unpadded(byte[] padded, int length) {
    int end = length;
    while (end > 0 && padded[end - 1] == 0) {
      end--;
    }
    return end;
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
  boolean encodesEveryValue() {
    return false;
  }

  @Override
  void write(Object value, KeyWriter out) {
    byte[] given = (byte[]) value;
    if (given.length > bytes || unpadded(given, given.length) < given.length) {
      throw KeyException.of("found " + Type.describe(given) + ", expected " + expectation());
    }
    out.put(given);
    for (int i = given.length; i < bytes; i++) {
      out.put(0);
    }
  }

  @Override
  Object read(KeyReader in) {
    byte[] padded = in.bytes(bytes);
    int length = unpadded(padded, bytes);
    return length == bytes ? padded : Arrays.copyOf(padded, length);
  }

  @Override
  public int compare(Object a, Object b) {
    return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
  }

  @Override
  public String format(Object value) {
    return BlobType.hex((byte[]) value);
  }

  @Override
  public Object parseValue(String text) {
    return convert(BlobType.parse(text, this));
  }

  @Override
  int longestText() {
    return 2 * bytes;
  }
}
