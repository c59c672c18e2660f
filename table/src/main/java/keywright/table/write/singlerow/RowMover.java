package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Moves a row to another key on engines with single-row atomicity. The row is never lost, and a
 * reader finds it under exactly one of the two keys. Safe for many threads.
 *
 * <p>First the index entries of the row with its new key are put. Then a move intent is written at
 * the new key. The intent is not visible to queries; it names the old key and the stamp of the row.
 * If the old row still has this stamp, it is then replaced by a forwarding record. With this write
 * the row has moved: from now on the intent is visible as the row. At the end the intent becomes a
 * normal row, the forwarding record becomes a tombstone, and the old entries are deleted. Another
 * process that finds an intent or a forwarding record finishes the move or cancels it, as {@link
 * RowMoves} describes.
 */
public final class RowMover {
  private final RowAccess rows;
  private final RowMoves moves;
  private final int attemptsMax;

  RowMover(RowAccess rows, RowMoves moves, int attemptsMax) {
    this.rows = rows;
    this.moves = moves;
    this.attemptsMax = attemptsMax;
  }

  /** Refuses a table with unique indexes, because a reservation can name only one key of a row. */
  static void requireMovable(StoredTable table) {
    for (StoredIndex index : table.indexes()) {
      if (index.claims() != null) {
        throw new TableException(
            ErrorCode.UNSUPPORTED,
            "cannot rekey %s: found unique index %s on an engine without multi-row transactions, where a table with a unique index cannot be rekeyed; DELETE the row and INSERT it with its new key, or drop the index first"
                .formatted(table.name(), index.name()));
      }
    }
  }

  enum Fate {
    MOVED,
    NOT_MOVED,
    UNKNOWN
  }

  /**
   * Executes a change that moves a row.
   *
   * @param cancellation ends the call early, before an attempt
   * @param pause is called with the number of the attempt after each unsuccessful attempt, to wait
   *     until other writers have finished
   * @return the outcome of the move
   */
  public RowWriter.Together move(RowChange change, Cancellation cancellation, IntConsumer pause) {
    StoredTable table = change.table();
    for (int attempt = 0; attempt < attemptsMax; attempt++) {
      RowWriter.check(table, cancellation);
      Instant now = rows.now();
      StoredRow there = settled(table, change.target());
      StoredRow origin = settled(table, change.key());
      // A column that this declaration does not have would stay behind.
      if (!rows.declarations().areCurrent(table)) {
        throw new OutdatedException(table);
      }
      Claims claims = Claims.ofNobody(table);
      RowState from = RowState.of(table, change.key(), RowPlan.live(origin, now), now, claims);
      RowState to = RowState.of(table, change.target(), RowPlan.live(there, now), now, claims);
      RowChange.Outcome outcome;
      try {
        outcome = from.moveTo(to, change);
      } catch (KeyException | TableException e) {
        return new RowWriter.Together(0, 0, e, null);
      }
      if (outcome == RowChange.Outcome.UNMET) {
        return new RowWriter.Together(0, 0, null, from);
      }
      if (outcome == RowChange.Outcome.UNCHANGED || origin == null) {
        return new RowWriter.Together(0, -1, null, null);
      }
      Move move = new Move(table, change.key(), change.target(), origin, rows.nonce());
      Fate fate = writeIntent(move, to, there) ? commit(move) : Fate.NOT_MOVED;
      if (fate == Fate.MOVED) {
        return new RowWriter.Together(1, -1, null, null);
      }
      if (fate == Fate.UNKNOWN) {
        return new RowWriter.Together(0, 0, unknown(move), null);
      }
      pause.accept(attempt);
    }
    return new RowWriter.Together(0, 0, RowWriter.busy(table), null);
  }

  private @Nullable StoredRow settled(StoredTable table, Key key) {
    return moves.settled(table, key, rows.read(table, key));
  }

