package keywright.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Text and blobs in place: straight from and to a byte array, complemented by {@code mask} (0 or
 * -1).
 *
 * <p>Text is mostly ASCII, so each method runs over it once as if it were and takes the long way
 * only when that turns out wrong. A result of {@link #MISFIT} says that something is wrong; what,
 * is for the caller to find out.
 */
final class Kw1Text {
  static final int MISFIT = -1;

  /** Little-endian, so that the first byte is the lowest. */
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private Kw1Text() {}

  /**
   * Writes escaped text and its terminator.
   *
   * @return the offset after it, or {@link #MISFIT} when there is no room or no UTF-8 form
   */
  static int put(byte[] out, int at, String text, int mask) {
    int length = text.length();
    if (out.length - at - 2 < length) {
      return MISFIT;
    }
    long seen = 0;
    if (length < Long.BYTES) {
      for (int i = 0; i < length; i++) {
        int c = text.charAt(i);
        seen |= c - 1 | 0x7F - c;
        out[at + i] = (byte) (c ^ mask);
      }
    } else {
      int last = length - Long.BYTES;
      seen = putEight(out, at, text, 0, mask);
      for (int i = Long.BYTES; i < last; i += Long.BYTES) {
        seen |= putEight(out, at, text, i, mask);
      }
      seen |= putEight(out, at, text, last, mask);
    }
    if ((seen & HIGHS) != 0) {
      return putAny(out, at, text, mask);
    }
    return terminate(out, at + length, mask);
  }

  /** Writes 8 characters; the result has high bits if one of them is not from 1 to 7F. */
  private static long putEight(byte[] out, int at, String text, int from, int mask) {
    int seen = 0;
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      int c = text.charAt(from + i);
      seen |= c;
      word |= (long) c << (8 * i);
    }
    WORDS.set(out, at + from, word ^ mask);
    return others(word) | 0x7F - seen;
  }

  private static int terminate(byte[] out, int at, int mask) {
    out[at] = (byte) mask;
    out[at + 1] = (byte) (1 ^ mask);
    return at + 2;
  }

  /** The bytes that {@link #put} writes, or {@link #MISFIT} for text without a UTF-8 form. */
  static int size(String text) {
    long size = 2;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return MISFIT;
        }
        size += 2;
        i++;
        size += 2;
      } else {
        size += c == 0 ? 2 : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    return size > Integer.MAX_VALUE ? MISFIT : (int) size;
  }

  private static int putAny(byte[] out, int start, String text, int mask) {
    int size = size(text);
    if (size < 0 || out.length - start < size) {
      return MISFIT;
    }
    int at = start;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        out[at++] = (byte) (c ^ mask);
        if (c == 0) {
          out[at++] = (byte) ~mask;
        }
      } else if (c < 0x800) {
        out[at++] = (byte) ((0xC0 | c >> 6) ^ mask);
        out[at++] = (byte) ((0x80 | (c & 0x3F)) ^ mask);
      } else {
        if (Character.isSurrogate((char) c)) {
          c = Character.toCodePoint((char) c, text.charAt(++i));
          out[at++] = (byte) ((0xF0 | c >> 18) ^ mask);
          out[at++] = (byte) ((0x80 | (c >> 12 & 0x3F)) ^ mask);
        } else {
          out[at++] = (byte) ((0xE0 | c >> 12) ^ mask);
        }
        out[at++] = (byte) ((0x80 | (c >> 6 & 0x3F)) ^ mask);
        out[at++] = (byte) ((0x80 | (c & 0x3F)) ^ mask);
      }
    }
    return terminate(out, at, mask);
  }

  /** Writes escaped bytes and their terminator; {@link #MISFIT} when there is no room. */
  static int put(byte[] out, int start, byte[] blob, int mask) {
    if (out.length - start - 2 < blob.length) {
      return MISFIT;
    }
    int at = start;
    for (int i = 0; i < blob.length; i++) {
      if (out.length - at - 2 < blob.length - i) {
        return MISFIT;
      }
      out[at++] = (byte) (blob[i] ^ mask);
      if (blob[i] == 0) {
        if (out.length - at - 2 < blob.length - i) {
          return MISFIT;
        }
        out[at++] = (byte) ~mask;
      }
    }
    return terminate(out, at, mask);
  }

  /**
   * Where the escaped body that starts at {@code from} ends, its terminator included; {@link
   * #MISFIT} when it has none before {@code to} or holds a wrong escape.
   */
  static int end(byte[] in, int from, int to, int mask) {
    int at = from;
    while (true) {
      at = zero(in, at, to, mask);
      if (to - at < 2) {
        return MISFIT;
      }
      int next = (in[at + 1] ^ mask) & 0xFF;
      at += 2;
      if (next == 1) {
        return at;
      }
      if (next != 0xFF) {
        return MISFIT;
      }
    }
  }

  /** The first zero byte; {@code to} when there is none. */
  private static int zero(byte[] in, int from, int to, int mask) {
    int at = from;
    for (; to - at >= 8; at += 8) {
      long zeros = zeros((long) WORDS.get(in, at) ^ mask);
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    if (to < 8) {
      while (at < to && in[at] != (byte) mask) {
        at++;
      }
      return at;
    }
    // The last 8 bytes; those before at are no zeros. A loop over single bytes would cost more,
    // because the processor cannot predict where it ends.
    long zeros = zeros((long) WORDS.get(in, to - 8) ^ mask | (-1L >>> (8 * (to - at))));
    return zeros == 0 ? to : to - 8 + (Long.numberOfTrailingZeros(zeros) >>> 3);
  }

  /** The high bit of each byte that is zero; above the first of them, of others too. */
  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  /** The text in the escaped body {@code [from, end)}; null when it is not UTF-8. */
  static @Nullable String text(byte[] in, int from, int end, int mask) {
    int stop = end - 2;
    if (!isAscii(in, from, stop, mask)) {
      return Utf8.decode(blob(in, from, end, mask));
    }
    return mask == 0
        ? new String(in, from, stop - from, StandardCharsets.ISO_8859_1)
        : new String(blob(in, from, end, mask), StandardCharsets.ISO_8859_1);
  }

  /** Whether every byte is from 1 to 7F: text as it stands, without escapes. */
  private static boolean isAscii(byte[] in, int from, int to, int mask) {
    if (to - from < 8) {
      for (int at = from; at < to; at++) {
        if ((byte) (in[at] ^ mask) <= 0) {
          return false;
        }
      }
      return true;
    }
    // The last word may have bytes of the one before it.
    long seen = others((long) WORDS.get(in, from) ^ mask);
    seen |= others((long) WORDS.get(in, to - 8) ^ mask);
    for (int at = from + 8; at < to - 8; at += 8) {
      seen |= others((long) WORDS.get(in, at) ^ mask);
    }
    return (seen & HIGHS) == 0;
  }

  /** High bits if a byte is not from 1 to 7F. */
  private static long others(long word) {
    return word - ONES | word;
  }

  /** The bytes in the escaped body {@code [from, end)}. */
  static byte[] blob(byte[] in, int from, int end, int mask) {
    byte[] bytes = Arrays.copyOfRange(in, from, end - 2);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte b = (byte) (bytes[i] ^ mask);
      bytes[length++] = b;
      if (b == 0) {
        i++;
      }
    }
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /**
   * Writes ASCII text into a body of {@code width} bytes, padded with zeros; {@link #MISFIT} for
   * any other text, which may be right all the same.
   */
  static int putPadded(byte[] out, int at, String text, int width, int mask) {
    int length = text.length();
    if (length > width || out.length - at < width) {
      return MISFIT;
    }
    int seen = 0;
    for (int i = 0; i < length; i++) {
      int c = text.charAt(i);
      seen |= c | (c - 1);
      out[at + i] = (byte) (c ^ mask);
    }
    if ((seen & ~0x7F) != 0) {
      return MISFIT;
    }
    Arrays.fill(out, at + length, at + width, (byte) mask);
    return at + width;
  }

  /** The ASCII text in a padded body; null for any other, which may be right all the same. */
  static @Nullable String padded(byte[] in, int from, int to, int mask) {
    int end = to;
    while (end > from && in[end - 1] == (byte) mask) {
      end--;
    }
    if (!isAscii(in, from, end, mask)) {
      return null;
    }
    byte[] bytes = Arrays.copyOfRange(in, from, end);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= (byte) mask;
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
