package keywright.key;

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
 * timestamp of 4 or 8 bytes, because it has code that is generated for the part. The parts after
 * the part that is read are not checked. Immutable and safe for use by many threads.
 */
public abstract class PartReader {
  private final KeySchema schema;
  private final int index;

  PartReader(KeySchema schema, int index) {
    this.schema = schema;
    this.index = index;
  }

  /** A reader without generated code. */
  private static final class Walking extends PartReader {
    Walking(KeySchema schema, int index) {
      super(schema, index);
    }
  }

  /**
   * Makes a reader of the part at {@code index}, from 0. This takes about a millisecond, so a
   * program should keep a reader in a {@code static final} field.
   *
   * @throws KeyException unless the key is in the format kw1 and has such a part
   */
  public static PartReader of(KeySchema schema, int index) {
    RowKeyReader unused = schema.reader(new byte[0]);
    if (index < 0 || index >= schema.parts().size()) {
      throw Refusals.wrongGet(schema, index, Carrier.OBJECT);
    }
    PartReader walking = new Walking(schema, index);
    return PartReaderGenerator.takes(schema, index)
        ? ClassFile.madeOr(walking, () -> PartReaderGenerator.generate(schema, index))
        : walking;
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
    return reader(rowKey).getInt();
  }

  /**
   * Reads the value of the part, which must have an integer type.
   *
   * @throws KeyException if the value does not fit into a long, if it is null, or if the part has
   *     another type
   */
  public long getLong(byte[] rowKey) {
    return reader(rowKey).getLong();
  }

  /**
   * Reads the value of the part, which must be a timestamp, as a number of units since
   * 1970-01-01T00:00:00Z. The unit is that of the part's type, or milliseconds if the type names no
   * unit.
   *
   * @throws KeyException if the value is null, or if the part has another type
   */
  public long getTimestamp(byte[] rowKey) {
    return reader(rowKey).getTimestamp();
  }

  /**
   * Reads the value of the part, of any type.
   *
   * @return the value, as {@link KeySchema#part} returns it; null if the part is null
   */
  public final @Nullable Object get(byte[] rowKey) {
    return reader(rowKey).get();
  }
}
