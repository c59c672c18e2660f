package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import keywright.store.MemoryEngine;
import keywright.store.MemoryStates;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;

/**
 * What may come of actors that work on one engine: in any order, with writes that are late, come
 * twice or are not answered, and an engine that forgets deletes. Nothing is left to chance, so
 * states can be told apart and each is looked at once: what is stored, where each actor is, which
 * writes are under way and which have happened.
 *
 * <p>An actor that dies does nothing any longer, which every state allows, and a write that is lost
 * is one that stays under way: neither needs a step of its own.
 */
final class Exploration {
  /** Finds what is wrong with what is stored; null for nothing. */
  interface Check extends Function<MemoryEngine, String> {}

  /** A state that must not be, and how it came to be. */
  record Violation(String what, List<String> steps) {}

  private record Known(ExploredState state, int parent, String step) {}

  /**
   * What comes of a write.
   *
   * @param failure of the engine, for a table that is not there; null for none
   */
  private record Applied(int stored, boolean done, StoreException failure) {}

  private record Asked(int stored, AskingEngine.Request request) {}

  /**
   * What the engine and its client do besides what they are told.
   *
   * @param late how many writes are late, come twice or are not answered
   * @param compacts whether timed deletes may be forgotten
   * @param refusesItsOwn whether a write is repeated by the client, which then says that it was
   *     refused
   * @param stampsReturn whether a row may come to a stamp that it had, as it does where rows are
   *     removed; else a write that was refused once is refused for ever
   * @param masks whether a row that is removed leaves a marker, under which later ones of no higher
   *     version are written and not seen
   */
  record Faults(
      int late, boolean compacts, boolean refusesItsOwn, boolean stampsReturn, boolean masks) {
    static Faults of(int late) {
      return new Faults(late, false, false, false, false);
    }

    Faults compacting() {
      return new Faults(late, true, refusesItsOwn, stampsReturn, masks);
    }

    Faults refusingItsOwn() {
      return new Faults(late, compacts, true, stampsReturn, masks);
    }

    Faults withReturningStamps() {
      return new Faults(late, compacts, refusesItsOwn, true, masks);
    }

    Faults masking() {
      return new Faults(late, compacts, refusesItsOwn, stampsReturn, true);
    }
  }

  private static final String CATALOG = DefinitionChecks.RESERVED + ".catalog";

  private final List<Actor> actors;
  private final Check check;
  private final Faults faults;

  private final List<MemoryEngine> engines = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();
  private final Map<String, Integer> engineIds = new HashMap<>();

  private final List<Object> writes = new ArrayList<>();

  /** The version of the catalog that the writer of each went by. */
  private final Map<Integer, Long> catalogs = new HashMap<>();

  private final Map<String, Integer> writeIds = new HashMap<>();
  private final Map<Long, Applied> applied = new HashMap<>();
  private final Map<Integer, Long> catalogVersions = new HashMap<>();
  private final Set<Long> masked = new HashSet<>();

  private final List<Known> known = new ArrayList<>();
  private final Map<Ints, Integer> seen = new HashMap<>();
  private int at;
  private Violation violation;
  private final List<Known> choices = new ArrayList<>();
  private boolean walks;

  Exploration(List<Actor> actors, Check check, Faults faults) {
    this.actors = actors;
    this.check = check;
    this.faults = faults;
  }

  /** The number of states looked at. */
  int states() {
    return known.size();
  }

  /**
   * Looks at all that may come.
   *
   * @param statesMax more than these are an error of the test
   * @return the first state that must not be; null for none
   */
  Violation all(MemoryEngine initial, int statesMax) {
    at = -1;
    visit(first(initial), "at first");
    for (at = 0; at < known.size() && violation == null; at++) {
      if (known.size() > statesMax) {
        throw new AssertionError("more than " + statesMax + " states of " + actors);
      }
      expand(known.get(at).state);
    }
    return violation;
  }

