package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import org.jspecify.annotations.Nullable;

/**
 * A view of the rows and tables at the time of the call of {@link Engine#snapshot}, without the
 * rows and values that had expired at this time. On engines without {@link Capability#SNAPSHOTS},
 * each read sees the rows that exist at the time of the read.
 *
 * <p>Every read reads the first family, which has the row's marker, and the named families. The
 * rows have the cells of these families and no others. Safe for use by many threads; each cursor is
 * for one thread.
 */
public interface Snapshot extends AutoCloseable {

  /** The time at which expiry is decided, in milliseconds since 1970. */
  long nowMillis();

  /**
   * The row of {@code key}, or null.
   *
   * @throws StoreException when the table or a family is missing, the stored row is malformed, or
   *     the snapshot or its engine is closed; as all reads
   */
  @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options);

  /** The row of {@code key} with the values of these families, or null. */
  default @Nullable StoredRow get(TableLayout layout, Key key, Set<String> families) {
    return get(layout, key, RowOptions.of(families));
  }

  /**
   * The rows of {@code keys}, read together. The result has one element for each key, in the order
   * of {@code keys}; an element is null if there is no row with its key.
   */
  default List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    for (Key key : keys) {
      rows.add(get(layout, key, options));
    }
    return rows;
  }

  /**
   * The rows of {@code keys} with the values of these families; otherwise as {@link
   * #get(TableLayout, List, RowOptions)}.
   */
  default List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, Set<String> families) {
    return get(layout, keys, RowOptions.of(families));
  }

  /**
   * The rows of {@code span} in key order, or in reverse.
   *
   * @throws StoreException as all reads, and when the engine keeps the rows of the range in another
   *     order: {@link Engine#isInKeyOrder}
   */
  RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options);

  /** The rows in {@code range}; otherwise as {@link #scan(TableLayout, KeySpan, ScanOptions)}. */
  default RowCursor scan(TableLayout layout, KeyRange range, ScanOptions options) {
    return scan(layout, KeySpan.of(range), options);
  }

  /**
   * All rows of a table, in the engine's own order. The order is the same in every walk, so a
   * program can continue an interrupted walk after the last row that the walk returned.
   *
   * @param after the key of that row, which need not exist any longer; null for the start
   * @param options the options of the walk; it must not be in reverse
   */
  RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options);

  /** The rows of a whole table; otherwise as {@link #walk(TableLayout, Key, ScanOptions)}. */
  default RowCursor walk(TableLayout layout, ScanOptions options) {
    return walk(layout, null, options);
  }

  /** Closes the view and its open cursors. A second call does nothing. */
  @Override
  void close();
}
