package keywright.table.write.singlerow;

import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
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

  /** Whether it names no row, since none asked for the key or the last gave it back. */
  boolean isFree() {
    return stored == null || stored.head().mark().kind() == RowMark.Kind.DEAD;
  }

  /** Whether another row is named. */
  boolean namesOther(Key row) {
    return named != null && !row.equals(named);
  }
}