  /**
   * Puts the entries of the row with its new key and writes the intent. Returns whether the intent
   * is known to be written.
   */
  private boolean writeIntent(Move move, RowState to, @Nullable StoredRow there) {
    RowStamp stamp =
        rows.stampAbove(Math.max(to.leastVersion() - 1, there == null ? 0 : there.version()));
    List<IndexEntry> entries = new ArrayList<>();
    for (int i = 0; i < move.table().indexes().size(); i++) {
      entries.addAll(IndexEntry.of(move.table().indexes().get(i), to.entries(i)));
    }
    if (!rows.put(entries, move.table().primaryKey().encode(move.to()), stamp.version())) {
      return false;
    }
    if (!rows.declarations().hold(move.table())) {
      throw new OutdatedException(move.table());
    }
    WriteBatch batch = new WriteBatch(rows.nowMillis());
    to.addRowTo(batch, there, stamp, moves.intent(move));
    if (rows.write(batch.sendOnlyWhile(() -> rows.declarations().hold(move.table())))) {
      // One that came too late is taken back, as any intent that is met.
      return rows.declarations().heldUntilNow(move.table());
    }
    StoredRow again = rows.read(move.table(), move.to());
    return RowMoves.isIntentOf(again, move.number());
  }

  /**
   * Replaces the old row by a forwarding record, which is the move, and then cleans up both keys.
   */
  private Fate commit(Move move) {
    boolean unanswered = false;
    boolean doubtful = false;
    for (int attempt = 0; attempt < attemptsMax; attempt++) {
      RowStamp stamp = rows.stampAbove(move.origin().version());
      RowMark moved = RowMark.moved(move.number(), move.table().primaryKey().encode(move.to()));
      WriteBatch batch = new WriteBatch(rows.nowMillis());
      RowAccess.replace(
          batch, move.table().layout(), move.from(), move.origin(), moved, stamp, List.of());
      try {
        Written answer = write(batch);
        unanswered |= answer == Written.UNANSWERED;
        doubtful |= answer != Written.DONE;
        StoredRow mark = answer == Written.DONE ? null : rows.read(move.table(), move.from());
        if (answer == Written.DONE || moves.isMoved(move, mark)) {
          leaveInOrder(move, mark == null ? stamp : mark.head().stamp());
          return Fate.MOVED;
        }
        if (mark == null || !mark.head().stamp().equals(move.origin().head().stamp())) {
          return fate(move, unanswered);
        }
      } catch (StoreException e) {
        if (doubtful) {
          return Fate.UNKNOWN;
        }
        throw e;
      }
    }
    return Fate.UNKNOWN;
  }

  private void leaveInOrder(Move move, RowStamp mark) {
    try {
      finish(move, mark);
    } catch (StoreException e) {
      // The row has moved; the next process that meets what is left finishes it.
    }
  }

  private Written write(WriteBatch batch) {
    try {
      return rows.engine().write(batch) ? Written.DONE : Written.REFUSED;
    } catch (UnansweredException e) {
      return Written.UNANSWERED;
    }
  }

  /**
   * The outcome of a move whose old row another writer has changed. The move has not happened if
   * its intent still exists.
   */
  private Fate fate(Move move, boolean unanswered) {
    StoredRow intent = rows.read(move.table(), move.to());
    if (intent != null && RowMoves.isIntentOf(intent, move.number())) {
      moves.giveUp(move.table(), move.to(), intent);
      return Fate.NOT_MOVED;
    }
    return unanswered ? Fate.UNKNOWN : Fate.NOT_MOVED;
  }

  /**
   * Cleans up after a move: the intent becomes a row, then the forwarding record becomes a
   * tombstone, and the old entries are deleted.
   */
  private void finish(Move move, RowStamp mark) {
    for (int attempt = 0; attempt < attemptsMax; attempt++) {
      StoredRow intent = rows.read(move.table(), move.to());
      if (intent == null || !RowMoves.isIntentOf(intent, move.number())) {
        bury(move);
        break;
      }
      boolean unused = moves.arrive(move.table(), move.to(), intent);
    }
    boolean unused = rows.delete(IndexEntry.allOf(move.table(), move.origin()), mark.version());
  }

  private void bury(Move move) {
    StoredRow mark = rows.read(move.table(), move.from());
    if (mark != null && RowMoves.isMovedBy(mark, move.number())) {
      moves.bury(move.table(), move.from(), mark);
    }
  }

  private static OutcomeUnknownException unknown(Move move) {
    return new OutcomeUnknownException(
        move.table().name(),
        "cannot tell whether row %s of %s is moved to %s, or will still be moved: the engine did not answer; read the row with the new key, and repeat the statement if there is no such row (a repeated statement does not move the row twice)"
            .formatted(
                move.table().primaryKey().readable(move.from()),
                move.table().name(),
                move.table().primaryKey().readable(move.to())));
  }
}