  /** Goes one way through all that may come, with a look at what lies beside it. */
  Violation one(MemoryEngine initial, Random random) {
    known.clear();
    choices.clear();
    walks = true;
    at = -1;
    visit(first(initial), "at first");
    while (!choices.isEmpty() && violation == null) {
      known.add(choices.get(random.nextInt(choices.size())));
      choices.clear();
      at++;
      expand(known.get(at).state);
    }
    return violation;
  }

  private ExploredState first(MemoryEngine initial) {
    Actor.Place[] places = actors.stream().map(Actor::start).toArray(Actor.Place[]::new);
    return new ExploredState(stored(initial), places, faults.late, new int[0], new long[0], 0);
  }

  private void expand(ExploredState state) {
    for (int i = 0; i < state.places.length; i++) {
      AskingEngine.Request request = state.places[i].request;
      if (request instanceof AskingEngine.Batches batches) {
        write(state, i, batches);
      } else if (request instanceof AskingEngine.Timed timed) {
        writeTimed(state, i, timed.writes());
      } else if (request instanceof AskingEngine.Made made) {
        make(state, i, made);
      } else if (request instanceof AskingEngine.TimeUp up) {
        timeUp(state, i, up);
      } else if (request instanceof AskingEngine.TimePasses passing) {
        timePasses(state, i, passing);
      } else if (request != null) {
        Object answer = read(state.stored, request);
        answered(state, i, answer, ExplorationText.answer(answer), state);
      }
    }
    for (int i = 0; i < state.underWay.length; i++) {
      if (i == 0 || state.underWay[i] != state.underWay[i - 1]) {
        int write = state.underWay[i];
        Applied after = apply(state.stored, write);
        visit(
            state
                .withStored(after.stored)
                .withUnderWay(without(state.underWay, i))
                .withDone(after.done ? with(state.done, nonce(write)) : state.done),
            "arrives late: " + ExplorationText.show(writes.get(write)));
      }
    }
    if (!faults.compacts) {
      return;
    }
    MemoryEngine compacted = MemoryStates.copy(engines.get(state.stored));
    MemoryStates.forgetDeletes(compacted);
    visit(state.withStored(stored(compacted)), "deletes are forgotten");
  }

  private void writeTimed(ExploredState state, int actor, List<? extends TimedWrite> timed) {
    int stored = state.stored;
    int[] all = state.underWay;
    StoreException failure = null;
    for (TimedWrite write : timed) {
      int id = id(write, ExplorationText.show(write));
      Applied after = apply(stored, id);
      failure = failure == null ? after.failure : failure;
      stored = after.stored;
      all = with(all, id);
    }
    ExploredState after = state.withStored(stored);
    if (failure != null) {
      answered(state, actor, failure, "failure", after);
    } else {
      answered(state, actor, "done", "done", after);
    }
    if (state.late > 0) {
      ExploredState later = state.withLate(state.late - 1).withUnderWay(all);
      answered(state, actor, AskingEngine.SILENCE, "silence", later);
      if (failure == null && timed.get(0) instanceof TimedWrite.Delete) {
        answered(state, actor, "done", "done", later.withStored(stored));
      }
    }
  }

  private void write(ExploredState state, int actor, AskingEngine.Batches request) {
    List<WriteBatch> batches = request.batches();
    if (batches.size() != 1) {
      throw new AssertionError("more rows than one at a time");
    }
    int id = id(batches.get(0), ExplorationText.show(batches.get(0)) + " by " + request.catalog());
    catalogs.put(id, request.catalog());
    Applied after = apply(state.stored, id);
    if (after.failure != null) {
      answered(state, actor, after.failure, "failure", state);
      return;
    }
    ExploredState done =
        state
            .withStored(after.stored)
            .withDone(after.done ? with(state.done, nonce(id)) : state.done);
    answered(state, actor, after.done ? Written.DONE : Written.REFUSED, done);
    if (state.late == 0) {
      return;
    }
    ExploredState late = state.withLate(state.late - 1);
    if (after.done) {
      answered(state, actor, Written.UNANSWERED, done.withLate(late.late));
      if (faults.refusesItsOwn) {
        answered(state, actor, Written.REFUSED, done.withLate(late.late));
      }
    }
    int[] more = with(state.underWay, id);
    answered(state, actor, Written.UNANSWERED, late.withUnderWay(more));
    if (after.done) {
      answered(state, actor, Written.DONE, done.withLate(late.late).withUnderWay(more));
    }
  }

