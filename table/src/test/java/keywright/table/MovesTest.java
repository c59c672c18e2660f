package keywright.table;

import static keywright.table.RowWorld.Operation.SET_NOTE;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Start.ROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenProtocol.MoveFault;
import keywright.table.Exploration.Faults;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, of a row that moves to other keys: it is always in exactly one place.
 */
class MovesTest {
  private static final int STATES_MAX = 5_000_000;

  private static void requireNone(List<Actor> actors, Exploration.Violation found) {
    if (found != null) {
      throw new AssertionError(
          "%s: %s%n%s".formatted(actors, found.what(), String.join("\n", found.steps())));
    }
  }

  @Test
  void aRowThatMovesIsInOnePlaceWhateverComesOfIt() {
    explore(new long[][] {{5, 5}, {10, 0}});
  }

  @Test
  @Tag("nightly")
  void aRowThatMovesIsInOnePlaceWithEveryClock() {
    explore(new long[][] {{0, 10}, {5, 6}, {6, 5}});
  }

  private static void explore(long[][] clocks) {
    long states = 0;
    for (long[] clock : clocks) {
      RowWorld world = new RowWorld();
      List<List<Actor>> casts =
          List.of(
              List.of(world.mover(0, 1, 2, clock[0], 2), world.scrub(1, clock[1])),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.follower(1, 1, 2)),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.writer(1, SET_NOTE, clock[1], 1)),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.writer(1, 2, SET_NOTE, clock[1], 1)),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.mover(1, 1, 2, clock[1], 1)),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.mover(1, 2, 1, clock[1], 1)),
              List.of(world.mover(0, 1, 2, clock[0], 1), world.mover(1, 2, 3, clock[1], 1)));
      for (List<Actor> cast : casts) {
        Exploration run = new Exploration(cast, world::wrongMoves, Faults.of(1));
        requireNone(cast, run.all(world.start(ROW), STATES_MAX));
        states += run.states();
      }
    }
    System.out.printf("moves: %,d states%n", states);
  }

  @Test
  void aRowThatManyMoveIsInOnePlaceWhateverIsDrawn() {
    draw(100, 20);
  }

  @Test
  @Tag("nightly")
  void aRowThatManyMoveIsInOnePlaceWhateverIsDrawnMoreOften() {
    draw(2_000, 200);
  }

  private static void draw(int casts, int ways) {
    long base = Seeds.base();
    for (int cast = 0; cast < casts; cast++) {
      Random random = new Random(base + cast);
      RowWorld world = new RowWorld();
      List<Actor> actors = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int from = 1 + random.nextInt(3);
        int to = 1 + (from + random.nextInt(2)) % 3;
        actors.add(world.mover(i, from, to, random.nextInt(12), 3));
      }
      actors.add(world.writer(3, 1 + random.nextInt(3), SET_NOTE, random.nextInt(12), 3));
      actors.add(world.scrub(4, random.nextInt(12)));
      actors.add(world.reader(5));
      Exploration run = new Exploration(actors, world::wrongMoves, Faults.of(3));
      for (int way = 0; way < ways; way++) {
        try {
          requireNone(actors, run.one(world.start(ROW), random));
        } catch (AssertionError e) {
          throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(base + cast), e);
        }
      }
    }
  }

  // Every step is needed: what comes of leaving it out.

  private record Cast(String name, RowWorld world, List<Actor> actors, Faults faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static RowWorld broken(MoveFault fault) {
    return new RowWorld()
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenProtocol.mover(fault, engine, clock, nonces, attempts));
  }

  static Stream<Arguments> broken() {
    List<Cast> casts = new ArrayList<>();
    Faults none = Faults.of(0);
    RowWorld w = broken(MoveFault.DELETES_FIRST);
    casts.add(new Cast("R1 deleted, then inserted", w, List.of(w.mover(0, 1, 2, 5, 1)), none));
    w = broken(MoveFault.NO_INTENT);
    casts.add(new Cast("R2 no intent", w, List.of(w.mover(0, 1, 2, 5, 1)), none));
    w = broken(MoveFault.OVERWRITES_THE_MARK);
    casts.add(
        new Cast(
            "R3 the mark is overwritten",
            w,
            List.of(w.mover(0, 1, 2, 5, 1), w.mover(1, 2, 1, 5, 1), w.writer(2, SET_X, 6, 1)),
            none));
    w = broken(MoveFault.GIVES_UP_UNFENCED);
    casts.add(
        new Cast(
            "R4 given up without a fence",
            w,
            List.of(w.mover(0, 1, 2, 5, 1), w.writer(1, 2, SET_NOTE, 5, 1)),
            none));
    w = broken(MoveFault.BURIES_FIRST);
    casts.add(new Cast("R5 the mark goes first", w, List.of(w.mover(0, 1, 2, 5, 1)), none));
    w = broken(MoveFault.MAKES_THE_ROW_ONCE);
    casts.add(
        new Cast(
            "R8 the mark goes though the intent stays",
            w,
            List.of(w.mover(0, 1, 2, 5, 1)),
            Faults.of(1)));
    w = broken(MoveFault.TRUSTS_REFUSALS);
    casts.add(
        new Cast(
            "R7 a refused commit after silence", w, List.of(w.mover(0, 1, 2, 5, 2)), Faults.of(1)));
    return casts.stream().map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    Exploration run = new Exploration(cast.actors, cast.world::wrongMoves, cast.faults);
    Exploration.Violation found = run.all(cast.world.start(ROW), STATES_MAX);
    assertThat(found).as("what comes of it, in %d states", run.states()).isNotNull();
    System.out.printf(
        "%s: %s, after %d of %d states%n",
        cast, found.what().lines().findFirst().orElse(""), found.steps().size(), run.states());
  }
}
