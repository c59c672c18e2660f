package keywright.table.write.singlerow;

import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * An index entry.
 *
 * @param key the key of the entry in the index
 */
public record IndexEntry(StoredIndex index, Key key) {

  /**
   * The entries of a row, expired or not, according to its stored columns; empty for a tombstone or
   * a moved row.
   */
  public static List<IndexEntry> allOf(StoredTable table, StoredRow row) {
    return table.indexes().stream().flatMap(index -> of(table, index, row).stream()).toList();
  }

  /**
   * The entries of a row in one index. The stored row must have the columns that the index reads.
   */
  public static List<IndexEntry> of(StoredTable table, StoredIndex index, StoredRow row) {
    return mayBeIn(row) ? of(index, index.entries(table.row(row))) : List.of();
  }

  /** The entries of one index with these keys. */
  static List<IndexEntry> of(StoredIndex index, Set<Key> keys) {
    return keys.stream().map(key -> new IndexEntry(index, key)).toList();
  }

  /** Whether a row can have entries: it exists, expired or not, or is the intent of a move. */
  public static boolean mayBeIn(StoredRow row) {
    RowMark.Kind kind = row.head().mark().kind();
    return kind == RowMark.Kind.LIVE || kind == RowMark.Kind.PENDING;
  }

  /**
   * A put of the entry at a timestamp.
   *
   * @param rowKey of the row
   */
  public TimedWrite put(byte[] rowKey, long timestamp) {
    return TimedWrite.put(
        index.layout(), key, timestamp, index.cells(new @Nullable Object[0], rowKey));
  }

  /** A delete of the entry at a timestamp. */
  public TimedWrite delete(long timestamp) {
    return TimedWrite.delete(index.layout(), key, timestamp);
  }
}
