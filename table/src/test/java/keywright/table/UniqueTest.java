package keywright.table;

import static keywright.table.UniqueWorld.Operation.DELETE;
import static keywright.table.UniqueWorld.Operation.SET_X;
import static keywright.table.UniqueWorld.Operation.SET_Y;
import static keywright.table.UniqueWorld.Start.NOTHING;
import static keywright.table.UniqueWorld.Start.ROW_1_HAS_X;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenReservations.Fault;
import keywright.table.Exploration.Faults;
import keywright.table.UniqueWorld.Operation;
import keywright.table.UniqueWorld.Start;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys of a unique index on an engine that changes one row at a time, whatever is late, whoever
 * dies and whatever the clocks say: the writer of the product and what scrub mends with, driven
 * through every order of their steps, or through many that are drawn.
 */
class UniqueTest {
  private static final int STATES_MAX = 5_000_000;
  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<Start> STARTS = List.of(Start.values());

  private static int explored(UniqueWorld world, Start start, List<Actor> actors, Faults faults) {
    Exploration run = new Exploration(actors, world::wrong, faults);
    requireNone(start, actors, run.all(world.start(start), STATES_MAX));
    return run.states();
  }

  private static void requireNone(Start start, List<Actor> actors, Exploration.Violation found) {
    if (found != null) {
      throw new AssertionError(
          "%s, %s: %s%n%s"
              .formatted(start, actors, found.what(), String.join("\n", found.steps())));
    }
  }

