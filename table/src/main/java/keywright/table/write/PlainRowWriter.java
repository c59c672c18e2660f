package keywright.table.write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.NoTableException;
import keywright.store.PlainWrite;
import keywright.store.PlainWrites;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnansweredException;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows without conditions. Each write has a timestamp above all timestamps that this writer
 * has used before. Stored rows are read in two cases only: if a change depends on existing rows,
 * and in attached tables. In an attached table, a write gets a timestamp above those of the values
 * that it replaces. Safe for many threads.
 */
public final class PlainRowWriter implements RowWriter {
  /** The number of rows that are sent before the writer checks the declaration again. */
  private static final int ROWS_MAX = 512;

  /**
   * How far the timestamp of another client's value may be ahead of this process's clock: clocks
   * differ, and the other client may write after the row was read.
   */
  private static final long AHEAD_MICROS = 1_000_000;

  private final Engine engine;
  private final InstantSource clock;
  private final Declarations declarations;
  private final AtomicLong lastMicros = new AtomicLong();

  public PlainRowWriter(Engine engine, InstantSource clock, Declarations declarations) {
    this.engine = engine;
    this.clock = clock;
    this.declarations = declarations;
  }

  @Override
  public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    Each each = writeEach(changes, cancellation);
    List<RuntimeException> failures = new ArrayList<>();
    for (RuntimeException refusal : each.refusals()) {
      if (refusal != null) {
        failures.add(refusal);
      }
    }
    return new Result(each.outcomes(), failures);
  }

  @Override
  public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
    Each each = new Each();
    for (int from = 0; from < changes.size(); from += ROWS_MAX) {
      if (cancellation.isOver()) {
        for (RowChange left : changes.subList(from, changes.size())) {
          each.refused(RowWriter.stopped(left.table(), cancellation));
        }
        return each;
      }
      writeSome(changes.subList(from, Math.min(from + ROWS_MAX, changes.size())), each);
    }
    return each;
  }

  private void writeSome(List<RowChange> changes, Each each) {
    Found found = read(changes);
    // After the read: another client may have written until then.
    Instant now = clock.instant();
    List<List<RowChange>> sent = new ArrayList<>(changes.size());
    List<List<PlainWrite>> groups = new ArrayList<>(changes.size());
    List<@Nullable RuntimeException> refusals = new ArrayList<>(changes.size());
    for (int i = 0; i < changes.size(); i++) {
      RowChange change = changes.get(i);
      RuntimeException refusal = null;
      if (change.doneBefore() == null && !found.isMissing(i)) {
        try {
          groups.add(writes(found, i, now));
          sent.add(List.of(change));
        } catch (TableException e) {
          refusal = e;
        }
      }
      refusals.add(refusal);
    }
    List<Optional<StoreException>> told = send(sent, groups, now);
    int next = 0;
    for (int i = 0; i < changes.size(); i++) {
      RowChange change = changes.get(i);
      RuntimeException refusal = refusals.get(i);
      if (refusal == null && next < sent.size() && sent.get(next).get(0) == change) {
        StoreException failure = told.get(next++).orElse(null);
        refusal = failure == null ? null : refusal(change, failure);
      }
      if (refusal != null) {
        each.refused(refusal);
      } else {
        RowChange.Outcome done = change.doneBefore();
        each.made(done == null ? RowChange.Outcome.UNCHANGED : done);
      }
    }
  }

  /** The writes of a change, with a timestamp above those of the values that they replace. */
  private List<PlainWrite> writes(Found found, int place, Instant now) {
    long latest = found.latest(place, limit(now));
    return PlainRows.of(
        found.changes().get(place), now, nextMicros(Math.max(RowCells.micros(now), latest + 1)));
  }

  /**
   * Sends groups of writes; each group is written in one step. If the table no longer exists in the
   * engine, the writer looks for a newer declaration.
   *
   * @param changes the changes whose rows each group writes
   */
  private List<Optional<StoreException>> send(
      List<List<RowChange>> changes, List<List<PlainWrite>> groups, Instant now) {
    if (groups.isEmpty()) {
      return List.of();
    }
    StoredTable table = changes.get(0).get(0).table();
    Set<StoredTable> tables = new LinkedHashSet<>();
    for (List<RowChange> group : changes) {
      for (RowChange change : group) {
        tables.add(change.table());
      }
    }
    tables.forEach(this::requireWritable);
    List<Optional<StoreException>> told =
        PlainWrites.of(engine, table.name()).write(groups, now.toEpochMilli());
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).isEmpty()) {
        for (RowChange change : changes.get(i)) {
          change.noteDone(
              change.isDelete() ? RowChange.Outcome.DELETED : RowChange.Outcome.WRITTEN);
        }
      }
    }
    for (Optional<StoreException> failure : told) {
      if (failure.orElse(null) instanceof NoTableException missing) {
        throw missing;
      }
      if (failure.orElse(null) instanceof UnansweredException) {
        declarations.unanswered();
      }
    }
    return told;
  }

  private void requireWritable(StoredTable table) {
    if (engine.isReadOnly()) {
      throw RowWriter.readOnly(table);
    }
    if (!declarations.hold(table)) {
      throw new OutdatedException(table);
    }
  }

  private static RuntimeException refusal(RowChange change, StoreException failure) {
    StoredTable table = change.table();
    return failure instanceof UnansweredException
        ? new OutcomeUnknownException(
            table.name(),
            "cannot tell whether row %s of %s is written, or will still be written: the engine did not answer; repeat the statement"
                .formatted(table.primaryKey().readable(change.key()), table.name()),
            failure)
        : failure;
  }

  @Override
  public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
    if (changes.size() == 1) {
      Each each = writeEach(changes, cancellation);
      RuntimeException refusal = each.refusals().get(0);
      if (refusal != null) {
        throw refusal;
      }
      boolean changed = each.outcomes().get(0) != RowChange.Outcome.UNCHANGED;
      return new Together(changed ? 1 : 0, -1, null, null);
    }
    requireOnePartition(changes);
    RowWriter.check(changes.get(0).table(), cancellation);
    Found found = read(changes);
    Instant now = clock.instant();
    List<RowChange> sent = new ArrayList<>(changes.size());
    List<PlainWrite> group = new ArrayList<>(changes.size());
    for (int i = 0; i < changes.size(); i++) {
      if (!found.isMissing(i)) {
        try {
          group.addAll(writes(found, i, now));
          sent.add(changes.get(i));
        } catch (TableException e) {
          return new Together(0, i, e, null);
        }
      }
    }
    if (!group.isEmpty()) {
      Optional<StoreException> failure = send(List.of(sent), List.of(group), now).get(0);
      if (failure.isPresent()) {
        throw refusal(sent.get(0), failure.get());
      }
    }
    return new Together(sent.size(), -1, null, null);
  }

  /** Refuses rows that the engine cannot write in one step. */
  private static void requireOnePartition(List<RowChange> changes) {
    RowChange first = changes.get(0);
    for (RowChange change : changes) {
      boolean same =
          change.table() == first.table()
              && first.table().layout().isOnePartition(change.key(), first.key());
      if (!same) {
        throw new TableException(
            ErrorCode.UNSUPPORTED,
            "cannot write %d rows in one step: found rows of several partitions, expected those of one partition of %s; write each row with its own statement, or use BEGIN UNLOGGED BATCH, which writes each row independently"
                .formatted(changes.size(), first.table().name()));
      }
    }
  }

  private long nextMicros(long least) {
    return lastMicros.updateAndGet(last -> Math.max(last + 1, least));
  }

  /** The latest timestamp that a value may have which this process replaces. */
  private long limit(Instant now) {
    return Math.max(lastMicros.get(), RowCells.micros(now) + AHEAD_MICROS);
  }

  /** Reads the rows of the changes that depend on stored rows. */
  private Found read(List<RowChange> changes) {
    List<@Nullable StoredRow> rows = new ArrayList<>(changes.size());
    Set<StoredTable> read = new LinkedHashSet<>();
    for (RowChange change : changes) {
      rows.add(null);
      if (Found.isNeeded(change)) {
        read.add(change.table());
      }
    }
    if (!read.isEmpty()) {
      try (Snapshot snapshot = engine.snapshot(clock.millis())) {
        for (StoredTable table : read) {
          read(snapshot, table, changes, rows);
        }
      }
    }
    return new Found(changes, rows);
  }

  private static void read(
      Snapshot snapshot,
      StoredTable table,
      List<RowChange> changes,
      List<@Nullable StoredRow> rows) {
    List<Integer> places = new ArrayList<>();
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i).table() == table && Found.isNeeded(changes.get(i))) {
        places.add(i);
        keys.add(changes.get(i).key());
      }
    }
    RowOptions options = table.rowOptions(false).withTimes();
    List<@Nullable StoredRow> found = snapshot.get(table.layout(), keys, options);
    for (int i = 0; i < places.size(); i++) {
      rows.set(places.get(i), found.get(i));
    }
  }

  /**
   * The rows that were read for changes.
   *
   * @param rows the rows in the order of the changes; null if a row does not exist or was not read
   */
  private record Found(List<RowChange> changes, List<@Nullable StoredRow> rows) {

    static boolean isNeeded(RowChange change) {
      return change.requiresPresent()
          || (change.table().definition().isAttached() && !change.using().hasTimestamp());
    }

    /** Whether a change applies only to an existing row, and no row exists. */
    boolean isMissing(int place) {
      return changes.get(place).requiresPresent() && rows.get(place) == null;
    }

    /**
     * The latest timestamp among the values that a change replaces in an attached table; 0 for
     * none.
     *
     * @throws TableException if a value has a timestamp above {@code limit}, which would hide the
     *     write
     */
    long latest(int place, long limit) {
      RowChange change = changes.get(place);
      StoredRow row = rows.get(place);
      if (row == null || !change.table().definition().isAttached()) {
        return 0;
      }
      StoredTable table = change.table();
      List<Integer> columns = new ArrayList<>(PlainRows.places(change));
      for (int i = 0; change.isDelete() && i < table.columns().size(); i++) {
        columns.add(i);
      }
      long latest = 0;
      for (int column : columns) {
        Cell cell = row.cell(table.columnId(column));
        if (cell != null && cell.timestamp() > limit) {
          throw new TableException(
              ErrorCode.CONFLICT,
              "cannot write row %s of %s: found a value of column %s with the write time %d in microseconds, expected at most %d (one second from now), since that value would hide the new one; correct it with the client that wrote it, or wait until that time"
                  .formatted(
                      table.primaryKey().readable(change.key()),
                      table.name(),
                      Names.quote(table.columns().get(column).name()),
                      cell.timestamp(),
                      limit));
        }
        latest = cell == null ? latest : Math.max(latest, cell.timestamp());
      }
      return latest;
    }
  }
}
