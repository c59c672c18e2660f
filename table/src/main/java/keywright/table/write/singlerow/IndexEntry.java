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

/** An entry of an index: the index and the key of the entry. */
public record IndexEntry(StoredIndex index, Key key) {

  /**
   * The entries of a row in all indexes, according to its stored columns. The row may have expired.
   * Empty for a tombstone or a forwarding record.
   */
  public static List<IndexEntry> allOf(StoredTable table, StoredRow row) {
    return table.indexes().stream().flatMap(index -> of(table, index, row).stream()).toList();
  }

  /**
   * The entries of a row in one index, according to its stored columns. The row must have been read
   * with the columns that the index uses.
   */
  public static List<IndexEntry> of(StoredTable table, StoredIndex index, StoredRow row) {
    return mayBeIn(row) ? of(index, index.entries(table.row(row))) : List.of();
  }

  /** The entries of one index with these keys. */
  static List<IndexEntry> of(StoredIndex index, Set<Key> keys) {
    return keys.stream().map(key -> new IndexEntry(index, key)).toList();
  }

  /**
   * Whether a stored row can have index entries: it is a row, which may have expired, or a move
   * intent.
   */
  public static boolean mayBeIn(StoredRow row) {
    RowMark.Kind kind = row.head().mark().kind();
    return kind == RowMark.Kind.LIVE || kind == RowMark.Kind.PENDING;
  }

  /**
   * A write that puts the entry.
   *
   * @param rowKey the row key of the indexed row
   * @param timestamp the timestamp of the write
   */
  public TimedWrite put(byte[] rowKey, long timestamp) {
    return TimedWrite.put(
        index.layout(), key, timestamp, index.cells(new @Nullable Object[0], rowKey));
  }

  /**
   * A write that deletes the entry.
   *
   * @param timestamp the timestamp of the write
   */
  public TimedWrite delete(long timestamp) {
    return TimedWrite.delete(index.layout(), key, timestamp);
  }
}
