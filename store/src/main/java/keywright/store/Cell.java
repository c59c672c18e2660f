package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * A stored value of a column, or the record that its value was deleted.
 *
 * <p>Cells of one column differ by their {@link #timestamp} and are sorted by it.
 *
 * @param columnId the column's {@link ColumnLayout#id}
 * @param value the value, of the {@link keywright.key.Type#valueClass} of its column; null if the
 *     cell records a deletion
 * @param version the row's version when the value was written
 * @param writeTimeMicros the write time that the writer gave, in microseconds since 1970; 0 if it
 *     gave none
 * @param expiryMillis when the value expires, in milliseconds since 1970; 0 for never
 */
public record Cell(
    int columnId, @Nullable Object value, long version, long writeTimeMicros, long expiryMillis) {

  /** The value; null if it was deleted. A mutable value, such as a byte array, is a copy. */
  @Override
  public @Nullable Object value() {
    return value == null ? null : CellValues.copy(value);
  }

  /**
   * The time of the write of this value: the write time if its writer gave one, otherwise the
   * version that the write gave the row.
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
