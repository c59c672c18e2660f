package keywright.table.write.singlerow;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;
import keywright.table.write.RowCells;
import keywright.table.write.RowChange;
import keywright.table.write.RowTurns;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows and their index entries where the engine changes one row at a time, so that no row is
 * ever without its entries, whoever else writes, whatever is late and whoever dies.
 *
 * <p>The row is the truth and changes only by a conditional write on the very state that was read,
 * to a higher version and a fresh nonce; one that is deleted stays as a dead row and keeps its
 * version. Every entry that it needs is put, at the new version as its timestamp, and acknowledged
 * before; entries that it has no longer are deleted at that version afterwards. A writer that dies
 * between leaves an entry too many, which readers hold against the row and {@code SingleRowScrub}
 * removes.
 *
 * <p>A refusal starts the row anew. After silence the row is read again: it has the nonce of one of
 * the writes on this read, and is written; or it is as it was read, and is written again on that
 * read and no other; or others wrote it, and what became of the write is unknown. A plain change
 * then starts anew, and may be made twice; a conditional one says so.
 *
 * <p>The keys of unique indexes that a row comes to are reserved after it is read and before
 * anything of it is written; those that it leaves are given back at the end: {@link Reservations}.
 *
 * <p>A row is sent only as long as its table's {@link Declarations declaration} holds, and is
 * acknowledged only if that held until the answer. Rows of one call go through the steps together,
 * each for itself. The steps depend on nothing but engine, clock and nonces. Safe for many threads.
 */
public class SingleRowWriter implements RowWriter {
  /** So often is an engine asked that does not answer. */
  private static final int SILENCES_MAX = 3;

  private final Engine engine;
  private final InstantSource clock;
  private final LongSupplier nonces;
  private final Declarations declarations;
  private final int attemptsMax;
  private final DatabaseEvents events;
  private final RowTurns turns = new RowTurns();
  private final RowMoves moves;
  private final RowMover mover;
  private final UniqueKeys keys;
  private final LateRows late;

  /**
   * @param attemptsMax how often a row is started anew
   */
  public SingleRowWriter(
      Engine engine,
      InstantSource clock,
      LongSupplier nonces,
      Declarations declarations,
      int attemptsMax) {
    this(engine, clock, nonces, declarations, attemptsMax, DatabaseEvents.NONE);
  }

  /**
   * @param attemptsMax how often a row is started anew
   * @param events is told of rows that are started anew, and of what nobody knows
   */
  public SingleRowWriter(
      Engine engine,
      InstantSource clock,
      LongSupplier nonces,
      Declarations declarations,
      int attemptsMax,
      DatabaseEvents events) {
    this.events = events;
    this.engine = engine;
    this.clock = clock;
    this.nonces = nonces;
    this.declarations = declarations;
    this.attemptsMax = attemptsMax;
    RowFence rows = new RowFence(engine, clock, nonces, declarations);
    this.moves = moves(rows);
    this.mover = mover(rows, moves, attemptsMax);
    this.late = new LateRows(new EntryRepair(engine, clock, nonces, declarations));
    this.keys = new UniqueKeys(reservations(rows, moves));
  }

  /** Ends the moves that are met. */
  public RowMoves moves(RowFence rows) {
    return new RowMoves(rows);
  }

  public RowMover mover(RowFence rows, RowMoves ended, int attempts) {
    return new RowMover(rows, ended, attempts);
  }

  /** Reserves keys of unique indexes. */
  public Reservations reservations(RowFence rows, RowMoves ended) {
    return new Reservations(rows, ended);
  }

  @Override
  public Result write(StoredTable table, List<RowChange> changes) {
    Map<RowChange, RowCommit> byChange = commitEach(table, changes);
    List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(changes.size());
    List<RuntimeException> failures = new ArrayList<>();
    for (RowChange change : changes) {
      RowCommit row = byChange.get(change);
      outcomes.add(row == null ? change.doneBefore() : row.outcome(change));
      RuntimeException refusal = row == null ? null : row.refusal(change);
      if (refusal != null) {
        failures.add(refusal);
      }
    }
    return new Result(outcomes, failures);
  }

