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
 * A reservation of a key of a unique index, as it was read. Immutable.
 *
 * @param key the key of the unique index
 * @param stored the stored reservation; null if the key was never reserved
 * @param named the only row that may have the key; null if no row may have it
 * @param row the stored row with the key {@code named}; null if it was not read or does not exist
 * @param isHeld whether the named row has the key. If not, it had the key before, or a writer is
 *     about to give it the key
 */
public record Reservation(
    UniqueKey key,
    @Nullable StoredRow stored,
    @Nullable Key named,
    @Nullable StoredRow row,
    boolean isHeld) {

  /** Whether another row than {@code row} has the unique key. */
  public boolean isHeldByOther(Key row) {
    return isHeld && !row.equals(named);
  }

  /**
   * Makes the conditional write with which the reservation names a row. The write is refused if the
   * stored reservation has changed since it was read.
   *
   * @param above a version that is below the version of this write
   * @param rowKey the row key of the named row; null if the reservation is to name no row
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

  /** The conditional write that frees the reservation, if it is as it was read. */
  WriteBatch writeFree(RowAccess rows) {
    return write(rows, stored == null ? 0 : stored.version(), null);
  }

  /** Whether the reservation names no row: the key was never reserved, or was freed. */
  boolean isFree() {
    return stored == null || stored.head().mark().kind() == RowMark.Kind.TOMBSTONE;
  }

  /** Whether the reservation names another row. */
  boolean namesOther(Key row) {
    return named != null && !row.equals(named);
  }
}
