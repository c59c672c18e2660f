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
 * A table in the engine that belongs to an index. Its entries are computed from the rows of the
 * indexed table: a row has no entry, one entry, or one entry for each element of a list.
 */
public interface EntryTable {
  /** The name of the index to which the entries belong. */
  String name();

  TableLayout layout();

  /**
   * Whether every row has its entries. If false, only rows that were written after the index was
   * created have them.
   */
  boolean isReadable();

  /** The columns of the table from which an entry is computed. */
  Set<String> inputs();

  /**
   * The keys of the entries of {@code row}; unmodifiable.
   *
   * @throws keywright.key.KeyException if the row has an entry that no key can hold
   */
  Set<Key> entries(@Nullable Object[] row);

  /** The cells of each entry of a row. */
  Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey);

  /** Adds an entry of a row to a batch. The entry expires when the row does. */
  default void putEntry(
      WriteBatch batch,
      Key entry,
      long expectedVersion,
      @Nullable Object[] row,
      byte[] rowKey,
      RowHead head) {
    putEntry(batch, entry, expectedVersion, cells(row, rowKey), head);
  }

  /**
   * Adds an entry with {@code values} to a batch. The entry expires when the row of {@code head}
   * does.
   */
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

  /** The key of the only row that may have this entry; null if no row may have it. */
  @Nullable Key owner(StoredTable table, StoredRow entry);
}
