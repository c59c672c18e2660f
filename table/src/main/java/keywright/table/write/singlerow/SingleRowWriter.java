package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.Written;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.TableException;
import keywright.table.write.RowChange;
import keywright.table.write.RowLocks;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows and their index entries on engines with single-row atomicity. No row ever lacks an
 * index entry, even with other writers, with delayed writes, and if a writer dies. Safe for many
 * threads.
 *
 * <p>A row changes only by a conditional write, which is refused if the stored row has changed
 * since it was read. The write gives the row a higher version and a new nonce. A deleted row stays
 * as a tombstone, which keeps its version. Before the row is written, the entries that the new row
 * needs are put, with the version of the row as their timestamp, and the writer waits until the
 * engine has acknowledged them. After the row is written, the entries that it no longer has are
 * deleted, with the same version as timestamp. A writer that dies in between leaves a dangling
 * entry. Readers compare entries with their rows, and {@code SingleRowScrub} removes dangling
 * entries.
 *
 * <p>If the write of the row is refused, the row is read again and the change is repeated. If the
 * write is not answered, the row is read again, too. If the row then has the nonce of this write,
 * the write has happened. If the row is unchanged, the same write is sent again. If another writer
 * has changed the row, the outcome of the write is unknown. A change without conditions is then
 * repeated, and may happen twice. A conditional change is not repeated, and its caller gets the
 * unknown outcome.
 *
 * <p>Keys of unique indexes are reserved after the row is read and before anything else is written.
 * Keys that the row no longer has are freed at the end, as {@link Reservations} describes.
 *
 * <p>A row is sent only while the {@link Declarations declaration} of its table is valid, and the
 * write counts as done only if the declaration was valid until the answer. The rows of one call go
 * through the steps together, and each row has its own outcome.
 */
public final class SingleRowWriter implements RowWriter {
  /** The number of attempts if the engine does not answer. */
  private static final int NO_ANSWERS_MAX = 3;

  private final RowAccess rows;
  private final CommitSteps steps;
  private final RowMover mover;
  private final DelayedRows delayed;
  private final Backoff backoff;
  private final int attemptsMax;
  private final DatabaseEvents events;
  private final RowLocks locks = new RowLocks();

  /** Decides how a writer waits for other writers after a write conflict. */
  public interface Backoff {
    /** Locks the rows, and pauses. The pause is longer with each attempt. */
    Backoff WAIT = RowLocks.Held::await;

    /**
     * Waits, and locks the rows of the writer.
     *
     * @param held the locks of the writer
     * @param attempt the number of unsuccessful attempts before, from 0
     */
    void await(RowLocks.Held held, int attempt);
  }

  /**
   * Makes a writer.
   *
   * @param protocol the steps that the writer executes
   * @param backoff decides how the writer waits after a write conflict
   * @param attemptsMax the largest number of attempts for a row
   * @param events is called for rows that are written again after a conflict, and for entries that
   *     could not be deleted
   */
  public SingleRowWriter(
      Protocol protocol, Backoff backoff, int attemptsMax, DatabaseEvents events) {
    this.rows = protocol.rows();
    this.steps = protocol.commits();
    this.mover = new RowMover(rows, protocol.moves(), attemptsMax);
    this.delayed = new DelayedRows(new EntryRepair(protocol));
    this.backoff = backoff;
    this.attemptsMax = attemptsMax;
    this.events = events;
  }

  @Override
  public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    Map<RowChange, RowCommit> byChange = commitEach(table, changes, cancellation);
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

  /** Makes the changes that were not made before, each row separately. */
  Map<RowChange, RowCommit> commitEach(
      StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    requireWritable(table);
    delayed.requireEntries(table, changes);
    Map<RowChange, RowCommit> byChange = new HashMap<>();
    try {
      commitEach(table, notDoneBefore(changes), byChange, cancellation);
    } catch (OutdatedException e) {
      DeclaredRows.requireRepeatable(byChange);
      throw e;
    }
    delayed.requireEntriesOfUnanswered(table, changes);
    return byChange;
  }

