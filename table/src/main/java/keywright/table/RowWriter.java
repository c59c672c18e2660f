package keywright.table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Carries out changes of rows: reads what is there, works out the rows after the changes and the
 * index entries that come and go, and writes all of it in one atomic step that holds only while the
 * rows are still at the versions that were read. Else it starts again.
 *
 * <p>Safe for many threads.
 */
final class RowWriter {
  private static final int ATTEMPTS_MAX = 100;

  private final Engine engine;
  private final InstantSource clock;
  private final AtomicLong lastVersion = new AtomicLong();

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
      return outcomes.stream().filter(o -> o == outcome).count();
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
   * A change of the row whose key columns are in {@code given}.
   *
   * @throws KeyException for values that the key cannot hold
   */
  static RowChange change(
      StoredTable table, RowChange.Kind kind, @Nullable Object[] given, Using using) {
    RowChange change = RowChange.of(table, kind, given, using);
    table.requireFits(table.layout(), change.key());
    return change;
  }

  /**
   * Makes the changes in order, all that can be made in one atomic step. A change that its row
   * refuses is left out and reported; the others are not concerned.
   */
  Result write(StoredTable table, List<RowChange> changes) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Instant now = clock.instant();
      Map<Key, RowState> states = read(table, changes, now);
      List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(changes.size());
      List<RuntimeException> failures = new ArrayList<>();
      for (RowChange change : changes) {
        try {
          outcomes.add(Objects.requireNonNull(states.get(change.key())).apply(change));
        } catch (KeyException | TableException e) {
          outcomes.add(null);
          failures.add(e);
        }
      }
      WriteBatch batch = new WriteBatch(now.toEpochMilli());
      long version = newVersion(now, states.values());
      boolean writes = false;
      for (RowState state : states.values()) {
        writes |= state.addTo(batch, version);
      }
      if (!writes || engine.write(batch)) {
        return new Result(outcomes, failures);
      }
    }
    throw new TableException(
        "cannot write to %s: the rows changed meanwhile, %d times in a row; try again"
            .formatted(table.name(), ATTEMPTS_MAX));
  }

  /**
   * Microseconds since 1970, or what is above every version that was given or found before: a row
   * that is deleted and inserted again does not come back at a version that it had.
   */
  private long newVersion(Instant now, Collection<RowState> states) {
    long atLeast = RowCells.micros(now);
    for (RowState state : states) {
      atLeast = Math.max(atLeast, state.leastVersion());
    }
    long least = atLeast;
    return lastVersion.updateAndGet(last -> Math.max(last + 1, least));
  }

  private Map<Key, RowState> read(StoredTable table, List<RowChange> changes, Instant now) {
    Set<Key> distinct = new LinkedHashSet<>();
    changes.forEach(change -> distinct.add(change.key()));
    List<Key> keys = List.copyOf(distinct);
    Map<Key, RowState> states = new LinkedHashMap<>();
    // A write that gives a time may lose to a deletion, which only the history has.
    boolean history = changes.stream().anyMatch(change -> change.using().hasTimestamp());
    RowOptions options = new RowOptions(storedFamilies(table), history);
    try (Snapshot snapshot = engine.snapshot(now.toEpochMilli())) {
      List<@Nullable StoredRow> rows = snapshot.get(table.layout(), keys, options);
      for (int i = 0; i < keys.size(); i++) {
        states.put(keys.get(i), new RowState(table, keys.get(i), rows.get(i), now));
      }
    }
    return states;
  }

  private static Set<String> storedFamilies(StoredTable table) {
    Set<String> families = new LinkedHashSet<>();
    for (FamilyLayout family : table.layout().families()) {
      if (!family.columns().isEmpty()) {
        families.add(family.name());
      }
    }
    return families;
  }
}
