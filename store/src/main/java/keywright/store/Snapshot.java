package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import org.jspecify.annotations.Nullable;

/**
 * A view of all tables and rows of an engine, as they were when {@link Engine#snapshot} was called,
 * without the rows and values that had expired at this time. On engines without {@link
 * Capability#SNAPSHOTS}, each read sees the rows that exist at the time of the read.
 *
 * <p>Every read reads the first family of the table, which has the row's marker, and the named
 * families. The returned rows have cells of these families only. A snapshot is safe for use by many
 * threads; each cursor is used by one thread.
 */
public interface Snapshot extends AutoCloseable {

  /**
   * The time, in milliseconds since 1970, at which rows and values of this view must not have
   * expired.
   */
  long nowMillis();

  /**
   * Reads the row with key {@code key}.
   *
   * @return the row; null if it does not exist
   * @throws StoreException if the table or a family does not exist, if the stored row cannot be
   *     decoded, or if the snapshot or its engine is closed. All reads throw this exception in
   *     these cases
   */
  @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options);

  /**
   * Reads the current values of these families of the row with key {@code key}.
   *
   * @return the row; null if it does not exist
   */
  default @Nullable StoredRow get(TableLayout layout, Key key, Set<String> families) {
    return get(layout, key, RowOptions.of(families));
  }

  /**
   * Reads the rows with the given keys together.
   *
   * @return one element for each key, in the order of {@code keys}; an element is null if no row
   *     has its key
   */
  default List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    for (Key key : keys) {
      rows.add(get(layout, key, options));
    }
    return rows;
  }

  /**
   * Reads the current values of these families of the rows with the given keys, as {@link
   * #get(TableLayout, List, RowOptions)} does.
   */
  default List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, Set<String> families) {
    return get(layout, keys, RowOptions.of(families));
  }

  /**
   * Reads the rows with the given row keys together, as {@link #get(TableLayout, List, RowOptions)}
   * does with keys. It is for row keys that are stored somewhere, as in an index entry, and need
   * not be decoded to find the rows.
   *
   * @param rowKeys the row keys; not copied
   * @throws keywright.key.KeyException for bytes that are not the row key of any row
   */
  default List<@Nullable StoredRow> getByRowKeys(
      TableLayout layout, List<byte[]> rowKeys, RowOptions options) {
    List<Key> keys = new ArrayList<>(rowKeys.size());
    for (byte[] rowKey : rowKeys) {
      keys.add(layout.keySchema().decode(rowKey));
    }
    return get(layout, keys, options);
  }

  /**
   * Opens a scan of the rows of a range, in key order or in reverse.
   *
   * @param span the range of keys
   * @return a cursor, which the caller must close
   * @throws StoreException as all reads, and if the engine does not have the rows of the range in
   *     key order, see {@link Engine#isInKeyOrder}
   */
  RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options);

  /**
   * Opens a scan of the rows in {@code range}, as {@link #scan(TableLayout, KeySpan, ScanOptions)}
   * does.
   */
  default RowCursor scan(TableLayout layout, KeyRange range, ScanOptions options) {
    return scan(layout, KeySpan.of(range), options);
  }

  /**
   * Opens a scan of all rows of a table, in the engine's own order. The order is the same in every
   * such scan. So a program can resume an interrupted scan after the last row that it returned.
   *
   * @param after the key after which the scan starts, of a row that need not exist any longer; null
   *     to start with the first row
   * @param options the options of the scan, which must not be in reverse
   * @return a cursor, which the caller must close
   */
  RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options);

  /**
   * Opens a scan of all rows of a table, as {@link #walk(TableLayout, Key, ScanOptions)} does,
   * starting with the first row.
   */
  default RowCursor walk(TableLayout layout, ScanOptions options) {
    return walk(layout, null, options);
  }

  /** Closes the view and its open cursors. A second call does nothing. */
  @Override
  void close();
}
