package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * A stored value of a column, or the record that its value was deleted.
 *
 * <p>A column of a row can have several cells, which have different {@linkplain #timestamp
 * timestamps} and are sorted by these. Immutable.
 *
 * @param columnId the id of the column in the layout of its table, {@link ColumnLayout#id}
 * @param value the value, of the {@link keywright.key.Type#valueClass} of its column; null if the
 *     cell records a deletion
 * @param version the version that the row got by the write of the value
 * @param writeTimeMicros the write time that the writer gave, in microseconds since 1970; 0 if the
 *     writer gave none
 * @param expiryMillis when the value expires, in milliseconds since 1970; 0 if it does not expire
 */
public record Cell(
    int columnId, @Nullable Object value, long version, long writeTimeMicros, long expiryMillis) {

  /**
   * The value; null if the cell records a deletion. A mutable value, such as a byte array, is
   * copied.
   */
  @Override
  public @Nullable Object value() {
    return value == null ? null : CellValues.copy(value);
  }

  /** The value itself, not a copy; it must not be changed. */
  @Nullable Object shared() {
    return value;
  }

  /**
   * The time of this cell in microseconds since 1970: the write time if the writer gave one,
   * otherwise the version that the write gave the row.
   */
  public long timestamp() {
    return writeTimeMicros == 0 ? version : writeTimeMicros;
  }

  /** Whether there is no value: deleted, or expired at {@code nowMillis}. */
  boolean isDead(long nowMillis) {
    return value == null || Expiry.isPast(expiryMillis, nowMillis);
  }

  /** The same cell as the record of a deletion, without the value. */
  Cell withoutValue() {
    return new Cell(columnId, null, version, writeTimeMicros, 0);
  }
}
