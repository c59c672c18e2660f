package keywright.table.query;

import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * A row on its way through a scan: one value per column of the table, null where the value is not
 * known yet. Used by one thread.
 */
public final class FoundRow {
  private final @Nullable Object[] values;

  /** For an index entry: the row key of the row that it leads to. */
  private final byte @Nullable [] rowKey;

  /** What was scanned: the row, or the index entry that led to it. */
  private final StoredRow scanned;

  /** The row as stored, with its history; null unless the query asks for more than values. */
  private final @Nullable StoredRow stored;

  private FoundRow(
      @Nullable Object[] values,
      byte @Nullable [] rowKey,
      StoredRow scanned,
      @Nullable StoredRow stored) {
    this.values = values;
    this.rowKey = rowKey;
    this.scanned = scanned;
    this.stored = stored;
  }

  /** An index entry. */
  public static FoundRow entry(
      @Nullable Object[] values, byte @Nullable [] rowKey, StoredRow scanned) {
    return new FoundRow(values, rowKey, scanned, null);
  }

  /**
   * A row of the table as the query asks for it; null when it did not exist yet.
   *
   * @param scanned the row, or the index entry that led to it
   */
  static @Nullable FoundRow row(QueryPlan plan, StoredRow row, StoredRow scanned) {
    StoredTable table = plan.stored();
    if (!plan.readsCells()) {
      return new FoundRow(table.row(row), null, scanned, null);
    }
    long micros = plan.query().history().asOfMicros();
    return row.head().created() > micros
        ? null
        : new FoundRow(table.row(row, micros), null, scanned, row);
  }

  /** A row that a sort has kept elsewhere. */
  static FoundRow restored(
      @Nullable Object[] values, StoredRow scanned, @Nullable StoredRow stored) {
    return new FoundRow(values, null, scanned, stored);
  }

  @Nullable StoredRow stored() {
    return stored;
  }

  public @Nullable Object[] values() {
    return values;
  }

  byte @Nullable [] rowKey() {
    return rowKey;
  }

  /** The key of what was scanned. */
  Key key() {
    return scanned.key();
  }

  StoredRow scanned() {
    return scanned;
  }

  /** Rows one after another; null at the end. */
  public interface Source extends AutoCloseable {
    @Nullable FoundRow next();

    @Override
    void close();
  }
}
