package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.UniqueKey;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.Reservation;
import keywright.table.write.singlerow.Reservations;
import org.jspecify.annotations.Nullable;

/**
 * Reserves the keys that existing rows have in a new unique index, on engines with single-row
 * atomicity. Writers that know the index may write rows meanwhile. Safe for many threads.
 */
public final class UniqueBuild {
  private final EntryRepair repair;

  public UniqueBuild(EntryRepair repair) {
    this.repair = repair;
  }

  /**
   * Reserves the keys of some rows in an index, if the index is unique. A reservation that already
   * names the right row is written again, because a writer may be about to free the reservation.
   *
   * @param rows the rows as they were just read, in the order of their row keys
   * @param nowMillis the time at which the rows were read, in milliseconds since 1970
   * @return true if all keys are reserved; false if the rows must be read again, in smaller chunks
   *     if there are several rows
   * @throws TableException if one of the keys belongs to another row
   */
  public boolean reserve(
      StoredTable table, StoredIndex index, List<StoredRow> rows, long nowMillis) {
    StoredClaims unique = index.claims();
    if (unique == null) {
      return true;
    }
    boolean once = true;
    Map<UniqueKey, @Nullable Key> wanted = new LinkedHashMap<>();
    Map<UniqueKey, StoredRow> holders = new LinkedHashMap<>();
    for (StoredRow row : rows) {
      if (row.head().mark().kind() == RowMark.Kind.PENDING) {
        // From a time when rows could be moved. Where it is now is where it stays.
        repair.settle(table, row.key());
        once = false;
      } else if (row.head().mark().isLive() && !row.head().isExpired(nowMillis)) {
        Key key = unique.entry(table.row(row));
        if (key != null) {
          UniqueKey one = new UniqueKey(unique, key);
          // The second of two rows of one key is to find the reservation of the first.
          once &= holders.putIfAbsent(one, row) == null;
          wanted.putIfAbsent(one, row.key());
        }
      }
    }
    return once && reserve(table, index, holders, wanted);
  }

  private boolean reserve(
      StoredTable table,
      StoredIndex index,
      Map<UniqueKey, StoredRow> holders,
      Map<UniqueKey, @Nullable Key> wanted) {
    Map<UniqueKey, Reservation> found = repair.reservations().read(table, wanted);
    List<Reservations.Claim> claims = new ArrayList<>();
    for (Map.Entry<UniqueKey, StoredRow> holder : holders.entrySet()) {
      StoredRow row = holder.getValue();
      Reservation one = Objects.requireNonNull(found.get(holder.getKey()));
      if (one.isHeldByOther(row.key())) {
        if (hasChanged(table, row)) {
          return false;
        }
        byte[] other = table.primaryKey().encode(Objects.requireNonNull(one.named()));
        new Claims(table, (unique, key) -> Claims.Claim.of(other))
            .take(index, row.key(), table.row(row), 0);
      }
      claims.add(new Reservations.Claim(one, row.key()));
    }
    return claims.isEmpty()
        || repair.reservations().claim(table, claims).stream().allMatch(Written.DONE::equals);
  }

  /**
   * Whether a row has changed since it was read. If so, it may have had the key only before the
   * other row had it.
   */
  private boolean hasChanged(StoredTable table, StoredRow row) {
    StoredRow again = repair.read(table, row.key());
    return again == null || !again.head().stamp().equals(row.head().stamp());
  }
}
