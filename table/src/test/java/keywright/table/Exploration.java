package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import keywright.store.Engine;

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
  interface Check extends Function<Engine, String> {}

  /** A state that must not be, and how it came to be. */
  record Violation(String what, List<String> steps) {}

  private record Known(ExploredState state, int parent, Supplier<String> step) {}

  /** What is wrong shows near the end of the ways, which few states of the beginning lead to. */
  private static final int NEAR_STATES = 1_000;

  private final List<Actor> actors;
  private final Faults faults;
  private final ExploredEngines engines;
  private final ExploredSteps steps;

  private final List<Known> known = new ArrayList<>();
  private final Map<Ints, Integer> seen = new HashMap<>();
  private int at;
  private Violation violation;
  private final List<Known> choices = new ArrayList<>();
  private boolean walks;

  Exploration(List<Actor> actors, Check check, Faults faults) {
    this.actors = actors;
    this.faults = faults;
    this.engines = new ExploredEngines(check, faults);
    this.steps = new ExploredSteps(actors, faults, engines, this::visit);
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
  Violation all(Engine initial, int statesMax) {
    at = -1;
    visit(first(initial), () -> "at first");
    for (at = 0; at < known.size() && violation == null; at++) {
      if (known.size() > statesMax) {
        throw new AssertionError("more than " + statesMax + " states of " + actors);
      }
      steps.takeFrom(known.get(at).state);
    }
    return violation;
  }

  /**
   * Looks for a state that must not be, in turns at the state that was reached last and at the
   * first of the {@link #NEAR_STATES} last ones: often found after fewer states than by {@link
   * #all}, on a longer way.
   *
   * @param statesMax more than these are an error of the test
   * @return a state that must not be; null for none, when all that may come was looked at
   */
  Violation any(Engine initial, int statesMax) {
    Violation found = some(initial, statesMax);
    if (found == null && known.size() > statesMax) {
      throw new AssertionError("more than " + statesMax + " states of " + actors);
    }
    return found;
  }

  /**
   * Looks as {@link #any} does, at so many states of those that may come, or a few more.
   *
   * @return a state that must not be; null for none
   */
  Violation some(Engine initial, int states) {
    at = -1;
    visit(first(initial), () -> "at first");
    BitSet taken = new BitSet();
    int first = 0;
    boolean last = false;
    while (first < known.size() && known.size() <= states && violation == null) {
      at = last ? taken.previousClearBit(known.size() - 1) : first;
      last = !last;
      taken.set(at);
      steps.takeFrom(known.get(at).state);
      first = taken.nextClearBit(Math.max(0, known.size() - NEAR_STATES));
      if (first >= known.size()) {
        first = taken.nextClearBit(0);
      }
    }
    return violation;
  }

  /** Goes one way through all that may come, with a look at what lies beside it. */
  Violation one(Engine initial, Random random) {
    known.clear();
    choices.clear();
    walks = true;
    at = -1;
    visit(first(initial), () -> "at first");
    while (!choices.isEmpty() && violation == null) {
      known.add(choices.get(random.nextInt(choices.size())));
      choices.clear();
      at++;
      steps.takeFrom(known.get(at).state);
    }
    return violation;
  }

  private ExploredState first(Engine initial) {
    Actor.Place[] places = actors.stream().map(Actor::start).toArray(Actor.Place[]::new);
    int stored = engines.number(initial);
    return new ExploredState(stored, places, faults.late(), new int[0], new long[0], new int[0]);
  }

  private void visit(ExploredState reached, Supplier<String> step) {
    ExploredState state =
        faults.stampsReturn()
            ? reached
            : reached.withUnderWayIf(write -> mayHappen(reached.stored, write));
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
      List<String> way = new ArrayList<>();
      for (Known one = next; one != null; one = one.parent < 0 ? null : known.get(one.parent)) {
        way.add(0, one.step.get());
      }
      violation = new Violation(wrong, way);
    }
  }

  /** Whether a write under way is not refused from now on, whenever it comes. */
  private boolean mayHappen(int stored, int write) {
    ExploredEngines.Applied after = engines.apply(stored, write);
    return after.done() || after.failure() != null;
  }

  private String wrong(ExploredState state) {
    for (long nonce : state.done) {
      if (engines.isMasked(nonce)) {
        return "write " + nonce + " has happened and is not seen";
      }
    }
    String wrong = engines.wrong(state.stored);
    if (wrong != null) {
      return wrong;
    }
    for (int i = 1; i < state.done.length; i++) {
      if (state.done[i] == state.done[i - 1]) {
        return "write " + state.done[i] + " has happened twice";
      }
    }
    for (Actor.Place place : state.places) {
      wrong = wrong(place, state.done);
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  /** Finds what is wrong between what an actor has written and what it was told. */
  private static String wrong(Actor.Place place, long[] done) {
    Actor actor = place.actor();
    long times = Arrays.stream(done).filter(actor::drew).count();
    if (actor.once && times > 1) {
      return actor + " has written twice";
    }
    String outcome = place.outcome == null ? "?" : place.outcome;
    if (outcome.startsWith("!")) {
      return actor + " was told " + outcome;
    }
    boolean isWrong =
        (outcome.startsWith("+") && times == 0) || (outcome.startsWith("-") && times > 0);
    return isWrong ? actor + " says " + outcome + " and has written " + times + " times" : null;
  }
}
