package keywright.key;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** UTF-8 without replacement characters, and the code-point order that equals its byte order. */
final class Utf8 {
  /** What stands for each malformed byte; it is a character of its own too. */
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text, or null when the bytes are not well-formed UTF-8. */
  static @Nullable String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) {
      return text;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The offset of the first byte that is part of no character. */
  static int firstMalformed(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    StandardCharsets.UTF_8.newDecoder().decode(in, CharBuffer.allocate(bytes.length), true);
    return in.position();
  }

  /** Whether every surrogate has its other half; a text with a lone one has no UTF-8 form. */
  static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return false;
      }
    }
    return true;
  }

  /** Code-point order, which for UTF-16 is not the order of chars: U+FFFF is below U+10000. */
  static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogateX = Character.isSurrogate(x);
        boolean surrogateY = Character.isSurrogate(y);
        return surrogateX == surrogateY ? Character.compare(x, y) : surrogateX ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
