package keywright.table;

import static keywright.table.BuildWorld.BY_CITY;
import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.INSERT_X_IF_ABSENT;
import static keywright.table.RowWorld.Operation.SET_NOTE;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Operation.SET_Y;
import static keywright.table.RowWorld.Start.ROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.table.BuildWorld.Fault;
import keywright.table.PaxosEngine.Break;
import keywright.table.RowWorld.Operation;
import keywright.table.RowWorld.Start;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, {@link MovesTest}, {@link UniqueTest}, {@link BuildsTest} and {@link
 * TombstonesTest}, on cells and rounds as Cassandra has them: {@link PaxosEngine}.
 */
class PaxosTest {
  private static final Faults NONE = Faults.of(0);
  private static final Faults LATE = Faults.of(1);

  /** The clock of who scrubs; the GC watermark is 1,000 then, a horizon before. */
  private static final long SCRUB = 3_000;

  // Rows and their entries.

  private static RowWorld rows(Start start) {
    return new RowWorld(start).on(PaxosEngine::new);
  }

  private static List<Cast> rows(List<Operation> operations, Faults faults) {
    List<Cast> casts = new ArrayList<>();
    for (Start start : Start.values()) {
      for (Operation first : operations) {
        for (Operation second : operations) {
          RowWorld w = rows(start);
          casts.add(
              Cast.of(
                  start + " at first",
                  w,
                  faults,
                  w.writer(0, first, 10, 2),
                  w.writer(1, second, 5, 2),
                  w.scrub(2, 0)));
        }
      }
    }
    return casts;
  }

  @Test
  void whateverComesOfTwoWritersAndAScrubEveryRowHasItsEntries() {
    Cast.explore("rows on Paxos", rows(List.of(SET_Y, DELETE), LATE));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfAnyTwoWritersAndAScrubEveryRowHasItsEntries() {
    List<Operation> all = List.of(Operation.values());
    Cast.explore("rows on Paxos", rows(all, LATE));
    Cast.explore("rows on Paxos", rows(all, LATE.compacting()));
  }

  @Test
  void whatAReaderFindsByAnIndexIsSo() {
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : List.of(SET_Y, DELETE, INSERT_X_IF_ABSENT)) {
      for (Start start : Start.values()) {
        RowWorld w = rows(start);
        casts.add(
            Cast.of(
                start + " at first",
                w,
                Faults.of(2).refusingItsOwn(),
                w.writer(0, operation, 5, 2),
                w.reader(1)));
      }
    }
    Cast.explore("readers on Paxos", casts);
  }

  @Test
  void whateverIsDrawnOfFourWritersTwoScrubsAndAReaderEveryRowHasItsEntries() {
    Cast.draw("rows on Paxos", 40, 30, PaxosTest::drawnRows);
  }

  @Test
  @Tag("nightly")
  void whateverIsDrawnMoreOftenEveryRowHasItsEntries() {
    Cast.draw("rows on Paxos", 2_000, 50, PaxosTest::drawnRows);
    Cast.draw("moves on Paxos", 2_000, 50, PaxosTest::drawnMoves);
    Cast.draw("unique keys on Paxos", 2_000, 50, PaxosTest::drawnKeys);
    Cast.draw("tombstones on Paxos", 200, 100, PaxosTest::drawnTombstones);
  }

  private static <T> T any(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Cast drawnRows(Random random) {
    RowWorld w = rows(any(random, List.of(Start.values())));
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Operation operation = any(random, List.of(Operation.values()));
      actors.add(w.writer(i, operation, random.nextInt(12), 3));
    }
    actors.add(w.scrub(4, random.nextInt(12)));
    actors.add(w.scrub(5, random.nextInt(12)));
    actors.add(w.reader(6));
    return Cast.of("drawn", w, Faults.of(4).compacting(), actors.toArray(Actor[]::new));
  }

  // Moves.

  private static List<Cast> moves(Faults faults) {
    List<Cast> casts = new ArrayList<>();
    RowWorld w = RowWorld.ofMoves().on(PaxosEngine::new);
    casts.add(Cast.of("a scrub", w, faults, w.mover(0, 1, 2, 10, 1), w.scrub(1, 0)));
    casts.add(Cast.of("a reader", w, faults, w.mover(0, 1, 2, 10, 2), w.follower(1, 1, 2)));
    for (Actor other :
        List.of(
            w.writer(1, SET_NOTE, 0, 1),
            w.writer(1, 2, SET_NOTE, 0, 1),
            w.mover(1, 1, 2, 0, 1),
            w.mover(1, 2, 1, 0, 1))) {
      casts.add(Cast.of(other.name, w, faults, w.mover(0, 1, 2, 10, 1), other));
    }
    return casts;
  }

  @Test
  void aRowThatMovesIsInOnePlaceWhateverComesOfIt() {
    Cast.explore("moves on Paxos", moves(LATE));
  }

  @Test
  void aRowThatManyMoveIsInOnePlaceWhateverIsDrawn() {
    Cast.draw("moves on Paxos", 20, 20, PaxosTest::drawnMoves);
  }

