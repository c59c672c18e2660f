package keywright.key;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of any number.
 *
 * <p>Layout: {@code 00} as {@code 00 FF}, then {@code 00 01}. Order: unsigned bytes. Example:
 * {@code 0x00ff} is {@code 00ffff0001}. As text: lower-case hex.
 */
final class BlobType extends Type {
  static final BlobType BLOB = new BlobType();
  private static final HexFormat HEX = HexFormat.of();

  private BlobType() {
    super("blob");
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /** One byte as two digits. */
  static String hex(int octet) {
    return HEX.toHexDigits((byte) octet);
  }

  /** The bytes that {@code text} spells, for a value of {@code type}. */
  static byte[] parse(String text, Type type) {
    try {
      return HEX.parseHex(text.startsWith("0x") ? text.substring(2) : text);
    } catch (IllegalArgumentException e) {
      throw KeyException.of("found " + Type.describe(text) + ", expected " + type.expectation());
    }
  }

  @Override
  public Class<?> valueClass() {
    return byte[].class;
  }

  @Override
  String expectation() {
    return "bytes, as text an even number of hex digits";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    return literal instanceof byte[] bytes ? Fit.exact(bytes.clone()) : null;
  }

  @Override
  Carrier carrier() {
    return Carrier.BLOB;
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putEscaped((byte[]) value);
    out.putTerminator();
  }

  @Override
  Object read(KeyReader in) {
    return in.escaped();
  }

  @Override
  public int compare(Object a, Object b) {
    return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
  }

  @Override
  public String format(Object value) {
    return hex((byte[]) value);
  }

  @Override
  public Object parseValue(String text) {
    return parse(text, this);
  }
}
