package keywright.table;

import keywright.key.Key;
import keywright.store.StoredRow;
import org.jspecify.annotations.Nullable;

/**
 * A row on its way through a scan: one value per column of the table, null where the value is not
 * known yet. Used by one thread.
 */
final class FoundRow {
  private final @Nullable Object[] values;

  /** For an index entry: the row key of the row that it leads to. */
  private final byte @Nullable [] rowKey;

  /** The key of what was scanned: of the row, or of the index entry that led to it. */
  private final Key key;

  /** The row as stored, with its history; null unless the query asks for more than values. */
  private final @Nullable StoredRow stored;

  private FoundRow(
      @Nullable Object[] values, byte @Nullable [] rowKey, Key key, @Nullable StoredRow stored) {
    this.values = values;
    this.rowKey = rowKey;
    this.key = key;
    this.stored = stored;
  }

  /** An index entry. */
  static FoundRow entry(@Nullable Object[] values, byte @Nullable [] rowKey, Key key) {
    return new FoundRow(values, rowKey, key, null);
  }

  /**
   * A row of the table as the query asks for it; null when it was not there yet.
   *
   * @param scanned the key of what was scanned
   */
  static @Nullable FoundRow row(Plan plan, Key key, StoredRow row, Key scanned) {
    StoredTable table = plan.stored();
    if (!plan.readsCells()) {
      return new FoundRow(table.row(key, row), null, scanned, null);
    }
    long micros = plan.query().history().asOfMicros();
    return row.head().created() > micros
        ? null
        : new FoundRow(table.row(key, row, micros), null, scanned, row);
  }

  @Nullable StoredRow stored() {
    return stored;
  }

  @Nullable Object[] values() {
    return values;
  }

  byte @Nullable [] rowKey() {
    return rowKey;
  }

  Key key() {
    return key;
  }

  /** Rows one after another; null at the end. */
  interface Source extends AutoCloseable {
    @Nullable FoundRow next();

    @Override
    void close();
  }
}
