package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreparedStatementTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createPayments() {
    session.execute(
        "CREATE TABLE payment (id bigint PRIMARY KEY, customer int, paid_at timestamp, amount"
            + " decimal(6,2))");
    session.execute("CREATE INDEX payment_by_customer ON payment (customer, paid_at)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aStatementIsReadOnceAndRunWithManyValues() {
    PreparedStatement insert =
        session.prepare("INSERT INTO payment (id, customer, paid_at, amount) VALUES (?, ?, ?, ?)");
    for (int id = 1; id <= 5; id++) {
      assertThat(insert.execute(id, id % 2, Instant.EPOCH.plusSeconds(id), id + 0.5).count())
          .isEqualTo(1);
    }
    PreparedStatement find =
        session.prepare(
            "SELECT id FROM payment WHERE customer = :customer AND paid_at >= :since LIMIT :most");
    Map<String, Object> values =
        Map.of("customer", 1, "since", Instant.EPOCH.plusSeconds(2), "most", 5);
    assertThat(find.execute(values).stream().map(row -> row.getLong("id"))).containsExactly(3L, 5L);
    assertThat(
            session
                .execute(
                    "SELECT id FROM payment WHERE id IN :ids AND amount > :least",
                    Map.of("ids", List.of(1, 2, 3), "least", new BigDecimal("2")))
                .toList())
        .extracting(row -> row.getInt(0))
        .containsExactly(2, 3);
    PreparedStatement swap =
        session.prepare(
            "BEGIN BATCH UPDATE payment SET customer = :new WHERE id = :id IF customer = :old;"
                + " UPDATE payment SET amount = null WHERE id = :id; APPLY BATCH");
    assertThat(swap.execute(Map.of("id", 1, "old", 1, "new", 9)).wasApplied()).isTrue();
    assertThat(swap.execute(Map.of("id", 1, "old", 1, "new", 9)).wasApplied()).isFalse();
  }

  @Test
  void aSelectReadsItsParametersAndTheTimeInEachRun() {
    AtomicReference<Instant> clock = new AtomicReference<>(Instant.EPOCH.plusSeconds(2));
    try (Database own = Database.over(new MemoryEngine(), clock::get, 1);
        CqlSession other = CqlSession.over(own)) {
      other.execute("CREATE TABLE t (a int, b timestamp, c list<int>, PRIMARY KEY (a, b))");
      for (int second = 1; second <= 3; second++) {
        other.execute(
            "INSERT INTO t (a, b, c) VALUES (1, ?, [?])",
            Instant.EPOCH.plusSeconds(second),
            second);
      }
      PreparedStatement past =
          other.prepare("SELECT b AS at FROM t WHERE a = 1 AND b <= now() LIMIT ?");
      assertThat(past.execute(9).toList()).hasSize(2);
      assertThat(past.execute(1).toList()).hasSize(1);
      clock.set(Instant.EPOCH.plusSeconds(9));
      assertThat(past.execute(9).toList()).hasSize(3);
      PreparedStatement list =
          other.prepare("SELECT b FROM t WHERE a = 1 AND c = [?] ALLOW FILTERING");
      assertThat(list.execute(3).next().getInstant(0)).isEqualTo(Instant.EPOCH.plusSeconds(3));
      assertThat(list.execute(1).next().getInstant(0)).isEqualTo(Instant.EPOCH.plusSeconds(1));
    }
  }

  @Test
  void anUnknownNameIsRefusedWhenAStatementIsPrepared() {
    assertThatThrownBy(() -> session.prepare("SELECT * FROM paiment WHERE id = ?"))
        .hasMessage("cannot find table paiment; did you mean payment? (line 1, column 15)");
    assertThatThrownBy(() -> session.prepare("UPDATE payment SET amont = ? WHERE id = ?"))
        .hasMessage(
            "cannot find column \"amont\" in table payment; did you mean amount? (line 1, column"
                + " 20)");
    assertThatThrownBy(
            () ->
                session.prepare(
                    "BEGIN BATCH INSERT INTO payment (id) VALUES (1); DELETE FROM payment WHERE key"
                        + " = 1; APPLY BATCH"))
        .hasMessageStartingWith("cannot find column \"key\" in table payment");
    session.prepare("SELECT count(*), min(amount) FROM payment");
    session.prepare("CREATE TABLE other (a int PRIMARY KEY)");
  }

  @Test
  void whatDoesNotFitItsColumnIsSaidInOneLine() {
    PreparedStatement insert =
        session.prepare("INSERT INTO payment (id, amount) VALUES (:id, :amount)");
    assertThatThrownBy(() -> insert.execute(Map.of("id", 1, "amount", "much")))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot set amount: found 'much', expected a number from -9999.99 to 9999.99 with at"
                + " most 2 decimals (line 1, column 47)");
    assertThatThrownBy(() -> insert.execute(Map.of("id", 1.5, "amount", 1)))
        .hasMessageStartingWith("cannot set id: found 1.5, expected a whole number");
    assertThatThrownBy(
            () ->
                insert.execute(
                    Map.of(
                        "id",
                        1,
                        "amount",
                        new Object() {
                          @Override
                          public String toString() {
                            return "a thing";
                          }
                        })))
        .hasMessageStartingWith("cannot set amount: found a thing, expected a number");
    PreparedStatement find = session.prepare("SELECT * FROM payment WHERE id = ?");
    assertThatThrownBy(() -> find.execute("x"))
        .hasMessageStartingWith("cannot compare id: found 'x', expected a whole number")
        .hasMessageEndingWith("(line 1, column 34)");
    assertThatThrownBy(() -> find.execute((Object) null))
        .hasMessageContaining("found null, expected a value; write IS NULL");
    assertThat(session.execute("SELECT count(*) FROM payment").toList().get(0).getLong(0)).isZero();
  }

  @Test
  void valuesAreGivenAsTheStatementAsksForThem() {
    PreparedStatement named =
        session.prepare("SELECT * FROM payment WHERE customer = :a AND paid_at > :b");
    assertThatThrownBy(() -> named.execute(1, 2))
        .hasMessage(
            "cannot run the statement: found values without names, expected a map with a value for"
                + " each of :a, :b");
    assertThatThrownBy(() -> named.execute())
        .hasMessage(
            "cannot run the statement: found no values, expected a map with a value for each of :a,"
                + " :b");
    assertThatThrownBy(() -> named.execute(Map.of("a", 1)))
        .hasMessage(
            "cannot run the statement: found no value for :b, expected one for each of :a, :b");
    assertThatThrownBy(() -> named.execute(Map.of("a", 1, "b", 2, "c", 3)))
        .hasMessage(
            "cannot run the statement: found a value for :c, expected values only for :a, :b; remove the value for :c");
    PreparedStatement ordered = session.prepare("SELECT * FROM payment WHERE id = ?");
    assertThatThrownBy(() -> ordered.execute(Map.of("id", 1)))
        .hasMessage(
            "cannot run the statement: found values with names, expected 1 value without names, one for each ? in order");
    assertThatThrownBy(() -> ordered.execute(1, 2))
        .hasMessage("cannot run the statement: found 2 values, expected 1, one for each ?");
    assertThatThrownBy(
            () -> session.prepare("SELECT * FROM payment WHERE id = ? AND amount = :amount"))
        .hasMessage(
            "cannot read statement: line 1, column 34: found both ? and :amount, expected only one kind of parameter");
  }

  @Test
  void aStatementFollowsItsTable() {
    PreparedStatement all = session.prepare("SELECT * FROM payment WHERE id = 1");
    session.execute("DROP TABLE payment");
    assertThatThrownBy(all::execute).hasMessageStartingWith("cannot find table payment");
    session.execute("CREATE TABLE payment (id int PRIMARY KEY, note text)");
    session.execute("INSERT INTO payment (id, note) VALUES (1, 'x')");
    assertThat(all.execute().toList().get(0).getString("note")).isEqualTo("x");
  }

  record Payment(long id, Integer customer, Instant paidAt, BigDecimal amount) {}

  @Test
  void aStatementThatIsExecutedAgainByItsTextSeesTheTableAsItIsNow() {
    String insert = "INSERT INTO payment (id, customer) VALUES (?, ?)";
    String find = "SELECT * FROM payment WHERE customer = ?";
    assertThat(session.execute(insert, 1, 7).count()).isEqualTo(1);
    assertThat(session.execute(find, 7).columns()).hasSize(4);
    session.execute("ALTER TABLE payment ADD note text");
    assertThat(session.execute(find, 7).columns()).hasSize(5);
    session.execute("DROP TABLE payment");
    session.execute("CREATE TABLE payment (id text PRIMARY KEY, customer text)");
    session.execute("CREATE INDEX payment_by_customer ON payment (customer)");
    assertThat(session.execute(insert, "one", "seven").count()).isEqualTo(1);
    assertThat(session.execute(find, "seven").toList()).hasSize(1);
    assertThatThrownBy(() -> session.execute(find, 7)).hasMessageContaining("expected text");
  }

  @Test
  void rowsAreMappedToRecordsByTheNamesOfTheirComponents() {
    session.execute(
        "INSERT INTO payment (id, customer, paid_at, amount) VALUES (1, 7, '2017-01-01', 5), (2, 8,"
            + " null, null)");
    try (var payments = session.execute("SELECT * FROM payment").stream(Payment.class)) {
      assertThat(payments)
          .containsExactly(
              new Payment(1, 7, Instant.parse("2017-01-01T00:00:00Z"), new BigDecimal("5.00")),
              new Payment(2, 8, null, null));
    }
    record Count(long payments) {}
    assertThat(session.execute("SELECT count(*) AS payments FROM payment").stream(Count.class))
        .containsExactly(new Count(2));
  }

  @Test
  void aRecordThatDoesNotFitIsRefusedBeforeARowIsRead() {
    record Primitive(int customer) {}
    record Other(String amount) {}
    record Unknown(long id, long total) {}
    assertThatThrownBy(() -> session.execute("SELECT * FROM payment").stream(Primitive.class))
        .hasMessage(
            "cannot map rows to record Primitive: component customer is int, expected Integer for"
                + " int, which may be null; declare the column NOT NULL, or give the component the type Integer");
    assertThatThrownBy(() -> session.execute("SELECT * FROM payment").stream(Other.class))
        .hasMessage(
            "cannot map rows to record Other: component amount is String, expected BigDecimal for"
                + " decimal(6,2)");
    assertThatThrownBy(() -> session.execute("SELECT * FROM payment").stream(Unknown.class))
        .hasMessage(
            "cannot map rows to record Unknown: component total is not a column, expected one of id,"
                + " customer, paid_at, amount");
  }

  @Test
  void aSessionIsSharedByManyThreads() throws Exception {
    PreparedStatement insert =
        session.prepare("INSERT INTO payment (id, customer, amount) VALUES (:id, :customer, :id)");
    PreparedStatement find =
        session.prepare("SELECT id, amount FROM payment WHERE customer = ? AND id = ?");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int customer = thread;
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 200; i++) {
                  int id = customer + 8 * i;
                  insert.execute(Map.of("id", id, "customer", customer));
                  List<Row> rows = find.execute(customer, id).toList();
                  assertThat(rows).hasSize(1);
                  assertThat(rows.get(0).values())
                      .containsExactly((long) id, new BigDecimal(id + ".00"));
                }
              }));
    }
    threads.shutdown();
    for (Future<?> future : running) {
      future.get();
    }
    assertThat(session.execute("SELECT count(*) FROM payment").toList().get(0).getInt(0))
        .isEqualTo(1_600);
  }

  @Test
  void aClosedSessionAndAClosedDatabaseSaySoInOneLine() {
    PreparedStatement all = session.prepare("SELECT * FROM payment");
    try (CqlSession other = CqlSession.over(database)) {
      PreparedStatement prepared = other.prepare("SELECT * FROM payment");
      other.close();
      String closed =
          "cannot run the statement: the session is closed; open another with CqlSession.over";
      assertThatThrownBy(() -> other.execute("DESCRIBE TABLES")).hasMessage(closed);
      assertThatThrownBy(() -> other.prepare("DESCRIBE TABLES")).hasMessage(closed);
      assertThatThrownBy(prepared::execute).hasMessage(closed);
    }
    database.close();
    String closed = "cannot use the database: it is closed; open it again with Database.open";
    assertThatThrownBy(() -> session.execute("SELECT * FROM payment"))
        .isInstanceOf(CqlException.class)
        .hasMessage(closed + " (line 1, column 15)");
    assertThatThrownBy(all::execute)
        .isInstanceOf(CqlException.class)
        .hasMessageStartingWith(closed);
    for (String statement :
        List.of(
            "CREATE TABLE t (a int PRIMARY KEY)",
            "DROP TABLE IF EXISTS payment",
            "DROP INDEX payment_by_customer",
            "TRUNCATE payment",
            "INSERT INTO payment (id) VALUES (1)",
            "DELETE FROM payment WHERE id = 1",
            "BEGIN BATCH APPLY BATCH",
            "DESCRIBE payment",
            "DESCRIBE TABLES")) {
      assertThatThrownBy(() -> session.execute(statement))
          .as(statement)
          .isInstanceOf(CqlException.class)
          .hasMessageStartingWith(closed);
    }
  }

  @Test
  void aNullInTheCollectionOfInIsRefused() {
    for (String where : List.of("customer IN ?", "customer = 1 AND id IN ?")) {
      PreparedStatement find = session.prepare("SELECT id FROM payment WHERE " + where);
      assertThatThrownBy(() -> find.execute(Arrays.asList(1, null)))
          .isInstanceOf(CqlException.class)
          .hasMessage(
              "cannot read statement: line 1, column %d: found null, expected a value; write IS"
                  + " NULL or IS NOT NULL",
              "SELECT id FROM payment WHERE ".length() + where.length());
    }
  }
}
