package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.store.MemoryEngine;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Table;
import org.junit.jupiter.api.Test;

/** Columns outside the primary key that are NOT NULL, on every way that writes. */
class NotNullTest {
  /** A payment whose customer is always known. */
  record Payment(int id, int customerId, String note) {}

  private static final String DECLARED =
      "CREATE TABLE payment (id int PRIMARY KEY, customer_id int NOT NULL, note text)";

  private static final String REFUSED =
      "found no value for customer_id, expected one, since the column is NOT NULL; give the column a value";

  private static void onEachEngine(Consumer<Database> test) {
    for (MemoryEngine engine : List.of(new MemoryEngine(), MemoryEngine.ofSingleRows(1))) {
      try (Database database = Database.over(engine, InstantSource.system(), 1)) {
        CqlSession session = CqlSession.over(database);
        session.execute(DECLARED);
        session.execute("CREATE INDEX payment_by_customer ON payment (customer_id)");
        session.execute("INSERT INTO payment (id, customer_id, note) VALUES (1, 7, 'a')");
        test.accept(database);
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  private static List<Payment> payments(Database database) {
    return CqlSession.over(database).execute("SELECT * FROM payment").stream(Payment.class)
        .toList();
  }

  @Test
  void everyStatementThatWouldLeaveItNullIsRefused() {
    onEachEngine(
        database -> {
          CqlSession session = CqlSession.over(database);
          for (String statement :
              List.of(
                  "INSERT INTO payment (id, note) VALUES (2, 'b')",
                  "INSERT INTO payment (id, customer_id) VALUES (2, null)",
                  "INSERT INTO payment (id, note) VALUES (2, 'b') IF NOT EXISTS",
                  "INSERT INTO payment (id, note) VALUES (2, 'b') USING TTL 100",
                  "INSERT INTO payment (id, customer_id) VALUES (1, null)",
                  "UPDATE payment SET note = 'b' WHERE id = 2",
                  "UPDATE payment SET customer_id = null WHERE id = 1",
                  "UPDATE payment SET customer_id = null WHERE id = 1 IF EXISTS",
                  "UPDATE payment SET id = 3, customer_id = null WHERE id = 1 REKEY",
                  "BEGIN BATCH UPDATE payment SET customer_id = null WHERE id = 1 APPLY BATCH")) {
            assertThatThrownBy(() -> session.execute(statement))
                .as(statement)
                .isInstanceOf(CqlException.class)
                .hasMessageContaining(REFUSED);
          }
          assertThatThrownBy(
                  () ->
                      session.execute(
                          "UPDATE payment USING TTL 100 SET customer_id = 8 WHERE id = 1"))
              .hasMessageContaining("expires before its row");
          session.execute("INSERT INTO payment (id, note) VALUES (1, 'c')");
          session.execute("UPDATE payment SET note = null WHERE id = 1");
          assertThat(payments(database)).containsExactly(new Payment(1, 7, null));
        });
  }

  @Test
  void everyCallThatWouldLeaveItNullIsRefused() {
    onEachEngine(
        database -> {
          Table table = database.table("payment");
          Map<String, Object> without = Map.of("id", 2, "note", "b");
          assertThatThrownBy(() -> table.insert(without)).hasMessageContaining(REFUSED);
          assertThatThrownBy(() -> table.put(without)).hasMessageContaining(REFUSED);
          List<String> refused = new ArrayList<>();
          try (BatchWriter writer = table.batchWriter()) {
            writer.add(without, e -> refused.add(e.getMessage()));
            writer.add(Map.of("id", 3, "customer_id", 9), e -> refused.add(e.getMessage()));
          }
          assertThat(refused).hasSize(1);
          assertThat(refused.get(0)).contains(REFUSED);
          assertThat(payments(database))
              .containsExactly(new Payment(1, 7, "a"), new Payment(3, 9, null));
        });
  }

  @Test
  void aLoadThatReadsNothingRefusesItToo() {
    try (Database database =
        Database.over(MemoryEngine.ofSingleRows(1), InstantSource.system(), 1)) {
      CqlSession.over(database).execute(DECLARED);
      BulkLoad load = database.table("payment").bulkLoad(waiting -> true);
      load.add(Map.of("id", 1, "customer_id", 7));
      assertThatThrownBy(
              () -> {
                load.add(Map.of("id", 2, "note", "b"));
                load.finish();
              })
          .hasMessageContaining(REFUSED);
    }
  }

  @Test
  void itIsShownAndKept() {
    MemoryEngine engine = new MemoryEngine();
    Database first = Database.over(engine, InstantSource.system(), 1);
    CqlSession.over(first).execute(DECLARED);
    Database again = Database.over(engine, InstantSource.system(), 1);
    CqlSession session = CqlSession.over(again);
    List<String> lines =
        session.execute("DESCRIBE payment").stream().map(row -> row.getString(0)).toList();
    assertThat(String.join("\n", lines)).contains("customer_id int NOT NULL, -- stored as");
    assertThatThrownBy(() -> session.execute("INSERT INTO payment (id) VALUES (2)"))
        .hasMessageContaining(REFUSED);
    session.execute("ALTER TABLE payment RENAME customer_id TO buyer");
    assertThatThrownBy(() -> session.execute("INSERT INTO payment (id) VALUES (2)"))
        .hasMessageContaining(REFUSED.replace("customer_id", "buyer"));
    session.execute("ALTER TABLE payment DROP buyer");
    session.execute("INSERT INTO payment (id) VALUES (2)");
  }

  @Test
  void itIsRefusedWhereNobodyCanKeepIt() {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      assertThatThrownBy(
              () ->
                  session.execute(
                      "CREATE TABLE t (a int PRIMARY KEY, b int NOT NULL, FAMILY f (b) WITH ttl = 9)"))
          .hasMessageContaining("found NOT NULL at b, whose family f has a ttl");
      session.execute("CREATE TABLE t (a int PRIMARY KEY, b int)");
      assertThatThrownBy(() -> session.execute("ALTER TABLE t ADD c int NOT NULL"))
          .hasMessageContaining(
              "found NOT NULL, but existing rows would have no value in this column");
      record Row(int a, int b) {}
      assertThatThrownBy(() -> session.execute("SELECT * FROM t").stream(Row.class))
          .hasMessageContaining(
              "component b is int, expected Integer for int, which may be null; declare the column NOT NULL, or give the component the type Integer");
      session.execute("CREATE TABLE c (a int PRIMARY KEY, l list<int>, m map<text, int>)");
      record Lists(Integer a, List<String> l) {}
      assertThatThrownBy(() -> session.execute("SELECT * FROM c").stream(Lists.class))
          .hasMessageContaining(
              "component l is List<String>, expected List<Integer> for list<int>");
      record Maps(Map<Integer, Integer> m) {}
      assertThatThrownBy(() -> session.execute("SELECT * FROM c").stream(Maps.class))
          .hasMessageContaining(
              "component m is Map<Integer, Integer>, expected Map<String, Integer>");
      record Bounded<T extends Integer>(T l) {}
      assertThatThrownBy(() -> session.execute("SELECT * FROM c").stream(Bounded.class))
          .hasMessageContaining("component l is T, expected List<Integer> for list<int>");
      record Fitting(Collection<? extends Number> l, Map<String, Integer> m) {}
      assertThat(session.execute("SELECT * FROM c").stream(Fitting.class)).isEmpty();
    }
  }
}
