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

  /** The row as stored, with its history; null unless the query asks for more than values. */
  private final @Nullable StoredRow stored;

  private FoundRow(
      @Nullable Object[] values, byte @Nullable [] rowKey, @Nullable StoredRow stored) {
    this.values = values;
    this.rowKey = rowKey;
    this.stored = stored;
  }

  /** An index entry. */
  static FoundRow entry(@Nullable Object[] values, byte @Nullable [] rowKey) {
    return new FoundRow(values, rowKey, null);
  }

  /** A row of the table as the query asks for it; null when it was not there yet. */
  static @Nullable FoundRow row(Plan plan, Key key, StoredRow row) {
    StoredTable table = plan.stored();
    if (!plan.readsCells()) {
      return new FoundRow(table.row(key, row), null, null);
    }
    long micros = plan.query().history().asOfMicros();
    return row.head().created() > micros
        ? null
        : new FoundRow(table.row(key, row, micros), null, row);
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

  /** Rows one after another; null at the end. */
  interface Source extends AutoCloseable {
    @Nullable FoundRow next();

    @Override
    void close();
  }
}
