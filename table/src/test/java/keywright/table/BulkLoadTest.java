package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static keywright.table.RowWorld.Operation.DELETE;
import static keywright.table.RowWorld.Operation.SET_Y;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.table.BuildWorld.Fault;
import keywright.table.RowWorld.Operation;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link ProtocolTest}, of tables that are filled without reading: every row has its entries,
 * and what was loaded last is there, whoever else would write and whatever is late.
 */
class BulkLoadTest {
  private static final Faults NONE = Faults.of(0);
  private static final Faults LATE = Faults.of(1);

  private static BuildWorld world(Fault fault, int... rows) {
    return new BuildWorld(fault, true, rows);
  }

  @Test
  void everyRowHasItsEntriesAfterALoadBesideOtherWriters() {
    List<Cast> casts = new ArrayList<>();
    BuildWorld w = world(Fault.NONE);
    casts.add(Cast.of("a load of two rows of a key", w, LATE, w.loader(0, 1, 2_000, "x", "y")));
    for (Operation operation : List.of(SET_Y, DELETE)) {
      for (long micros : new long[] {5, 5_000}) {
        w = world(Fault.NONE);
        casts.add(
            Cast.of(
                operation + " at " + micros,
                w,
                LATE,
                w.loader(0, 1, 2_000, "x"),
                w.writer(1, 1, operation, micros, 1)));
      }
    }
    w = world(Fault.NONE);
    casts.add(Cast.of("a scrub", w, NONE, w.loader(0, 1, 2_000, "x"), w.scrub(1, 5_000)));
    w = world(Fault.NONE);
    casts.add(
        Cast.of("two loads", w, NONE, w.loader(0, 1, 2_000, "x"), w.loader(1, 2, 3_000, "y")));
    w = world(Fault.NONE).withLoad(1, "x", 5_000);
    casts.add(Cast.of("a load that is gone on with", w, LATE, w.loader(0, 1, 2_000, "y")));
    Cast.explore("loads", casts);
  }

  // Every step is needed: what comes of leaving it out.

  static Stream<Cast> broken() {
    List<Cast> casts = new ArrayList<>();
    BuildWorld w = world(Fault.LOADS_ROWS_FIRST);
    casts.add(Cast.of("M7 row before entry", w, NONE, w.loader(0, 1, 2_000, "x")));
    w = world(Fault.LOADS_AT_ONE_VERSION);
    casts.add(Cast.of("L2 equal versions", w, LATE, w.loader(0, 1, 2_000, "x", "y")));
    w = world(Fault.WRITES_BESIDE_A_LOAD);
    casts.add(
        Cast.of(
            "L3 a conditional writer beside",
            w,
            NONE,
            w.loader(0, 1, 2_000, "x"),
            w.writer(1, 1, SET_Y, 5_000, 1)));
    w = world(Fault.LOADS_AT_ONE_VERSION);
    casts.add(
        Cast.of("L7 a scrub beside", w, NONE, w.loader(0, 1, 2_000, "x"), w.repairer(1, 1, 5_000)));
    w = world(Fault.WAITS_FOR_NOBODY);
    casts.add(
        Cast.of(
            "a writer that does not know of the load",
            w,
            NONE,
            w.loader(0, 1, 2_000, "x"),
            w.writer(1, 1, SET_Y, 5_000, 1)));
    w = world(Fault.WAITS_FOR_NO_LATE_WRITE);
    casts.add(
        Cast.of(
            "a write that is late",
            w,
            LATE,
            w.loader(0, 1, 2_000, "x"),
            w.writer(1, 1, SET_Y, 5_000, 1)));
    w = world(Fault.LOADS_BESIDE_ROWS).withDead(1, 5_000);
    casts.add(Cast.of("a load below a tombstone", w, NONE, w.loader(0, 1, 2_000, "x")));
    w = world(Fault.LOADS_BELOW_THE_CEILING).withLoad(1, "x", 5_000);
    casts.add(Cast.of("a load below the one before", w, NONE, w.loader(0, 1, 2_000, "y")));
    return casts.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void noStepMayBeLeftOut(Cast cast) {
    cast.requireViolation();
  }

  // What a user sees of it.

  private static void add(BulkLoad load, int from, int to, int customers) {
    for (int i = from; i < to; i++) {
      load.add(Payments.payment(i, i % customers, "2017-01-01", "1.00"));
    }
  }

  private static void requireLoads(Engine engine, int rows) {
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    try (BulkLoad load = table.bulkLoad(millis -> true)) {
      add(load, 0, rows, 7);
      // The last of a key stays, in a batch and from one to the next.
      add(load, 10, 20, 5);
      load.flush();
      assertThat(table.query(Query.all().where(eq("customer_id", 3))).toList()).isNotEmpty();
      add(load, 20, 30, 5);
      assertThat(load.rows()).isEqualTo(rows + 20);
      assertThat(load.isFinished()).isFalse();
      assertThat(database.unfinishedLoads()).containsExactly("payment");
      load.finish();
      assertThat(load.isFinished()).isTrue();
    }
    assertThat(database.unfinishedLoads()).isEmpty();
    for (int i = 0; i < 40; i++) {
      assertThat(table.get((long) i).orElseThrow().get("customer_id"))
          .isEqualTo(i >= 10 && i < 30 ? i % 5 : i % 7);
    }
    assertThat(table.query(Query.all()).toList()).hasSize(rows);
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).left()).isZero();
    Payments.requireExact(database, "payment");
    assertThat(table.delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
    table.insert(Payments.payment(2, 50, "2017-01-02", "2.00"));
    assertThat(table.insertIfAbsent(Payments.payment(3, 50, "2017-01-02", "2.00"))).isFalse();
    assertThat(table.query(Query.all().where(eq("customer_id", 50))).toList()).hasSize(1);
    Payments.requireExact(database, "payment");
  }

