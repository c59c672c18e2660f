package keywright.table;

import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.INSERT_X_IF_ABSENT;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Operation.SET_Y;
import static keywright.table.RowWorld.Operation.SET_Y_IF_X;
import static keywright.table.RowWorld.Start.DEAD_ROW;
import static keywright.table.RowWorld.Start.NOTHING;
import static keywright.table.RowWorld.Start.ROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenProtocol.Fault;
import keywright.table.Exploration.Faults;
import keywright.table.RowWorld.Operation;
import keywright.table.RowWorld.Start;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows and index entries on an engine that changes one row at a time, whatever is late, whoever
 * dies and whatever the clocks say: the writer and the repair of the product, driven through every
 * order of their steps, or through many that are drawn.
 */
class ProtocolTest {
  private static final int STATES_MAX = 5_000_000;

  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<Start> STARTS = List.of(Start.values());

  /** Of two writers and of who scrubs. */
  private static final long[][] CLOCKS = {{5, 5, 5}, {10, 5, 0}, {0, 5, 10}};

  @Test
  void whateverComesOfTwoWritersAndAScrubEveryRowHasItsEntries() {
    explore(new long[][] {{10, 5, 0}}, Faults.of(1));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfTwoWritersAndAScrubWithEveryClockEveryRowHasItsEntries() {
    explore(CLOCKS, Faults.of(1));
    explore(CLOCKS, Faults.of(1).compacting());
  }

  private static void explore(long[][] clocks, Faults faults) {
    long states = 0;
    int runs = 0;
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (long[] clock : clocks) {
            RowWorld world = new RowWorld();
            List<Actor> actors =
                List.of(
                    world.writer(0, first, clock[0], 2),
                    world.writer(1, second, clock[1], 2),
                    world.scrub(2, clock[2]));
            states += explored(world, start, actors, faults);
            runs++;
          }
        }
      }
    }
    System.out.printf("%s: %d runs, %,d states%n", faults, runs, states);
  }

  private static int explored(RowWorld world, Start start, List<Actor> actors, Faults faults) {
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
  void aClientThatRefusesItsOwnWritesIsSeenThrough() {
    RowWorld world = new RowWorld();
    for (Operation operation : List.of(SET_X, DELETE, INSERT_X_IF_ABSENT, SET_Y_IF_X)) {
      for (Start start : Start.values()) {
        List<Actor> actors = List.of(world.writer(0, operation, 5, 2), world.reader(1));
        assertThat(explored(world, start, actors, Faults.of(2).refusingItsOwn())).isPositive();
      }
    }
  }

  @Test
  void whateverIsDrawnOfFourWritersTwoScrubsAndAReaderEveryRowHasItsEntries() {
    draw(200, 50);
  }

  @Test
  @Tag("nightly")
  void whateverIsDrawnMoreOftenEveryRowHasItsEntries() {
    draw(4_000, 250);
  }

  private static void draw(int casts, int ways) {
    long base = Seeds.base();
    for (int cast = 0; cast < casts; cast++) {
      Random random = new Random(base + cast);
      RowWorld world = new RowWorld();
      List<Actor> actors = new ArrayList<>();
      int writers = 3 + random.nextInt(2);
      for (int i = 0; i < writers; i++) {
        Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        actors.add(world.writer(i, operation, random.nextInt(12), 3));
      }
      actors.add(world.scrub(writers, random.nextInt(12)));
      actors.add(world.scrub(writers + 1, random.nextInt(12)));
      actors.add(world.reader(writers + 2));
      Start start = STARTS.get(random.nextInt(STARTS.size()));
      Exploration run = new Exploration(actors, world::wrong, Faults.of(4).compacting());
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

  private record Cast(String name, RowWorld world, Start start, List<Actor> actors, Faults faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static RowWorld broken(Fault fault) {
    return new RowWorld()
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenProtocol.writer(fault, engine, clock, nonces, attempts));
  }

  private static RowWorld unfenced(boolean asOfNow) {
    return new RowWorld()
        .withRepairs(
            (engine, clock, nonces) -> BrokenProtocol.unfenced(asOfNow, engine, clock, nonces));
  }

  private static Cast cast(
      String name, RowWorld world, Start start, Faults faults, Actor... actors) {
    return new Cast(name, world, start, List.of(actors), faults);
  }

  static Stream<Arguments> broken() {
    List<Cast> casts = new ArrayList<>();
    Faults returning = Faults.of(0).withReturningStamps();
    RowWorld w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N1 a slow clock after a removal",
            w,
            ROW,
            returning,
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2)));
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N3 a removal between read and insert",
            w,
            NOTHING,
            returning,
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 2),
            w.writer(2, DELETE, 3, 2)));
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N6 an insert that comes twice",
            w,
            NOTHING,
            Faults.of(1).withReturningStamps(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1)));
    // Where a removal leaves a marker, what comes under it is acknowledged and lost.
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N2 a slow clock under a marker",
            w,
            ROW,
            returning.masking(),
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2)));
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N4 an insert under a marker",
            w,
            NOTHING,
            returning.masking(),
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 2),
            w.writer(2, DELETE, 3, 2)));
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N5 an insert under a marker that is forgotten",
            w,
            NOTHING,
            returning.compacting(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1)));
    w = broken(Fault.REMOVES_ROWS);
    casts.add(
        cast(
            "N7 an insert that comes twice, under a marker",
            w,
            NOTHING,
            Faults.of(1).withReturningStamps().masking(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1)));
    w = unfenced(false);
    casts.add(
        cast(
            "M1 scrub as of the entry",
            w,
            NOTHING,
            Faults.of(0),
            w.writer(0, SET_X, 1, 1),
            w.scrub(1, 5)));
    w = unfenced(true);
    casts.add(
        cast(
            "M2 scrub as of now",
            w,
            NOTHING,
            Faults.of(0),
            w.writer(0, SET_X, 1, 1),
            w.scrub(1, 5)));
    w = broken(Fault.CLEANS_UP_AFTER_A_REFUSAL);
    casts.add(
        cast(
            "M3 cleaning up after a refusal",
            w,
            NOTHING,
            Faults.of(0),
            w.writer(0, SET_X, 2, 1),
            w.writer(1, SET_X, 1, 1)));
    w = broken(Fault.KNOWS_ITS_WRITES_BY_VERSION);
    casts.add(
        cast(
            "M4 no nonce",
            w,
            ROW,
            Faults.of(1),
            w.writer(0, DELETE, 5, 2),
            w.writer(1, Operation.SET_NOTE, 5, 2)));
    w = broken(Fault.TAKES_SILENCE_FOR_SUCCESS);
    casts.add(
        cast(
            "M5 silence taken for success",
            w,
            ROW,
            Faults.of(1),
            w.writer(0, DELETE, 5, 2),
            w.writer(1, SET_X, 5, 2)));
    w = broken(Fault.REUSES_EARLIER_PUTS);
    casts.add(
        cast(
            "M6 a put of an earlier attempt",
            w,
            NOTHING,
            Faults.of(0),
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1)));
    w = broken(Fault.WRITES_THE_ROW_FIRST);
    casts.add(cast("M7 row before entry", w, NOTHING, Faults.of(0), w.writer(0, SET_X, 1, 1)));
    w = broken(Fault.DELETES_FIRST);
    casts.add(cast("M8 delete before row", w, ROW, Faults.of(0), w.writer(0, SET_Y, 5, 1)));
    w = broken(Fault.DELETES_AS_OF_NOW);
    casts.add(
        cast(
            "M9 delete as of now",
            w,
            ROW,
            Faults.of(0),
            w.writer(0, SET_Y, 5, 1),
            w.writer(1, SET_X, 6, 1)));
    w = broken(Fault.STARTS_ANEW_AFTER_SILENCE);
    casts.add(
        cast(
            "M10 a second read after silence",
            w,
            NOTHING,
            Faults.of(1),
            w.writer(0, INSERT_X_IF_ABSENT, 1, 3)));
    w = broken(Fault.TRUSTS_REFUSALS);
    casts.add(
        cast(
            "M11 a client that repeats its writes",
            w,
            NOTHING,
            Faults.of(1).refusingItsOwn(),
            w.writer(0, INSERT_X_IF_ABSENT, 1, 2)));
    w = new RowWorld();
    casts.add(
        cast(
            "M12 a dead row dropped, a slow clock",
            w,
            ROW,
            returning,
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2),
            BrokenProtocol.collector(w, 2)));
    w = new RowWorld();
    casts.add(
        cast(
            "M13 a dead row dropped before an insert",
            w,
            NOTHING,
            returning,
            w.writer(0, SET_X, 1, 1),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1),
            BrokenProtocol.collector(w, 3)));
    w = new RowWorld();
    casts.add(
        cast(
            "M14 a dead row dropped, a late insert",
            w,
            NOTHING,
            Faults.of(1).withReturningStamps(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1),
            BrokenProtocol.collector(w, 2)));
    return casts.stream().map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    Exploration run = new Exploration(cast.actors, cast.world::wrong, cast.faults);
    Exploration.Violation found = run.all(cast.world.start(cast.start), STATES_MAX);
    assertThat(found).as("what comes of it, in %d states", run.states()).isNotNull();
    System.out.printf(
        "%s: %s, after %d of %d states%n",
        cast, found.what().lines().findFirst().orElse(""), found.steps().size(), run.states());
  }

  @Test
  void whereDeadRowsStayTheSameCastsComeToNothing() {
    for (Start start : List.of(NOTHING, ROW, DEAD_ROW)) {
      RowWorld world = new RowWorld();
      List<Actor> actors =
          List.of(
              world.writer(0, SET_X, 1, 1),
              world.writer(1, SET_X, 2, 1),
              world.writer(2, DELETE, 3, 1));
      assertThat(explored(world, start, actors, Faults.of(1))).isPositive();
    }
  }
}
