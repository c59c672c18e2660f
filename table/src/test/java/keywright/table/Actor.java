package keywright.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import keywright.store.Engine;

/**
 * Code that works on an engine, one answer after another: a tree of what it asks, and what it asks
 * after each answer. What it does depends on the answers alone, so each place is run once.
 */
final class Actor {

  /** The code; what it gives at the end is compared with what it has done. */
  interface Program {
    /**
     * Does all of it.
     *
     * @param nonces a number for each write, none given twice among all actors
     */
    String run(Engine engine, LongSupplier nonces);
  }

  /** A place in the tree. */
  final class Place {
    private final List<Object> answers;
    private final Map<String, Place> next = new HashMap<>();
    final int id;
    final AskingEngine.Request request;
    final String outcome;

    private Place(List<Object> answers) {
      this.answers = answers;
      this.id = places++;
      AskingEngine.Request asked = null;
      String result = null;
      long[] given = {0};
      try {
        result = program.run(new AskingEngine(answers), () -> 100L * (number + 1) + ++given[0]);
      } catch (AskingEngine.Asked e) {
        asked = e.request;
      }
      this.request = asked;
      this.outcome = result;
    }

    /** The same for places from which all continues alike, as far as that can be told. */
    int futureId() {
      return outcome == null ? id : -1 - outcomes.computeIfAbsent(outcome, any -> outcomes.size());
    }

    Actor actor() {
      return Actor.this;
    }

    /** Where the actor is when it is answered; {@code text} tells answers apart. */
    Place after(Object answer, String text) {
      return next.computeIfAbsent(
          text,
          any -> {
            List<Object> all = new ArrayList<>(answers);
            all.add(answer);
            return new Place(all);
          });
    }
  }

  final String name;
  final int number;

  /** Whether what it does must not be done twice. */
  final boolean once;

  private final Program program;
  private final Map<String, Integer> outcomes = new HashMap<>();
  private int places;
  private final Place start;

  /**
   * @param number among all actors that meet
   */
  Actor(String name, int number, boolean once, Program program) {
    this.name = name;
    this.number = number;
    this.once = once;
    this.program = program;
    this.start = new Place(List.of());
  }

  Place start() {
    return start;
  }

  /** Whether a nonce is one of this actor's. */
  boolean drew(long nonce) {
    return nonce / 100 == number + 1;
  }

  @Override
  public String toString() {
    return name;
  }
}
