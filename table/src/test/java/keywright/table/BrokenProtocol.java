package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.CommitSteps;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EngineRowMoves;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.IndexEntry;
import keywright.table.write.singlerow.Move;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.RowAccess;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.RowPlan;
import keywright.table.write.singlerow.RowStage;

/** The writer and the repair, each with one step that is not as it should be. */
final class BrokenProtocol {
  /** Later than all else. */
  private static final long NOW = 1_000;

  /** What a writer does wrong. */
  enum Fault {
    /** A deleted row leaves nothing. */
    REMOVES_ROWS,
    /** A writer that was refused deletes the entries that it has put. */
    CLEANS_UP_AFTER_A_REFUSAL,
    /** Of an unanswered write it is the version that tells whether it has happened. */
    KNOWS_ITS_WRITES_BY_VERSION,
    /** A write that was not answered has happened. */
    TAKES_A_TIMEOUT_FOR_SUCCESS,
    /** An entry that an earlier attempt has put is not put again. */
    REUSES_EARLIER_PUTS,
    /** The row is written before its entries. */
    WRITES_THE_ROW_FIRST,
    /** Entries are deleted before the row is written. */
    DELETES_FIRST,
    /** Entries are deleted as of now, not as of the row's version. */
    DELETES_AS_OF_NOW,
    /** After a timeout and a row that is as it was, all starts again. */
    STARTS_ANEW_AFTER_A_TIMEOUT,
    /** A write that was refused has not happened. */
    TRUSTS_REFUSALS,
    /** Of a write that is sent again it is forgotten that the first one was not answered. */
    FORGETS_TIMEOUTS
  }

  private BrokenProtocol() {}

  static RowWriter writer(
      Fault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    Protocol protocol = Protocol.of(new EngineRowAccess(engine, clock, nonces));
    return RowWorld.writer(
        protocol.withCommits(new BrokenSteps(fault, engine, protocol.commits())), attempts);
  }

  /** The steps of a writer, one of them broken. */
  private static final class BrokenSteps extends CommitStepsDecorator {
    private final Fault fault;
    private final Engine engine;
    private final Map<RowCommit, Set<IndexEntry>> put = new HashMap<>();

    BrokenSteps(Fault fault, Engine engine, CommitSteps steps) {
      super(steps);
      this.fault = fault;
      this.engine = engine;
    }

    @Override
    public boolean putEntries(List<RowCommit> rows) {
      return switch (fault) {
        case WRITES_THE_ROW_FIRST -> true;
        case REUSES_EARLIER_PUTS -> putNew(rows);
        default -> super.putEntries(rows);
      };
    }

    /** Puts the entries that no earlier attempt has put. */
    private boolean putNew(List<RowCommit> rows) {
      List<TimedWrite> puts = new ArrayList<>();
      for (RowCommit row : rows) {
        Set<IndexEntry> earlier = put.computeIfAbsent(row, any -> new HashSet<>());
        byte[] rowKey = row.table().primaryKey().encode(row.key());
        for (IndexEntry entry : row.plan().entriesToPut()) {
          if (earlier.add(entry)) {
            puts.add(entry.put(rowKey, row.sent().stamp().version()));
          }
        }
      }
      try {
        if (!puts.isEmpty()) {
          TimedWrites.of(engine).write(puts);
        }
        return true;
      } catch (UnansweredException e) {
        return false;
      }
    }

    @Override
    public List<Written> writeRows(List<RowCommit> rows) {
      if (fault == Fault.DELETES_FIRST) {
        for (RowCommit row : rows) {
          List<IndexEntry> entries = new ArrayList<>(row.plan().entriesFound());
          entries.removeAll(row.plan().entries());
          entries.forEach(entry -> delete(engine, entry, row.sent().stamp().version()));
        }
      }
      return fault == Fault.REMOVES_ROWS
          ? engine.writeEach(rows.stream().map(BrokenSteps::removing).toList())
          : super.writeRows(rows);
    }

    /** The write of a row, which removes it where a tombstone should stay. */
    private static WriteBatch removing(RowCommit row) {
      WriteBatch batch = row.plan().batch(row.sent().stamp(), 0);
      RowWrite last = batch.writes().get(batch.size() - 1);
      StoredRow found = row.plan().found();
      return found != null
              && last instanceof RowWrite.Put made
              && made.head() != null
              && made.head().mark().kind() == RowMark.Kind.TOMBSTONE
          ? new WriteBatch(0)
              .put(row.table().layout(), row.key(), found, made.head(), List.of())
              .delete(row.table().layout(), row.key(), WriteBatch.ANY)
          : batch;
    }