  private static List<RowChange> notDoneBefore(List<RowChange> changes) {
    List<RowChange> left = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      if (change.doneBefore() == null) {
        left.add(change);
      }
    }
    return left;
  }

  private void commitEach(
      StoredTable table,
      List<RowChange> changes,
      Map<RowChange, RowCommit> byChange,
      Cancellation cancellation) {
    Map<Key, RowCommit> rows = new LinkedHashMap<>();
    for (RowChange change : changes) {
      if (table.hasUniqueIndex() && rows.containsKey(change.key())) {
        // What the row has in between may be in the way of others, or not any longer.
        commit(changes, List.copyOf(rows.values()), cancellation);
        rows.clear();
      }
      RowCommit row =
          rows.computeIfAbsent(change.key(), key -> new RowCommit(table, key, false, cancellation));
      row.add(change);
      byChange.put(change, row);
    }
    commit(changes, List.copyOf(rows.values()), cancellation);
  }

  /** Refuses a table that a bulk load fills, and an engine that is open read-only. */
  private void requireWritable(StoredTable table) {
    if (rows.engine().isReadOnly()) {
      throw RowWriter.readOnly(table);
    }
    rows.declarations().requireNotBeingFilled(table);
  }

  @Override
  public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
    RowChange first = changes.get(0);
    for (RowChange change : changes) {
      requireWritable(change.table());
      boolean otherRow = change.table() != first.table() || !change.key().equals(first.key());
      if (otherRow || (change.isMove() && changes.size() > 1)) {
        throw manyRows(changes.stream().flatMap(each -> each.keys().stream()).distinct().count());
      }
    }
    if (first.isMove()) {
      return move(first, cancellation);
    }
    RowCommit row = new RowCommit(first.table(), first.key(), true, cancellation);
    changes.forEach(row::add);
    try {
      commit(changes, List.of(row), cancellation);
    } catch (OutdatedException e) {
      Map<RowChange, RowCommit> byChange = new HashMap<>();
      changes.forEach(change -> byChange.put(change, row));
      DeclaredRows.requireRepeatable(byChange);
      throw e;
    }
    delayed.requireEntriesOfUnanswered(first.table(), changes);
    return row.outcome();
  }

  @Override
  public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
    return new SeparateRows(this, cancellation).write(changes);
  }

  /** Moves one row. */
  Together move(RowChange change, Cancellation cancellation) {
    RowMover.requireMovable(change.table());
    try (RowLocks.Held held = locks.begin(List.of(change), cancellation)) {
      return mover.move(change, cancellation, attempt -> backoff.await(held, attempt));
    }
  }

  private static TableException manyRows(long count) {
    return new TableException(
        ErrorCode.UNSUPPORTED,
        "cannot write %d rows in one step: found an engine without multi-row transactions, expected changes of one row; write each row with its own statement, or use BEGIN UNLOGGED BATCH without conditions"
            .formatted(count));
  }

  private void commit(List<RowChange> changes, List<RowCommit> commits, Cancellation cancellation) {
    try (RowLocks.Held held = locks.begin(changes, cancellation)) {
      int attempt = 0;
      int open = commits.size();
      while (attempt < attemptsMax && !cancellation.isOver()) {
        try {
          attempt(commits);
        } catch (StoppedException e) {
          break; // While it read the rows; what becomes of them is said below.
        } catch (StoreException e) {
          DeclaredRows.failed(commits, e);
        }
        int before = open;
        open = select(commits, row -> !row.isSettled()).size();
        if (open == 0) {
          deleteEntries(select(commits, row -> !row.isWritten()));
          return;
        }
        if (open == before) {
          events.writeRetried(changes.get(0).table().name(), attempt);
          backoff.await(held, attempt++);
        }
      }
    }
    for (RowCommit row : commits) {
      if (!row.isSettled()) {
        row.fail(
            row.mayBeWritten()
                ? row.unknown()
                : cancellation.isOver()
                    ? RowWriter.stopped(row.table(), cancellation)
                    : RowWriter.busy(row.table()));
      }
    }
  }

  private static List<RowCommit> select(List<RowCommit> rows, Predicate<RowCommit> wanted) {
    List<RowCommit> selected = new ArrayList<>(rows.size());
    for (RowCommit row : rows) {
      if (wanted.test(row)) {
        selected.add(row);
      }
    }
    return selected;
  }

  /** Reads the unread rows, and sends the planned rows. */
  private void attempt(List<RowCommit> commits) {
    List<RowCommit> unread = select(commits, row -> row.stage() instanceof RowStage.Unread);
    if (!unread.isEmpty()) {
      steps.read(commits, unread);
    }
    List<RowCommit> sent = send(commits);
    if (!sent.isEmpty() && putEntries(sent)) {
      List<Written> answers =
          DeclaredRows.answers(rows.declarations(), sent, () -> steps.writeRows(sent));
      List<RowCommit> written = settle(sent, answers);
      deleteEntries(written);
      steps.release(written);
      DeclaredRows.requireInTime(rows.declarations(), commits, written);
    }
  }

  /** Gives stamps to the planned rows whose reservations name them. Returns these rows. */
  private List<RowCommit> send(List<RowCommit> commits) {
    List<RowCommit> planned = select(commits, row -> row.stage() instanceof RowStage.Planned);
    Map<RowCommit, Written> refused = steps.reserve(planned);
    List<RowCommit> sent = new ArrayList<>(planned.size());
    for (RowCommit row : planned) {
      Written answer = refused.get(row);
      if (answer != null) {
        row.to(new RowStage.Unread());
        if (answer == Written.UNANSWERED) {
          countNoAnswer(row);
        }
      } else if (row.stage() instanceof RowStage.Planned stage) {
        row.to(stage.send(steps.stamp(row, stage.plan())));
        sent.add(row);
      }
    }
    return sent;
  }

  /** Puts the entries of rows. Returns false if the rows cannot be written now. */
  private boolean putEntries(List<RowCommit> sent) {
    boolean ready = false;
    try {
      if (steps.putEntries(sent)) {
        ready = DeclaredRows.hold(rows.declarations(), sent);
      } else {
        sent.forEach(this::countNoAnswer);
      }
    } catch (StoreException e) {
      DeclaredRows.failed(rows.declarations(), sent, e);
    }
    if (!ready) {
      sent.forEach(RowCommit::unsend);
    }
    return ready;
  }

  /** Finds out the outcomes of the rows. Returns the written rows. */
  private List<RowCommit> settle(List<RowCommit> sent, List<Written> answers) {
    Map<RowCommit, Written> doubtful = new LinkedHashMap<>(0);
    for (int i = 0; i < sent.size(); i++) {
      RowCommit row = sent.get(i);
      if (answers.get(i) == Written.DONE) {
        row.to(new RowStage.Done(row.plan(), row.sent().stamp()));
      } else {
        doubtful.put(row, answers.get(i));
      }
    }
    if (!doubtful.isEmpty()) {
      Instant now = rows.now();
      Map<RowCommit, @Nullable StoredRow> read = readAgain(List.copyOf(doubtful.keySet()), now);
      doubtful.forEach((row, answer) -> settle(row, answer, read.get(row), now));
    }
    return select(sent, RowCommit::isWritten);
  }

  private void settle(RowCommit row, Written answer, @Nullable StoredRow again, Instant now) {
    RowPlan plan = row.plan();
    if (answer == Written.UNANSWERED) {
      row.to(row.sent().unanswered());
    }
    row.to(steps.settle(row, row.sent(), answer, again, now));
    boolean isSentAgain = row.stage() instanceof RowStage.Planned next && next.plan() == plan;
    if (isSentAgain && answer == Written.UNANSWERED) {
      countNoAnswer(row);
    }
  }

  /** Reads rows whose outcome is unknown. If this read fails, their outcome stays unknown. */
  private Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> doubtful, Instant now) {
    try {
      return steps.readAgain(doubtful, now);
    } catch (StoreException e) {
      doubtful.forEach(row -> row.to(row.sent().unanswered()));
      throw e;
    }
  }

  private void countNoAnswer(RowCommit row) {
    if (row.countNoAnswer() == NO_ANSWERS_MAX) {
      row.fail(
          row.mayBeWritten()
              ? row.unknown()
              : new TableException(
                  ErrorCode.UNAVAILABLE,
                  "cannot write row %s of %s: the engine did not answer %d attempts; the row has not changed, try again"
                      .formatted(
                          row.table().primaryKey().readable(row.key()),
                          row.table().name(),
                          NO_ANSWERS_MAX)));
    }
  }

  private void deleteEntries(List<RowCommit> written) {
    if (written.isEmpty()) {
      return;
    }
    int left = steps.deleteEntries(written);
    if (left > 0) {
      events.entriesLeft(written.get(0).table().name(), left);
    }
  }
}
