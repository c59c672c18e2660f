package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoredRow;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowChange;
import keywright.table.write.RowTurns;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.RowCommit;
import keywright.table.write.singlerow.RowFence;
import keywright.table.write.singlerow.RowMover;
import keywright.table.write.singlerow.RowMoves;
import keywright.table.write.singlerow.SingleRowWriter;

/** The writer and the repair, each with one step that is not as it should be. */
final class BrokenProtocol {
  /** Later than all else. */
  private static final long NOW = 1_000;

  /** What a writer does wrong. */
  enum Fault {
    /** A deleted row leaves nothing behind. */
    REMOVES_ROWS,
    /** A writer that was refused deletes the entries that it has put. */
    CLEANS_UP_AFTER_A_REFUSAL,
    /** Of an unanswered write it is the version that tells whether it has happened. */
    KNOWS_ITS_WRITES_BY_VERSION,
    /** A write that was not answered has happened. */
    TAKES_SILENCE_FOR_SUCCESS,
    /** An entry that an earlier attempt has put is not put again. */
    REUSES_EARLIER_PUTS,
    /** The row is written before its entries. */
    WRITES_THE_ROW_FIRST,
    /** Entries are deleted before the row is written. */
    DELETES_FIRST,
    /** Entries are deleted as of now, not as of the row's version. */
    DELETES_AS_OF_NOW,
    /** After silence and a row that is as it was, all starts anew. */
    STARTS_ANEW_AFTER_SILENCE,
    /** A write that was refused has not happened. */
    TRUSTS_REFUSALS
  }

  private BrokenProtocol() {}

  static SingleRowWriter writer(
      Fault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    return new SingleRowWriter(engine, clock, nonces, Declarations.FIXED, attempts) {
      private final Map<RowCommit, Set<RowCommit.Entry>> put = new HashMap<>();

      @Override
      public void await(RowTurns.Turn turn, int attempt) {}

      @Override
      public void attempt(List<RowCommit> rows) {
        if (fault != Fault.WRITES_THE_ROW_FIRST && fault != Fault.DELETES_FIRST) {
          super.attempt(rows);
          return;
        }
        readAnew(rows);
        List<RowCommit> sent = with(rows, RowCommit.Next.SEND);
        sent.forEach(this::stamp);
        if (sent.isEmpty()) {
          return;
        }
        if (fault == Fault.DELETES_FIRST) {
          if (putEntries(sent)) {
            for (RowCommit row : sent) {
              List<RowCommit.Entry> entries = new ArrayList<>(row.entriesFound());
              entries.removeAll(row.entries());
              entries.forEach(entry -> delete(engine, entry, row.stamp().version()));
            }
            List<RowCommit> unused = settle(sent, writeRows(sent));
          }
        } else {
          List<RowCommit> written = settle(sent, writeRows(sent));
          if (putEntries(written)) {
            super.deleteEntries(written);
          }
        }
      }

      @Override
      public List<RowCommit.Entry> entriesToPut(RowCommit row) {
        List<RowCommit.Entry> entries = super.entriesToPut(row);
        if (fault == Fault.REUSES_EARLIER_PUTS) {
          Set<RowCommit.Entry> earlier = put.computeIfAbsent(row, any -> new HashSet<>());
          entries.removeIf(earlier::contains);
          earlier.addAll(entries);
        }
        return entries;
      }

      @Override
      public WriteBatch batch(RowCommit row, long nowMillis) {
        WriteBatch batch = super.batch(row, nowMillis);
        RowWrite last = batch.writes().get(batch.size() - 1);
        StoredRow found = row.found();
        return fault == Fault.REMOVES_ROWS
                && found != null
                && last instanceof RowWrite.Put made
                && made.head() != null
                && made.head().mark().kind() == RowMark.Kind.DEAD
            ? new WriteBatch(nowMillis)
                .put(row.table().layout(), row.key(), found, made.head(), List.of())
                .delete(row.table().layout(), row.key(), WriteBatch.ANY)
            : batch;
      }

      @Override
      public boolean settle(RowCommit row, Written answer, StoredRow again, Instant now) {
        RowStamp mine = row.stamp();
        boolean taken =
            switch (fault) {
              case TAKES_SILENCE_FOR_SUCCESS -> answer == Written.UNANSWERED;
              case KNOWS_ITS_WRITES_BY_VERSION ->
                  again != null && again.version() == mine.version();
              default -> false;
            };
        if (taken) {
          row.done(mine);
          return true;
        }
        if (fault == Fault.TRUSTS_REFUSALS && answer == Written.REFUSED) {
          row.base(again, now);
          return false;
        }
        List<RowCommit.Entry> entries = row.entriesToPut();
        boolean written = super.settle(row, answer, again, now);
        if (!written && fault == Fault.CLEANS_UP_AFTER_A_REFUSAL && answer == Written.REFUSED) {
          for (RowCommit.Entry entry : entries) {
            delete(engine, entry, mine.version());
          }
        }
        if (!written
            && fault == Fault.STARTS_ANEW_AFTER_SILENCE
            && row.next() == RowCommit.Next.SEND) {
          row.startAnew();
        }
        return written;
      }

      @Override
      public void deleteEntries(List<RowCommit> rows) {
        if (fault != Fault.DELETES_AS_OF_NOW) {
          super.deleteEntries(rows);
          return;
        }
        for (RowCommit row : rows) {
          row.entriesToDelete().forEach(entry -> delete(engine, entry, NOW));
        }
      }
    };
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
    /** A commit that was refused after silence is taken for one that has not happened. */
    TRUSTS_REFUSALS
  }

