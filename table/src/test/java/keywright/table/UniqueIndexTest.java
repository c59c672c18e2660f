package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.server.hbase.HBaseServer;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.NoTableException;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Kind;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class UniqueIndexTest {
  private static final String INDEX = "payments_by_note";
  private static final IndexDefinition BY_NOTE =
      IndexDefinition.of(INDEX, "customer_id, lower(note)").asUnique();

  private static Map<String, @Nullable Object> note(
      long id, @Nullable Object customer, @Nullable String note) {
    return row("payment_id", id, "customer_id", customer, "note", note);
  }

  private static void onAllEngines(Consumer<Database> test) {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        database.createIndex("payment", BY_NOTE, false);
        test.accept(database);
        assertThat(database.verify("payment")).isEmpty();
        // With all rows gone every key is free.
        database.truncate("payment");
        database.table("payment").insert(note(99, 1, "a"));
        assertThat(database.scrub("payment", ScrubOptions.CHECK).entries()).isEqualTo(5);
      }
    }
  }

  /** Another process drops the storage of reservations just before one of them is written. */
  private static final class DroppingEngine extends ForwardingEngine {
    private @Nullable String dropped;

    DroppingEngine() {
      super(MemoryEngine.ofSingleRows(1));
    }

    @Override
    public boolean write(WriteBatch batch) {
      if (batch.writes().get(0).layout().name().equals(dropped)) {
        dropTable(dropped);
      }
      return super.write(batch);
    }
  }

  @Test
  void reservationsWithoutStorageLeaveNoDoubtWhetherTheRowIsWritten() {
    for (String index : List.of(INDEX, "amounts")) {
      DroppingEngine engine = new DroppingEngine();
      try (Database database = Payments.open(engine)) {
        database.createIndex("payment", BY_NOTE, false);
        database.createIndex("payment", IndexDefinition.of("amounts", "amount").asUnique(), false);
        Table table = database.table("payment");
        table.insert(row("payment_id", 1, "customer_id", 1, "note", "a", "amount", 1));
        engine.dropped =
            engine.tables().stream()
                .filter(name -> name.contains(index) && name.endsWith(".unique"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(
                () ->
                    table.insert(row("payment_id", 2, "customer_id", 1, "note", "b", "amount", 2)))
            .as(index)
            .isInstanceOf(NoTableException.class)
            .hasMessageContaining("found no such table");
        assertThat(table.get(2)).isEmpty();
      }
    }
  }

  private static final String TAKEN =
      "cannot write row (2) of payment: row (1) has the same key (1, a) of unique index payments_by_note; change one of them";

  /** Both reasons apply; the other row of the statement has none. */
  @Test
  void aKeyThatAnIndexCannotStoreIsRefusedBeforeKeysAreLookedUp() {
    onAllEngines(
        database -> {
          IndexDefinition byNote =
              IndexDefinition.of("notes", "note").asUnique().withFormat(KeyFormat.text("_"));
          database.createIndex("payment", byNote, false);
          Table table = database.table("payment");
          table.insert(note(1, 1, "a"));
          database.dropIndex(INDEX, false);
          database.createIndex(
              "payment", IndexDefinition.of(INDEX, "customer_id").asUnique(), false);
          assertThatThrownBy(() -> table.insert(note(2, 1, "")))
              .hasMessage(
                  "cannot write to payment: the row does not fit the key of index notes: cannot encode a key: found only empty texts, expected at least one byte; give a part a text that is not empty");
          assertThat(table.get(2L)).isEmpty();
          database.dropIndex("notes", false);
        });
  }

  @Test
  void twoRowsCannotHaveOneKey() {
    onAllEngines(
        database -> {
          Table table = database.table("payment");
          table.insert(note(1, 1, "A"));
          assertThatThrownBy(() -> table.insert(note(2, 1, "a"))).hasMessage(TAKEN);
          assertThat(table.get(2L)).isEmpty();
          table.insert(note(2, 2, "a"));
          assertThatThrownBy(
                  () -> table.update(List.of(eq("payment_id", 2)), row("customer_id", 1)))
              .hasMessage(TAKEN);
          assertThat(table.get(2L).orElseThrow().getInt("customer_id")).isEqualTo(2);
          // A row's own key is no hindrance, and what is given back is free.
          table.insert(note(1, 1, "a"));
          table.update(List.of(eq("payment_id", 1)), row("note", "b"));
          table.update(List.of(eq("payment_id", 2)), row("customer_id", 1));
          table.delete(List.of(eq("payment_id", 1)));
          table.insert(note(3, 1, "b"));
          table.update(List.of(eq("payment_id", 3)), row("note", null));
          table.insert(note(4, 1, "b"));
        });
  }

  @Test
  void nullsAreLikeNoOther() {
    onAllEngines(
        database -> {
          Table table = database.table("payment");
          for (long id = 0; id < 3; id++) {
            table.insert(note(id, 1, null));
            table.insert(note(10 + id, null, "a"));
          }
          assertThat(table.query(Query.all().where(eq("customer_id", 1))).toList()).hasSize(3);
        });
  }

  @Test
  void aBatchLeavesOutWhatCollides() {
    onAllEngines(
        database -> {
          Table table = database.table("payment");
          List<String> refused = new ArrayList<>();
          try (BatchWriter writer = table.batchWriter()) {
            for (Map<String, @Nullable Object> values :
                List.of(
                    note(1, 1, "a"),
                    note(2, 1, "A"),
                    note(3, 1, "b"),
                    note(1, 1, "c"),
                    note(4, 1, "a"))) {
              writer.add(values, e -> refused.add(e.getMessage()));
            }
          }
          assertThat(refused).containsExactly(TAKEN);
          assertThat(table.query(Query.all()).toList())
              .extracting(row -> row.getLong("payment_id") + row.getString("note"))
              .containsExactlyInAnyOrder("1c", "3b", "4a");
        });
  }

  @Test
  void existingDuplicatesRefuseTheIndex() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = IndexBuildTest.with(engine, 700);
        Table table = database.table("payment");
        table.insert(note(20, 1, "a"));
        table.insert(note(10, 1, "A"));
        assertThatThrownBy(() -> database.createIndex("payment", BY_NOTE, false))
            .hasMessage(
                "cannot create unique index payments_by_note: rows (10) and (20) of payment have the same key (1, a); change or delete one of them");
        assertThat(database.findByIndex(INDEX)).isEmpty();
        assertThat(engine.tables()).noneMatch(name -> name.startsWith("payment.payments_by_note"));
        table.delete(List.of(eq("payment_id", 10)));
        assertThat(database.createIndex("payment", BY_NOTE, false)).isTrue();
        assertThat(database.verify("payment")).isEmpty();
        assertThat(Database.over(engine, Payments.CLOCK, 1).find("payment").orElseThrow().indexes())
            .contains(BY_NOTE);
      }
    }
  }

  /** The reference, as it is and changing one row at a time. */
  private static List<Supplier<Engine>> memory() {
    return List.of(MemoryEngine::new, () -> MemoryEngine.ofSingleRows(1));
  }

  @Test
  void ofTwoWritersOneIsRefused() {
    for (Supplier<Engine> memory : memory()) {
      for (int moment = 0; moment < 2; moment++) {
        InterruptedEngine engine = new InterruptedEngine(memory.get());
        Database database = Payments.open(engine);
        database.createIndex("payment", BY_NOTE, false);
        Table table = database.table("payment");
        // Between what the second reads and what it writes: a reservation first, where rows change
        // one at a time.
        engine.after(moment, () -> table.insert(note(1, 1, "a")));
        if (moment == 0 || !engine.capabilities().contains(Capability.ATOMIC_BATCHES)) {
          assertThatThrownBy(() -> table.insert(note(2, 1, "a"))).hasMessage(TAKEN);
        }
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  @Test
  void aBuildAndWritersAgree() {
    for (Supplier<Engine> memory : memory()) {
      for (int moment : List.of(1, 2, 3, 400, 700, 1_190)) {
        InterruptedEngine engine = new InterruptedEngine(memory.get());
        Database database = IndexBuildTest.with(engine, 1_200);
        Table table = database.table("payment");
        try (BatchWriter writer = table.batchWriter()) {
          for (long id = 0; id < 1_200; id++) {
            writer.add(row("payment_id", id, "customer_id", 1, "note", "n" + id));
          }
        }
        engine.after(
            moment,
            () -> {
              for (long id = 0; id < 600; id += 7) {
                // Keys are swapped between rows on both sides of the build.
                table.delete(List.of(eq("payment_id", id)));
                table.insert(note(2_000 + id, 1, "n" + id));
                table.update(List.of(eq("payment_id", id + 1)), row("note", "m" + id));
              }
            });
        assertThat(database.createIndex("payment", BY_NOTE, false)).isTrue();
        if (!engine.capabilities().contains(Capability.ATOMIC_BATCHES)) {
          removeLeftovers(database);
        }
        assertThat(database.verify("payment")).as("writes before write %d", moment).isEmpty();
      }
    }
  }

  @Test
  void keysAreUniqueWithManyThreads() throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        database.createIndex("payment", BY_NOTE, false);
        Table table = database.table("payment");
        writeAtOnce(List.of(table, table, table, table), 300);
        requireUnique(database);
      }
    }
  }

  @Test
  @Tag("large")
  void keysAreUniqueWithManyProcessesOnHBase() throws Exception {
    String url = HBaseServer.shared().url("unique") + "?alone=true";
    try (Database first = Payments.open(Engines.open(url))) {
      first.createIndex("payment", BY_NOTE, false);
      try (Database second = Database.over(Engines.open(url), Payments.CLOCK, 2)) {
        Table one = first.table("payment");
        Table other = second.table("payment");
        one.insert(note(100, 1, "a"));
        assertThatThrownBy(() -> other.insert(note(200, 1, "A")))
            .hasMessageContaining("has the same key (1, a) of unique index payments_by_note");
        one.delete(List.of(eq("payment_id", 100)));
        other.insert(note(200, 1, "A"));
        writeAtOnce(List.of(one, other, one, other), 60);
        requireUnique(first);
        // An index of rows that exist, and of rows of which two have one key.
        first.dropIndex(INDEX, false);
        assertThat(first.createIndex("payment", BY_NOTE, false)).isTrue();
        requireUnique(first);
        assertThatThrownBy(
                () ->
                    first.createIndex(
                        "payment", IndexDefinition.of("u", "customer_id").asUnique(), false))
            .hasMessageStartingWith("cannot create unique index u: rows (")
            .hasMessageEndingWith(
                ") of payment have the same key (1); change or delete one of them");
      }
    }
  }

  /** Each of its own thread: rows come, go and change their keys. */
  private static void writeAtOnce(List<Table> tables, int writes) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    for (Table table : tables) {
      Random random = new Random(Seeds.base() + threads.size());
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < writes; j++) {
                  long id = random.nextInt(40);
                  try {
                    if (random.nextInt(4) == 0) {
                      table.delete(List.of(eq("payment_id", id)));
                    } else {
                      table.insert(note(id, 1, "n" + random.nextInt(20)));
                    }
                  } catch (TableException e) {
                    assertThat(e).hasMessageContaining("has the same key");
                  }
                }
              });
      thread.setUncaughtExceptionHandler((at, e) -> failures.add(e));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  /** Keys are unique and every entry has its row, once what was left over is removed. */
  private static void requireUnique(Database database) {
    List<String> notes = new ArrayList<>();
    database.table("payment").query(Query.all()).forEach(row -> notes.add(row.getString("note")));
    assertThat(notes).as(Seeds.reproduction(Seeds.base())).doesNotHaveDuplicates();
    removeLeftovers(database);
    assertThat(database.verify("payment")).isEmpty();
  }

  private static void removeLeftovers(Database database) {
    for (ScrubReport.Finding finding : database.scrub("payment", ScrubOptions.REPAIR).findings()) {
      assertThat(finding.kind()).isEqualTo(Kind.ENTRY_WITHOUT_ROW);
      assertThat(finding.repaired()).isEqualTo(finding.found());
    }
  }

  @Test
  void scrubRepairsReservationsAndReportsDuplicates() {
    for (Supplier<Engine> memory : memory()) {
      scrubMends(Payments.open(memory.get()));
    }
  }

  private static void scrubMends(Database database) {
    database.createIndex("payment", BY_NOTE, false);
    Table table = database.table("payment");
    table.insert(note(1, 1, "a"));
    table.insert(note(2, 1, "b"));
    table.insert(note(3, 1, "c"));
    StoredTable stored = database.known().require("payment");
    StoredClaims claims = stored.index(INDEX).claims();
    assertThat(claims).isNotNull();
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(1, stored.primaryKey().encode(stored.primaryKey().key(3L, null, null, null, null)));
    // Row 1 lost its key; row 3 has that of row 2, and one that no row has.
    KeySchema keys = claims.layout().keySchema();
    write(database, batch -> batch.delete(claims.layout(), keys.key(null, 1, null, null, "a"), -1));
    for (String note : List.of("b", "x")) {
      Key key = keys.key(null, 1, null, null, note);
      write(database, batch -> batch.put(claims.layout(), key, -1, Long.MAX_VALUE / 2, cells));
    }
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).findings())
        .extracting(
            ScrubReport.Finding::kind, ScrubReport.Finding::found, ScrubReport.Finding::repaired)
        .containsExactly(
            Tuple.tuple(Kind.ROW_WITHOUT_ENTRY, 1L, 1L),
            Tuple.tuple(Kind.ENTRY_WITHOUT_ROW, 1L, 1L),
            Tuple.tuple(Kind.ENTRY_OF_ANOTHER_ROW, 1L, 1L));
    assertThat(database.verify("payment")).isEmpty();
    assertThatThrownBy(() -> table.insert(note(4, 1, "a"))).hasMessageContaining("row (1)");
  }

  private static void write(Database database, Consumer<WriteBatch> writes) {
    WriteBatch batch = new WriteBatch(0);
    writes.accept(batch);
    assertThat(database.known().engine().write(batch)).isTrue();
  }

  @Test
  void whatCannotBeUniqueIsRefused() {
    Database database = Payments.open(new MemoryEngine());
    assertThatThrownBy(
            () ->
                database.createIndex(
                    "payment", IndexDefinition.of("u", "bucket(4), note").asUnique(), false))
        .hasMessage(
            "cannot create unique index u: found bucket(4), whose bucket is computed "
                + "from the primary key, so that rows with equal values could have different "
                + "index keys; name columns of the index in bucket(n, …), or leave the bucket "
                + "out");
  }
}