  /** Makes the changes that were not made before, each row for itself. */
  public Map<RowChange, RowCommit> commitEach(StoredTable table, List<RowChange> changes) {
    requireWritable(table);
    late.requireEntries(table, changes);
    Map<RowChange, RowCommit> byChange = new HashMap<>();
    try {
      commitEach(
          table, changes.stream().filter(change -> change.doneBefore() == null).toList(), byChange);
    } catch (OutdatedException e) {
      DeclaredRows.noteDone(byChange);
      throw e;
    }
    return byChange;
  }

  private void commitEach(
      StoredTable table, List<RowChange> changes, Map<RowChange, RowCommit> byChange) {
    Map<Key, RowCommit> rows = new LinkedHashMap<>();
    for (RowChange change : changes) {
      if (table.hasUniqueIndex() && rows.containsKey(change.key())) {
        // What the row has in between may be in the way of others, or not any longer.
        commit(changes, List.copyOf(rows.values()));
        rows.clear();
      }
      RowCommit row = rows.computeIfAbsent(change.key(), key -> new RowCommit(table, key, false));
      row.add(change);
      byChange.put(change, row);
    }
    commit(changes, List.copyOf(rows.values()));
  }

  /** Refuses a table that only a load writes to, and an engine that is open to read alone. */
  public void requireWritable(StoredTable table) {
    if (engine.isReadOnly()) {
      throw RowWriter.readOnly(table);
    }
    declarations.requireNotBeingFilled(table);
  }

  @Override
  public Together writeTogether(List<RowChange> changes) {
    RowChange first = changes.get(0);
    for (RowChange change : changes) {
      requireWritable(change.table());
      boolean otherRow = change.table() != first.table() || !change.key().equals(first.key());
      if (otherRow || (change.isMove() && changes.size() > 1)) {
        throw manyRows(changes.stream().flatMap(each -> each.keys().stream()).distinct().count());
      }
    }
    if (first.isMove()) {
      return move(first);
    }
    RowCommit row = new RowCommit(first.table(), first.key(), true);
    changes.forEach(row::add);
    commit(changes, List.of(row));
    return row.outcome();
  }

  @Override
  public Each writeEach(List<RowChange> changes) {
    return new SeparateRows(this).write(changes);
  }

  /** Moves one row. */
  public Together move(RowChange change) {
    RowMover.requireMovable(change.table());
    try (RowTurns.Turn turn = turns.begin(RowTurns.of(List.of(change)))) {
      return mover.move(change, attempt -> await(turn, attempt));
    }
  }

  private static TableException manyRows(long count) {
    return new TableException(
        "cannot write %d rows in one step: found an engine that changes one row at a time, expected changes of one row; write them one by one, or without conditions in BEGIN UNLOGGED BATCH, where each changes for itself"
            .formatted(count));
  }

  private void commit(List<RowChange> changes, List<RowCommit> rows) {
    try (RowTurns.Turn turn = turns.begin(RowTurns.of(changes))) {
      int attempt = 0;
      long open = rows.size();
      while (attempt < attemptsMax) {
        try {
          attempt(rows);
        } catch (StoreException e) {
          DeclaredRows.failed(rows, e);
        }
        long before = open;
        open = rows.stream().filter(row -> row.next() != RowCommit.Next.NOTHING).count();
        if (open == 0) {
          deleteEntries(rows.stream().filter(RowCommit::leavesEntries).toList());
          return;
        }
        if (open == before) {
          events.writeRetried(changes.get(0).table().name(), attempt);
          await(turn, attempt++);
        }
      }
    }
    rows.stream()
        .filter(row -> row.next() != RowCommit.Next.NOTHING)
        .forEach(row -> row.fail(row.isUnanswered() ? unknown(row) : RowWriter.busy(row.table())));
  }

  /** After a refusal or silence: lets others go first. */
  public void await(RowTurns.Turn turn, int attempt) {
    turn.await(attempt);
  }

