package keywright.table;

import keywright.key.Key;
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

  FoundRow(@Nullable Object[] values, byte @Nullable [] rowKey, Key key) {
    this.values = values;
    this.rowKey = rowKey;
    this.key = key;
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
