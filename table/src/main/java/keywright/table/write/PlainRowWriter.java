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
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows without conditions, each with a timestamp that is higher than those this writer gave
 * before. Nothing is read, except where a change concerns the rows that exist, and in tables of
 * other clients, whose values may have later times than a write now. Safe for many threads.
 */
public final class PlainRowWriter implements RowWriter {
  /** So many rows are sent before it is asked again whether the declaration holds. */
  private static final int ROWS_MAX = 256;

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
  public Result write(StoredTable table, List<RowChange> changes) {
    Each each = writeEach(changes);
    List<RuntimeException> failures = new ArrayList<>();
    for (RuntimeException refusal : each.refusals()) {
      if (refusal != null) {
        failures.add(refusal);
      }
    }
    return new Result(each.outcomes(), failures);
  }

  @Override
  public Each writeEach(List<RowChange> changes) {
    Each each = new Each();
    for (int from = 0; from < changes.size(); from += ROWS_MAX) {
      writeSome(changes.subList(from, Math.min(from + ROWS_MAX, changes.size())), each);
    }
    return each;
  }

  private void writeSome(List<RowChange> changes, Each each) {
    Instant now = clock.instant();
    List<RowChange> sent = new ArrayList<>(changes.size());
    List<List<PlainWrite>> groups = new ArrayList<>(changes.size());
    List<@Nullable RuntimeException> refusals = new ArrayList<>(changes.size());
    Found found = read(changes, now);
    for (int i = 0; i < changes.size(); i++) {
      RowChange change = changes.get(i);
      RuntimeException refusal = null;
      if (change.doneBefore() == null && !found.isMissing(i)) {
        try {
          found.requireNotLater(i, limit(now));
          groups.add(PlainRows.of(change, now, nextMicros(now)));
          sent.add(change);
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
      if (refusal == null && next < sent.size() && sent.get(next) == change) {
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

  /** Sends groups; a table that is gone may be there again under a newer declaration. */
  private List<Optional<StoreException>> send(
      List<RowChange> changes, List<List<PlainWrite>> groups, Instant now) {
    if (groups.isEmpty()) {
      return List.of();
    }
    StoredTable table = changes.get(0).table();
    changes.stream().map(RowChange::table).distinct().forEach(this::requireWritable);
    List<Optional<StoreException>> told =
        PlainWrites.of(engine, table.name()).write(groups, now.toEpochMilli());
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).isEmpty()) {
        RowChange change = changes.get(i);
        change.noteDone(change.isDelete() ? RowChange.Outcome.DELETED : RowChange.Outcome.WRITTEN);
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
            "cannot tell whether row %s of %s was written, or will be: the engine did not answer; repeat the statement"
                .formatted(table.primaryKey().readable(change.key()), table.name()),
            failure)
        : failure;
  }

  @Override
  public Together writeTogether(List<RowChange> changes) {
    if (changes.size() == 1) {
      Each each = writeEach(changes);
      RuntimeException refusal = each.refusals().get(0);
      if (refusal != null) {
        throw refusal;
      }
      boolean changed = each.outcomes().get(0) != RowChange.Outcome.UNCHANGED;
      return new Together(changed ? 1 : 0, -1, null, null);
    }
    requireOnePartition(changes);
    Instant now = clock.instant();
    Found found = read(changes, now);
    List<PlainWrite> group = new ArrayList<>(changes.size());
    long changed = 0;
    for (int i = 0; i < changes.size(); i++) {
      if (!found.isMissing(i)) {
        try {
          found.requireNotLater(i, limit(now));
          group.addAll(PlainRows.of(changes.get(i), now, nextMicros(now)));
          changed++;
        } catch (TableException e) {
          return new Together(0, i, e, null);
        }
      }
    }
    if (!group.isEmpty()) {
      StoredTable table = changes.get(0).table();
      requireWritable(table);
      Optional<StoreException> failure =
          PlainWrites.of(engine, table.name()).write(List.of(group), now.toEpochMilli()).get(0);
      if (failure.isPresent()) {
        throw refusal(changes.get(0), failure.get());
      }
    }
    return new Together(changed, -1, null, null);
  }

  /** Refuses rows that the engine does not write in one step. */
  private static void requireOnePartition(List<RowChange> changes) {
    RowChange first = changes.get(0);
    for (RowChange change : changes) {
      boolean same =
          change.table() == first.table()
              && first.table().layout().isOnePartition(change.key(), first.key());
      if (!same) {
        throw new TableException(
            ErrorCode.UNSUPPORTED,
            "cannot write %d rows in one step: found rows of several partitions, expected those of one partition of %s; write them one by one, or in BEGIN UNLOGGED BATCH, where each changes for itself"
                .formatted(changes.size(), first.table().name()));
      }
    }
  }

  private long nextMicros(Instant now) {
    long least = RowCells.micros(now);
    return lastMicros.updateAndGet(last -> Math.max(last + 1, least));
  }

  /** The latest time that a value may have which this process can replace now. */
  private long limit(Instant now) {
    return Math.max(lastMicros.get(), RowCells.micros(now));
  }

  /** Reads the rows of those changes that depend on them. */
  private Found read(List<RowChange> changes, Instant now) {
    List<@Nullable StoredRow> rows = new ArrayList<>(changes.size());
    Set<StoredTable> read = new LinkedHashSet<>();
    for (RowChange change : changes) {
      rows.add(null);
      if (Found.isNeeded(change)) {
        read.add(change.table());
      }
    }
    if (!read.isEmpty()) {
      try (Snapshot snapshot = engine.snapshot(now.toEpochMilli())) {
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
   * Rows that were read for changes.
   *
   * @param rows in the order of the changes; null for none, and where none was read
   */
  private record Found(List<RowChange> changes, List<@Nullable StoredRow> rows) {

    static boolean isNeeded(RowChange change) {
      return change.requiresPresent()
          || (change.table().definition().isAttached() && !change.using().hasTimestamp());
    }

    /** Whether a change only concerns a row that exists, and there is none. */
    boolean isMissing(int place) {
      return changes.get(place).requiresPresent() && rows.get(place) == null;
    }

    /** Refuses a write that a value of a later time would hide. */
    void requireNotLater(int place, long micros) {
      RowChange change = changes.get(place);
      StoredRow row = rows.get(place);
      if (row == null || !change.table().definition().isAttached()) {
        return;
      }
      StoredTable table = change.table();
      List<Integer> columns = new ArrayList<>(PlainRows.places(change));
      for (int i = 0; change.isDelete() && i < table.columns().size(); i++) {
        columns.add(i);
      }
      for (int column : columns) {
        Cell cell = row.cell(table.columnId(column));
        if (cell != null && cell.timestamp() > micros) {
          throw new TableException(
              ErrorCode.CONFLICT,
              "cannot write row %s of %s: found %s written at %d, expected at most %d, which is now, since the later time would hide the write; correct it with the client that wrote it, or wait"
                  .formatted(
                      table.primaryKey().readable(change.key()),
                      table.name(),
                      Names.quote(table.columns().get(column).name()),
                      cell.timestamp(),
                      micros));
        }
      }
    }
  }
}
