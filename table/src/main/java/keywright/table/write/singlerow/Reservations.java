package keywright.table.write.singlerow;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.key.Key;
import keywright.store.Written;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys of unique indexes where the engine changes one row at a time: each has a reservation, a
 * row that names the one row which may have the key, or none. One that names none is removed by
 * {@code TombstoneGc} alone.
 *
 * <p>While a row has a key, the key's reservation names the row. So whoever wants a key reads its
 * row, then the reservation, and makes that name the row before the row is written. A row that is
 * named and has not the key, because its writer died or is still to come, is written again as it is
 * before it loses the reservation: its writer is then refused. A reservation changes only if it is
 * as it was read, its nonce too, and each change draws another, also one that leaves it with its
 * row: whoever read it to give it back does so only if nobody has reserved the key since. Safe for
 * many threads.
 */
public interface Reservations {

  /** That a reservation is to name a row. */
  record Claim(Reservation reservation, Key row) {}

  /**
   * Reads reservations, and the rows that they name.
   *
   * @param wanted each key with the row that asks for it, which is not looked at; null for none
   */
  Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, @Nullable Key> wanted);

  /**
   * Makes reservations that no other row holds name rows; what became of each.
   *
   * @throws OutdatedException as {@link RowAccess#requireHeld}, where a key was never reserved
   */
  List<Written> claim(StoredTable table, List<Claim> claims);

  /** Gives reservations back that are as they were read; others have been claimed since. */
  void release(Collection<Reservation> reservations);

  /**
   * Reads one reservation.
   *
   * @param asking the row that asks for it; null to look at any that is named
   */
  default Reservation readOne(StoredTable table, UniqueKey key, @Nullable Key asking) {
    Map<UniqueKey, @Nullable Key> wanted = new HashMap<>();
    wanted.put(key, asking);
    return Objects.requireNonNull(read(table, wanted).get(key));
  }
}
