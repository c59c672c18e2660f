package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * A value of a column, or the record that it was deleted.
 *
 * <p>Cells of one column differ by their {@link #timestamp} and are sorted by it.
 *
 * @param columnId the column's {@link ColumnLayout#id}
 * @param value of the {@link keywright.key.Type#valueClass} of its column; null when it was deleted
 * @param version the row's version when the value was written
 * @param writeTimeMicros microseconds since 1970 that the writer gave, 0 when it gave none
 * @param expiryMillis when the value expires, milliseconds since 1970, 0 for never
 */
public record Cell(
    int columnId, @Nullable Object value, long version, long writeTimeMicros, long expiryMillis) {

  /** The value, or a copy that shares nothing that can change; null when it was deleted. */
  @Override
  public @Nullable Object value() {
    return value == null ? null : CellValues.copy(value);
  }

  /** When the value was written: as its writer said, or else the row's version at the time. */
  public long timestamp() {
    return writeTimeMicros == 0 ? version : writeTimeMicros;
  }

  /** Whether there is no value: deleted, or expired at {@code nowMillis}. */
  boolean isDead(long nowMillis) {
    return value == null || Expiry.isPast(expiryMillis, nowMillis);
  }

  /** The note that is left of the cell when its value is gone. */
  Cell withoutValue() {
    return new Cell(columnId, null, version, writeTimeMicros, 0);
  }
}
