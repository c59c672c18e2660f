package keywright.table.write.singlerow;

import java.util.List;
import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * Repairs single reservations of unique keys on engines with single-row atomicity. Other writers
 * may write rows meanwhile. Safe for many threads.
 */
public final class ReservationRepair {
  private static final int ATTEMPTS_MAX = 100;

  private final RowAccess rows;
  private final RowMoves moves;
  private final Reservations reservations;

  public ReservationRepair(RowAccess rows, RowMoves moves, Reservations reservations) {
    this.rows = rows;
    this.moves = moves;
    this.reservations = reservations;
  }

  /**
   * Makes the reservation of a unique key name the row that has the key.
   *
   * @param key the primary key of the row
   * @return false if another row has the unique key too
   */
  public boolean repair(StoredTable table, StoredClaims index, Key key) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow row = moves.settled(table, key, rows.read(table, key));
      Key had = row == null || !IndexEntry.mayBeIn(row) ? null : index.entry(table.row(row));
      if (row == null || had == null || row.head().isExpired(rows.nowMillis())) {
        return true;
      }
      UniqueKey wanted = new UniqueKey(index, had);
      Reservation found = reservations.readOne(table, wanted, key);
      if (key.equals(found.named()) || found.isHeld()) {
        return key.equals(found.named());
      }
      Reservations.Claim claim = new Reservations.Claim(found, key);
      if (reservations.claim(table, List.of(claim)).get(0) == Written.DONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Frees the reservation of a unique key, unless the row that it names now has the key.
   *
   * @param key the key in the unique index
   * @return false if other writers changed the reservation in each attempt
   */
  public boolean free(StoredTable table, StoredClaims index, Key key) {
    UniqueKey unique = new UniqueKey(index, key);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Reservation found = reservations.readOne(table, unique, null);
      Key named = found.named();
      if (found.isFree() || UniqueKeys.of(table, found.row()).contains(unique)) {
        return true;
      }
      if ((named == null || fence(table, named, found.row())) && isFreed(found)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFreed(Reservation found) {
    return rows.engine().writeEach(List.of(found.writeFree(rows))).get(0) == Written.DONE;
  }

  /** Fences the row that a reservation names, so that its writers are refused. */
  private boolean fence(StoredTable table, Key key, @Nullable StoredRow row) {
    if (row == null) {
      rows.requireHeld(table);
    }
    return rows.fence(table, key, row, 0) > 0;
  }
}