  /** Reads the rows that are to be read, and sends what is to be sent. */
  public void attempt(List<RowCommit> rows) {
    readAnew(rows);
    List<RowCommit> sent = reserve(with(rows, RowCommit.Next.SEND));
    sent.forEach(this::stamp);
    if (!sent.isEmpty() && putEntries(sent) && DeclaredRows.hold(declarations, sent)) {
      List<Written> answers = DeclaredRows.answers(declarations, sent, () -> writeRows(sent));
      List<RowCommit> written = settle(sent, answers);
      deleteEntries(written);
      release(written);
      DeclaredRows.requireInTime(declarations, rows, written);
    }
  }

  public static List<RowCommit> with(List<RowCommit> rows, RowCommit.Next next) {
    return rows.stream().filter(row -> row.next() == next).toList();
  }

  /** Reads the rows that nothing is known of, or nothing any longer, and makes their changes. */
  public void readAnew(List<RowCommit> rows) {
    List<RowCommit> unread = with(rows, RowCommit.Next.READ);
    if (!unread.isEmpty()) {
      Instant now = clock.instant();
      Map<RowCommit, @Nullable StoredRow> read = read(unread, now);
      unread.forEach(row -> base(row, read.get(row), now));
      keys.look(rows, unread);
    }
  }

  private void base(RowCommit row, @Nullable StoredRow read, Instant now) {
    try {
      row.base(moves.settled(row.table(), row.key(), read), now);
    } catch (TableException e) {
      // Of this row alone: others have moved it all the time.
      row.fail(e);
    }
  }

  /** Reserves the keys of unique indexes that rows come to; gives the rows that have them. */
  public List<RowCommit> reserve(List<RowCommit> rows) {
    Map<RowCommit, Written> refused = keys.reserve(rows);
    List<RowCommit> ready = new ArrayList<>(rows);
    ready.removeAll(refused.keySet());
    refused.forEach(
        (row, answer) -> {
          row.startAnew();
          if (answer == Written.UNANSWERED) {
            countSilence(row);
          }
        });
    return ready;
  }

  /** Gives back the keys of unique indexes that written rows have left. */
  public void release(List<RowCommit> rows) {
    keys.release(rows);
  }

  /** The rows as they are stored, dead and expired ones too. */
  public final Map<RowCommit, @Nullable StoredRow> read(List<RowCommit> rows, Instant now) {
    StoredTable table = rows.get(0).table();
    boolean history = rows.stream().anyMatch(RowCommit::needsHistory);
    RowOptions options = table.rowOptions(history).withExpired();
    Map<RowCommit, @Nullable StoredRow> read = new HashMap<>();
    try (Snapshot view = engine.snapshot(now.toEpochMilli())) {
      List<@Nullable StoredRow> found =
          view.get(table.layout(), rows.stream().map(RowCommit::key).toList(), options);
      for (int i = 0; i < rows.size(); i++) {
        read.put(rows.get(i), found.get(i));
      }
    }
    return read;
  }

  /**
   * Chooses a version above everything that was read, that of a copy as low as may be, and a nonce
   * that nobody has.
   */
  public void stamp(RowCommit row) {
    long step = engine.versionStep();
    long least = row.isCopy() ? 0 : RowCells.micros(clock.instant());
    least = Math.max(least, row.leastVersion());
    row.stamp(new RowStamp((least + step - 1) / step * step, nonces.getAsLong()));
  }

  /** Puts the entries that the rows need and do not have; false when that was not answered. */
  public boolean putEntries(List<RowCommit> rows) {
    List<TimedWrite> puts = new ArrayList<>();
    for (RowCommit row : rows) {
      List<RowCommit.Entry> entries = entriesToPut(row);
      entries.forEach(entry -> puts.add(row.put(entry, row.stamp().version())));
      row.notePut(entries);
    }
    try {
      if (!puts.isEmpty()) {
        engine.writeTimed(puts);
      }
      return true;
    } catch (UnansweredException e) {
      rows.forEach(this::countSilence);
      return false;
    } catch (StoreException e) {
      DeclaredRows.failed(declarations, rows, e);
      return false;
    }
  }