  /** Definitions are changed in less time than is waited for, or not at all. */
  private void make(ExploredState state, int actor, AskingEngine.Made made) {
    if (made.catalog() < state.catalog) {
      answered(state, actor, new StoreException("took too long"), "failure", state);
      return;
    }
    MemoryEngine engine = MemoryStates.copy(engines.get(state.stored));
    try {
      if (made.layout() == null) {
        engine.dropTable(made.dropped());
      } else {
        engine.createTable(made.layout());
      }
    } catch (StoreException e) {
      answered(state, actor, e, "failure", state);
      return;
    }
    answered(state, actor, "done", "done", state.withStored(stored(engine)));
  }

  /** Time may pass or not; what is as it was read may as well not be read again. */
  private void timeUp(ExploredState state, int actor, AskingEngine.TimeUp up) {
    if (up.catalog() >= state.catalog) {
      answered(state, actor, false, "no", state);
    }
    if (up.catalog() < catalog(state.stored)) {
      answered(state, actor, true, "yes", state);
    }
  }

  /**
   * Nobody goes by an older catalog than the one that is waited for. For writes, none happens any
   * longer that was sent by an older one, or was about to be.
   */
  private void timePasses(ExploredState state, int actor, AskingEngine.TimePasses passing) {
    ExploredState later = state.withCatalog(Math.max(state.catalog, passing.catalog()));
    if (passing.forWrites()) {
      later =
          later.withUnderWay(
              Arrays.stream(state.underWay)
                  .filter(id -> catalogs.getOrDefault(id, Long.MAX_VALUE) >= passing.catalog())
                  .toArray());
      for (int i = 0; i < state.places.length; i++) {
        if (state.places[i].request instanceof AskingEngine.Batches batches
            && batches.catalog() < passing.catalog()) {
          later =
              later.withAnswer(
                  i, List.of(Written.UNANSWERED), List.of(Written.UNANSWERED).toString());
        }
      }
    }
    answered(state, actor, "later", "later", later);
  }

  private void answered(ExploredState state, int actor, Written answer, ExploredState after) {
    answered(state, actor, List.of(answer), List.of(answer).toString(), after);
  }

  /**
   * @param after what it is then, but for the answer
   */
  private void answered(
      ExploredState state, int actor, Object answer, String text, ExploredState after) {
    visit(
        after.withAnswer(actor, answer, text),
        actors.get(actor)
            + " asks "
            + ExplorationText.show(state.places[actor].request)
            + ": "
            + text);
  }

  private void visit(ExploredState reached, String step) {
    ExploredState state = faults.stampsReturn ? reached : withoutRefused(reached);
    Known next = new Known(state, at, step);
    if (walks) {
      if (at < 0 || !state.key().equals(known.get(at).state.key())) {
        choices.add(next);
      }
    } else if (seen.putIfAbsent(state.key(), known.size()) == null) {
      known.add(next);
    } else {
      return;
    }
    String wrong = wrong(state);
    if (wrong != null && violation == null) {
      List<String> steps = new ArrayList<>();
      for (Known one = next; one != null; one = one.parent < 0 ? null : known.get(one.parent)) {
        steps.add(0, one.step);
      }
      violation = new Violation(wrong, steps);
    }
  }

  /** Leaves out the writes under way that are refused from now on, whenever they come. */
  private ExploredState withoutRefused(ExploredState state) {
    int[] left =
        Arrays.stream(state.underWay).filter(write -> mayHappen(state.stored, write)).toArray();
    return left.length == state.underWay.length ? state : state.withUnderWay(left);
  }

  private boolean mayHappen(int stored, int write) {
    Applied after = apply(stored, write);
    return after.done || after.failure != null;
  }

