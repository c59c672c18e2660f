package keywright.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a family whose head has only a version, or a version and a nonce, and whose
 * cells have neither flags nor more than one byte of tag, as those of most rows do; see {@link
 * CellCodec} for the layout. It makes no objects but the values. Every other family is read by a
 * {@link CellReader}, and so is one that is damaged. Without state.
 */
final class PlainFamily {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  /** In place of an offset: the family is not of this form. */
  private static final int OTHER = -1;

  /** A number of 64 bits has at most so many bytes, the last of which is at most 1. */
  private static final int NUMBER_BYTES = 10;

  /** A length has at most four bytes; no value has more. */
  private static final int SIZE_SHIFT_MAX = 21;

  private PlainFamily() {}

  /** Where the cells begin; below 0 if the head has more than a version and a nonce. */
  private static int cells(byte[] bytes, int start, int stop) {
    int at = start == stop ? OTHER : behindNumber(bytes, start + 1, stop);
    if (at < 0 || bytes[start] == CellCodec.FORMAT) {
      return at;
    }
    boolean hasNonce =
        hasNonce(bytes, start)
            && at < stop - 1
            && bytes[at] == CellCodec.NONCE
            && bytes[at + 1] != 0;
    return hasNonce ? behindNumber(bytes, at + 1, stop) : OTHER;
  }

  /** Where a number ends; below 0 if it is not in its shortest form. */
  private static int behindNumber(byte[] bytes, int start, int stop) {
    int at = start;
    if (start + Long.BYTES <= stop) {
      // Most numbers end in the first eight bytes: at the first one whose highest bit is 0.
      long ends = ~(long) LONGS.get(bytes, start) & HIGHEST_BITS;
      at += Long.numberOfTrailingZeros(ends) / Byte.SIZE;
    }
    while (at < stop && bytes[at] < 0) {
      at++;
    }
    int count = at + 1 - start;
    boolean isNumber =
        at < stop
            && (count == 1 || bytes[at] != 0)
            && (count < NUMBER_BYTES || (count == NUMBER_BYTES && bytes[at] == 1));
    return isNumber ? at + 1 : OTHER;
  }

  /** Whether the head of a family that this class has read has a nonce. */
  static boolean hasNonce(byte[] bytes, int start) {
    return bytes[start] == CellCodec.FORMAT_WITH_HEAD;
  }

  /** Whether the head of a family has only a version. */
  static boolean hasPlainHead(byte[] bytes, int length) {
    return cells(bytes, 0, length) >= 0 && !hasNonce(bytes, 0);
  }

  /** The version of a family that this class has read. */
  static long version(byte[] bytes, int start) {
    return number(bytes, start + 1);
  }

  /** The nonce of a family that this class has read; 0 if it has none. */
  static long nonce(byte[] bytes, int start) {
    if (!hasNonce(bytes, start)) {
      return 0;
    }
    int flags = behindNumber(bytes, start + 1, bytes.length);
    return number(bytes, flags + 1);
  }

  /** A number, of which each byte has seven bits, the lowest first. */
  private static long number(byte[] bytes, int start) {
    if (start + Long.BYTES > bytes.length) {
      return number(bytes, start, 0, 0);
    }
    long eight = (long) LONGS.get(bytes, start);
    long ends = ~eight & HIGHEST_BITS;
    if (ends == 0) {
      return number(bytes, start + Long.BYTES, sevenths(eight), 7 * Long.BYTES);
    }
    return sevenths(eight & (ends ^ (ends - 1)));
  }

  private static long number(byte[] bytes, int start, long low, int lowBits) {
    long number = low;
    int at = start;
    for (int shift = lowBits; ; shift += 7) {
      byte octet = bytes[at++];
      number |= (long) (octet & 0x7F) << shift;
      if (octet >= 0) {
        return number;
      }
    }
  }

  /** The lowest seven bits of each byte: pairs of them, then pairs of pairs, then all. */
  private static long sevenths(long bytes) {
    long pairs = (bytes & 0x007F007F007F007FL) | ((bytes & 0x7F007F007F007F00L) >>> 1);
    long fours = (pairs & 0x00003FFF00003FFFL) | ((pairs & 0x3FFF00003FFF0000L) >>> 2);
    return (fours & 0x000000000FFFFFFFL) | ((fours & 0x0FFFFFFF00000000L) >>> 4);
  }

  /**
   * Reads the values of a family.
   *
   * @param bytes has the encoded value of the family from {@code start} to {@code stop}
   * @param into gets each value at the place of its column
   * @return false if the family must be read by a {@link CellReader}; some values may be set then
   */
  static boolean read(
      TableLayout layout, byte[] bytes, int start, int stop, @Nullable Object[] into) {
    int at = cells(bytes, start, stop);
    if (at < 0) {
      return false;
    }
    int lastTag = 0;
    while (at < stop) {
      int tag = bytes[at++];
      if (tag <= lastTag || (tag & 1) != 0 || at == stop) {
        return false;
      }
      lastTag = tag;
      int size = bytes[at++];
      if (size < 0) {
        size &= 0x7F;
        int octet = -1;
        for (int shift = 7; octet < 0; shift += 7) {
          if (shift > SIZE_SHIFT_MAX || at == stop) {
            return false;
          }
          octet = bytes[at++];
          size |= (octet & 0x7F) << shift;
        }
        if (octet == 0) {
          return false;
        }
      }
      int index = layout.columnIndex(tag >> 1);
      if (size > stop - at || index < 0) {
        return false;
      }
      Object value =
          CellValues.decode(
              layout.bodyAt(index), layout.columnAt(index).type(), bytes, at, at + size);
      if (value == null) {
        return false;
      }
      into[layout.placeAt(index)] = value;
      at += size;
    }
    return true;
  }
}
