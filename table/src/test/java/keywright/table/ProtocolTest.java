package keywright.table;

import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.INSERT_X_IF_ABSENT;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Operation.SET_Y;
import static keywright.table.RowWorld.Operation.SET_Y_IF_X;
import static keywright.table.RowWorld.Start.NOTHING;
import static keywright.table.RowWorld.Start.ROW;
import static keywright.table.RowWorld.Start.TOMBSTONE;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import keywright.table.BrokenProtocol.Fault;
import keywright.table.RowWorld.Operation;
import keywright.table.RowWorld.Start;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows and index entries on an engine that changes one row at a time, whatever is late, whoever
 * dies and whatever the clocks say: the writer and the repair of the product, driven through every
 * order of their steps, or through many that are drawn.
 */
class ProtocolTest {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<Start> STARTS = List.of(Start.values());

  /** Of two writers and of who scrubs. */
  private static final long[][] CLOCKS = {{5, 5, 5}, {10, 5, 0}, {0, 5, 10}};

  @Test
  void everyRowHasItsEntriesAfterTwoWritersAndAScrub() {
    explore(new long[][] {{10, 5, 0}}, Faults.of(1));
  }

  @Test
  @Tag("nightly")
  void everyRowHasItsEntriesAfterTwoWritersAndAScrubWithEveryClock() {
    explore(CLOCKS, Faults.of(1));
    explore(CLOCKS, Faults.of(1).compacting());
  }

  private static void explore(long[][] clocks, Faults faults) {
    List<Cast> casts = new ArrayList<>();
    for (Start start : Start.values()) {
      for (Operation first : Operation.values()) {
        for (Operation second : Operation.values()) {
          for (long[] clock : clocks) {
            RowWorld w = new RowWorld(start);
            casts.add(
                Cast.of(
                    start + " at first",
                    w,
                    faults,
                    w.writer(0, first, clock[0], 2),
                    w.writer(1, second, clock[1], 2),
                    w.scrub(2, clock[2])));
          }
        }
      }
    }
    Cast.explore(faults.toString(), casts);
  }