    @Override
    public RowStage settle(
        RowCommit row, RowStage.Sent sent, Written answer, StoredRow again, Instant now) {
      boolean taken =
          switch (fault) {
            case TAKES_A_TIMEOUT_FOR_SUCCESS -> answer == Written.UNANSWERED;
            case KNOWS_ITS_WRITES_BY_VERSION ->
                again != null && again.version() == sent.stamp().version();
            default -> false;
          };
      if (taken) {
        return new RowStage.Done(sent.plan(), sent.stamp());
      }
      if (fault == Fault.TRUSTS_REFUSALS && answer == Written.REFUSED) {
        return RowStage.of(RowPlan.of(row, again, now));
      }
      RowStage next = super.settle(row, sent, answer, again, now);
      boolean isRefused = answer == Written.REFUSED && !(next instanceof RowStage.Done);
      if (isRefused && fault == Fault.CLEANS_UP_AFTER_A_REFUSAL) {
        sent.plan().entriesToPut().forEach(entry -> delete(engine, entry, sent.stamp().version()));
      }
      if (fault == Fault.FORGETS_TIMEOUTS && next instanceof RowStage.Planned planned) {
        RowStage.Sends sends = planned.sends();
        return new RowStage.Planned(
            planned.plan(), new RowStage.Sends(sends.reserved(), sends.nonces(), false));
      }
      return fault == Fault.STARTS_ANEW_AFTER_A_TIMEOUT && next instanceof RowStage.Planned
          ? new RowStage.Unread()
          : next;
    }

    @Override
    public int deleteEntries(List<RowCommit> rows) {
      switch (fault) {
        case DELETES_FIRST -> {
          return 0;
        }
        case DELETES_AS_OF_NOW -> {
          for (RowCommit row : rows) {
            if (row.stage() instanceof RowStage.Done) {
              row.entriesToDelete().forEach(entry -> delete(engine, entry, NOW));
            }
          }
          return 0;
        }
        case WRITES_THE_ROW_FIRST -> {
          return putWritten(rows) ? super.deleteEntries(rows) : 0;
        }
        default -> {
          return super.deleteEntries(rows);
        }
      }
    }

    private boolean putWritten(List<RowCommit> rows) {
      List<TimedWrite> puts = new ArrayList<>();
      for (RowCommit row : rows) {
        if (row.stage() instanceof RowStage.Done done) {
          byte[] rowKey = row.table().primaryKey().encode(row.key());
          done.plan()
              .entriesToPut()
              .forEach(entry -> puts.add(entry.put(rowKey, done.stamp().version())));
        }
      }
      try {
        if (!puts.isEmpty()) {
          TimedWrites.of(engine).write(puts);
        }
        return true;
      } catch (UnansweredException e) {
        return false;
      }
    }
  }

  /** What is done wrong with rows that move. */
  enum MoveFault {
    /** The row is deleted, and then inserted at its new place. */
    DELETES_FIRST,
    /** The row is written to its new place as if it were there. */
    NO_INTENT,
    /** A writer takes a row that has moved for a dead one, though its intent stands. */
    OVERWRITES_THE_MARK,
    /** An intent is given up without a fence of the row that may still move. */
    GIVES_UP_UNFENCED,
    /** The mark is removed when the intent should be a row by now. */
    MAKES_THE_ROW_ONCE,
    /** The mark is removed before the intent is a row. */
    BURIES_FIRST,
    /** A commit that was refused after a timeout is taken for one that has not happened. */
    TRUSTS_REFUSALS
  }

  static RowWriter mover(
      MoveFault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    RowAccess rows = new EngineRowAccess(engine, clock, nonces);
    RowAccess steps = fault == MoveFault.GIVES_UP_UNFENCED ? new Unfenced(rows) : rows;
    RowMoves moves = new BrokenMoves(fault, rows, new EngineRowMoves(steps));
    RowWriter writer = RowWorld.writer(Protocol.of(rows, moves), attempts);
    return fault == MoveFault.DELETES_FIRST ? new DeletingMover(writer, rows) : writer;
  }

  /** Takes every fence for one that holds. */
  static final class Unfenced extends RowAccessDecorator {
    Unfenced(RowAccess rows) {
      super(rows);
    }

