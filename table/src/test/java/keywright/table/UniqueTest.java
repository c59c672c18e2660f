package keywright.table;

import static keywright.table.UniqueWorld.Operation.DELETE;
import static keywright.table.UniqueWorld.Operation.SET_X;
import static keywright.table.UniqueWorld.Operation.SET_Y;
import static keywright.table.UniqueWorld.Start.NOTHING;
import static keywright.table.UniqueWorld.Start.ROW_1_HAS_X;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenReservations.Fault;
import keywright.table.UniqueWorld.Operation;
import keywright.table.UniqueWorld.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys of a unique index on an engine that changes one row at a time, whatever is late, whoever
 * dies and whatever the clocks say: the writer of the product and what scrub repairs with, driven
 * through every order of their steps, or through many that are drawn.
 */
class UniqueTest {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<Start> STARTS = List.of(Start.values());

  @Test
  void keysAreUniqueAfterTwoWriters() {
    explore(Faults.of(1));
  }

  @Test
  @Tag("nightly")
  void keysAreUniqueAfterTwoWritersAndTwoDelayedWrites() {
    explore(Faults.of(2));
  }

  private static void explore(Faults faults) {
    List<Cast> casts = new ArrayList<>();
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (int row = 1; row <= 2; row++) {
            UniqueWorld w = new UniqueWorld(start);
            casts.add(
                Cast.of(
                    start + " at first",
                    w,
                    faults,
                    w.writer(0, 1, first, 10, 2),
                    w.writer(1, row, second, 5, 2)));
          }
        }
      }
    }
    Cast.explore(faults.toString(), casts);
  }

  @Test
  void keysAreUniqueAfterABuildAndTwoWriters() {
    build(Faults.of(0));
  }

  @Test
  @Tag("nightly")
  void keysAreUniqueAfterABuildAndTwoWritersWithDelayedWrites() {
    build(Faults.of(1));
  }

  private static void build(Faults faults) {
    List<Cast> casts = new ArrayList<>();
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (int row = 1; row <= 2; row++) {
            UniqueWorld w = UniqueWorld.unbuilt(start);
            casts.add(
                Cast.of(
                    start + " at first",
                    w,
                    faults,
                    w.writer(0, 1, first, 10, 1),
                    w.writer(1, row, second, 5, 1),
                    w.build(2, 0)));
          }
        }
      }
    }
    Cast.explore("builds, " + faults, casts);
  }

  @Test
  void aClientThatRefusesItsOwnWritesIsSeenThrough() {
    Faults faults = Faults.of(1).refusingItsOwn();
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : OPERATIONS) {
      for (Start start : Start.values()) {
        UniqueWorld w = new UniqueWorld(start);
        casts.add(
            Cast.of(
                start + " at first",
                w,
                faults,
                w.writer(0, 1, operation, 5, 3),
                w.writer(1, 2, SET_X, 5, 1)));
      }
    }
    Cast.explore(faults.toString(), casts);
  }

  @Test
  void keysAreUniqueAfterThreeRandomWritersAndTwoScrubs() {
    Cast.draw("unique keys", 100, 50, UniqueTest::drawn);
  }

  @Test
  @Tag("nightly")
  void keysAreUniqueInMoreTrials() {
    Cast.draw("unique keys", 4_000, 50, UniqueTest::drawn);
  }

  private static Cast drawn(Random random) {
    UniqueWorld w = new UniqueWorld(STARTS.get(random.nextInt(STARTS.size())));
    List<Actor> actors = new ArrayList<>();
    int writers = 3 + random.nextInt(2);
    for (int i = 0; i < writers; i++) {
      Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
      actors.add(w.writer(i, 1 + random.nextInt(2), operation, random.nextInt(12), 3));
    }
    actors.add(w.scrub(writers, random.nextInt(12)));
    actors.add(w.scrub(writers + 1, random.nextInt(12)));
    return Cast.of("drawn", w, Faults.of(4), actors.toArray(Actor[]::new));
  }

  // Every step is needed: what comes of leaving it out.

  private static UniqueWorld broken(Fault fault, Start start) {
    return new UniqueWorld(start)
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenReservations.writer(fault, engine, clock, nonces, attempts));
  }

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    UniqueWorld w = broken(Fault.LOOKS_THEN_WRITES, NOTHING);
    casts.add(
        Cast.of(
                "U1 look, then write",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_X, 5, 1),
                w.writer(1, 2, SET_X, 5, 1))
            .checking(w::duplicates));
    w = broken(Fault.TAKES_OVER_UNFENCED, NOTHING);
    casts.add(
        Cast.of(
                "U2 a takeover without a fence",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_X, 5, 1),
                w.writer(1, 2, SET_X, 5, 1))
            .checking(w::duplicates));
    w = broken(Fault.KEEPS_ITS_OWN, ROW_1_HAS_X);
    casts.add(
        Cast.of(
                "U3 a reservation of its own that is not made anew",
                w,
                Faults.of(1),
                w.writer(0, 1, DELETE, 5, 1),
                w.writer(1, 1, SET_X, 5, 1),
                w.writer(2, 2, SET_X, 5, 1))
            .checking(w::duplicates));
    w = broken(Fault.NOTES_LATE, ROW_1_HAS_X);
    casts.add(
        Cast.of(
                "U4 what is given back is read after the row was written",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_Y, 5, 1),
                w.writer(1, 1, SET_X, 5, 1))
            .checking(w::unreserved));
    w = broken(Fault.GIVES_BACK_AFTER_A_REFUSAL, NOTHING);
    casts.add(
        Cast.of(
                "U5 a refused attempt gives back",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_X, 5, 1),
                w.writer(1, 1, SET_X, 5, 1))
            .checking(w::unreserved));
    w = broken(Fault.RESERVES_FIRST, NOTHING);
    casts.add(
        Cast.of(
                "U6 a reservation before the row is read",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_X, 5, 1),
                w.writer(1, 2, SET_X, 5, 1))
            .checking(w::duplicates));
    w = broken(Fault.NOTES_AGAIN, ROW_1_HAS_X);
    casts.add(
        Cast.of(
                "U7 what is given back is read again after a timeout",
                w,
                Faults.of(1),
                w.writer(0, 1, SET_Y, 5, 2),
                w.writer(1, 1, SET_X, 5, 1))
            .checking(w::unreserved));
    w = new UniqueWorld(NOTHING).withUnfencedScrub();
    casts.add(
        Cast.of(
                "a scrub without a fence",
                w,
                Faults.of(0),
                w.writer(0, 1, SET_X, 5, 1),
                w.scrub(1, 5))
            .checking(w::unreserved));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }

  @Test
  void whereNoStepIsLeftOutTheSameCastComesToNothing() {
    UniqueWorld w = new UniqueWorld(ROW_1_HAS_X);
    Cast cast =
        Cast.of(
            "U3, with each reservation made anew",
            w,
            Faults.of(1),
            w.writer(0, 1, DELETE, 5, 1),
            w.writer(1, 1, SET_X, 5, 1),
            w.writer(2, 2, SET_X, 5, 1));
    Cast.explore(cast.name(), List.of(cast));
  }
}
