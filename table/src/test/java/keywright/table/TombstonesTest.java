package keywright.table;

import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.SET_X;
import static keywright.table.RowWorld.Operation.SET_Y;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.TableLayout;
import keywright.table.BuildWorld.Fault;
import keywright.table.RowWorld.Operation;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, of tombstones that a scrub drops: no row that is written in the place of
 * one lacks its entries, or comes back, whatever the clocks say and whatever is late.
 */
class TombstonesTest {
  /** The clock during a scrub: one request delay after the GC watermark, which is then 1,000. */
  private static final long SCRUB = 2_000;

  private static final IndexDefinition UNIQUE = BuildWorld.BY_CITY.asUnique();

  private static final Faults NONE = Faults.of(0).withReturningStamps();
  private static final Faults LATE = Faults.of(1).withReturningStamps();

  private static BuildWorld world(Fault fault) {
    return new BuildWorld(fault, true);
  }

  private static Cast over(Operation operation, long died, int attempts) {
    BuildWorld w = world(Fault.NONE).withDead(1, died);
    return Cast.of(
        operation + " over a row that died at " + died,
        w,
        LATE.masking(),
        w.writer(0, 1, operation, 15, attempts),
        w.scrub(1, SCRUB));
  }

  @Test
  void everyRowHasItsEntriesBesideTombstoneGc() {
    List<Cast> casts = new ArrayList<>(List.of(over(SET_X, 20, 1), over(SET_X, 1_500, 1)));
    BuildWorld w = world(Fault.NONE);
    casts.add(Cast.of("a row that comes and goes", w, LATE, w.passer(0, 1, 5), w.scrub(1, SCRUB)));
    w = world(Fault.NONE);
    casts.add(
        Cast.of(
            "an insert beside a row that comes and goes",
            w,
            NONE,
            w.writer(0, 1, SET_X, 5, 1),
            w.passer(1, 1, 6),
            w.scrub(2, SCRUB)));
    Cast.explore("tombstones", casts);
  }

