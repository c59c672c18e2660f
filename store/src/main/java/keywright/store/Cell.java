package keywright.store;

/**
 * A stored value.
 *
 * @param columnId the column's {@link ColumnLayout#id}
 * @param value of the {@link keywright.key.Type#valueClass} of its column
 * @param version the row's version when the value was written
 * @param writeTimeMicros microseconds since 1970 that the writer gave, 0 when it gave none
 * @param expiryMillis when the value expires, milliseconds since 1970, 0 for never
 */
public record Cell(
    int columnId, Object value, long version, long writeTimeMicros, long expiryMillis) {}
