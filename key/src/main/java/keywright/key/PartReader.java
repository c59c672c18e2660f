package keywright.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the same part of many row keys in the format kw1, without decoding the values of the parts
 * before it.
 *
 * <pre>{@code
 * static final PartReader SEEN_AT = PartReader.of(schema, 2);
 *
 * long millis = SEEN_AT.getTimestamp(rowKey);
 * }</pre>
 *
 * <p>The values and errors are the same as those of a {@link RowKeyReader} that moves to the part
 * and then reads it with the method of the same name. This class is faster for an integer or a
 * timestamp after parts with fixed widths, because it computes the position of the part only once.
 * The parts after the part that is read are not checked. Immutable and safe for use by many
 * threads.
 */
public final class PartReader {
  private final KeySchema schema;
  private final int index;
  private final long flip;

  /** Instead of an offset: the part is behind escaped parts, so each key is searched for it. */
  private static final int BEHIND_ESCAPED = -2;

  /** Instead of an offset: only a {@link RowKeyReader} finds the part. */
  private static final int ANYWHERE = -1;

  /**
   * The offset of the part in every key, for the one method that reads it; or {@link
   * #BEHIND_ESCAPED}. {@link #ANYWHERE} for the other methods.
   */
  private final int intAt;

  private final int longAt;
  private final int timestampAt;

  /** The bytes before the first escaped part, its mask, and the number of bytes after it. */
  private final int start;

  private final int mask;
  private final int gap;

  /** The other escaped parts before this part: their masks, and the number of bytes after each. */
  private final int[] otherMasks;

  private final int[] otherGaps;

  private PartReader(KeySchema schema, int index) {
    this.schema = schema;
    this.index = index;
    PartLayout[] parts = schema.layouts();
    List<Integer> escaped = new ArrayList<>();
    List<Integer> widths = new ArrayList<>(List.of(0));
    boolean isStraight = true;
    for (int i = 0; i < index; i++) {
      PartLayout before = parts[i];
      if (before.bytes >= 0) {
        widths.set(widths.size() - 1, widths.get(widths.size() - 1) + before.bytes);
      } else {
        escaped.add(before.mask);
        widths.add(0);
      }
      isStraight &=
          !before.nullable
              && (before.bytes >= 0
                  || before.carrier == Carrier.TEXT
                  || before.carrier == Carrier.BLOB);
    }
    PartLayout part = parts[index];
    Carrier carrier = isStraight && part.full > 0 ? part.carrier : null;
    int at = escaped.isEmpty() ? widths.get(0) : BEHIND_ESCAPED;
    this.intAt = carrier == Carrier.WHOLE && part.full == 4 && at >= 0 ? at : ANYWHERE;
    this.longAt = carrier == Carrier.WHOLE && part.full == 8 ? at : ANYWHERE;
    this.timestampAt = carrier == Carrier.TIMESTAMP && part.full == 8 ? at : ANYWHERE;
    this.flip = part.flip;
    this.start = widths.get(0);
    this.mask = escaped.isEmpty() ? 0 : escaped.get(0);
    this.gap = escaped.isEmpty() ? 0 : widths.get(1);
    this.otherMasks = escaped.stream().skip(1).mapToInt(each -> each).toArray();
    this.otherGaps = widths.stream().skip(2).mapToInt(each -> each).toArray();
  }

  /**
   * Makes a reader of the part at {@code index}, from 0.
   *
   * @throws KeyException unless the key is in the format kw1 and has such a part
   */
  public static PartReader of(KeySchema schema, int index) {
    RowKeyReader unused = schema.reader(new byte[0]);
    if (index < 0 || index >= schema.parts().size()) {
      throw Refusals.wrongGet(schema, index, Carrier.OBJECT);
    }
    return new PartReader(schema, index);
  }

  private RowKeyReader reader(byte[] rowKey) {
    return schema.reader(rowKey).to(index);
  }

  /**
   * Reads the value of the part, which must have an integer type.
   *
   * @throws KeyException if the value does not fit into an int, if it is null, or if the part has
   *     another type
   */
  public int getInt(byte[] rowKey) {
    int at = intAt;
    return at >= 0 && rowKey.length - at >= 4
        ? Kw1Bytes.get4(rowKey, at) ^ (int) flip
        : reader(rowKey).getInt();
  }

  /**
   * Reads the value of the part, which must have an integer type.
   *
   * @throws KeyException if the value does not fit into a long, if it is null, or if the part has
   *     another type
   */
  public long getLong(byte[] rowKey) {
    int at = longAt == BEHIND_ESCAPED ? behindEscaped(rowKey) : longAt;
    return at >= 0 && rowKey.length - at >= 8
        ? Kw1Bytes.get8(rowKey, at) ^ flip
        : reader(rowKey).getLong();
  }

  /**
   * Reads the value of the part, which must be a timestamp, as a number of units since
   * 1970-01-01T00:00:00Z. The unit is that of the part's type, or milliseconds if the type names no
   * unit.
   *
   * @throws KeyException if the value is null, or if the part has another type
   */
  public long getTimestamp(byte[] rowKey) {
    int at = timestampAt == BEHIND_ESCAPED ? behindEscaped(rowKey) : timestampAt;
    return at >= 0 && rowKey.length - at >= 8
        ? Kw1Bytes.get8(rowKey, at) ^ flip
        : reader(rowKey).getTimestamp();
  }

  /**
   * Reads the value of the part, of any type.
   *
   * @return the value, as {@link KeySchema#part} returns it; null if the part is null
   */
  public @Nullable Object get(byte[] rowKey) {
    return reader(rowKey).get();
  }

  /** The offset of the part; below 0 if the bytes before it are malformed. */
  private int behindEscaped(byte[] rowKey) {
    int end = Kw1Text.end(rowKey, start, rowKey.length, mask);
    int at = end + gap;
    for (int i = 0; end >= 0 && i < otherMasks.length; i++) {
      end = Kw1Text.end(rowKey, at, rowKey.length, otherMasks[i]);
      at = end + otherGaps[i];
    }
    return end < 0 ? end : at;
  }
}
