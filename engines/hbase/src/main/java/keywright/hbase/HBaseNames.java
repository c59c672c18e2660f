package keywright.hbase;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Names of tables and families as HBase takes them.
 *
 * <p>Layout: letters and digits of ASCII, {@code _} and {@code .} stand for themselves; every other
 * byte of the name's UTF-8 is {@code -} and two digits of lower-case hex. A name that begins with
 * {@code _} or {@code .} or a byte of the other kind, and {@code zookeeper}, which HBase keeps for
 * itself, has its first byte written so too, and {@code _} before it.
 *
 * <p>Example: {@code shop.by day} is {@code shop.by-20day}, {@code _x} is {@code _-5fx}. Different
 * names are written differently, and what is not a written name is known as such.
 */
final class HBaseNames {
  /** What a name comes to at most, which is a folder of HBase's file system. */
  private static final int MAX_LENGTH = 200;

  private static final char ESCAPE = '-';
  private static final char ESCAPED_FIRST = '_';
  private static final HexFormat HEX = HexFormat.of();

  private HBaseNames() {}

  /**
   * The name as HBase takes it.
   *
   * @throws StoreException when it would be too long
   */
  static String encode(String name) {
    StringBuilder text = new StringBuilder();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    for (int index = 0; index < bytes.length; index++) {
      boolean plain = index == 0 ? isPlainFirst(name) : isPlain(bytes[index]);
      if (plain) {
        text.append((char) bytes[index]);
      } else {
        text.append(index == 0 ? ESCAPED_FIRST + "-" : "-").append(HEX.toHexDigits(bytes[index]));
      }
    }
    if (text.length() > MAX_LENGTH) {
      throw new StoreException(
          "cannot store "
              + name
              + " in HBase: found a name that takes "
              + text.length()
              + " characters there, expected at most "
              + MAX_LENGTH
              + "; choose a shorter name");
    }
    return text.toString();
  }

  /** The name as it is in tables that another client has made, or as above in those of ours. */
  static String encode(String name, boolean isAttached) {
    return isAttached ? name : encode(name);
  }

  /** The name that is written so; null when none is. */
  static @Nullable String decode(String text) {
    int start = text.startsWith("_-") ? 1 : 0;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int index = start; index < text.length(); index++) {
      char each = text.charAt(index);
      if (each != ESCAPE) {
        bytes.write(each);
      } else if (index + 2 < text.length()
          && HexFormat.isHexDigit(text.charAt(index + 1))
          && HexFormat.isHexDigit(text.charAt(index + 2))) {
        bytes.write(HexFormat.fromHexDigits(text, index + 1, index + 3));
        index += 2;
      } else {
        return null;
      }
    }
    String name = bytes.toString(StandardCharsets.UTF_8);
    return !name.isEmpty() && encode(name).equals(text) ? name : null;
  }

  private static boolean isPlainFirst(String name) {
    char first = name.charAt(0);
    return first < 0x80
        && isPlain((byte) first)
        && first != ESCAPED_FIRST
        && first != '.'
        && !name.equals("zookeeper");
  }

  private static boolean isPlain(byte each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || each == '_'
        || each == '.';
  }
}
