package keywright.key;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of a key's parts become a row key and back. */
interface RowKeyCodec {
  byte[] encode(@Nullable Object[] parts);

  /** Whether {@link #encode(Object[])} accepts these values. */
  default boolean encodes(@Nullable Object[] parts) {
    try {
      byte[] unused = encode(parts);
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  /**
   * Whether there are row keys that begin with these values.
   *
   * @throws KeyException for a value that the format cannot encode
   */
  default boolean hasRowKeys(@Nullable Object[] leading) {
    return !bytes(KeyRange.equalTo(Arrays.asList(leading))).isEmpty();
  }

  /**
   * Puts the row key into an array, from {@code offset} on. Returns the index after it, or -1 if it
   * does not fit.
   */
  default int encode(@Nullable Object[] parts, byte[] into, int offset) {
    byte[] rowKey = encode(parts);
    if (rowKey.length > into.length - offset) {
      return -1;
    }
    System.arraycopy(rowKey, 0, into, offset, rowKey.length);
    return offset + rowKey.length;
  }

  /**
   * The values of the parts.
   *
   * @throws KeyException unless {@code rowKey} is exactly what {@link #encode} gives for the result
   */
  @Nullable Object[] decode(byte[] rowKey);

  /**
   * As {@link #decode(byte[])}, with the value of each part at its place in {@code row}; nowhere
   * when that is below 0.
   */
  default void decode(byte[] rowKey, int[] places, @Nullable Object[] row) {
    @Nullable Object[] parts = decode(rowKey);
    for (int i = 0; i < parts.length; i++) {
      if (places[i] >= 0) {
        row[places[i]] = parts[i];
      }
    }
  }

  /** The row keys of the keys in {@code range}, which restricts only a part that keeps order. */
  ByteRange bytes(KeyRange range);

  /** Whether {@link #bytes} holds no keys but those whose part starts with {@code text}. */
  boolean isExactPrefix(int part, String text);

  /** Where part {@code part} of a key with these values starts in its row key. */
  int offset(@Nullable Object[] parts, int part);

  /** The row key as a message shows it. */
  String show(byte[] rowKey);

  /** The runs of values within which the bytes of part {@code part} sort, in order of values. */
  List<Run> runs(int part);

  /** Whether the bytes of part {@code part} sort as its values do, all of them. */
  default boolean sorts(int part) {
    return runs(part).equals(Run.WHOLE);
  }

  /**
   * No row key has more bytes of part {@code part} than this, marker and delimiter before it
   * included; -1 when there is no bound.
   */
  int longest(int part);

  /** Whether no bytes of part {@code part}, with the delimiter after it, start with others. */
  default boolean isPrefixFree(int part) {
    return true;
  }
}
