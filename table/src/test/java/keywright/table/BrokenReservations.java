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
import keywright.table.layout.StoredTable;
import keywright.table.write.RowWriter;
import keywright.table.write.UniqueKey;
import keywright.table.write.singlerow.CommitSteps;
import keywright.table.write.singlerow.EngineReservations;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EngineRowMoves;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.Reservation;
import keywright.table.write.singlerow.Reservations;
import keywright.table.write.singlerow.RowAccess;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.RowPlan;
import keywright.table.write.singlerow.RowStage;
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
    /** What is to be given back is read again after a timeout. */
    NOTES_AGAIN
  }

  private BrokenReservations() {}

  static RowWriter writer(
      Fault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    RowAccess rows = new EngineRowAccess(engine, clock, nonces);
    RowAccess fences =
        fault == Fault.TAKES_OVER_UNFENCED ? new BrokenProtocol.Unfenced(rows) : rows;
    RowMoves moves = new EngineRowMoves(rows);
    Reservations broken = new Broken(fault, rows, new EngineReservations(fences, moves));
    Protocol protocol = Protocol.of(rows, moves, broken);
    return RowWorld.writer(
        protocol.withCommits(new BrokenSteps(fault, broken, protocol.commits())), attempts);
  }

  /** The steps of a writer, one of them broken. */
  private static final class BrokenSteps extends CommitStepsDecorator {
    private final Fault fault;
    private final Reservations reservations;
    private final Set<RowCommit> first = new HashSet<>();

    BrokenSteps(Fault fault, Reservations reservations, CommitSteps steps) {
      super(steps);
      this.fault = fault;
      this.reservations = reservations;
    }

    @Override
    public void read(List<RowCommit> rows, List<RowCommit> unread) {
      if (fault == Fault.RESERVES_FIRST && first.addAll(rows)) {
        reserveUnread(rows.get(0));
      }
      super.read(rows, unread);
    }

    /** Reserves what the row comes to as if it were not there. */
    private void reserveUnread(RowCommit row) {
      for (UniqueKey key : RowPlan.of(row, null, Instant.EPOCH).keysToRead()) {
        Reservation found = reservations.readOne(row.table(), key, row.key());
        if (!found.isHeld()) {
          List<Written> unused =
              reservations.claim(row.table(), List.of(new Reservations.Claim(found, row.key())));
        }
      }
    }

    @Override
    public Map<RowCommit, Written> reserve(List<RowCommit> rows) {
      if (fault == Fault.RESERVES_FIRST) {
        for (RowCommit row : rows) {
          row.to(((RowStage.Planned) row.stage()).withReserved());
        }
      }
      return super.reserve(rows);
    }

    @Override
    public RowStage settle(
        RowCommit row, RowStage.Sent sent, Written answer, StoredRow again, Instant now) {
      RowStage next = super.settle(row, sent, answer, again, now);
      boolean written = next instanceof RowStage.Done;
      if (fault == Fault.GIVES_BACK_AFTER_A_REFUSAL && !written && answer == Written.REFUSED) {
        sent.plan().keysToRead().forEach(key -> giveBack(row, key));
      }
      return fault == Fault.NOTES_AGAIN && next instanceof RowStage.Planned planned
          ? new RowStage.Planned(
              new UniqueKeys(reservations).readOwners(row, planned.plan()), planned.sends())
          : next;
    }

    @Override
    public void release(List<RowCommit> rows) {
      if (fault == Fault.NOTES_LATE) {
        rows.forEach(row -> row.plan().toRelease().forEach(one -> giveBack(row, one.key())));
      } else {
        super.release(rows);
      }
    }

    private void giveBack(RowCommit row, UniqueKey key) {
      Reservation now = reservations.readOne(row.table(), key, row.key());
      if (row.key().equals(now.named())) {
        reservations.release(List.of(now));
      }
    }
  }

  private static final class Broken extends ReservationsDecorator {
    private final Fault fault;
    private final RowAccess rows;

    Broken(Fault fault, RowAccess rows, Reservations reservations) {
      super(reservations);
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
              if (UniqueKeys.of(table, row).contains(unique)) {
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
  }
}
