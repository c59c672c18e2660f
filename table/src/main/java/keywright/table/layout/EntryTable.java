package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A table of the engine that holds what follows from rows of another: no entry, one, or one for
 * each element of a list.
 */
public interface EntryTable {
  /** The index that it is for. */
  String name();

  TableLayout layout();

  /** Whether every row has its entries; else those written since the index was made have. */
  boolean isReadable();

  /** The columns of the table that an entry is made from. */
  Set<String> inputs();

  /**
   * The keys of the entries that {@code row} has; unmodifiable.
   *
   * @throws keywright.key.KeyException when it shall have one that no key can hold
   */
  Set<Key> entries(@Nullable Object[] row);

  /** What each entry of a row holds. */
  Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey);

  /** Puts an entry of a row, which expires when the row does. */
  default void putEntry(
      WriteBatch batch,
      Key entry,
      long expectedVersion,
      @Nullable Object[] row,
      byte[] rowKey,
      RowHead head) {
    putEntry(batch, entry, expectedVersion, cells(row, rowKey), head);
  }

  /** Puts an entry that holds {@code values} and expires when the row of {@code head} does. */
  default void putEntry(
      WriteBatch batch,
      Key entry,
      long expectedVersion,
      Map<Integer, @Nullable Object> values,
      RowHead head) {
    List<Cell> cells = new ArrayList<>(values.size());
    values.forEach((id, value) -> cells.add(new Cell(id, value, head.version(), 0, 0)));
    RowHead entryHead = new RowHead(head.version(), head.expiryMillis(), 0);
    long expected = expectedVersion;
    if (expected == WriteBatch.ANY) {
      // The stored entry is replaced as a whole, so it need not be read.
      batch.delete(layout(), entry, WriteBatch.ANY);
      expected = WriteBatch.ABSENT;
    }
    batch.put(layout(), entry, expected, entryHead, cells);
  }

  /** The key of the one row that may have this entry; null when no row may. */
  @Nullable Key owner(StoredTable table, StoredRow entry);
}
