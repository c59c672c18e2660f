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
 * The reservations of unique keys on engines with single-row atomicity: records that name the only
 * row which may have a key, or no row. A reservation that names no row is removed by {@code
 * TombstoneGc} only.
 *
 * <p>While a row has a key, the reservation of the key names the row. So a writer that needs a key
 * reads its row, then the reservation, and changes that to its row before it writes the row. If the
 * reservation names a row without the key, because its writer died or has not written yet, that row
 * is first written again unchanged, which refuses its writer. A reservation changes only if it has
 * the nonce that was read, and every change has a new nonce, also one that names the same row. So a
 * reservation is freed only if no writer has reserved the key since. Safe for many threads.
 */
public interface Reservations {

  /** A request to make a reservation name a row. */
  record Claim(Reservation reservation, Key row) {}

  /**
   * Reads reservations, and the rows that they name.
   *
   * @param wanted the keys, each with the row that asks for it, which is not read; null for none
   */
  Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, @Nullable Key> wanted);

  /**
   * Makes reservations name rows. No other row may have the keys. Returns the answer for each
   * reservation.
   *
   * @throws OutdatedException as {@link RowAccess#requireHeld}, if a key was never reserved
   */
  List<Written> claim(StoredTable table, List<Claim> claims);

  /**
   * Frees the reservations that are still as they were read. The others have been claimed since.
   */
  void release(Collection<Reservation> reservations);

  /**
   * Reads one reservation.
   *
   * @param asking the row that asks for it, which is not read; null to read any row that is named
   */
  default Reservation readOne(StoredTable table, UniqueKey key, @Nullable Key asking) {
    Map<UniqueKey, @Nullable Key> wanted = new HashMap<>();
    wanted.put(key, asking);
    return Objects.requireNonNull(read(table, wanted).get(key));
  }
}
