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
 * row which may have a key, or no row. Safe for many threads.
 *
 * <p>While a row has a unique key, the reservation of the key names this row. A writer that gives a
 * row a new key first reads the row, then the reservation. Then it changes the reservation to name
 * the row, and at last it writes the row. The reservation may name another row that does not have
 * the key, because the writer of that row died or has not written yet. That row is then first
 * written again unchanged, so that its writer is refused. A reservation is changed only if it still
 * has the nonce that was read. Every change has a new nonce, even if the named row stays the same.
 * So a reservation is freed only if no writer has reserved the key meanwhile. Only {@code
 * TombstoneGc} removes reservations that name no row.
 */
public interface Reservations {

  /**
   * A request to make a reservation name a row.
   *
   * @param reservation the reservation as it was read
   * @param row the key of the row
   */
  record Claim(Reservation reservation, Key row) {}

  /**
   * Reads reservations, and the rows that they name.
   *
   * @param wanted the unique keys, each with the primary key of the row that needs it. This row is
   *     not read; null to read every named row
   * @return the reservation of each key
   */
  Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, @Nullable Key> wanted);

  /**
   * Makes reservations name rows. The caller has checked that no other row has the keys.
   *
   * @return the answer for each of {@code claims}, in order
   * @throws OutdatedException as {@link RowAccess#requireHeld}, if a key was never reserved
   */
  List<Written> claim(StoredTable table, List<Claim> claims);

  /**
   * Frees those of the reservations that have not changed since they were read. Another writer has
   * claimed the others.
   */
  void release(Collection<Reservation> reservations);

  /**
   * Reads one reservation.
   *
   * @param asking the primary key of the row that needs the unique key. This row is not read; null
   *     to read every named row
   */
  default Reservation readOne(StoredTable table, UniqueKey key, @Nullable Key asking) {
    Map<UniqueKey, @Nullable Key> wanted = new HashMap<>();
    wanted.put(key, asking);
    return Objects.requireNonNull(read(table, wanted).get(key));
  }
}