  @Test
  @Tag("nightly")
  void everyRowHasItsEntriesBesideTombstoneGcWithMoreAttempts() {
    List<Cast> casts = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      casts.add(over(operation, 20, 2));
      casts.add(over(operation, 1_500, 2));
    }
    BuildWorld w = world(Fault.NONE).withDead(1, 20);
    casts.add(Cast.of("a row that is looked for", w, LATE, w.keeper(0, 1, 15), w.scrub(1, SCRUB)));
    Cast.explore("tombstones", casts);
    wantedKey(Fault.NONE).exploreAtMost(2_000_000);
  }

  /** Two rows that want a unique key, one of them in the place of a tombstone. */
  private static Cast wantedKey(Fault fault) {
    BuildWorld w = new BuildWorld(fault, List.of(UNIQUE)).withDead(1, 20);
    return Cast.of(
        "a fence under the marker of a tombstone",
        w,
        NONE.masking(),
        w.writer(0, 2, SET_X, 5, 1),
        w.writer(1, 1, SET_X, 6, 1),
        w.scrub(2, SCRUB));
  }

  @Test
  void keysAreReservedWhileFreeReservationsAreDropped() {
    List<Cast> casts = new ArrayList<>();
    BuildWorld w = BuildWorld.ofUniqueCities(Fault.NONE).withDead(1, 20);
    casts.add(
        Cast.of(
            "a key that is free",
            w,
            LATE.masking(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = BuildWorld.ofUniqueCities(Fault.NONE).withDead(1, 1_500);
    casts.add(
        Cast.of(
            "a key that is free above the GC watermark",
            w,
            NONE.masking(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    Cast.explore("free reservations", casts);
  }

  @Test
  @Tag("large")
  void keysAreReservedInRandomSchedulesWithAScrub() {
    Cast.draw("free reservations", 20, 40, TombstonesTest::drawn);
  }

  private static Cast drawn(Random random) {
    BuildWorld w = BuildWorld.ofUniqueCities(Fault.NONE);
    BuildWorld begun = random.nextBoolean() ? w.withDead(1, random.nextInt(1_500)) : w;
    List<Operation> operations = List.of(SET_X, SET_Y, DELETE);
    return Cast.of(
        "drawn",
        begun,
        LATE.masking(),
        begun.writer(0, 2, operations.get(random.nextInt(3)), random.nextInt(12), 2),
        begun.passer(1, 1 + random.nextInt(2), random.nextInt(12)),
        begun.writer(2, 1, SET_X, random.nextInt(12), 2),
        begun.scrub(3, SCRUB));
  }

  // Every step is needed: what comes of leaving it out.

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    BuildWorld w = world(Fault.IGNORES_THE_WATERMARK).withDead(1, 20);
    casts.add(
        Cast.of(
            "M12 a tombstone dropped, a slow clock",
            w,
            NONE,
            w.writer(0, 1, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = world(Fault.IGNORES_THE_WATERMARK).withDead(1, 20);
    casts.add(
        Cast.of(
            "M12 a tombstone dropped, an insert under its marker",
            w,
            NONE.masking(),
            w.writer(0, 1, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = world(Fault.WAITS_FOR_NOBODY);
    casts.add(
        Cast.of(
            "M13 a tombstone dropped before an insert",
            w,
            NONE,
            w.writer(0, 1, SET_X, 5, 1),
            w.passer(1, 1, 6),
            w.scrub(2, SCRUB)));
    w = world(Fault.WRITES_BY_AN_OLD_CATALOG).withDead(1, 20);
    casts.add(
        Cast.of(
            "M13 an insert that outlives what it knows of the catalog",
            w,
            NONE,
            w.writer(0, 1, SET_X, 15, 2),
            w.scrub(1, SCRUB)));
    w = world(Fault.WAITS_FOR_NO_LATE_WRITE);
    casts.add(
        Cast.of(
            "M14 a tombstone dropped, a late insert",
            w,
            LATE,
            w.passer(0, 1, 5),
            w.scrub(1, SCRUB)));
    w = world(Fault.DROPS_ABOVE_THE_WATERMARK).withDead(1, 1_500);
    casts.add(
        Cast.of(
            "a tombstone dropped that is above the GC watermark",
            w,
            NONE,
            w.writer(0, 1, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = world(Fault.DROPS_WHAT_WAS_NOT_READ).withDead(1, 20);
    casts.add(
        Cast.of(
            "a tombstone dropped that is alive by now",
            w,
            NONE,
            w.keeper(0, 1, 15),
            w.scrub(1, SCRUB)));
    casts.add(wantedKey(Fault.FENCES_BY_AN_OLD_CATALOG));
    w = BuildWorld.ofUniqueCities(Fault.RESERVES_BELOW_THE_WATERMARK).withDead(1, 20);
    casts.add(
        Cast.of(
            "a key reserved under the marker of its reservation",
            w,
            NONE.masking(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = BuildWorld.ofUniqueCities(Fault.RESERVES_BY_AN_OLD_CATALOG).withDead(1, 20);
    casts.add(
        Cast.of(
            "a key reserved by an old catalog",
            w,
            NONE.masking(),
            w.writer(0, 2, SET_X, 15, 2),
            w.scrub(1, SCRUB)));
    w = BuildWorld.ofUniqueCities(Fault.DROPS_ABOVE_THE_WATERMARK).withDead(1, 1_500);
    casts.add(
        Cast.of(
            "a reservation dropped that is above the GC watermark",
            w,
            NONE.masking(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    w = BuildWorld.ofUniqueCities(Fault.DROPS_WHAT_WAS_NOT_READ).withDead(1, 20);
    casts.add(
        Cast.of(
            "a reservation dropped that names a row by now",
            w,
            NONE.masking(),
            w.writer(0, 2, SET_X, 15, 1),
            w.scrub(1, SCRUB)));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }

  // What a user sees of it.

  private static int stored(Database database, TableLayout layout) {
    int count = 0;
    try (Snapshot view = database.known().engine().snapshot(0);
        RowCursor rows =
            view.walk(layout, new ScanOptions(RowOptions.of(Set.of()).withExpired(), false))) {
      while (rows.next() != null) {
        count++;
      }
    }
    return count;
  }

  @Test
  void scrubDropsRowsThatDiedAndTellsHowMany() {
    requireDrops(MemoryEngine.ofSingleRows(1_000), 1_200);
  }

  @Test
  @Tag("large")
  void scrubDropsRowsThatDiedInHBase() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("dead") + "?alone=true")) {
      requireDrops(engine, 20);
    }
  }

  /** Every second row dies, and goes an hour later. */
  private static void requireDrops(Engine engine, int rows) {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));
    Database database = Database.over(engine, now::get, 1);
    boolean unused = database.createTable(Payments.DEFINITION, true);
    Table table = database.table("payment");
    try (BatchWriter writer = table.batchWriter()) {
      for (int i = 0; i < rows; i++) {
        writer.add(Payments.payment(i, i % 7, "2017-01-01", "1.00"));
      }
    }
    for (int i = 0; i < rows; i += 2) {
      long one = table.delete(List.of(Payments.eq("payment_id", i)));
      assertThat(one).isEqualTo(1);
    }
    int half = rows / 2;
    assertThat(database.scrub("payment", ScrubOptions.CHECK))
        .isEqualTo(new ScrubReport("payment", half, 3L * half, half, 0, List.of()));
    now.set(now.get().plusSeconds(3_600));
    assertThat(database.scrub("payment", ScrubOptions.REPAIR))
        .isEqualTo(new ScrubReport("payment", half, 3L * half, half, half, List.of()));
    assertThat(stored(database, database.known().require("payment").layout())).isEqualTo(half);
    assertThat(database.scrub("payment", ScrubOptions.REPAIR))
        .isEqualTo(new ScrubReport("payment", half, 3L * half, 0, 0, List.of()));
    // Whatever a clock says, what comes in the place of a dropped row is above it.
    long gcWatermark = database.known().require("payment").entry().gcWatermark();
    now.set(now.get().minusSeconds(7_200));
    Database late = Database.over(engine, now::get, 1);
    late.table("payment").insert(Payments.payment(2, 5, "2017-01-01", "2.00"));
    assertThat(late.table("payment").get(2L)).isPresent();
    assertThat(SingleRowWriterTest.stored(late, 2).version()).isGreaterThan(gcWatermark);
    Payments.requireExact(late, "payment");
  }

  @Test
  void scrubDropsTheFreeKeysOfUniqueIndexes() {
    requireDropsKeys(MemoryEngine.ofSingleRows(1_000), 1_200);
  }

  @Test
  @Tag("large")
  void scrubDropsTheFreeKeysOfUniqueIndexesInHBase() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("free") + "?alone=true")) {
      requireDropsKeys(engine, 20);
    }
  }

  /** The note of each row changes twice, and every second row dies. */
  private static void requireDropsKeys(Engine engine, int rows) {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));
    Database database = Database.over(engine, now::get, 1);
    IndexDefinition unique = BuildWorld.BY_NOTE.asUnique();
    boolean unused = database.createTable(World.TABLE.withIndexes(List.of(unique)), true);
    Table table = database.table("t");
    for (String round : List.of("a", "b", "c")) {
      try (BatchWriter writer = table.batchWriter()) {
        for (int i = 0; i < rows; i++) {
          writer.add(Payments.row("id", i, "city", "x", "note", round + i));
        }
      }
    }
    for (int i = 0; i < rows; i += 2) {
      long one = table.delete(List.of(Payments.eq("id", i)));
      assertThat(one).isEqualTo(1);
    }
    int half = rows / 2;
    TableLayout keys =
        Objects.requireNonNull(database.known().require("t").index("t_by_note").claims()).layout();
    assertThat(stored(database, keys)).isEqualTo(3 * rows);
    now.set(now.get().plusSeconds(3_600));
    int gone = half + 2 * rows + half;
    assertThat(database.scrub("t", ScrubOptions.REPAIR))
        .isEqualTo(new ScrubReport("t", half, 2L * half, gone, gone, List.of()));
    assertThat(stored(database, keys)).isEqualTo(half);
    // A key that was dropped is free, one that a row has is not; whatever a clock says.
    now.set(now.get().minusSeconds(7_200));
    Table late = Database.over(engine, now::get, 1).table("t");
    late.insert(Payments.row("id", 0, "city", "x", "note", "a1"));
    assertThat(late.get(0)).isPresent();
    assertThatThrownBy(() -> late.insert(Payments.row("id", 2, "city", "x", "note", "c1")))
        .isInstanceOf(TableException.class);
    assertThatThrownBy(() -> late.insert(Payments.row("id", 2, "city", "x", "note", "a1")))
        .isInstanceOf(TableException.class);
    assertThat(database.scrub("t", ScrubOptions.CHECK).left()).isZero();
  }

  @Test
  void scrubLeavesTombstonesAboveTheGcWatermark() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));
    Engine engine = CatalogLeaseTest.reached();
    Database database = Database.over(engine, now::get, 1);
    boolean unused = database.createTable(Payments.DEFINITION, true);
    Table table = database.table("payment");
    table.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    table.insert(Payments.payment(2, 1, "2017-01-01", "1.00"));
    long deleted = table.delete(List.of(Payments.eq("payment_id", 1)));
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).dropped())
        .as("dead for less than a write may be late")
        .isZero();
    now.set(now.get().plusSeconds(10));
    deleted += table.delete(List.of(Payments.eq("payment_id", 2)));
    assertThat(deleted).isEqualTo(2);
    CatalogLeaseTest.killed(engine);
    List<Long> waits = new ArrayList<>();
    ScrubOptions impatient =
        ScrubOptions.REPAIR.telling(
            progress -> {
              waits.add(progress.waitMillis());
              return progress.waitMillis() == 0;
            });
    assertThat(database.scrub("payment", impatient).dropped()).isZero();
    assertThat(waits).last().isNotEqualTo(0L);
    ScrubReport report = database.scrub("payment", ScrubOptions.REPAIR);
    assertThat(report.tombstones()).isEqualTo(2);
    assertThat(report.dropped()).isEqualTo(1);
    Payments.requireExact(database, "payment");
  }
}