    @Override
    public long fence(StoredTable table, Key key, StoredRow row, long above) {
      return 1;
    }
  }

  /** The steps of moves, one of them broken. */
  private static final class BrokenMoves extends RowMovesDecorator {
    private final MoveFault fault;
    private final RowAccess rows;

    BrokenMoves(MoveFault fault, RowAccess rows, RowMoves moves) {
      super(moves);
      this.fault = fault;
      this.rows = rows;
    }

    @Override
    public StoredRow settled(StoredTable table, Key key, StoredRow row) {
      boolean moved = row != null && row.head().mark().kind() == RowMark.Kind.MOVED;
      return fault == MoveFault.OVERWRITES_THE_MARK && moved ? row : super.settled(table, key, row);
    }

    @Override
    public RowMark intent(Move move) {
      return fault == MoveFault.NO_INTENT ? RowMark.LIVE : super.intent(move);
    }

    @Override
    public boolean isMoved(Move move, StoredRow mark) {
      return fault != MoveFault.TRUSTS_REFUSALS && super.isMoved(move, mark);
    }

    @Override
    public boolean arrive(StoredTable table, Key key, StoredRow intent) {
      if (fault == MoveFault.BURIES_FIRST) {
        buryMark(table, intent);
      }
      boolean arrived = super.arrive(table, key, intent);
      if (fault == MoveFault.MAKES_THE_ROW_ONCE) {
        buryMark(table, intent);
      }
      return arrived;
    }

    private void buryMark(StoredTable table, StoredRow intent) {
      Key from = table.primaryKey().decode(intent.head().mark().rowKey());
      StoredRow mark = rows.read(table, from);
      if (RowMoves.isMovedBy(mark, intent.head().mark().move())) {
        bury(table, from, mark);
      }
    }
  }

  /** Deletes the row, and then inserts it at its new key. */
  private record DeletingMover(RowWriter writer, RowAccess rows) implements RowWriter {
    @Override
    public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
      return writer.write(table, changes, cancellation);
    }

    @Override
    public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
      return writer.writeEach(changes, cancellation);
    }

    @Override
    public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
      RowChange change = changes.get(0);
      if (!change.isMove()) {
        return writer.writeTogether(changes, cancellation);
      }
      StoredTable table = change.table();
      StoredRow origin = rows.read(table, change.key());
      RowStamp stamp = rows.stampAbove(origin.version());
      WriteBatch gone = new WriteBatch(0);
      RowAccess.replace(
          gone, table.layout(), change.key(), origin, RowMark.TOMBSTONE, stamp, List.of());
      RowHead head = origin.head().withStamp(rows.stampAbove(origin.version()));
      WriteBatch come =
          new WriteBatch(0)
              .put(table.layout(), change.target(), WriteBatch.ABSENT, head, origin.cells());
      boolean moved = rows.write(gone) && rows.write(come);
      return new Together(moved ? 1 : 0, -1, null, null);
    }
  }

  private static void delete(Engine engine, IndexEntry entry, long timestamp) {
    try {
      TimedWrites.of(engine).write(List.of(entry.delete(timestamp)));
    } catch (UnansweredException e) {
      // Left as it is.
    }
  }

  /** A repair that deletes entries without a fence: as of their own time, or as of now. */
  static EntryRepair unfenced(
      boolean asOfNow, Engine engine, InstantSource clock, LongSupplier nonces) {
    RowAccess rows =
        new RowAccessDecorator(new EngineRowAccess(engine, clock, nonces)) {
          @Override
          public long fence(StoredTable table, Key key, StoredRow row, long above) {
            return asOfNow ? NOW : above;
          }
        };
    return new EntryRepair(Protocol.of(rows));
  }

  /** One who removes tombstones, before all that was sent on them has come to an end. */
  static Actor collector(RowWorld world, int number) {
    return new Actor(
        "collector",
        number,
        false,
        (engine, nonces) -> {
          EntryRepair repair = RowWorld.repair(engine, RowWorld.clock(0), nonces);
          Key key = world.table.primaryKey().key(new Object[] {1, null, null});
          StoredRow row = repair.read(world.table, key);
          if (row != null && row.head().mark().kind() == RowMark.Kind.TOMBSTONE) {
            WriteBatch batch = new WriteBatch(0).delete(world.table.layout(), key, row);
            List<Written> unused = engine.writeEach(List.of(batch));
          }
          return "?";
        });
  }
}
