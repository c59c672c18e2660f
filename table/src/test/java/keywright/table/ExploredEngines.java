package keywright.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.store.Engine;
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
   * @param stored the number of the state that it leads to
   * @param text tells answers apart
   */
  record Answer(int stored, Object given, String text) {}

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

  private final List<Engine> engines = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();
  private final Map<String, Integer> engineNumbers = new HashMap<>();
  private final List<Object> writes = new ArrayList<>();
  private final Map<String, Integer> writeNumbers = new HashMap<>();
  private final IdentityHashMap<Object, Integer> seenWrites = new IdentityHashMap<>();

  private final Map<Asked, Answer> answers = new HashMap<>();
  private final Map<Long, Applied> applied = new HashMap<>();
  private final Map<Long, Integer> accepted = new HashMap<>();
  private final Map<Integer, Map<PaxosEngine.Round, Integer>> completed = new HashMap<>();
  private final Map<Integer, Long> catalogVersions = new HashMap<>();
  private final Map<Integer, Map<String, Registration>> registrations = new HashMap<>();
  private final Set<Long> masked = new HashSet<>();

  ExploredEngines(Exploration.Check check, Faults faults) {
    this.check = check;
    this.masks = faults.masks();
  }

  /** The number of what is in an engine, which nobody changes from now on. */
  int number(Engine engine) {
    String text = EngineStates.describe(engine);
    Integer known = engineNumbers.get(text);
    if (known != null) {
      return known;
    }
    // What a round comes to is another state; it may as well never complete.
    boolean isOpen = !EngineStates.openRounds(engine).isEmpty();
    String verdict =
        isOpen ? verdicts.get(number(((PaxosEngine) engine).withoutRounds())) : check.apply(engine);
    engines.add(engine);
    verdicts.add(verdict);
    engineNumbers.put(text, engines.size() - 1);
    return engines.size() - 1;
  }

  /** Whether conditional writes may stay open, as in Cassandra. */
  boolean hasRounds(int stored) {
    return engines.get(stored) instanceof PaxosEngine;
  }

  /** What completes of what was accepted, and the number of the state that it leads to. */
  Map<PaxosEngine.Round, Integer> completed(int stored) {
    return completed.computeIfAbsent(
        stored,
        any -> {
          Map<PaxosEngine.Round, Integer> after = new LinkedHashMap<>();
          for (PaxosEngine.Round round : EngineStates.openRounds(engines.get(stored))) {
            PaxosEngine engine = (PaxosEngine) copy(stored);
            if (!engine.complete(round)) {
              masked.add(round.nonce());
            }
            after.put(round, number(engine));
          }
          return after;
        });
  }

  /** The state in which a write is accepted and not committed; -1 when its condition is not met. */
  int accepted(int stored, int write) {
    if (!hasRounds(stored) || !(writes.get(write) instanceof WriteBatch batch)) {
      return -1;
    }
    return accepted.computeIfAbsent(
        both(stored, write),
        any -> {
          PaxosEngine engine = (PaxosEngine) copy(stored);
          try {
            return engine.accept(batch) ? number(engine) : -1;
          } catch (StoreException e) {
            return -1;
          }
        });
  }

  /** The state in which cells with a TTL are gone. */
  int expired(int stored) {
    if (!(engines.get(stored) instanceof PaxosEngine paxos) || !paxos.expires()) {
      return stored;
    }
    PaxosEngine engine = paxos.copy();
    engine.expire();
    return number(engine);
  }

  /** An engine with what is stored, to be changed. */
  Engine copy(int stored) {
    return EngineStates.copy(engines.get(stored));
  }

  /** Finds what is wrong with what is stored; null for nothing. */
  String wrong(int stored) {
    String wrong = verdicts.get(stored);
    return wrong == null ? null : wrong + " in\n" + EngineStates.describe(engines.get(stored));
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

  /** Both numbers as one; the odd factor makes hashes of few collisions. */
  private static long both(int stored, int write) {
    return (((long) stored << 32) | write) * 0x9E37_79B9_7F4A_7C15L;
  }

  Applied apply(int stored, int write) {
    return applied.computeIfAbsent(
        both(stored, write),
        any -> {
          Engine engine = copy(stored);
          try {
            if (!(writes.get(write) instanceof WriteBatch batch)) {
              TimedWrites.of(engine).write(List.of((TimedWrite) writes.get(write)));
              return new Applied(number(engine), true, null);
            }
            boolean done =
                engine instanceof PaxosEngine paxos
                    ? isDone(paxos, batch, nonce(write))
                    : isDone((MemoryEngine) engine, batch, nonce(write));
            return new Applied(number(engine), done, null);
          } catch (StoreException e) {
            return new Applied(stored, false, e);
          }
        });
  }

  private boolean isDone(PaxosEngine engine, WriteBatch batch, long nonce) {
    PaxosEngine.Outcome outcome = engine.compareAndSet(batch);
    if (!outcome.seen()) {
      masked.add(nonce);
    }
    return outcome.done();
  }

  private boolean isDone(MemoryEngine engine, WriteBatch batch, long nonce) {
    if (masks && MemoryStates.isMasked(engine, batch)) {
      masked.add(nonce);
      return true;
    }
    boolean done = engine.write(batch);
    if (masks && done) {
      MemoryStates.markRemoved(engine, batch);
    }
    return done;
  }

  /** What is answered to a read, which changes nothing but the rounds that a settled one ends. */
  Answer read(int stored, AskingEngine.Request request) {
    Answer known = answers.get(new Asked(stored, request));
    if (known != null) {
      return known;
    }
    boolean settles =
        request instanceof AskingEngine.Get get
            && get.options().settled()
            && !EngineStates.openRounds(engines.get(stored)).isEmpty();
    Engine engine = settles ? copy(stored) : engines.get(stored);
    Object given;
    try {
      given = AskingEngine.at(engine, request);
    } catch (StoreException e) {
      given = e;
    }
    int after = settles ? number(engine) : stored;
    Answer answer = new Answer(after, given, ExplorationText.answer(given));
    answers.put(new Asked(stored, request), answer);
    return answer;
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
