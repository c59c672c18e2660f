package keywright.key;

import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * {@code md5 sha1 sha256}: a digest of the UTF-8 text, or of the decimal text of a number, in hex.
 */
final class Digest extends TypedExpression.Unary {
  static final String HEX = "0123456789abcdef";

  private final String algorithm;
  private final int width;

  /** {@code name} is md5, sha1 or sha256. */
  Digest(String name, TypedExpression x) {
    super(new CharType(width(name)), x);
    this.width = width(name);
    this.algorithm = name.equals("md5") ? "MD5" : name.equals("sha1") ? "SHA-1" : "SHA-256";
  }

  private static int width(String name) {
    return name.equals("md5") ? 32 : name.equals("sha1") ? 40 : 64;
  }

  @Override
  Object apply(Object value) {
    String text =
        value instanceof BigDecimal number ? BigDecimalType.text(number) : value.toString();
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(Utf8.encode(text));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  @Override
  boolean isFullDigest() {
    return true;
  }

  @Override
  Evenness evenness() {
    return Evenness.EVERYWHERE;
  }

  @Override
  String alphabet() {
    return HEX;
  }

  @Override
  int textWidth() {
    return width;
  }
}
