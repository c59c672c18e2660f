package keywright.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import keywright.key.Key;
import keywright.store.Written;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import keywright.table.write.singlerow.Reservation;
import keywright.table.write.singlerow.Reservations;

/** Reservations as they should be; a test overrides a step. */
class ReservationsDecorator implements Reservations {
  private final Reservations reservations;

  ReservationsDecorator(Reservations reservations) {
    this.reservations = reservations;
  }

  @Override
  public Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, Key> wanted) {
    return reservations.read(table, wanted);
  }

  @Override
  public List<Written> claim(StoredTable table, List<Claim> claims) {
    return reservations.claim(table, claims);
  }

  @Override
  public void release(Collection<Reservation> released) {
    reservations.release(released);
  }
}
