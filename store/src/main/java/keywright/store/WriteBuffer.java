package keywright.store;

import java.util.Arrays;
import keywright.key.Key;
import keywright.key.KeySchema;

/**
 * A growing array of bytes, for engines that encode the row keys and the values of a batch one
 * after another. Used by one thread.
 */
public final class WriteBuffer {
  private static final int SMALL = 256;

  private byte[] bytes;
  private int length;

  /**
   * Makes an empty buffer.
   *
   * @param capacity the number of bytes that fit before the array grows
   */
  public WriteBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array with the bytes; the next call that adds bytes may replace the array. */
  public byte[] array() {
    return bytes;
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /**
   * Removes all bytes.
   *
   * @param keptMax the array is replaced by a small one if it has more bytes than this
   */
  public void clear(int keptMax) {
    length = 0;
    if (bytes.length > keptMax) {
      bytes = new byte[Math.min(keptMax, SMALL)];
    }
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Adds one byte: the low 8 bits of {@code value}. */
  public void octet(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /** Adds a number as a varint: seven bits a byte, lowest first. */
  public void varint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      octet((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    octet(rest);
  }

  /** Adds the bytes of an array in {@code [start, stop)}. */
  public void put(byte[] source, int start, int stop) {
    ensure(stop - start);
    System.arraycopy(source, start, bytes, length, stop - start);
    length += stop - start;
  }

  /** Removes all bytes from the index {@code newLength} on. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** Adds bytes that this buffer has in {@code [start, stop)}, with their length before them. */
  public void repeat(int start, int stop) {
    varint(stop - start);
    ensure(stop - start);
    System.arraycopy(bytes, start, bytes, length, stop - start);
    length += stop - start;
  }

  /**
   * Adds the row key of a key with its length as a varint before it.
   *
   * @return the index of the first byte of the row key
   * @throws keywright.key.KeyException for a value that the format cannot encode
   */
  public int putKey(KeySchema schema, Key key) {
    int start = length + 1; // Most lengths are varints of one byte.
    int end = -1;
    while (end < 0) {
      ensure(1);
      end = schema.encode(key, bytes, start);
      if (end < 0) {
        grow(2 * bytes.length);
      }
    }
    length = end;
    return endBody(start);
  }

  /**
   * Ends a body that began at {@code start}, and puts its length before it.
   *
   * @return the index of the first byte of the body
   */
  private int endBody(int start) {
    int count = length - start;
    int more = 0;
    for (int rest = count >>> 7; rest != 0; rest >>>= 7) {
      more++;
    }
    if (more > 0) {
      ensure(more);
      System.arraycopy(bytes, start, bytes, start + more, count);
    }
    length = start - 1;
    varint(count);
    length += count;
    return start + more;
  }

  /** Adds bytes with their length as a varint before them. Returns the index of the first byte. */
  int putBody(byte[] source, int count) {
    varint(count);
    int start = length;
    put(source, 0, count);
    return start;
  }

  private void ensure(int count) {
    if (bytes.length - length < count) {
      grow(Math.max(length + count, 2 * bytes.length));
    }
  }

  private void grow(int capacity) {
    bytes = Arrays.copyOf(bytes, Math.max(capacity, 64));
  }
}
