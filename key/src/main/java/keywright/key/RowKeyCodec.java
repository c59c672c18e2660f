package keywright.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of a key's parts become a row key and back. */
interface RowKeyCodec {
  byte[] encode(@Nullable Object[] parts);

  /**
   * The values of the parts.
   *
   * @throws KeyException unless {@code rowKey} is exactly what {@link #encode} gives for the result
   */
  @Nullable Object[] decode(byte[] rowKey);

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
}
