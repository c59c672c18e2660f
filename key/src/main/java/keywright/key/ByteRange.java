package keywright.key;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous range of row keys: from a start, inclusive, to a stop, exclusive, in unsigned byte
 * order. The empty start is the lowest row key. A range without a stop has no upper end. Immutable.
 */
public final class ByteRange {
  private static final byte[] LOWEST = {};

  private final byte[] start;
  private final byte @Nullable [] stop;

  private ByteRange(byte[] start, byte @Nullable [] stop) {
    this.start = start;
    this.stop = stop;
  }

  /**
   * The order of row keys: byte by byte, as unsigned numbers. A row key that is a prefix of another
   * row key comes before the longer one.
   */
  public static Comparator<byte[]> order() {
    return Arrays::compareUnsigned;
  }

  /** The range that contains every row key. */
  public static ByteRange all() {
    return new ByteRange(LOWEST, null);
  }

  /**
   * The row keys from {@code start}, inclusive, to {@code stop}, exclusive. If {@code stop} is
   * null, the range has no upper end.
   */
  public static ByteRange between(byte[] start, byte @Nullable [] stop) {
    return new ByteRange(start.clone(), stop == null ? null : stop.clone());
  }

  /**
   * The range from {@code start}, inclusive, to the last row key that begins with {@code stop},
   * inclusive.
   */
  public static ByteRange inclusive(byte[] start, byte[] stop) {
    return new ByteRange(start.clone(), successor(stop));
  }

  /** The range of all row keys that start with {@code prefix}. */
  public static ByteRange startingWith(byte[] prefix) {
    return inclusive(prefix, prefix);
  }

  /** The one row key {@code rowKey}: the key followed by a zero byte is the first one after it. */
  static ByteRange only(byte[] rowKey) {
    return new ByteRange(rowKey, Arrays.copyOf(rowKey, rowKey.length + 1));
  }

  /** An empty range with the same start. */
  ByteRange emptied() {
    return new ByteRange(start, start);
  }

  /**
   * The lowest byte string above all byte strings that begin with {@code prefix}. It is computed
   * from {@code prefix} by removing the trailing FF bytes and adding one to the last byte that
   * remains.
   *
   * @return a new array; null if {@code prefix} consists of FF bytes only, because no byte string
   *     is above all that begin with it
   */
  public static byte @Nullable [] successor(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] successor = Arrays.copyOf(prefix, length);
    successor[length - 1]++;
    return successor;
  }

  /**
   * A copy of the start of the range, inclusive; empty if the range starts at the lowest row key.
   */
  public byte[] start() {
    return start.clone();
  }

  /** A copy of the stop of the range, exclusive; null if the range has no upper end. */
  public byte @Nullable [] stop() {
    return stop == null ? null : stop.clone();
  }

  /** The range of the row keys that are both in this range and in {@code other}. */
  public ByteRange and(ByteRange other) {
    byte[] low = Arrays.compareUnsigned(start, other.start) >= 0 ? start : other.start;
    boolean own =
        other.stop == null || (stop != null && Arrays.compareUnsigned(stop, other.stop) <= 0);
    return new ByteRange(low, own ? stop : other.stop);
  }

  /**
   * A range whose bounds are at most {@code length} bytes long, and that contains the same row keys
   * as this range among all row keys of at most {@code length} bytes.
   */
  public ByteRange ofKeysUpTo(int length) {
    byte[] low = start.length > length ? successor(Arrays.copyOf(start, length)) : start;
    if (low == null) {
      return new ByteRange(LOWEST, LOWEST);
    }
    boolean cut = stop != null && stop.length > length;
    return new ByteRange(low, cut ? successor(Arrays.copyOf(stop, length)) : stop);
  }

  /** Whether the range contains no row key. */
  public boolean isEmpty() {
    return stop != null && Arrays.compareUnsigned(start, stop) >= 0;
  }

  /** Whether {@code rowKey} is in the range. */
  public boolean contains(byte[] rowKey) {
    return Arrays.compareUnsigned(start, rowKey) <= 0
        && (stop == null || Arrays.compareUnsigned(rowKey, stop) < 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ByteRange range
        && Arrays.equals(start, range.start)
        && Arrays.equals(stop, range.stop);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(stop);
  }

  /** The range as text, {@code [start, stop)}, with start and stop in hexadecimal. */
  @Override
  public String toString() {
    return "[" + BlobType.hex(start) + ", " + (stop == null ? "end" : BlobType.hex(stop)) + ")";
  }
}
