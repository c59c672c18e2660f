package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import keywright.key.KeyException;
import keywright.store.Engine;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Carries out changes of rows: reads what is there, works out the rows after the changes and the
 * index entries that come and go, and writes all of it in one atomic step that holds only while the
 * rows are still at the versions that were read. Else it starts again, in turn with other writers
 * of the process and after a pause when those of other processes stay faster.
 *
 * <p>Safe for many threads.
 */
final class RowWriter {
  private static final int ATTEMPTS_MAX = 100;
  private static final long PAUSE_MIN_NANOS = 20_000;
  private static final long PAUSE_MAX_NANOS = 20_000_000;

  private final Engine engine;
  private final InstantSource clock;
  private final AtomicLong lastVersion = new AtomicLong();
  private final RowTurns turns = new RowTurns();

  RowWriter(Engine engine, InstantSource clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /**
   * What became of each change.
   *
   * @param outcomes in the order of the changes; null for one that could not be made
   * @param failures of those that could not be made, in order
   */
  record Result(List<RowChange.@Nullable Outcome> outcomes, List<RuntimeException> failures) {
    long count(RowChange.Outcome outcome) {
      long count = 0;
      for (RowChange.Outcome each : outcomes) {
        count += each == outcome ? 1 : 0;
      }
      return count;
    }

    /** Throws the first failure, if any. */
    Result orThrow() {
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
      return this;
    }
  }

  /**
   * What became of changes that are made together.
   *
   * @param changed how many of them changed something
   * @param failed the place of the one for which nothing was written; -1 for none
   * @param refusal why it cannot be made; null when its row is not as it expects
   * @param found its row then
   */
  record Together(
      long changed, int failed, @Nullable RuntimeException refusal, @Nullable RowState found) {
    boolean isWhole() {
      return failed < 0;
    }
  }

  /**
   * Makes the changes of one table in order, all that can be made in one atomic step. A change that
   * its row refuses is left out and reported; the others are not concerned.
   */
  Result write(StoredTable table, List<RowChange> changes) {
    try (RowTurns.Turn turn = turns.begin(RowTurns.of(changes))) {
      for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        Instant now = clock.instant();
        RowStates states = RowStates.read(engine, now, changes, change -> table);
        List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(changes.size());
        List<RuntimeException> failures = new ArrayList<>();
        for (RowChange change : changes) {
          try {
            outcomes.add(states.apply(table, change));
          } catch (KeyException | TableException e) {
            outcomes.add(null);
            failures.add(e);
          }
        }
        if (write(states, now, false)) {
          return new Result(outcomes, failures);
        }
        await(turn, attempt);
      }
    }
    throw busy(table);
  }

  /**
   * Makes changes, of several tables perhaps, in order and all in one atomic step, or none of them:
   * when a row is not as its change expects, or refuses it, nothing is written.
   */
  Together writeTogether(List<RowChange> changes) {
    try (RowTurns.Turn turn = turns.begin(RowTurns.of(changes))) {
      for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        Instant now = clock.instant();
        RowStates states = RowStates.read(engine, now, changes, RowChange::table);
        Together outcome = apply(states, changes);
        if (!outcome.isWhole() || write(states, now, true)) {
          return outcome;
        }
        await(turn, attempt);
      }
    }
    throw busy(changes.get(0).table());
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
   * Writes the rows that changed, if they are still as they were read.
   *
   * @param wholly whether the rows that did not change must be so too
   */
  private boolean write(RowStates states, Instant now, boolean wholly) {
    WriteBatch batch = new WriteBatch(now.toEpochMilli());
    long version = newVersion(now, states.all());
    List<RowState> same = new ArrayList<>(0);
    for (RowState state : states.all()) {
      if (!state.addTo(batch, version)) {
        same.add(state);
      }
    }
    if (batch.isEmpty()) {
      return true;
    }
    if (wholly) {
      same.forEach(state -> state.addExpectationTo(batch));
    }
    states.addClaimsTo(batch, version);
    return engine.write(batch, states.mark());
  }

  /**
   * After a refusal: waits for a turn, or, when it is this writer's already and others work on the
   * rows all the same, for a while that gets longer.
   */
  private static void await(RowTurns.Turn turn, int attempt) {
    if (turn.isTaken()) {
      long most = Math.min(PAUSE_MAX_NANOS, PAUSE_MIN_NANOS << Math.min(attempt, 20));
      // Chance only keeps processes out of step; nothing that is stored depends on it.
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
    }
    turn.take();
  }

  private static TableException busy(StoredTable table) {
    return new TableException(
        "cannot write to %s: others changed the rows meanwhile, %d times in a row; try again"
            .formatted(table.name(), ATTEMPTS_MAX));
  }

  /**
   * Microseconds since 1970, or what is above every version that was given or found before: a row
   * that is deleted and inserted again does not come back at a version that it had.
   */
  private long newVersion(Instant now, List<RowState> states) {
    long atLeast = RowCells.micros(now);
    for (RowState state : states) {
      atLeast = Math.max(atLeast, state.leastVersion());
    }
    long least = atLeast;
    return lastVersion.updateAndGet(last -> Math.max(last + 1, least));
  }
}
