package keywright.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.store.MemoryEngine;
import keywright.store.MemoryStates;
import keywright.store.RowOptions;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Registrations.Registration;
import keywright.table.catalog.StoredRegistrations;

/**
 * What an {@link Exploration} finds stored and written, each once, by numbers: what comes of a read
 * or a write in a state of the engine is found out when it is first asked for.
 */
final class ExploredEngines {
  /**
   * What comes of a write.
   *
   * @param stored the number of the state that it leads to
   * @param done whether its conditions were met
   * @param failure of the engine, for a table that is not there; null for none
   */
  record Applied(int stored, boolean done, StoreException failure) {}

  /**
   * What is answered to a question.
   *
   * @param text tells answers apart
   */
  record Answer(Object given, String text) {}

  /** The same question of the same actor; two alike may be asked twice. */
  private record Asked(int stored, AskingEngine.Request request) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Asked asked && asked.stored == stored && asked.request == request;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(request) + stored;
    }
  }

  private final Exploration.Check check;
  private final boolean masks;

  private final List<MemoryEngine> engines = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();
  private final Map<String, Integer> engineNumbers = new HashMap<>();
  private final List<Object> writes = new ArrayList<>();
  private final Map<String, Integer> writeNumbers = new HashMap<>();
  private final IdentityHashMap<Object, Integer> seenWrites = new IdentityHashMap<>();

  private final Map<Asked, Answer> answers = new HashMap<>();
  private final Map<Long, Applied> applied = new HashMap<>();
  private final Map<Integer, Long> catalogVersions = new HashMap<>();
  private final Map<Integer, Map<String, Registration>> registrations = new HashMap<>();
  private final Set<Long> masked = new HashSet<>();

  ExploredEngines(Exploration.Check check, Faults faults) {
    this.check = check;
    this.masks = faults.masks();
  }

  /** The number of what is in an engine, which nobody changes from now on. */
  int number(MemoryEngine engine) {
    return engineNumbers.computeIfAbsent(
        MemoryStates.describe(engine),
        any -> {
          engines.add(engine);
          verdicts.add(check.apply(engine));
          return engines.size() - 1;
        });
  }

  /** An engine with what is stored, to be changed. */
  MemoryEngine copy(int stored) {
    return MemoryStates.copy(engines.get(stored));
  }

  /** Finds what is wrong with what is stored; null for nothing. */
  String wrong(int stored) {
    String wrong = verdicts.get(stored);
    return wrong == null ? null : wrong + " in\n" + MemoryStates.describe(engines.get(stored));
  }

  /**
   * The number of a batch or a timed write.
   *
   * @param text tells writes apart
   */
  int writeNumber(Object write, Supplier<String> text) {
    return seenWrites.computeIfAbsent(
        write,
        first ->
            writeNumbers.computeIfAbsent(
                text.get(),
                any -> {
                  writes.add(write);
                  return writes.size() - 1;
                }));
  }

  Object write(int write) {
    return writes.get(write);
  }

  /** The nonce that a write gives a row; 0 for none. */
  long nonce(int write) {
    if (writes.get(write) instanceof WriteBatch batch) {
      for (RowWrite one : batch.writes()) {
        if (one instanceof RowWrite.Put put && put.head() != null) {
          return put.head().nonce();
        }
      }
    }
    return 0;
  }

  /** Whether a write of this nonce has happened somewhere and was not seen. */
  boolean isMasked(long nonce) {
    return masked.contains(nonce);
  }

  Applied apply(int stored, int write) {
    return applied.computeIfAbsent(
        ((long) stored << 32) | write,
        any -> {
          MemoryEngine engine = copy(stored);
          boolean done = true;
          try {
            if (writes.get(write) instanceof WriteBatch batch) {
              if (masks && MemoryStates.isMasked(engine, batch)) {
                masked.add(nonce(write));
                return new Applied(stored, true, null);
              }
              done = engine.write(batch);
              if (masks && done) {
                MemoryStates.markRemoved(engine, batch);
              }
            } else {
              TimedWrites.of(engine).write(List.of((TimedWrite) writes.get(write)));
            }
          } catch (StoreException e) {
            return new Applied(stored, false, e);
          }
          return new Applied(done ? number(engine) : stored, done, null);
        });
  }

  /** What is answered to a question that changes nothing. */
  Answer read(int stored, AskingEngine.Request request) {
    return answers.computeIfAbsent(
        new Asked(stored, request),
        any -> {
          Object given;
          try {
            given = AskingEngine.at(engines.get(stored), request);
          } catch (StoreException e) {
            given = e;
          }
          return new Answer(given, ExplorationText.answer(given));
        });
  }

  /** The version of the catalog, which is that of the one table in it. */
  long catalog(int stored) {
    return catalogVersions.computeIfAbsent(
        stored,
        any -> {
          Key table = Catalog.LAYOUT.keySchema().key(World.TABLE.name());
          RowOptions options = RowOptions.of(Catalog.FAMILIES);
          return engines.get(stored).get(Catalog.LAYOUT, table, options, 0).version();
        });
  }

  /** The registrations that exist. */
  Map<String, Registration> registrations(int stored) {
    return registrations.computeIfAbsent(
        stored, any -> new StoredRegistrations(engines.get(stored)).read());
  }

  /** Whether a process has a registration that nobody has asked. */
  boolean isUnasked(int stored, String registration) {
    Registration one = registrations(stored).get(registration);
    return one != null && !one.asked();
  }
}