  public List<RowCommit.Entry> entriesToPut(RowCommit row) {
    return row.entriesToPut();
  }

  /** Writes the rows, if they are still as they were read. */
  public List<Written> writeRows(List<RowCommit> rows) {
    long nowMillis = clock.millis();
    StoredTable table = rows.get(0).table();
    BooleanSupplier holds = () -> declarations.hold(table);
    return engine.writeEach(
        rows.stream().map(row -> batch(row, nowMillis).sendOnlyWhile(holds)).toList());
  }

  public WriteBatch batch(RowCommit row, long nowMillis) {
    return row.batch(nowMillis);
  }

  /** Finds out what became of the rows; gives those that are written. */
  public List<RowCommit> settle(List<RowCommit> rows, List<Written> answers) {
    List<RowCommit> written = new ArrayList<>();
    List<RowCommit> doubtful = new ArrayList<>();
    List<Written> doubts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      RowCommit row = rows.get(i);
      if (answers.get(i) == Written.DONE) {
        row.done(row.stamp());
        written.add(row);
      } else {
        doubtful.add(row);
        doubts.add(answers.get(i));
      }
    }
    if (!doubtful.isEmpty()) {
      Instant now = clock.instant();
      Map<RowCommit, @Nullable StoredRow> read = readAgain(doubtful, now);
      for (int i = 0; i < doubtful.size(); i++) {
        RowCommit row = doubtful.get(i);
        if (settle(row, doubts.get(i), read.get(row), now)) {
          written.add(row);
        }
      }
    }
    return written;
  }

  /** Reads rows of which it is not known whether they were written; nor is it when this fails. */
  private Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> doubtful, Instant now) {
    try {
      return read(doubtful, now);
    } catch (StoreException e) {
      doubtful.forEach(RowCommit::noteSilence);
      throw e;
    }
  }

  /**
   * Finds out what became of a row whose write was refused or not answered.
   *
   * @param again the row as it is now
   * @return whether it is written
   */
  public boolean settle(RowCommit row, Written answer, @Nullable StoredRow again, Instant now) {
    if (again != null && row.wrote(again)) {
      row.done(again.head().stamp());
      return true;
    }
    if (answer == Written.UNANSWERED) {
      row.noteSilence();
    }
    if (row.isBase(again)) {
      // What was not answered may be written yet, so that only this read may be built on.
      if (answer == Written.UNANSWERED) {
        countSilence(row);
      }
      return false;
    }
    if (row.isUnanswered() && row.isConditional()) {
      row.fail(unknown(row));
    } else {
      base(row, again, now);
      keys.look(List.of(row));
    }
    return false;
  }

  private void countSilence(RowCommit row) {
    if (row.countSilence() == SILENCES_MAX) {
      row.fail(
          row.isUnanswered()
              ? unknown(row)
              : new TableException(
                  "cannot write row %s of %s: the engine did not answer, %d times; the row is as it was, try again"
                      .formatted(
                          row.table().primaryKey().readable(row.key()),
                          row.table().name(),
                          SILENCES_MAX)));
    }
  }

  static OutcomeUnknownException unknown(RowCommit row) {
    return new OutcomeUnknownException(
        "cannot tell whether row %s of %s was written, or will be: the engine did not answer; read the row, and repeat the statement if it is not as it should be"
            .formatted(row.table().primaryKey().readable(row.key()), row.table().name()));
  }

  /** Deletes the entries that written rows have no longer; what is not deleted is for scrub. */
  public void deleteEntries(List<RowCommit> rows) {
    List<TimedWrite> deletes = new ArrayList<>();
    for (RowCommit row : rows) {
      for (RowCommit.Entry entry : row.entriesToDelete()) {
        deletes.add(RowCommit.delete(entry, row.stamp().version()));
      }
    }
    if (!deletes.isEmpty()) {
      try {
        engine.writeTimed(deletes);
      } catch (StoreException e) {
        // The rows are written; readers hold an entry too many against its row.
        events.entriesLeft(rows.get(0).table().name(), deletes.size());
      }
    }
  }
}
