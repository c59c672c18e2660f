package keywright.table.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import keywright.key.Key;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were read by their keys. A row that cannot be read counts as missing; the other rows
 * can still be used. Immutable.
 */
public final class ReadableRows {
  private final List<@Nullable StoredRow> rows;
  private final BitSet unreadable;

  private ReadableRows(List<@Nullable StoredRow> rows, BitSet unreadable) {
    this.rows = rows;
    this.unreadable = unreadable;
  }

  /**
   * Reads the rows with the given keys, all in one call of the engine. If one of them cannot be
   * read, reads the rows one by one.
   */
  public static ReadableRows get(
      Snapshot snapshot, TableLayout layout, List<Key> keys, RowOptions options) {
    if (keys.isEmpty()) {
      return new ReadableRows(List.of(), new BitSet());
    }
    try {
      List<@Nullable StoredRow> rows = snapshot.get(layout, keys, options);
      rows.forEach(ReadableRows::checked);
      return new ReadableRows(rows, new BitSet());
    } catch (UnreadableRowException e) {
      List<@Nullable StoredRow> rows = new ArrayList<>();
      BitSet unreadable = new BitSet();
      for (Key key : keys) {
        try {
          rows.add(checked(snapshot.get(layout, key, options)));
        } catch (UnreadableRowException each) {
          unreadable.set(rows.size());
          rows.add(null);
        }
      }
      return new ReadableRows(rows, unreadable);
    }
  }

  private static @Nullable StoredRow checked(@Nullable StoredRow row) {
    if (row != null) {
      row.check();
    }
    return row;
  }

  /**
   * The row with the key at {@code index} of the list of keys; null if the row does not exist or
   * cannot be read.
   */
  public @Nullable StoredRow row(int index) {
    return rows.get(index);
  }

  public boolean isUnreadable(int index) {
    return unreadable.get(index);
  }
}
