package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowTurns;
import keywright.table.write.UniqueKey;
import keywright.table.write.singlerow.Reservation;
import keywright.table.write.singlerow.Reservations;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowFence;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.SingleRowWriter;
import keywright.table.write.singlerow.UniqueKeys;

/** The writer with one step towards the keys of unique indexes that is not as it should be. */
final class BrokenReservations {
  /** What a writer does wrong. */
  enum Fault {
    /** Whether another row has the key is looked up, and nothing is reserved. */
    LOOKS_THEN_WRITES,
    /** A row that is named and has not the key is not written again before it loses it. */
    TAKES_OVER_UNFENCED,
    /** A reservation that names the row is left as it is. */
    KEEPS_ITS_OWN,
    /** What is to be given back is read after the row was written. */
    NOTES_LATE,
    /** A writer whose row was refused gives back what it has reserved. */
    GIVES_BACK_AFTER_A_REFUSAL,
    /** The key is reserved before the row is read. */
    RESERVES_FIRST,
    /** What is to be given back is read again after silence. */
    NOTES_AGAIN
  }

  private BrokenReservations() {}

  static SingleRowWriter writer(
      Fault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    RowFence fences = new RowFence(engine, clock, nonces);
    Reservations broken = new Broken(fault, fences);
    return new SingleRowWriter(engine, clock, nonces, Declarations.FIXED, attempts) {
      private final Set<RowCommit> first = new HashSet<>();

      @Override
      public void await(RowTurns.Turn turn, int attempt) {}

      @Override
      public Reservations reservations(RowFence rows, RowMoves ended) {
        return broken;
      }

      @Override
      public void readAnew(List<RowCommit> rows) {
        if (fault == Fault.RESERVES_FIRST && first.addAll(rows)) {
          reserveUnread(rows.get(0));
        }
        super.readAnew(rows);
      }

      /** Reserves what the row comes to as if it were not there. */
      private void reserveUnread(RowCommit row) {
        row.base(null, Instant.EPOCH);
        for (UniqueKey key : row.keysToRead()) {
          Reservation found = broken.readOne(row.table(), key, row.key());
          if (!found.isHeld()) {
            List<Written> unused =
                broken.claim(row.table(), List.of(new Reservations.Claim(found, row.key())));
          }
        }
        row.startAnew();
      }

      @Override
      public List<RowCommit> reserve(List<RowCommit> rows) {
        if (fault == Fault.RESERVES_FIRST) {
          rows.forEach(RowCommit::reserved);
        }
        return super.reserve(rows);
      }

      @Override
      public boolean settle(RowCommit row, Written answer, StoredRow again, Instant now) {
        Set<UniqueKey> keys = row.keysToRead();
        boolean written = super.settle(row, answer, again, now);
        if (fault == Fault.GIVES_BACK_AFTER_A_REFUSAL && !written && answer == Written.REFUSED) {
          keys.forEach(key -> giveBack(row, key));
        }
        if (fault == Fault.NOTES_AGAIN && !written && row.next() == RowCommit.Next.SEND) {
          new UniqueKeys(broken).look(List.of(row));
        }
        return written;
      }

      @Override
      public void release(List<RowCommit> rows) {
        if (fault == Fault.NOTES_LATE) {
          rows.forEach(row -> row.toRelease().forEach(one -> giveBack(row, one.key())));
        } else {
          super.release(rows);
        }
      }

      private void giveBack(RowCommit row, UniqueKey key) {
        Reservation now = broken.readOne(row.table(), key, row.key());
        if (row.key().equals(now.named())) {
          broken.release(List.of(now));
        }
      }
    };
  }

  private static final class Broken extends Reservations {
    private final Fault fault;
    private final RowFence rows;

    Broken(Fault fault, RowFence rows) {
      super(rows, new RowMoves(rows));
      this.fault = fault;
      this.rows = rows;
    }

    @Override
    public Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, Key> wanted) {
      if (fault != Fault.LOOKS_THEN_WRITES) {
        return super.read(table, wanted);
      }
      Map<UniqueKey, Reservation> found = new HashMap<>();
      wanted.forEach(
          (unique, own) -> {
            Reservation free = new Reservation(unique, null, null, null, false);
            found.put(unique, free);
            for (int id = 1; id <= 2; id++) {
              Key key = table.primaryKey().key(new Object[] {id, null, null});
              StoredRow row = key.equals(own) ? null : rows.read(table, key);
              if (Reservations.of(table, row).contains(unique)) {
                found.put(unique, new Reservation(unique, null, key, row, true));
              }
            }
          });
      return found;
    }

    @Override
    public List<Written> claim(StoredTable table, List<Claim> claims) {
      if (fault == Fault.LOOKS_THEN_WRITES) {
        return Collections.nCopies(claims.size(), Written.DONE);
      }
      if (fault != Fault.KEEPS_ITS_OWN) {
        return super.claim(table, claims);
      }
      List<Written> answers = new ArrayList<>();
      for (Claim claim : claims) {
        boolean own = claim.row().equals(claim.reservation().named());
        answers.add(own ? Written.DONE : super.claim(table, List.of(claim)).get(0));
      }
      return answers;
    }

    @Override
    public boolean fence(StoredTable table, Key key, StoredRow row) {
      return fault == Fault.TAKES_OVER_UNFENCED || super.fence(table, key, row);
    }
  }
}