  @Test
  void aClientThatRefusesItsOwnWritesIsSeenThrough() {
    Faults faults = Faults.of(2).refusingItsOwn();
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : List.of(SET_X, DELETE, INSERT_X_IF_ABSENT, SET_Y_IF_X)) {
      for (Start start : Start.values()) {
        RowWorld w = new RowWorld(start);
        casts.add(
            Cast.of(start + " at first", w, faults, w.writer(0, operation, 5, 2), w.reader(1)));
      }
    }
    Cast.explore(faults.toString(), casts);
  }

  @Test
  void aComputedRowIsNeverComputedTwiceForOneStatement() {
    List<Cast> casts = new ArrayList<>();
    for (Start start : Start.values()) {
      RowWorld w = new RowWorld(start);
      Actor flipper = w.flipper(0, 10, 2);
      for (Actor other :
          List.of(w.flipper(1, 5, 2), w.writer(1, SET_X, 5, 2), w.writer(1, DELETE, 5, 2))) {
        Faults faults = Faults.of(1);
        casts.add(Cast.of(start + " at first", w, faults, flipper, other));
      }
    }
    Cast.explore("computations", casts);
  }

  @Test
  void everyRowHasItsEntriesAfterFourRandomWritersTwoScrubsAndAReader() {
    Cast.draw("rows", 100, 50, ProtocolTest::drawn);
  }

  @Test
  @Tag("nightly")
  void everyRowHasItsEntriesInMoreTrials() {
    Cast.draw("rows", 4_000, 50, ProtocolTest::drawn);
  }

  private static Cast drawn(Random random) {
    RowWorld w = new RowWorld(STARTS.get(random.nextInt(STARTS.size())));
    List<Actor> actors = new ArrayList<>();
    int writers = 3 + random.nextInt(2);
    for (int i = 0; i < writers; i++) {
      Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
      actors.add(w.writer(i, operation, random.nextInt(12), 3));
    }
    actors.add(w.scrub(writers, random.nextInt(12)));
    actors.add(w.scrub(writers + 1, random.nextInt(12)));
    actors.add(w.reader(writers + 2));
    return Cast.of("drawn", w, Faults.of(4).compacting(), actors.toArray(Actor[]::new));
  }

  // Every step is needed: what comes of leaving it out.

  private static RowWorld broken(Fault fault, Start start) {
    return new RowWorld(start)
        .withWriters(
            (engine, clock, nonces, attempts) ->
                BrokenProtocol.writer(fault, engine, clock, nonces, attempts));
  }

  private static RowWorld unfenced(boolean asOfNow) {
    return new RowWorld(NOTHING)
        .withRepairs(
            (engine, clock, nonces) -> BrokenProtocol.unfenced(asOfNow, engine, clock, nonces));
  }

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    Faults returning = Faults.of(0).withReturningStamps();
    RowWorld w = broken(Fault.REMOVES_ROWS, ROW);
    casts.add(
        Cast.of(
            "N1 a slow clock after a removal",
            w,
            returning,
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2)));
    w = broken(Fault.REMOVES_ROWS, NOTHING);
    casts.add(
        Cast.of(
            "N3 a removal between read and insert",
            w,
            returning,
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 2),
            w.writer(2, DELETE, 3, 2)));
    w = broken(Fault.REMOVES_ROWS, NOTHING);
    casts.add(
        Cast.of(
            "N6 an insert that comes twice",
            w,
            Faults.of(1).withReturningStamps(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1)));
    // Where a removal leaves a marker, what comes under it is acknowledged and lost.
    w = broken(Fault.REMOVES_ROWS, ROW);
    casts.add(
        Cast.of(
            "N2 a slow clock under a marker",
            w,
            returning.masking(),
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2)));
    w = broken(Fault.REMOVES_ROWS, NOTHING);
    casts.add(
        Cast.of(
            "N4 an insert under a marker",
            w,
            returning.masking(),
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 2),
            w.writer(2, DELETE, 3, 2)));
    w = broken(Fault.REMOVES_ROWS, NOTHING);
    casts.add(
        Cast.of(
            "N5 an insert under a marker that is forgotten",
            w,
            returning.compacting(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1)));
    w = broken(Fault.REMOVES_ROWS, NOTHING);
    casts.add(
        Cast.of(
            "N7 an insert that comes twice, under a marker",
            w,
            Faults.of(1).withReturningStamps().masking(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1)));
    w = unfenced(false);
    casts.add(
        Cast.of(
            "M1 scrub as of the entry", w, Faults.of(0), w.writer(0, SET_X, 1, 1), w.scrub(1, 5)));
    w = unfenced(true);
    casts.add(
        Cast.of("M2 scrub as of now", w, Faults.of(0), w.writer(0, SET_X, 1, 1), w.scrub(1, 5)));
    w = broken(Fault.CLEANS_UP_AFTER_A_REFUSAL, NOTHING);
    casts.add(
        Cast.of(
            "M3 cleaning up after a refusal",
            w,
            Faults.of(0),
            w.writer(0, SET_X, 2, 1),
            w.writer(1, SET_X, 1, 1)));
    w = broken(Fault.KNOWS_ITS_WRITES_BY_VERSION, ROW);
    casts.add(
        Cast.of(
            "M4 no nonce",
            w,
            Faults.of(1),
            w.writer(0, DELETE, 5, 2),
            w.writer(1, Operation.SET_NOTE, 5, 2)));
    w = broken(Fault.TAKES_A_TIMEOUT_FOR_SUCCESS, ROW);
    casts.add(
        Cast.of(
            "M5 a timeout taken for success",
            w,
            Faults.of(1),
            w.writer(0, DELETE, 5, 2),
            w.writer(1, SET_X, 5, 2)));
    w = broken(Fault.REUSES_EARLIER_PUTS, NOTHING);
    casts.add(
        Cast.of(
            "M6 a put of an earlier attempt",
            w,
            Faults.of(0),
            w.writer(0, SET_X, 1, 2),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1)));
    w = broken(Fault.WRITES_THE_ROW_FIRST, NOTHING);
    casts.add(Cast.of("M7 row before entry", w, Faults.of(0), w.writer(0, SET_X, 1, 1)));
    w = broken(Fault.DELETES_FIRST, ROW);
    casts.add(Cast.of("M8 delete before row", w, Faults.of(0), w.writer(0, SET_Y, 5, 1)));
    w = broken(Fault.DELETES_AS_OF_NOW, ROW);
    casts.add(
        Cast.of(
            "M9 delete as of now",
            w,
            Faults.of(0),
            w.writer(0, SET_Y, 5, 1),
            w.writer(1, SET_X, 6, 1)));
    w = broken(Fault.STARTS_ANEW_AFTER_A_TIMEOUT, NOTHING);
    casts.add(
        Cast.of(
            "M10 a second read after a timeout",
            w,
            Faults.of(1),
            w.writer(0, INSERT_X_IF_ABSENT, 1, 3)));
    w = broken(Fault.STARTS_ANEW_AFTER_A_TIMEOUT, NOTHING);
    casts.add(Cast.of("M10 with a computation", w, Faults.of(1), w.flipper(0, 1, 3)));
    w = broken(Fault.FORGETS_TIMEOUTS, NOTHING);
    casts.add(
        Cast.of(
            "W5 a refusal after a timeout that is forgotten",
            w,
            Faults.of(1),
            w.writer(0, INSERT_X_IF_ABSENT, 5, 3),
            w.writer(1, DELETE, 5, 2)));
    w = broken(Fault.TRUSTS_REFUSALS, NOTHING);
    casts.add(
        Cast.of(
            "M11 a client that repeats its writes",
            w,
            Faults.of(1).refusingItsOwn(),
            w.writer(0, INSERT_X_IF_ABSENT, 1, 2)));
    w = new RowWorld(ROW);
    casts.add(
        Cast.of(
            "M12 a tombstone dropped, a slow clock",
            w,
            returning,
            w.writer(0, DELETE, 20, 2),
            w.writer(1, SET_X, 15, 2),
            BrokenProtocol.collector(w, 2)));
    w = new RowWorld(NOTHING);
    casts.add(
        Cast.of(
            "M13 a tombstone dropped before an insert",
            w,
            returning,
            w.writer(0, SET_X, 1, 1),
            w.writer(1, SET_X, 2, 1),
            w.writer(2, DELETE, 3, 1),
            BrokenProtocol.collector(w, 3)));
    w = new RowWorld(NOTHING);
    casts.add(
        Cast.of(
            "M14 a tombstone dropped, a late insert",
            w,
            Faults.of(1).withReturningStamps(),
            w.writer(0, SET_X, 1, 1),
            w.writer(1, DELETE, 2, 1),
            BrokenProtocol.collector(w, 2)));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }

  @Test
  void whereTombstoneGcStayTheSameCastsComeToNothing() {
    List<Cast> casts = new ArrayList<>();
    for (Start start : List.of(NOTHING, ROW, TOMBSTONE)) {
      RowWorld w = new RowWorld(start);
      casts.add(
          Cast.of(
              start + " at first",
              w,
              Faults.of(1),
              w.writer(0, SET_X, 1, 1),
              w.writer(1, SET_X, 2, 1),
              w.writer(2, DELETE, 3, 1)));
    }
    Cast.explore("tombstones stay", casts);
  }
}
