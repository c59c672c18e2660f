package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.Row;
import org.junit.jupiter.api.Test;

/** Columns that are derived from documents, in statements. */
class DerivedColumnsTest {
  private static final String ORDERS =
      """
      CREATE TABLE orders (
        doc text,
        customer_id int FROM doc 'customer.id',
        no text FROM doc 'no',
        total decimal(8,2) FROM doc 'total' NOT NULL,
        note text,
        PRIMARY KEY (lpad(customer_id, 6), no)
      )
      """;

  private static void onEachEngine(Consumer<CqlSession> test) {
    for (MemoryEngine engine : List.of(new MemoryEngine(), MemoryEngine.ofSingleRows(1))) {
      try (Database database = Database.over(engine, InstantSource.system(), 1)) {
        CqlSession session = CqlSession.over(database);
        session.execute(ORDERS);
        session.execute("CREATE INDEX orders_by_total ON orders (total)");
        test.accept(session);
        assertThat(database.verify("orders")).isEmpty();
      }
    }
  }

  private static List<String> rows(CqlSession session, String query) {
    return session.execute(query).stream().map(Row::toString).toList();
  }

  private static void refused(CqlSession session, String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement)).as(statement).hasMessage(message);
  }

  @Test
  void statementsReadThemAndSetTheirDocument() {
    onEachEngine(
        session -> {
          session.execute(
              "INSERT INTO orders (doc) VALUES ('{\"customer\": {\"id\": 7}, \"no\": \"a\", \"total\": 1.5}')");
          session.execute(
              "INSERT INTO orders (doc, note) VALUES (?, ?)",
              "{\"customer\": {\"id\": 7}, \"no\": \"b\", \"total\": 20}",
              "x");
          assertThat(rows(session, "SELECT no, total FROM orders WHERE customer_id = 7"))
              .containsExactly("(no = a, total = 1.50)", "(no = b, total = 20.00)");
          assertThat(rows(session, "SELECT no FROM orders WHERE total > 2"))
              .containsExactly("(no = b)");
          assertThat(rows(session, "EXPLAIN SELECT no FROM orders WHERE total > 2").get(0))
              .contains("index orders_by_total (total | customer_id, no)");
          session.execute(
              "UPDATE orders SET doc = '{\"customer\": {\"id\": 7}, \"no\": \"a\", \"total\": 3}' WHERE customer_id = 7 AND no = 'a' IF total = 1.5");
          assertThat(rows(session, "SELECT no FROM orders WHERE total > 2 ORDER BY total DESC"))
              .containsExactly("(no = b)", "(no = a)");
          session.execute(
              "UPDATE orders SET doc = '{\"customer\": {\"id\": 8}, \"no\": \"a\", \"total\": 3}' WHERE customer_id = 7 AND no = 'a' REKEY");
          assertThat(rows(session, "SELECT customer_id, no FROM orders WHERE total = 3"))
              .containsExactly("(customer_id = 8, no = a)");
        });
  }

  @Test
  void whatCannotBeWrittenIsRefused() {
    onEachEngine(
        session -> {
          refused(
              session,
              "INSERT INTO orders (customer_id, doc) VALUES (7, '{}')",
              "cannot set customer_id of orders: found a value, expected none, since the column is derived from the path 'customer.id' of doc; set doc");
          refused(
              session,
              "UPDATE orders SET total = 1 WHERE customer_id = 7 AND no = 'a'",
              "cannot set total of orders: found a value, expected none, since the column is derived from the path 'total' of doc; set doc");
          refused(
              session,
              "INSERT INTO orders (doc) VALUES ('{\"customer\": {\"id\": 7}, \"no\": \"a\"}')",
              "cannot write row customer_id = 7 AND no = 'a' of orders: found no value for total, expected one, since the column is NOT NULL; give the column a value");
          assertThat(rows(session, "SELECT * FROM orders ALLOW FILTERING")).isEmpty();
        });
  }

  @Test
  void describeWritesThemAsTheyAreDeclared() {
    onEachEngine(
        session ->
            assertThat(rows(session, "DESCRIBE orders").stream().limit(6))
                .containsExactly(
                    "(statement = CREATE TABLE orders ()",
                    "(statement =     doc text,                                     -- stored as d:1)",
                    "(statement =     customer_id int FROM doc 'customer.id',       -- in the key)",
                    "(statement =     no text FROM doc 'no',                        -- in the key)",
                    "(statement =     total decimal(8,2) NOT NULL FROM doc 'total', -- not stored)",
                    "(statement =     note text,                                    -- stored as d:5)"));
  }

  @Test
  void declarationsThatContradictThemselvesAreRefusedWithTheirPlace() {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      refused(
          session,
          "CREATE TABLE t (id int PRIMARY KEY, doc text, x int FROM doc 'a..b')",
          "cannot read statement: line 1, column 62: cannot read the path 'a..b': found '.' at character 3, expected the name of a field; write names of fields with dots between them, such as customer.id");
      refused(
          session,
          "CREATE TABLE t (id int PRIMARY KEY, doc text, x int FROM doc 'a', FAMILY f (x))",
          "cannot read statement: line 1, column 77: found the derived column \"x\" in family f, expected only stored columns; leave it out: it is in the family of its document");
      refused(
          session,
          "CREATE TABLE t (id int PRIMARY KEY, doc text, x int AT 'f:x' FROM doc 'a')",
          "cannot read statement: line 1, column 62: found FROM after AT, expected one of them, because a derived column is not stored");
      refused(
          session,
          "CREATE TABLE t (id int PRIMARY KEY, doc text, x int FROM dok 'a')",
          "cannot create table t: column x is derived from dok, which is not declared; did you mean doc?; or declare dok as a text or a blob");
      refused(
          session,
          "CREATE DOCUMENT TABLE t (_id text PRIMARY KEY, x int FROM 'x')",
          "cannot create table t: column x is derived from the blob document, found no reader of binary documents on the class path; add the module that reads them (keywright-ojai), or declare document as a text of JSON");
    }
  }
}
