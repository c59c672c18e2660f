package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.table.ScrubReport.Kind;
import keywright.testkit.Seeds;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
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
      for (Engine engine : engines.exact()) {
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

  private static final String TAKEN =
      "cannot write row (200000000) of payment: row (100000000) has the same key (1, a) of unique index payments_by_note; change one of them";

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
  void duplicatesThatAreThereRefuseTheIndex() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.exact()) {
        Database database = IndexBuildTest.with(engine, 700);
        Table table = database.table("payment");
        table.insert(note(20, 1, "a"));
        table.insert(note(10, 1, "A"));
        assertThatThrownBy(() -> database.createIndex("payment", BY_NOTE, false))
            .hasMessage(
                "cannot create unique index payments_by_note: rows (010000000) and (020000000) of payment have the same key (1, a); change or delete one of them");
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

  @Test
  void ofTwoWritersOneIsRefused() {
    InterruptedEngine engine = new InterruptedEngine();
    Database database = Payments.open(engine);
    database.createIndex("payment", BY_NOTE, false);
    Table table = database.table("payment");
    // Between what the second reads and what it writes.
    engine.after(0, () -> table.insert(note(1, 1, "a")));
    assertThatThrownBy(() -> table.insert(note(2, 1, "a"))).hasMessage(TAKEN);
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void aBuildAndWritersAgree() {
    for (int moment = 1; moment < 4; moment++) {
      InterruptedEngine engine = new InterruptedEngine();
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
      assertThat(database.verify("payment")).as("writes before write %d", moment).isEmpty();
    }
  }

  @Test
  void keysAreUniqueWhateverManyThreadsDo() throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.exact()) {
        Database database = Payments.open(engine);
        database.createIndex("payment", BY_NOTE, false);
        Table table = database.table("payment");
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          Random random = new Random(Seeds.base() + i);
          Thread thread =
              new Thread(
                  () -> {
                    for (int j = 0; j < 300; j++) {
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
        List<String> notes = new ArrayList<>();
        table.query(Query.all()).forEach(row -> notes.add(row.getString("note")));
        assertThat(notes).as(Seeds.reproduction(Seeds.base())).doesNotHaveDuplicates();
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  @Test
  void scrubMendsWhoHasWhatAndReportsDuplicates() {
    Database database = Payments.open(new MemoryEngine());
    database.createIndex("payment", BY_NOTE, false);
    Table table = database.table("payment");
    table.insert(note(1, 1, "a"));
    table.insert(note(2, 1, "b"));
    table.insert(note(3, 1, "c"));
    StoredTable stored = database.require("payment");
    StoredClaims claims = stored.index(INDEX).claims();
    assertThat(claims).isNotNull();
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(1, stored.primaryKey().encode(stored.primaryKey().key(3L, null, null, null, null)));
    // Row 1 lost its key; row 3 has that of row 2, and one that no row has.
    WriteBatch batch =
        new WriteBatch(0)
            .delete(claims.layout(), claims.layout().keySchema().key(null, 1, null, null, "a"), -1)
            .put(
                claims.layout(),
                claims.layout().keySchema().key(null, 1, null, null, "b"),
                -1,
                Long.MAX_VALUE / 2,
                cells)
            .put(
                claims.layout(),
                claims.layout().keySchema().key(null, 1, null, null, "x"),
                -1,
                Long.MAX_VALUE / 2,
                cells);
    assertThat(database.engine().write(batch)).isTrue();
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).findings())
        .extracting(
            ScrubReport.Finding::kind, ScrubReport.Finding::found, ScrubReport.Finding::repaired)
        .containsExactly(
            Tuple.tuple(Kind.ROW_WITHOUT_ENTRY, 1L, 1L),
            Tuple.tuple(Kind.ENTRY_WITHOUT_ROW, 1L, 1L),
            Tuple.tuple(Kind.ENTRY_OF_ANOTHER_ROW, 1L, 1L));
    assertThat(database.verify("payment")).isEmpty();
    assertThatThrownBy(() -> table.insert(note(4, 1, "a"))).hasMessageContaining("row (100000000)");
  }

  @Test
  void whatCannotBeUniqueIsRefused() {
    Database database = Payments.open(new MemoryEngine());
    assertThatThrownBy(
            () ->
                database.createIndex(
                    "payment", IndexDefinition.of("u", "bucket(4), note").asUnique(), false))
        .hasMessage(
            "cannot create unique index u: found bucket(4), which spreads by the primary key, so that equal keys would not meet; name its columns, or leave it out");
  }
}
