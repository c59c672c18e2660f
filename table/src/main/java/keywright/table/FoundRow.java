package keywright.table;

import org.jspecify.annotations.Nullable;

/**
 * A row on its way through a scan: one value per column of the table, null where the value is not
 * known yet. Used by one thread.
 */
final class FoundRow {
  private final @Nullable Object[] values;

  /** For an index entry: the row key of the row that it leads to. */
  private final byte @Nullable [] rowKey;

  FoundRow(@Nullable Object[] values, byte @Nullable [] rowKey) {
    this.values = values;
    this.rowKey = rowKey;
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
