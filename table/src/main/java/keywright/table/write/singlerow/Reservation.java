package keywright.table.write.singlerow;

import java.util.List;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * What was read of the reservation of a key of a unique index.
 *
 * @param stored as it is stored; null where the key was never reserved
 * @param named the one row that may have the key; null when none may
 * @param row the row that is named, where it was looked at; null also when there is none
 * @param isHeld whether that row has the key; else it once had, or its writer is on the way
 */
public record Reservation(
    UniqueKey key,
    @Nullable StoredRow stored,
    @Nullable Key named,
    @Nullable StoredRow row,
    boolean isHeld) {

  /** Whether a row other than this one has the key. */
  public boolean isHeldByOther(Key row) {
    return isHeld && !row.equals(named);
  }

  /**
   * The write of the reservation, if it is as it was read.
   *
   * @param above the version that it has then is above this
   * @param rowKey of the row that the reservation names then; null for none
   */
  public WriteBatch write(RowAccess rows, long above, byte @Nullable [] rowKey) {
    RowStamp stamp = rows.stampAbove(above);
    WriteBatch batch = new WriteBatch(rows.nowMillis());
    List<Cell> cells =
        rowKey == null
            ? List.of()
            : List.of(new Cell(StoredIndex.ROW_KEY_COLUMN, rowKey, stamp.version(), 0, 0));
    RowMark mark = rowKey == null ? RowMark.TOMBSTONE : RowMark.LIVE;
    RowAccess.replace(batch, key.index().layout(), key.key(), stored, mark, stamp, cells);
    return batch;
  }

  /** The write that gives the reservation back, if it is as it was read. */
  WriteBatch writeFree(RowAccess rows) {
    return write(rows, stored == null ? 0 : stored.version(), null);
  }

  /** Whether it names no row, since none asked for the key or the last gave it back. */
  boolean isFree() {
    return stored == null || stored.head().mark().kind() == RowMark.Kind.TOMBSTONE;
  }

  /** Whether another row is named. */
  boolean namesOther(Key row) {
    return named != null && !row.equals(named);
  }
}
