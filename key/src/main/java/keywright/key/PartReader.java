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

  /**
   * The offset of the part in every key, for the one method that reads it. Below 0 for the other
   * methods, and if the offset varies.
   */
  private final int intAt;

  private final int longAt;
  private final int timestampAt;

  /** The carrier of a part that follows escaped parts; null if the part is found in another way. */
  private final @Nullable Carrier behindEscaped;

  /** The bytes before the first escaped part. */
  private final int start;

  /** The escaped parts before this part: their masks, and the number of bytes after each. */
  private final int[] masks;

  private final int[] gaps;

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
    int fixed = escaped.isEmpty() ? widths.get(0) : -1;
    this.intAt = carrier == Carrier.WHOLE && part.full == 4 ? fixed : -1;
    this.longAt = carrier == Carrier.WHOLE && part.full == 8 ? fixed : -1;
    this.timestampAt = carrier == Carrier.TIMESTAMP ? fixed : -1;
    this.behindEscaped = part.full == 8 && !escaped.isEmpty() ? carrier : null;
    this.flip = part.flip;
    this.start = widths.get(0);
    this.masks = escaped.stream().mapToInt(mask -> mask).toArray();
    this.gaps = widths.stream().skip(1).mapToInt(width -> width).toArray();
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
    int at = longAt >= 0 ? longAt : behindEscaped(Carrier.WHOLE, rowKey);
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
    int at = timestampAt >= 0 ? timestampAt : behindEscaped(Carrier.TIMESTAMP, rowKey);
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

  /**
   * The offset of the part; below 0 if the part is not found in this way, or if the bytes before it
   * are malformed.
   */
  private int behindEscaped(Carrier carrier, byte[] rowKey) {
    if (carrier != behindEscaped) {
      return -1;
    }
    int at = start;
    for (int i = 0; i < masks.length; i++) {
      at = Kw1Text.end(rowKey, at, rowKey.length, masks[i]);
      if (at == Kw1Text.MISFIT) {
        return at;
      }
      at += gaps[i];
    }
    return at;
  }
}
