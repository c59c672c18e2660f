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
 * A table in the engine that contains the entries of an index. The entries are computed from the
 * rows of the indexed table. A row has no entry, one entry, or one entry for each element of a
 * list.
 */
public interface EntryTable {
  /** The name of the index to which the entries belong. */
  String name();

  TableLayout layout();

  /**
   * Whether every row of the table has its entries. If false, only rows that were written after the
   * index was created have their entries.
   */
  boolean isReadable();

  /** The names of the columns of the indexed table from which an entry is computed. */
  Set<String> inputs();

  /**
   * Computes the keys of the entries of a row.
   *
   * @param row the values of the row, one for each column of the indexed table
   * @return the keys, as an unmodifiable set
   * @throws keywright.key.KeyException if the key format cannot encode the key of an entry
   */
  Set<Key> entries(@Nullable Object[] row);

  /**
   * Computes the cells of the entries of a row. All entries of a row have the same cells.
   *
   * @param row the values of the row, one for each column of the indexed table
   * @param rowKey the row key of the row
   * @return the value of each cell by its column id
   */
  Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey);

  /**
   * Adds the write of an entry to a batch. The entry expires when its row expires.
   *
   * @param entry the key of the entry
   * @param expectedVersion the version that the stored entry must have, as in {@link
   *     WriteBatch#put}
   * @param row the values of the row, one for each column of the indexed table
   * @param rowKey the row key of the row
   * @param head the version and the expiry of the row
   */
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
   * Adds the write of an entry to a batch. The entry expires when its row expires.
   *
   * @param entry the key of the entry
   * @param expectedVersion the version that the stored entry must have, as in {@link
   *     WriteBatch#put}
   * @param values the cells of the entry by column id
   * @param head the version and the expiry of the row
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

  /**
   * The key of the only row that may have a stored entry.
   *
   * @param table the indexed table
   * @param entry the stored entry
   * @return the key of the row; null if no row may have the entry
   */
  @Nullable Key owner(StoredTable table, StoredRow entry);
}