  @Test
  void aTableWithoutRowsIsFilled() {
    requireLoads(MemoryEngine.ofSingleRows(1), 2_500);
  }

  @Test
  @Tag("large")
  void aTableOfHBaseIsFilled() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("filled") + "?alone=true")) {
      requireLoads(engine, 2_500);
    }
  }

  /** What removed a tombstone has a timestamp above those of a load. */
  @Test
  @Tag("large")
  void aTableOfCassandraIsFilledWhereRowsWereRemoved() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    String url = CassandraServer.shared().newKeyspace("filled") + "?alone=true";
    try (Engine engine = Engines.open(url)) {
      Database database = Database.over(engine, now::get, 1);
      assertThat(database.createTable(Payments.DEFINITION, true)).isTrue();
      Table table = database.table("payment");
      table.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
      assertThat(table.delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
      now.set(now.get().plusMillis(engine.horizonMillis()).plusSeconds(3_600));
      assertThat(database.scrub("payment", ScrubOptions.REPAIR).dropped()).isEqualTo(1);
      try (BulkLoad load = table.bulkLoad(millis -> true)) {
        add(load, 0, 5, 7);
        load.finish();
      }
      assertThat(table.query(Query.all()).toList()).hasSize(5);
      Payments.requireExact(database, "payment");
    }
  }

  @Test
  void nobodyElseWritesToATableThatIsBeingFilled() {
    Engine engine = MemoryEngine.ofSingleRows(1);
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    String underWay =
        " payment: found a bulk load of it that is not finished; if another process is running the load, wait for it; otherwise repeat the load to finish it, or TRUNCATE the table to discard it";
    BulkLoad load = table.bulkLoad(millis -> true);
    add(load, 0, 10, 7);
    load.flush();
    for (ThrowingCallable write :
        List.<ThrowingCallable>of(
            () -> table.insert(Payments.payment(1, 1, "2017-01-01", "1.00")),
            () -> table.delete(List.of(eq("payment_id", 1))),
            () ->
                database.apply(
                    Change.rekey(
                        "payment", List.of(eq("payment_id", 1)), row("payment_id", 99L))))) {
      assertThatThrownBy(write).isInstanceOf(TableException.class);
      assertThatThrownBy(write).hasMessage("cannot write to" + underWay);
    }
    assertThatThrownBy(() -> database.scrub("payment", ScrubOptions.CHECK))
        .hasMessage("cannot scrub" + underWay);
    assertThatThrownBy(
            () -> database.createIndex("payment", IndexDefinition.of("i", "amount"), false))
        .hasMessage("cannot create an index of" + underWay);
    assertThatThrownBy(() -> database.dropIndex("payments_by_id", false))
        .hasMessage("cannot drop an index of" + underWay);
    assertThatThrownBy(
            () -> database.alterTable("payment", new TableChange.Drop(List.of("amount"), false)))
        .hasMessage("cannot alter" + underWay);
    // Another continues, and this one does not.
    try (BulkLoad next = table.bulkLoad(millis -> true)) {
      add(next, 0, 5, 3);
      add(load, 0, 5, 7);
      assertThatThrownBy(load::flush)
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot resume the bulk load of payment: another process has resumed it, or has discarded it by TRUNCATE; if no other process is loading the table, repeat the load");
      load.close();
      next.finish();
    }
    assertThat(table.get(4L).orElseThrow().get("customer_id")).isEqualTo(1);
    assertThat(table.query(Query.all()).toList()).hasSize(10);
    database.truncate("payment");
    try (BulkLoad again = table.bulkLoad(millis -> true)) {
      add(again, 0, 3, 3);
      again.flush();
    }
    database.truncate("payment");
    assertThat(database.unfinishedLoads()).isEmpty();
    table.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    Payments.requireExact(database, "payment");
  }

  private static void refused(Database database, String table, String found) {
    assertThatThrownBy(() -> database.table(table).bulkLoad(millis -> true))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith("cannot bulk load " + table + ": found " + found);
    assertThat(database.unfinishedLoads()).isEmpty();
  }

  private static void create(Database database, String name, String key, IndexDefinition... of) {
    TableDefinition table =
        TableDefinition.of(name, Payments.columns("id int, city text", "d"), KeyPart.parseList(key))
            .withIndexes(List.of(of));
    assertThat(database.createTable(table, false)).isTrue();
  }

  @Test
  void whatHasToBeReadIsRefused() {
    refused(Payments.open(new MemoryEngine()), "payment", "an engine that writes a row and its");
    Database database = Payments.open(MemoryEngine.ofSingleRows(1));
    Table table = database.table("payment");
    table.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    refused(database, "payment", "rows, or tombstones of deleted rows, expected an empty table");
    assertThat(table.delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
    refused(database, "payment", "rows, or tombstones of deleted rows, expected an empty table");
    create(database, "u", "id", IndexDefinition.of("u_by_city", "city").asUnique());
    refused(database, "u", "a unique index");
    create(database, "digest", "md5(id)");
    refused(database, "digest", "families with versions, or a digest in the key");
    create(database, "building", "id");
    database
        .known()
        .exchange(
            database
                .known()
                .stored(
                    database
                        .known()
                        .require("building")
                        .entry()
                        .withIndex(IndexDefinition.of("b", "city"), 0)));
    refused(database, "building", "an index that is not built");
  }
}
