package keywright.table.maintenance;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import keywright.key.Key;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.UnreadableRowException;
import keywright.table.layout.ReadableRows;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the table that {@link TableCopy} copies. Immutable.
 *
 * @param view the snapshot that all rows are read from
 * @param skipsUnreadable whether rows that cannot be decoded are skipped; if false, such a row ends
 *     the copy
 */
public record CopySource(StoredTable table, Snapshot view, boolean skipsUnreadable) {
  /**
   * The rows with all their cells, in the order of the engine.
   *
   * @param after the key after which the rows begin; null for all rows
   * @param skipped receives the error of each skipped row
   */
  RowCursor rows(@Nullable Key after, Consumer<UnreadableRowException> skipped) {
    ScanOptions options = new ScanOptions(table.rowOptions(true), false);
    return view.walk(table.layout(), after, skipsUnreadable ? options.skipping(skipped) : options);
  }

  /** The indexes of the keys that have no row. A row that cannot be decoded counts as a row. */
  BitSet missing(List<Key> keys) {
    ReadableRows rows = ReadableRows.get(view, table.layout(), keys, RowOptions.of(Set.of()));
    BitSet missing = new BitSet();
    for (int i = 0; i < keys.size(); i++) {
      if (rows.row(i) == null && !rows.isUnreadable(i)) {
        missing.set(i);
      }
    }
    return missing;
  }
}