  static SingleRowWriter mover(
      MoveFault fault, Engine engine, InstantSource clock, LongSupplier nonces, int attempts) {
    return new SingleRowWriter(engine, clock, nonces, Declarations.FIXED, attempts) {
      @Override
      public void await(RowTurns.Turn turn, int attempt) {}

      @Override
      public RowMoves moves(RowFence rows) {
        return new RowMoves(rows) {
          @Override
          public StoredRow settled(StoredTable table, Key key, StoredRow row) {
            boolean moved = row != null && row.head().mark().kind() == RowMark.Kind.MOVED;
            return fault == MoveFault.OVERWRITES_THE_MARK && moved
                ? row
                : super.settled(table, key, row);
          }

          @Override
          public boolean mayGiveUp(StoredTable table, Key from, StoredRow origin, boolean mayMove) {
            return fault == MoveFault.GIVES_UP_UNFENCED
                || super.mayGiveUp(table, from, origin, mayMove);
          }
        };
      }

      @Override
      public RowMover mover(RowFence rows, RowMoves ended, int attemptsOfMove) {
        return new RowMover(rows, ended, attemptsOfMove) {
          @Override
          public RowWriter.Together move(RowChange change, IntConsumer pause) {
            if (fault != MoveFault.DELETES_FIRST) {
              return super.move(change, pause);
            }
            StoredTable table = change.table();
            StoredRow origin = rows.read(table, change.key());
            WriteBatch gone = new WriteBatch(0);
            RowFence.replace(
                gone,
                table.layout(),
                change.key(),
                origin,
                RowMark.DEAD,
                rows.stampAbove(origin.version()),
                List.of());
            RowHead head = origin.head().withStamp(rows.stampAbove(origin.version()));
            WriteBatch come =
                new WriteBatch(0)
                    .put(table.layout(), change.target(), WriteBatch.ABSENT, head, origin.cells());
            boolean moved = rows.write(gone) && rows.write(come);
            return new RowWriter.Together(moved ? 1 : 0, -1, null, null);
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
          public void finish(Move move, RowStamp mark) {
            if (fault == MoveFault.BURIES_FIRST) {
              bury(move);
            } else if (fault == MoveFault.MAKES_THE_ROW_ONCE) {
              StoredRow intent = rows.read(move.table, move.to);
              boolean unused = ended.arrive(move.table, move.to, intent);
              bury(move);
            }
            super.finish(move, mark);
          }
        };
      }
    };
  }

  private static void delete(Engine engine, RowCommit.Entry entry, long timestamp) {
    try {
      engine.writeTimed(List.of(RowCommit.delete(entry, timestamp)));
    } catch (UnansweredException e) {
      // Left as it is.
    }
  }

  /** A repair that deletes entries without a fence: as of their own time, or as of now. */
  static EntryRepair unfenced(
      boolean asOfNow, Engine engine, InstantSource clock, LongSupplier nonces) {
    return new EntryRepair(engine, clock, nonces) {
      @Override
      public long behind(StoredTable table, Key owner, StoredRow row, StoredRow entry) {
        return asOfNow ? NOW : entry.version();
      }
    };
  }

  /** One who removes dead rows, before all that was sent on them has come to an end. */
  static Actor collector(RowWorld world, int number) {
    return new Actor(
        "collector",
        number,
        false,
        (engine, nonces) -> {
          EntryRepair repair = new EntryRepair(engine, RowWorld.clock(0), nonces);
          Key key = world.table.primaryKey().key(new Object[] {1, null, null});
          StoredRow row = repair.read(world.table, key);
          if (row != null && row.head().mark().kind() == RowMark.Kind.DEAD) {
            WriteBatch batch = new WriteBatch(0).delete(world.table.layout(), key, row);
            List<Written> unused = engine.writeEach(List.of(batch));
          }
          return "?";
        });
  }
}
