package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import keywright.store.Engine;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;

/**
 * Actors that meet in a world, with an engine of these faults: driven through all that may come of
 * it, or through orders that are drawn.
 *
 * @param check what must hold in every state
 */
record Cast(String name, Engine start, Exploration.Check check, Faults faults, List<Actor> actors) {
  private static final int STATES_MAX = 5_000_000;

  /**
   * As many states of a cast are looked at in a build that is not the nightly one: what comes of a
   * step that is left out shows after fewer, as {@link #requireViolation} prints, but for a few.
   */
  private static final int STATES_OF_A_BUILD = 5_000;

  static Cast of(String name, World world, Faults faults, Actor... actors) {
    return new Cast(name, world.start(), world::wrong, faults, List.of(actors));
  }

  /** The same, compared with this alone. */
  Cast checking(Exploration.Check one) {
    return new Cast(name, start, one, faults, actors);
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Requires that nothing wrong comes of it, whatever comes in the nightly profile, and in {@link
   * #STATES_OF_A_BUILD} states elsewhere.
   *
   * @return the number of states looked at
   */
  int explore() {
    Exploration run = new Exploration(actors, check, faults);
    require(Trials.areAll() ? run.all(start, STATES_MAX) : run.some(start, STATES_OF_A_BUILD), "");
    return run.states();
  }

  /**
   * Requires that nothing wrong comes of it, in {@code states} states at most: for a cast that has
   * more than {@link #STATES_MAX}. Prints how many it was.
   */
  void exploreAtMost(int states) {
    Exploration run = new Exploration(actors, check, faults);
    require(run.some(start, Trials.areAll() ? states : STATES_OF_A_BUILD), "");
    System.out.printf("%s: %,d states, not all%n", name, run.states());
  }

  /** Requires that nothing wrong comes of any of them, and prints how much was looked at. */
  static void explore(String what, List<Cast> casts) {
    long states = 0;
    for (Cast cast : casts) {
      states += cast.explore();
    }
    System.out.printf("%s: %d runs, %,d states%n", what, casts.size(), states);
  }

  /**
   * Requires that nothing wrong comes of casts that are drawn, on as many ways through each; prints
   * how much was looked at.
   */
  static void draw(String what, int casts, int ways, Function<Random, Cast> drawn) {
    long base = Seeds.base();
    long steps = 0;
    int some = Trials.of(casts);
    for (int i = 0; i < some; i++) {
      Random random = new Random(base + i);
      Cast cast = drawn.apply(random);
      Exploration run = new Exploration(cast.actors, cast.check, cast.faults);
      for (int way = 0; way < ways; way++) {
        Exploration.Violation found = run.one(cast.start, random);
        steps += run.states();
        cast.require(found, found == null ? "" : "\n" + Seeds.reproduction(base + i));
      }
    }
    System.out.printf(
        "%s: seed %d, %,d schedules, %,d steps%n", what, base, (long) some * ways, steps);
  }

  private void require(Exploration.Violation found, String reproduction) {
    if (found != null) {
      throw new AssertionError(
          "%s, %s: %s%n%s%s"
              .formatted(
                  name, actors, found.what(), String.join("\n", found.steps()), reproduction));
    }
  }

  /** Requires that something wrong comes of it, and prints what. */
  void requireViolation() {
    Exploration run = new Exploration(actors, check, faults);
    Exploration.Violation found = run.any(start, STATES_MAX);
    assertThat(found).as("what comes of it, in %d states", run.states()).isNotNull();
    System.out.printf(
        "%s: %s, after %d of %d states%n",
        name, found.what().lines().findFirst().orElse(""), found.steps().size(), run.states());
  }
}