  @Test
  void whateverComesOfTwoWritersKeysAreUnique() {
    explore(Faults.of(1));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfTwoWritersAndTwoLateWritesKeysAreUnique() {
    explore(Faults.of(2));
  }

  private static void explore(Faults faults) {
    long states = 0;
    int runs = 0;
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (int row = 1; row <= 2; row++) {
            UniqueWorld world = new UniqueWorld();
            List<Actor> actors =
                List.of(world.writer(0, 1, first, 10, 2), world.writer(1, row, second, 5, 2));
            states += explored(world, start, actors, faults);
            runs++;
          }
        }
      }
    }
    System.out.printf("%s: %d runs, %,d states%n", faults, runs, states);
  }

  @Test
  void whateverComesOfABuildAndTwoWritersKeysAreUniqueThen() {
    build(Faults.of(0));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfABuildAndTwoWritersWithLateWritesKeysAreUniqueThen() {
    build(Faults.of(1));
  }

  private static void build(Faults faults) {
    long states = 0;
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (int row = 1; row <= 2; row++) {
            UniqueWorld world = new UniqueWorld(true);
            List<Actor> actors =
                List.of(
                    world.writer(0, 1, first, 10, 1),
                    world.writer(1, row, second, 5, 1),
                    world.build(2, 0));
            Exploration run = new Exploration(actors, world::wrongWhenBuilt, faults);
            requireNone(start, actors, run.all(world.start(start), STATES_MAX));
            states += run.states();
          }
        }
      }
    }
    System.out.printf("builds, %s: %,d states%n", faults, states);
  }

  @Test
  void aClientThatRefusesItsOwnWritesIsSeenThrough() {
    UniqueWorld world = new UniqueWorld();
    for (Operation operation : OPERATIONS) {
      for (Start start : Start.values()) {
        List<Actor> actors =
            List.of(world.writer(0, 1, operation, 5, 3), world.writer(1, 2, SET_X, 5, 1));
        assertThat(explored(world, start, actors, Faults.of(1).refusingItsOwn())).isPositive();
      }
    }
  }

  @Test
  void whateverIsDrawnOfThreeWritersAndTwoScrubsKeysAreUnique() {
    draw(200, 50);
  }

  @Test
  @Tag("nightly")
  void whateverIsDrawnMoreOftenKeysAreUnique() {
    draw(4_000, 250);
  }

  private static void draw(int casts, int ways) {
    long base = Seeds.base();
    for (int cast = 0; cast < casts; cast++) {
      Random random = new Random(base + cast);
      UniqueWorld world = new UniqueWorld();
      List<Actor> actors = new ArrayList<>();
      int writers = 3 + random.nextInt(2);
      for (int i = 0; i < writers; i++) {
        Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        actors.add(world.writer(i, 1 + random.nextInt(2), operation, random.nextInt(12), 3));
      }
      actors.add(world.scrub(writers, random.nextInt(12)));
      actors.add(world.scrub(writers + 1, random.nextInt(12)));
      Start start = STARTS.get(random.nextInt(STARTS.size()));
      Exploration run = new Exploration(actors, world::wrong, Faults.of(4));
      for (int way = 0; way < ways; way++) {
        try {
          requireNone(start, actors, run.one(world.start(start), random));
        } catch (AssertionError e) {
          throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(base + cast), e);
        }
      }
    }
  }

  // Every step is needed: what comes of leaving it out.

  private record Cast(
      String name,
      UniqueWorld world,
      Exploration.Check check,
      Start start,
      List<Actor> actors,
      Faults faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static UniqueWorld broken(Fault fault) {
    return new UniqueWorld()
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenReservations.writer(fault, engine, clock, nonces, attempts));
  }

  static Stream<Arguments> broken() {
    List<Cast> casts = new ArrayList<>();
    UniqueWorld w = broken(Fault.LOOKS_THEN_WRITES);
    casts.add(
        new Cast(
            "U1 look, then write",
            w,
            w::duplicates,
            NOTHING,
            List.of(w.writer(0, 1, SET_X, 5, 1), w.writer(1, 2, SET_X, 5, 1)),
            Faults.of(0)));
    w = broken(Fault.TAKES_OVER_UNFENCED);
    casts.add(
        new Cast(
            "U2 a takeover without a fence",
            w,
            w::duplicates,
            NOTHING,
            List.of(w.writer(0, 1, SET_X, 5, 1), w.writer(1, 2, SET_X, 5, 1)),
            Faults.of(0)));
    w = broken(Fault.KEEPS_ITS_OWN);
    casts.add(
        new Cast(
            "U3 a reservation of its own that is not made anew",
            w,
            w::duplicates,
            ROW_1_HAS_X,
            List.of(
                w.writer(0, 1, DELETE, 5, 1),
                w.writer(1, 1, SET_X, 5, 1),
                w.writer(2, 2, SET_X, 5, 1)),
            Faults.of(1)));
    w = broken(Fault.NOTES_LATE);
    casts.add(
        new Cast(
            "U4 what is given back is read after the row was written",
            w,
            w::unreserved,
            ROW_1_HAS_X,
            List.of(w.writer(0, 1, SET_Y, 5, 1), w.writer(1, 1, SET_X, 5, 1)),
            Faults.of(0)));
    w = broken(Fault.GIVES_BACK_AFTER_A_REFUSAL);
    casts.add(
        new Cast(
            "U5 a refused attempt gives back",
            w,
            w::unreserved,
            NOTHING,
            List.of(w.writer(0, 1, SET_X, 5, 1), w.writer(1, 1, SET_X, 5, 1)),
            Faults.of(0)));
    w = broken(Fault.RESERVES_FIRST);
    casts.add(
        new Cast(
            "U6 a reservation before the row is read",
            w,
            w::duplicates,
            NOTHING,
            List.of(w.writer(0, 1, SET_X, 5, 1), w.writer(1, 2, SET_X, 5, 1)),
            Faults.of(0)));
    w = broken(Fault.NOTES_AGAIN);
    casts.add(
        new Cast(
            "U7 what is given back is read again after silence",
            w,
            w::unreserved,
            ROW_1_HAS_X,
            List.of(w.writer(0, 1, SET_Y, 5, 2), w.writer(1, 1, SET_X, 5, 1)),
            Faults.of(1)));
    w = new UniqueWorld().withUnfencedScrub();
    casts.add(
        new Cast(
            "a scrub without a fence",
            w,
            w::unreserved,
            NOTHING,
            List.of(w.writer(0, 1, SET_X, 5, 1), w.scrub(1, 5)),
            Faults.of(0)));
    return casts.stream().map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    Exploration run = new Exploration(cast.actors, cast.check, cast.faults);
    Exploration.Violation found = run.all(cast.world.start(cast.start), STATES_MAX);
    assertThat(found).as("what comes of it, in %d states", run.states()).isNotNull();
    System.out.printf(
        "%s: %s, after %d of %d states%n",
        cast, found.what().lines().findFirst().orElse(""), found.steps().size(), run.states());
  }

  @Test
  void whereNoStepIsLeftOutTheSameCastComesToNothing() {
    UniqueWorld world = new UniqueWorld();
    List<Actor> actors =
        List.of(
            world.writer(0, 1, DELETE, 5, 1),
            world.writer(1, 1, SET_X, 5, 1),
            world.writer(2, 2, SET_X, 5, 1));
    assertThat(explored(world, ROW_1_HAS_X, actors, Faults.of(1))).isPositive();
  }
}
