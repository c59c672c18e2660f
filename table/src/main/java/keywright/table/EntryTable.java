package keywright.table;

import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * A table of the engine that holds what follows from rows of another: at most one entry for each.
 */
interface EntryTable {
  /** The index that it is for. */
  String name();

  TableLayout layout();

  /** Whether every row has its entry; else those written since the index was made have. */
  boolean isReadable();

  /** The columns of the table that an entry is made from. */
  Set<String> inputs();

  /**
   * The key of the entry that {@code row} has; null when it has none.
   *
   * @throws keywright.key.KeyException when it shall have one, which no key can hold
   */
  @Nullable Key entry(@Nullable Object[] row);

  /** What the entry of a row holds. */
  Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey);

  /** The key of the one row that may have this entry; null when no row may. */
  @Nullable Key owner(StoredTable table, StoredRow entry);
}
