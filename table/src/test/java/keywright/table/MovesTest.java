package keywright.table;

import static keywright.table.RowWorld.Operation.SET_NOTE;
import static keywright.table.RowWorld.Operation.SET_X;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenProtocol.MoveFault;
import keywright.table.layout.VisibleRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, of a row that moves to other keys: it is always in exactly one place.
 */
class MovesTest {
  @Test
  void aMovingRowHasOneKey() {
    explore(new long[][] {{5, 5}, {10, 0}});
  }

  @Test
  @Tag("nightly")
  void aRowThatMovesIsInOnePlaceWithEveryClock() {
    explore(new long[][] {{0, 10}, {5, 6}, {6, 5}});
  }

  private static void explore(long[][] clocks) {
    List<Cast> casts = new ArrayList<>();
    for (long[] clock : clocks) {
      RowWorld w = RowWorld.ofMoves();
      List<Actor> others =
          List.of(
              w.writer(1, SET_NOTE, clock[1], 1),
              w.writer(1, 2, SET_NOTE, clock[1], 1),
              w.mover(1, 1, 2, clock[1], 1),
              w.mover(1, 2, 1, clock[1], 1),
              w.mover(1, 2, 3, clock[1], 1));
      Faults faults = Faults.of(1);
      casts.add(Cast.of("a scrub", w, faults, w.mover(0, 1, 2, clock[0], 2), w.scrub(1, clock[1])));
      casts.add(Cast.of("a reader", w, faults, w.mover(0, 1, 2, clock[0], 2), w.follower(1, 1, 2)));
      for (Actor other : others) {
        casts.add(Cast.of(other.name, w, faults, w.mover(0, 1, 2, clock[0], 1), other));
      }
    }
    Cast.explore("moves", casts);
  }

  @Test
  void aRowThatManyWritersMoveHasOneKey() {
    Cast.draw("moves", 100, 20, MovesTest::drawn);
  }

  @Test
  @Tag("nightly")
  void aRowThatManyWritersMoveHasOneKeyInMoreTrials() {
    Cast.draw("moves", 2_000, 50, MovesTest::drawn);
  }

  private static Cast drawn(Random random) {
    RowWorld w = RowWorld.ofMoves();
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int from = 1 + random.nextInt(3);
      int to = 1 + (from + random.nextInt(2)) % 3;
      actors.add(w.mover(i, from, to, random.nextInt(12), 3));
    }
    actors.add(w.writer(3, 1 + random.nextInt(3), SET_NOTE, random.nextInt(12), 3));
    actors.add(w.scrub(4, random.nextInt(12)));
    actors.add(w.reader(5));
    return Cast.of("drawn", w, Faults.of(3), actors.toArray(Actor[]::new));
  }

  // Every step is needed: what comes of leaving it out.

  private static RowWorld broken(MoveFault fault) {
    return RowWorld.ofMoves()
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenProtocol.mover(fault, engine, clock, nonces, attempts));
  }

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    Faults none = Faults.of(0);
    RowWorld w = broken(MoveFault.DELETES_FIRST);
    casts.add(Cast.of("R1 deleted, then inserted", w, none, w.mover(0, 1, 2, 5, 1)));
    w = broken(MoveFault.NO_INTENT);
    casts.add(Cast.of("R2 no intent", w, none, w.mover(0, 1, 2, 5, 1)));
    w = broken(MoveFault.OVERWRITES_THE_MARK);
    casts.add(
        Cast.of(
            "R3 the mark is overwritten",
            w,
            none,
            w.mover(0, 1, 2, 5, 1),
            w.mover(1, 2, 1, 5, 1),
            w.writer(2, SET_X, 6, 1)));
    w = broken(MoveFault.GIVES_UP_UNFENCED);
    casts.add(
        Cast.of(
            "R4 given up without a fence",
            w,
            none,
            w.mover(0, 1, 2, 5, 1),
            w.writer(1, 2, SET_NOTE, 5, 1)));
    w = broken(MoveFault.BURIES_FIRST);
    casts.add(Cast.of("R5 the mark goes first", w, none, w.mover(0, 1, 2, 5, 1)));
    w = broken(MoveFault.MAKES_THE_ROW_ONCE);
    casts.add(
        Cast.of(
            "R8 the mark goes though the intent stays", w, Faults.of(1), w.mover(0, 1, 2, 5, 1)));
    // A mover of one attempt leaves the mark of the move to others.
    w = RowWorld.ofMoves().withViews(view -> new VisibleRows(new FirstLooks(view)));
    casts.add(
        Cast.of(
            "R6 a reader without a second look",
            w,
            none,
            w.mover(0, 1, 2, 5, 2),
            w.follower(1, 1, 2)));
    w = broken(MoveFault.TRUSTS_REFUSALS);
    casts.add(
        Cast.of("R7 a refused commit after a timeout", w, Faults.of(1), w.mover(0, 1, 2, 5, 2)));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }
}