  private static Cast drawnMoves(Random random) {
    RowWorld w = RowWorld.ofMoves().on(PaxosEngine::new);
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

  // Keys of unique indexes.

  private static UniqueWorld keys(UniqueWorld.Start start) {
    return new UniqueWorld(start).on(PaxosEngine::new);
  }

  private static List<Cast> keys(List<UniqueWorld.Operation> operations, Faults faults) {
    List<Cast> casts = new ArrayList<>();
    for (UniqueWorld.Start start : UniqueWorld.Start.values()) {
      for (UniqueWorld.Operation first : operations) {
        for (UniqueWorld.Operation second : operations) {
          UniqueWorld w = keys(start);
          casts.add(
              Cast.of(
                  start + " at first",
                  w,
                  faults,
                  w.writer(0, 1, first, 10, 2),
                  w.writer(1, 2, second, 5, 2)));
        }
      }
    }
    return casts;
  }

  @Test
  void whateverComesOfTwoWritersKeysAreUnique() {
    Cast.explore(
        "unique keys on Paxos",
        keys(List.of(UniqueWorld.Operation.SET_X, UniqueWorld.Operation.DELETE), LATE));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfAnyTwoWritersKeysAreUnique() {
    List<UniqueWorld.Operation> all = List.of(UniqueWorld.Operation.values());
    Cast.explore("unique keys on Paxos", keys(all, Faults.of(2)));
    Cast.explore("unique keys on Paxos", keys(all, LATE.refusingItsOwn()));
  }

  @Test
  @Tag("nightly")
  void whateverComesOfABuildAndTwoWritersKeysAreUniqueThen() {
    List<UniqueWorld.Operation> operations =
        List.of(UniqueWorld.Operation.SET_X, UniqueWorld.Operation.DELETE);
    List<Cast> casts = new ArrayList<>();
    for (UniqueWorld.Start start : UniqueWorld.Start.values()) {
      for (UniqueWorld.Operation first : operations) {
        for (int row = 1; row <= 2; row++) {
          UniqueWorld w = UniqueWorld.unbuilt(start).on(PaxosEngine::new);
          casts.add(
              Cast.of(
                  start + " at first",
                  w,
                  LATE,
                  w.writer(0, 1, first, 10, 1),
                  w.writer(1, row, UniqueWorld.Operation.SET_X, 5, 1),
                  w.build(2, 0)));
        }
      }
    }
    Cast.explore("unique builds on Paxos", casts);
  }

  @Test
  void whateverIsDrawnOfThreeWritersAndTwoScrubsKeysAreUnique() {
    Cast.draw("unique keys on Paxos", 20, 20, PaxosTest::drawnKeys);
  }

  private static Cast drawnKeys(Random random) {
    UniqueWorld w = keys(any(random, List.of(UniqueWorld.Start.values())));
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      UniqueWorld.Operation operation = any(random, List.of(UniqueWorld.Operation.values()));
      actors.add(w.writer(i, 1 + random.nextInt(2), operation, random.nextInt(12), 3));
    }
    actors.add(w.scrub(3, random.nextInt(12)));
    actors.add(w.scrub(4, random.nextInt(12)));
    return Cast.of("drawn", w, Faults.of(4), actors.toArray(Actor[]::new));
  }

  // Tombstones that a scrub drops.

  private static BuildWorld tombstones(Fault fault) {
    return new BuildWorld(new PaxosEngine(), fault, List.of(BY_CITY));
  }

  @Test
  void whateverComesOfDroppingTombstonesEveryRowHasItsEntries() {
    List<Cast> casts = new ArrayList<>();
    for (long died : new long[] {20, 1_500}) {
      BuildWorld w = tombstones(Fault.NONE).withDead(1, died);
      casts.add(
          Cast.of(
              "an insert over a row that died at " + died,
              w,
              (died == 20 ? LATE : NONE).withReturningStamps(),
              w.writer(0, 1, SET_X, 15, 1),
              w.scrub(1, SCRUB)));
    }
    BuildWorld w = BuildWorld.ofUniqueCities(new PaxosEngine(), Fault.NONE).withDead(1, 20);
    casts.add(
        Cast.of(
            "a key that is free",
            w,
            NONE.withReturningStamps(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    Cast.explore("tombstones on Paxos", casts);
  }

  @Test
  void whateverIsDrawnBesideAScrubThatDropsTombstonesKeysAreReserved() {
    Cast.draw("tombstones on Paxos", 5, 20, PaxosTest::drawnTombstones);
  }

  private static Cast drawnTombstones(Random random) {
    BuildWorld w = BuildWorld.ofUniqueCities(new PaxosEngine(), Fault.NONE);
    BuildWorld begun = random.nextBoolean() ? w.withDead(1, random.nextInt(1_500)) : w;
    return Cast.of(
        "drawn",
        begun,
        LATE.withReturningStamps(),
        begun.writer(0, 2, any(random, List.of(SET_X, SET_Y, DELETE)), random.nextInt(12), 2),
        begun.passer(1, 1 + random.nextInt(2), random.nextInt(12)),
        begun.writer(2, 1, SET_X, random.nextInt(12), 2),
        begun.scrub(3, SCRUB));
  }

  // Indexes that are built.

  private static BuildWorld unindexed(Fault fault, int... rows) {
    return new BuildWorld(new PaxosEngine(), fault, List.of(), rows);
  }

  @Test
  void anIndexThatIsBuiltLacksNoEntryOfARowThatExisted() {
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : List.of(SET_Y, DELETE)) {
      BuildWorld w = unindexed(Fault.NONE, 1);
      casts.add(
          Cast.of(
              operation + " and a build",
              w,
              LATE,
              w.writer(0, 1, operation, 5, 1),
              w.builder(1, BY_CITY, 5)));
    }
    Cast.explore("builds on Paxos", casts);
  }

  private static Cast firstInsert() {
    BuildWorld w = unindexed(Fault.NONE);
    return Cast.of(
        "a first insert and a build",
        w,
        LATE,
        w.writer(0, 1, SET_X, 5, 1),
        w.builder(1, BY_CITY, 5));
  }

  @Test
  void aFirstInsertThatCompletesAfterABuildIsWhatAScrubRepairs() {
    firstInsert().requireViolation();
    BuildWorld w = unindexed(Fault.NONE);
    Cast.explore("first inserts on Paxos", List.of(firstInsert().checking(w::wrongAfterPuts)));
  }

  // Loads.

  private static Cast load(Fault fault) {
    BuildWorld w = tombstones(fault).withDead(1, 20).withDropped(SCRUB);
    return Cast.of(
        "a load into a table whose rows were removed", w, NONE, w.loader(0, 1, 5, "x", "y"));
  }

  private static Cast loadBesideAWriter(Fault fault) {
    BuildWorld w = tombstones(fault);
    return Cast.of(
        "a load, and a first insert that completes later",
        w,
        LATE,
        w.writer(0, 1, SET_X, 5, 1),
        w.loader(1, 1, 5, "y"));
  }

  @Test
  void aLoadIsSeenWhateverWasInTheTable() {
    Cast.explore("loads on Paxos", List.of(load(Fault.NONE)));
    Cast.draw("loads on Paxos", 1, 200, random -> loadBesideAWriter(Fault.NONE));
  }

  @Test
  @Tag("nightly")
  void aLoadIsSeenWhateverCompletesBesideIt() {
    Cast.explore("loads on Paxos", List.of(loadBesideAWriter(Fault.NONE)));
  }

  /** What an entry with included columns would come to: why these are refused. */
  @Test
  void twoPutsOfOneVersionWithDifferentValuesAreMixed() {
    PaxosEngine engine = new PaxosEngine();
    TableLayout layout = new StoredTable(CatalogEntry.of(World.TABLE), engine).layout();
    engine.createTable(layout);
    Key key = layout.keySchema().key(new Object[] {1, null, null});
    TimedWrites.of(engine).write(List.of(put(layout, key, "a", "y"), put(layout, key, "b", "x")));
    StoredRow row = engine.get(layout, key, RowOptions.of(layout.familyNames()), 0);
    assertThat(row.cells().stream().map(Cell::value)).containsExactlyInAnyOrder("b", "y");
  }

  private static TimedWrite put(TableLayout layout, Key key, String city, String note) {
    return TimedWrite.put(layout, key, 5, Map.of(2, city, 3, note));
  }

  // Every rule is needed: what comes of leaving it out.

  private static Cast broken(Break broken, Start start, Operation first, Operation second) {
    RowWorld w = new RowWorld(start).on(() -> new PaxosEngine(broken));
    return Cast.of(
        broken.toString(),
        w,
        NONE.withReturningStamps(),
        w.writer(0, first, 20, 2),
        w.writer(1, second, 15, 2));
  }

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    casts.add(broken(Break.PLAIN_TOMBSTONES, ROW, DELETE, SET_X));
    casts.add(broken(Break.TOMBSTONES_WITH_TTL, ROW, DELETE, SET_X));
    casts.add(broken(Break.DELETES_AND_PUTS_TOGETHER, ROW, DELETE, SET_X));
    casts.add(broken(Break.ENTRIES_AT_BALLOTS, ROW, SET_Y, SET_X));
    BuildWorld w = unindexed(Fault.LOOKS_ONCE, 1);
    casts.add(
        Cast.of(
            "a build without a second look",
            w,
            LATE,
            w.writer(0, 1, SET_Y, 5, 1),
            w.builder(1, BY_CITY, 5)));
    w = new BuildWorld(new PaxosEngine(Break.SETTLES_NOTHING), Fault.NONE, List.of(), 1);
    casts.add(
        Cast.of(
            "a second look at quorum",
            w,
            LATE,
            w.writer(0, 1, SET_Y, 5, 1),
            w.builder(1, BY_CITY, 5)));
    casts.add(load(Fault.LOADS_INTO_USED_STORAGE));
    casts.add(loadBesideAWriter(Fault.LOADS_INTO_USED_STORAGE));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noRuleMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }
}