  private String wrong(ExploredState state) {
    for (long nonce : state.done) {
      if (masked.contains(nonce)) {
        return "write " + nonce + " has happened and is not seen";
      }
    }
    if (verdicts.get(state.stored) != null) {
      return verdicts.get(state.stored)
          + " in\n"
          + MemoryStates.describe(engines.get(state.stored));
    }
    for (int i = 1; i < state.done.length; i++) {
      if (state.done[i] == state.done[i - 1]) {
        return "write " + state.done[i] + " has happened twice";
      }
    }
    for (Actor.Place place : state.places) {
      Actor actor = place.actor();
      long times = Arrays.stream(state.done).filter(actor::drew).count();
      if (actor.once && times > 1) {
        return actor + " has written twice";
      }
      String outcome = place.outcome == null ? "?" : place.outcome;
      if (outcome.startsWith("!")) {
        return actor + " was told " + outcome;
      }
      if ((outcome.startsWith("+") && times == 0) || (outcome.startsWith("-") && times > 0)) {
        return actor + " says " + outcome + " and has written " + times + " times";
      }
    }
    return null;
  }

  // What is stored.

  private int stored(MemoryEngine engine) {
    return engineIds.computeIfAbsent(
        MemoryStates.describe(engine),
        any -> {
          engines.add(engine);
          verdicts.add(check.apply(engine));
          return engines.size() - 1;
        });
  }

  private int id(Object write, String text) {
    return writeIds.computeIfAbsent(
        text,
        any -> {
          writes.add(write);
          return writes.size() - 1;
        });
  }

  private Applied apply(int stored, int write) {
    return applied.computeIfAbsent(
        ((long) stored << 32) | write,
        any -> {
          MemoryEngine engine = MemoryStates.copy(engines.get(stored));
          boolean done = true;
          try {
            if (writes.get(write) instanceof WriteBatch batch) {
              if (faults.masks && MemoryStates.isMasked(engine, batch)) {
                masked.add(nonce(write));
                return new Applied(stored, true, null);
              }
              done = engine.write(batch);
              if (faults.masks && done) {
                MemoryStates.markRemoved(engine, batch);
              }
            } else {
              engine.writeTimed(List.of((TimedWrite) writes.get(write)));
            }
          } catch (StoreException e) {
            return new Applied(stored, false, e);
          }
          return new Applied(done ? stored(engine) : stored, done, null);
        });
  }

  private long nonce(int write) {
    if (writes.get(write) instanceof WriteBatch batch) {
      for (RowWrite one : batch.writes()) {
        if (one instanceof RowWrite.Put put && put.head() != null) {
          return put.head().nonce();
        }
      }
    }
    return 0;
  }

  private final Map<Asked, Object> reads = new HashMap<>();

  private Object read(int stored, AskingEngine.Request request) {
    return reads.computeIfAbsent(
        new Asked(stored, request),
        any -> {
          try {
            return AskingEngine.at(engines.get(stored), request);
          } catch (StoreException e) {
            return e;
          }
        });
  }

  /** The version of the catalog; 0 where there is none. */
  private long catalog(int stored) {
    return catalogVersions.computeIfAbsent(
        stored, any -> MemoryStates.newest(engines.get(stored), CATALOG));
  }

  private static int[] with(int[] sorted, int value) {
    int[] more = Arrays.copyOf(sorted, sorted.length + 1);
    more[sorted.length] = value;
    Arrays.sort(more);
    return more;
  }

  private static long[] with(long[] sorted, long value) {
    if (value == 0) {
      return sorted;
    }
    long[] more = Arrays.copyOf(sorted, sorted.length + 1);
    more[sorted.length] = value;
    Arrays.sort(more);
    return more;
  }

  private static int[] without(int[] sorted, int place) {
    int[] less = new int[sorted.length - 1];
    System.arraycopy(sorted, 0, less, 0, place);
    System.arraycopy(sorted, place + 1, less, place, less.length - place);
    return less;
  }
}
