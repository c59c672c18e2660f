package keywright.table.write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import keywright.key.KeyException;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.WriteBatch;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows and their index entries in one atomic step, on engines with {@link
 * keywright.store.Capability#ATOMIC_BATCHES}. The step is executed only if the rows still have the
 * versions that were read. Otherwise the writer locks its rows and tries again; it pauses if other
 * processes keep changing the rows. Safe for many threads.
 */
public final class AtomicRowWriter implements RowWriter {
  private static final String WRITE = "write to";

  private final Engine engine;
  private final InstantSource clock;
  private final DatabaseEvents events;
  private final AtomicLong lastVersion = new AtomicLong();
  private final RowLocks locks = new RowLocks();

  /**
   * Makes a writer.
   *
   * @param clock the clock for the versions of rows and for expiry
   * @param events is called for each write conflict
   */
  public AtomicRowWriter(Engine engine, InstantSource clock, DatabaseEvents events) {
    this.engine = engine;
    this.clock = clock;
    this.events = events;
  }

  private static void requireNotBeingFilled(List<RowChange> changes) {
    for (RowChange change : changes) {
      StoredTable unused = change.table().requireNotBeingFilled(WRITE);
    }
  }

  private void await(RowLocks.Held held, StoredTable table, int attempt) {
    events.writeRetried(table.name(), attempt);
    held.await(attempt);
  }

  /**
   * Writes the changes of one table in one atomic step. A change that its row refuses is left out.
   */
  @Override
  public Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation) {
    StoredTable unused = table.requireNotBeingFilled(WRITE);
    try (RowLocks.Held held = locks.begin(changes, cancellation)) {
      for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        RowWriter.check(table, cancellation);
        Instant now = clock.instant();
        // A change may have waited while the table got an index.
        if (table.canReplaceUnseen() && replaceUnseen(changes)) {
          return replace(table, changes, now);
        }
        List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(changes.size());
        List<RuntimeException> failures;
        boolean isWritten;
        try (RowStates states = RowStates.read(engine, now, changes, table)) {
          failures = apply(states, table, changes, outcomes);
          isWritten = write(states, now, false);
        }
        if (isWritten) {
          return new Result(outcomes, failures);
        }
        await(held, table, attempt);
      }
    }
    throw RowWriter.busy(table);
  }

  /** Makes the changes. A refused one has the outcome null; the result has why. */
  private static List<RuntimeException> apply(
      RowStates states,
      StoredTable table,
      List<RowChange> changes,
      List<RowChange.@Nullable Outcome> outcomes) {
    List<RuntimeException> failures = List.of();
    for (int i = 0; i < changes.size(); i++) {
      try {
        outcomes.add(states.apply(table, changes.get(i)));
      } catch (KeyException | TableException e) {
        outcomes.add(null);
        failures = failures.isEmpty() ? new ArrayList<>() : failures;
        failures.add(e);
      }
    }
    return failures;
  }

  private static boolean replaceUnseen(List<RowChange> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (!changes.get(i).replacesUnseen() || changes.get(i).expires()) {
        return false;
      }
    }
    return true;
  }

  /** Puts whole rows, whatever is stored: nothing is read, and no write conflict is possible. */
  private Result replace(StoredTable table, List<RowChange> changes, Instant now) {
    WriteBatch batch = new WriteBatch(now.toEpochMilli());
    RowHead head = RowHead.of(newVersion(now, table.entry().gcWatermark() + 1));
    List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(changes.size());
    List<RuntimeException> failures = List.of();
    for (int i = 0; i < changes.size(); i++) {
      try {
        RowChange change = changes.get(i);
        change.requireSameTable(table);
        RowCells.requireValues(table, change.values());
        batch.putWhole(table.layout(), change.key(), WriteBatch.ANY, head, change.values());
        outcomes.add(RowChange.Outcome.WRITTEN);
      } catch (TableException e) {
        outcomes.add(null);
        failures = failures.isEmpty() ? new ArrayList<>() : failures;
        failures.add(e);
      }
    }
    if (!batch.isEmpty() && !engine.write(batch)) {
      throw new IllegalStateException("a write without conditions was refused");
    }
    return new Result(outcomes, failures);
  }

  @Override
  public Together writeTogether(List<RowChange> changes, Cancellation cancellation) {
    requireNotBeingFilled(changes);
    try (RowLocks.Held held = locks.begin(changes, cancellation)) {
      for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        RowWriter.check(changes.get(0).table(), cancellation);
        Instant now = clock.instant();
        try (RowStates states = RowStates.read(engine, now, changes, null)) {
          Together outcome = apply(states, changes);
          if (!outcome.isWhole() || write(states, now, true)) {
            return outcome;
          }
        }
        await(held, changes.get(0).table(), attempt);
      }
    }
    throw RowWriter.busy(changes.get(0).table());
  }

  @Override
  public Each writeEach(List<RowChange> changes, Cancellation cancellation) {
    requireNotBeingFilled(changes);
    boolean conditional = changes.stream().anyMatch(RowChange::isConditional);
    try (RowLocks.Held held = locks.begin(changes, cancellation)) {
      for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        RowWriter.check(changes.get(0).table(), cancellation);
        Instant now = clock.instant();
        try (RowStates states = RowStates.read(engine, now, changes, null)) {
          Each each = new Each();
          int refused = applyEach(states, changes, each);
          if (refused >= 0) {
            return onlyRefused(changes.size(), refused, each.refusals().get(refused));
          }
          if (write(states, now, conditional)) {
            return each;
          }
        }
        await(held, changes.get(0).table(), attempt);
      }
    }
    throw RowWriter.busy(changes.get(0).table());
  }

  /**
   * Makes the changes in order until one is refused. Returns the index of the refused change, or
   * -1.
   */
  private static int applyEach(RowStates states, List<RowChange> changes, Each each) {
    for (int i = 0; i < changes.size(); i++) {
      RowChange change = changes.get(i);
      try {
        RowChange.Outcome outcome = states.apply(change.table(), change);
        if (outcome == RowChange.Outcome.UNMET) {
          each.unmet(states.of(change.table(), change.key()).current());
        } else {
          each.made(outcome);
        }
      } catch (KeyException | TableException e) {
        each.refused(e);
        return i;
      }
    }
    return -1;
  }

  private static Each onlyRefused(int count, int place, @Nullable RuntimeException refusal) {
    Each each = new Each();
    for (int i = 0; i < count; i++) {
      if (i == place && refusal != null) {
        each.refused(refusal);
      } else {
        each.made(null);
      }
    }
    return each;
  }

  private static Together apply(RowStates states, List<RowChange> changes) {
    long changed = 0;
    for (int i = 0; i < changes.size(); i++) {
      RowChange change = changes.get(i);
      try {
        RowChange.Outcome outcome = states.apply(change.table(), change);
        if (outcome == RowChange.Outcome.UNMET) {
          return new Together(0, i, null, states.of(change.table(), change.key()));
        }
        changed += outcome == RowChange.Outcome.UNCHANGED ? 0 : 1;
      } catch (KeyException | TableException e) {
        return new Together(0, i, e, null);
      }
    }
    return new Together(changed, -1, null, null);
  }

  /**
   * Writes the changed rows, if they are still as they were read.
   *
   * @param wholly whether the unchanged rows must also be as they were read
   */
  private boolean write(RowStates states, Instant now, boolean wholly) {
    WriteBatch batch = new WriteBatch(now.toEpochMilli());
    long version = newVersion(now, states.all());
    List<RowState> same = List.of();
    for (RowState state : states.all()) {
      if (!state.addTo(batch, version) && wholly) {
        same = same.isEmpty() ? new ArrayList<>() : same;
        same.add(state);
      }
    }
    if (batch.isEmpty()) {
      return true;
    }
    same.forEach(state -> state.addExpectationTo(batch));
    states.addClaimsTo(batch, version);
    return engine.write(batch, states.mark());
  }

  /**
   * A new version: the current time in microseconds since 1970, or higher, so that it is above
   * every version that this process has given or found. So a row that is deleted and inserted again
   * never gets a version that it already had.
   */
  private long newVersion(Instant now, List<RowState> states) {
    long least = 0;
    for (RowState state : states) {
      least = Math.max(least, state.leastVersion());
    }
    return newVersion(now, least);
  }

  private long newVersion(Instant now, long least) {
    long atLeast = Math.max(RowCells.micros(now), least);
    long last;
    long version;
    do {
      last = lastVersion.get();
      version = Math.max(last + 1, atLeast);
    } while (!lastVersion.compareAndSet(last, version));
    return version;
  }
}
