package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import keywright.store.Cell;
import keywright.store.MemoryEngine;
import keywright.store.MemoryStates;
import keywright.store.RowHead;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
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

  private record Applied(int stored, boolean done) {}

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
   */
  record Faults(int late, boolean compacts, boolean refusesItsOwn, boolean stampsReturn) {
    static Faults of(int late) {
      return new Faults(late, false, false, false);
    }

    Faults compacting() {
      return new Faults(late, true, refusesItsOwn, stampsReturn);
    }

    Faults refusingItsOwn() {
      return new Faults(late, compacts, true, stampsReturn);
    }

    Faults withReturningStamps() {
      return new Faults(late, compacts, refusesItsOwn, true);
    }
  }

  private final List<Actor> actors;
  private final Check check;
  private final Faults faults;

  private final List<MemoryEngine> engines = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();
  private final Map<String, Integer> engineIds = new HashMap<>();

  private final List<Object> writes = new ArrayList<>();
  private final Map<String, Integer> writeIds = new HashMap<>();
  private final Map<Long, Applied> applied = new HashMap<>();

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
    return new ExploredState(stored(initial), places, faults.late, new int[0], new long[0]);
  }

  private void expand(ExploredState state) {
    for (int i = 0; i < state.places.length; i++) {
      AskingEngine.Request request = state.places[i].request;
      if (request instanceof AskingEngine.Batches batches) {
        write(state, i, batches.batches());
      } else if (request instanceof AskingEngine.Timed timed) {
        writeTimed(state, i, timed.writes());
      } else if (request != null) {
        List<StoredRow> rows = read(state.stored, request);
        answered(state, i, rows, show(rows), state.stored, state.late, state.underWay, state.done);
      }
    }
    for (int i = 0; i < state.underWay.length; i++) {
      if (i == 0 || state.underWay[i] != state.underWay[i - 1]) {
        int write = state.underWay[i];
        Applied after = apply(state.stored, write);
        visit(
            new ExploredState(
                after.stored,
                state.places,
                state.late,
                without(state.underWay, i),
                after.done && nonce(write) != 0 ? with(state.done, nonce(write)) : state.done),
            "arrives late: " + show(writes.get(write)));
      }
    }
    if (!faults.compacts) {
      return;
    }
    MemoryEngine compacted = MemoryStates.copy(engines.get(state.stored));
    MemoryStates.forgetDeletes(compacted);
    visit(
        new ExploredState(stored(compacted), state.places, state.late, state.underWay, state.done),
        "deletes are forgotten");
  }

  private void writeTimed(ExploredState state, int actor, List<? extends TimedWrite> timed) {
    int stored = state.stored;
    int[] all = state.underWay;
    for (TimedWrite write : timed) {
      int id = id(write, show(write));
      stored = apply(stored, id).stored;
      all = with(all, id);
    }
    answered(state, actor, "done", "done", stored, state.late, state.underWay, state.done);
    if (state.late > 0) {
      Object silence = AskingEngine.SILENCE;
      answered(state, actor, silence, "silence", state.stored, state.late - 1, all, state.done);
      if (timed.get(0) instanceof TimedWrite.Delete) {
        answered(state, actor, "done", "done", stored, state.late - 1, all, state.done);
      }
    }
  }

  private void write(ExploredState state, int actor, List<WriteBatch> batches) {
    if (batches.size() != 1) {
      throw new AssertionError("more rows than one at a time");
    }
    int id = id(batches.get(0), show(batches.get(0)));
    Applied after = apply(state.stored, id);
    long[] done = after.done ? with(state.done, nonce(id)) : state.done;
    Written answer = after.done ? Written.DONE : Written.REFUSED;
    answered(state, actor, answer, after.stored, state.late, state.underWay, done);
    if (after.done && state.late > 0) {
      int less = state.late - 1;
      answered(state, actor, Written.UNANSWERED, after.stored, less, state.underWay, done);
      if (faults.refusesItsOwn) {
        answered(state, actor, Written.REFUSED, after.stored, less, state.underWay, done);
      }
    }
    if (state.late > 0) {
      int[] more = with(state.underWay, id);
      answered(state, actor, Written.UNANSWERED, state.stored, state.late - 1, more, state.done);
      if (after.done) {
        answered(state, actor, Written.DONE, after.stored, state.late - 1, more, done);
      }
    }
  }

  private void answered(
      ExploredState state,
      int actor,
      Written answer,
      int stored,
      int late,
      int[] underWay,
      long[] done) {
    answered(state, actor, List.of(answer), answer.name(), stored, late, underWay, done);
  }

  private void answered(
      ExploredState state,
      int actor,
      Object answer,
      String text,
      int stored,
      int late,
      int[] underWay,
      long[] done) {
    Actor.Place[] places = state.places.clone();
    places[actor] = places[actor].after(answer, text);
    visit(
        new ExploredState(stored, places, late, underWay, done),
        actors.get(actor) + " asks " + show(state.places[actor].request) + ": " + text);
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
        Arrays.stream(state.underWay).filter(write -> apply(state.stored, write).done).toArray();
    return left.length == state.underWay.length
        ? state
        : new ExploredState(state.stored, state.places, state.late, left, state.done);
  }

  private String wrong(ExploredState state) {
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
          if (writes.get(write) instanceof WriteBatch batch) {
            done = engine.write(batch);
          } else {
            engine.writeTimed(List.of((TimedWrite) writes.get(write)));
          }
          return new Applied(done ? stored(engine) : stored, done);
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

  private final Map<Asked, List<StoredRow>> reads = new HashMap<>();

  private List<StoredRow> read(int stored, AskingEngine.Request request) {
    return reads.computeIfAbsent(
        new Asked(stored, request),
        any -> {
          MemoryEngine engine = engines.get(stored);
          if (request instanceof AskingEngine.Get get) {
            try (Snapshot view = engine.snapshot(get.nowMillis())) {
              return view.get(get.layout(), get.keys(), get.options());
            }
          }
          AskingEngine.Next next = (AskingEngine.Next) request;
          try (Snapshot view = engine.snapshot(next.nowMillis());
              var cursor = view.scan(next.layout(), next.range(), next.options())) {
            return Arrays.asList(cursor.next());
          }
        });
  }

  // Words.

  private static String show(List<StoredRow> rows) {
    StringBuilder text = new StringBuilder();
    for (StoredRow row : rows) {
      text.append(row == null ? "none; " : row.key() + show(row.head()) + show(row.cells()) + "; ");
    }
    return text.toString();
  }

  private static String show(RowHead head) {
    return "@" + head.version() + "/" + head.nonce() + (head.mark().isLive() ? "" : head.mark());
  }

  private static String show(Collection<Cell> cells) {
    StringBuilder text = new StringBuilder(" ");
    for (Cell cell : cells) {
      Object value = cell.value();
      text.append(cell.columnId()).append('=');
      text.append(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value);
      text.append(' ');
    }
    return text.toString();
  }

  private static String show(Object write) {
    return write instanceof WriteBatch batch ? show(batch) : show((TimedWrite) write);
  }

  private static String show(TimedWrite write) {
    return (write instanceof TimedWrite.Put ? "put " : "delete ")
        + write.layout().name()
        + " "
        + write.key()
        + "@"
        + write.timestamp();
  }

  private static String show(WriteBatch batch) {
    StringBuilder text = new StringBuilder();
    for (RowWrite write : batch.writes()) {
      RowStamp expected = new RowStamp(write.expectedVersion(), write.expectedNonce());
      text.append(write.layout().name()).append(write.key()).append(" if ").append(expected);
      text.append(
          write instanceof RowWrite.Put put && put.head() != null
              ? " put " + show(put.head()) + show(put.cells())
              : " delete ");
    }
    return text.toString();
  }

  private static String show(AskingEngine.Request request) {
    if (request instanceof AskingEngine.Batches batches) {
      return show(batches.batches().get(0));
    }
    if (request instanceof AskingEngine.Timed timed) {
      return timed.writes().stream().map(Exploration::show).toList().toString();
    }
    return request instanceof AskingEngine.Get get ? "for " + get.keys() : "for the next row";
  }

  private static int[] with(int[] sorted, int value) {
    int[] more = Arrays.copyOf(sorted, sorted.length + 1);
    more[sorted.length] = value;
    Arrays.sort(more);
    return more;
  }

  private static long[] with(long[] sorted, long value) {
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
