package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  private String run(String statement, Object... parameters) {
    return session.execute(statement, parameters).message();
  }

  /** The rows, one line each, values as their types print them. */
  private List<String> query(String statement, Object... parameters) {
    Result result = session.execute(statement, parameters);
    List<Column> columns = result.columns();
    return result.toList().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(
                        i -> {
                          Object value = row.get(i);
                          return value == null ? "null" : columns.get(i).type().format(value);
                        })
                    .collect(Collectors.joining(" | ")))
        .toList();
  }

  @BeforeEach
  void createPayments() {
    assertThat(
            run(
                """
                CREATE TABLE payment (
                  payment_id bigint, customer_id int, amount decimal(5,2), paid_at timestamp,
                  note text AT 'n:Note',
                  PRIMARY KEY (reverse(lpad(payment_id, 9))),
                  FAMILY p (customer_id, amount, paid_at) WITH compression = 'zstd'
                )"""))
        .isEqualTo("table payment created");
    assertThat(run("CREATE INDEX payment_by_customer ON payment (customer_id, paid_at DESC)"))
        .isEqualTo("index payment_by_customer created");
    assertThat(
            run(
                """
                INSERT INTO payment (payment_id, customer_id, amount, paid_at, note) VALUES
                  (101, 123, 5.99, '2017-01-01', null),
                  (102, 123, 2.99, '2017-01-01T16:59:59Z', 'late'),
                  (103, 124, 9.99, '2017-01-01 10:00', 'Mary''s'),
                  (104, 123, 0.99, '2017-01-02', 'MARTHA'),
                  (105, 125, 4.99, '2017-01-03', 'Mx')"""))
        .isEqualTo("5 rows inserted");
  }

  @Test
  void theStatementsOfTheSeedsRun() {
    run(
        "CREATE TABLE table (userid text, orderid bigint, total int, PRIMARY KEY (userid, orderid))");
    run(
        "INSERT INTO table (userid, orderid, total) VALUES ('abc', 123, 1), ('abc', 124, 2),"
            + " ('abc', 455, 3), ('abc', 456, 4), ('abd', 200, 5)");
    assertThat(query("SELECT * FROM table WHERE userid='abc' AND orderid=123;"))
        .containsExactly("abc | 123 | 1");
    assertThat(query("SELECT * FROM table WHERE userid='abc' AND 123<orderid<456;"))
        .containsExactly("abc | 124 | 2", "abc | 455 | 3");
    assertThat(
            query(
                "SELECT * FROM table WHERE userid='abc' AND 123<orderid<456 ORDER BY orderid DESC;"))
        .containsExactly("abc | 455 | 3", "abc | 124 | 2");
  }

  @Test
  void theOrderTableOfTheSeedsRunsWithItsSixFamiliesAndThreeIndexTables() {
    String script =
        """
        CREATE TABLE customer_order (
            order_id bigint, customer_id int, ordered_at timestamp, order_no text,
            total decimal(12,2), paid_at timestamp, payment_id bigint, payment_mode text,
            amount decimal(12,2), ship_address_id int AT 's:AddressID',
            bill_address_id int AT 'b:AddressID', delivered_at timestamp,
            PRIMARY KEY (reverse(lpad(order_id, 9))),
            FAMILY c (customer_id),
            FAMILY o (ordered_at, order_no, total),
            FAMILY p (paid_at, payment_id, payment_mode, amount)
                WITH compression = 'zstd' AND versions = 3,
            FAMILY s (ship_address_id),
            FAMILY b (bill_address_id),
            FAMILY d (delivered_at)
        );
        CREATE INDEX payments_by_customer ON customer_order (customer_id, paid_at DESC, payment_id);
        CREATE INDEX payments_by_date ON customer_order (bucket(8), paid_at, customer_id, payment_id);
        CREATE INDEX customer_orders ON customer_order (customer_id, ordered_at DESC);
        INSERT INTO customer_order (order_id, customer_id, paid_at, payment_id, amount)
            VALUES (1, 123, '2017-01-01 10:00:00', 7, 5.99);
        """;
    CqlScript.split(script).forEach(session::execute);
    assertThat(
            query(
                """
                SELECT payment_id, amount FROM customer_order
                 WHERE customer_id = 123 AND paid_at >= '2017-01-01' AND paid_at < '2017-01-02'
                 ORDER BY paid_at DESC LIMIT 20"""))
        .containsExactly("7 | 5.99");
    List<String> described = query("DESCRIBE customer_order");
    TableDefinition before = database.find("customer_order").orElseThrow();
    run("DROP TABLE customer_order");
    CqlScript.split(String.join("\n", described)).forEach(session::execute);
    assertThat(database.find("customer_order")).contains(before);
  }

  @Test
  void conditionsSelectRows() {
    assertThat(query("SELECT payment_id FROM payment WHERE payment_id = 103"))
        .containsExactly("103");
    assertThat(
            query("SELECT payment_id FROM payment WHERE customer_id = 123 ORDER BY paid_at DESC"))
        .containsExactly("104", "102", "101");
    assertThat(
            query(
                """
                SELECT payment_id, amount FROM payment
                 WHERE customer_id = 123 AND paid_at >= '2017-01-01' AND paid_at < '2017-01-02'
                 ORDER BY paid_at LIMIT 1"""))
        .containsExactly("101 | 5.99");
    assertThat(query("SELECT payment_id FROM payment WHERE customer_id IN (125, 124, 7)"))
        .containsExactlyInAnyOrder("103", "105");
    assertThat(
            query(
                "SELECT note FROM payment WHERE customer_id BETWEEN 123 AND 125 AND note LIKE 'Ma%'"))
        .containsExactly("Mary's");
    assertThat(query("SELECT payment_id FROM payment WHERE customer_id = 123 AND note IS NULL"))
        .containsExactly("101");
    assertThat(query("SELECT payment_id FROM payment WHERE 124 < customer_id <= 125"))
        .containsExactly("105");
  }

  @Test
  void aggregatesAndAliases() {
    Result result =
        session.execute(
            """
            SELECT count(*), min(paid_at) AS earliest, max(amount) AS "Most"
              FROM payment WHERE customer_id = 123""");
    assertThat(result.columns())
        .extracting(Column::name)
        .containsExactly("count(*)", "earliest", "Most");
    assertThat(result.columns())
        .extracting(Column::type)
        .containsExactly(Type.parse("bigint"), Type.parse("timestamp"), Type.parse("decimal(5,2)"));
    assertThat(result.toList())
        .extracting(Row::values)
        .containsExactly(
            List.of(3L, Instant.parse("2017-01-01T00:00:00Z"), new BigDecimal("5.99")));
  }

  @Test
  void parametersStandForValues() {
    assertThat(
            run(
                "INSERT INTO payment (payment_id, customer_id, amount, paid_at) VALUES (?, ?, ?, ?)",
                106L,
                126,
                new BigDecimal("1.5"),
                Instant.parse("2017-02-01T00:00:00Z")))
        .isEqualTo("1 row inserted");
    assertThat(query("SELECT payment_id, amount FROM payment WHERE customer_id = ?", 126))
        .containsExactly("106 | 1.50");
    assertThat(
            query(
                "SELECT payment_id FROM payment WHERE payment_id IN ? ORDER BY payment_id LIMIT ?",
                List.of(101, 103, 106),
                2))
        .containsExactly("101", "103");
    assertThatThrownBy(() -> run("DELETE FROM payment WHERE payment_id = ?"))
        .hasMessage("cannot run the statement: found 0 values, expected 1, one for each ?");
    assertThatThrownBy(() -> query("SELECT * FROM payment WHERE payment_id IN ?", 5))
        .hasMessage(
            "cannot read statement: line 1, column 43: found a single value for IN ?, expected a collection of values");
  }

  @Test
  void writesSayWhatTheyDid() {
    assertThat(
            run("INSERT INTO payment (payment_id, amount) VALUES (101, 5.99), (102, 3), (199, 1)"))
        .isEqualTo("1 row inserted, 1 overwritten, 1 unchanged");
    assertThat(run("UPDATE payment SET amount = 7, note = null WHERE payment_id = 102"))
        .isEqualTo("1 row updated");
    assertThat(query("SELECT amount, note FROM payment WHERE payment_id = 102"))
        .containsExactly("7.00 | null");
    assertThat(run("DELETE FROM payment WHERE payment_id IN (101, 102, 999)"))
        .isEqualTo("2 rows deleted");
    assertThat(run("TRUNCATE TABLE payment")).isEqualTo("table payment truncated");
    assertThat(query("SELECT * FROM payment")).isEmpty();
  }

  @Test
  void aFamilyThatExistsIsLeftOutOfAnAddition() {
    String nothing = "table crate has this change already; nothing changed";
    run(
        "CREATE DOCUMENT TABLE crate (_id text PRIMARY KEY, FAMILY main (document), FAMILY details FROM 'details' WITH compression = 'zstd', FAMILY note FROM 'note') WITH default_time_to_live = 60");
    for (String family :
        List.of(
            "FAMILY details FROM 'details' WITH compression = 'zstd' AND ttl = 60",
            "FAMILY details FROM '\"details\"' WITH ttl = 60 AND compression = 'zstd'",
            "FAMILY details FROM document 'details'",
            "FAMILY note FROM 'note'",
            "FAMILY main ()")) {
      assertThat(run("ALTER TABLE crate ADD IF NOT EXISTS " + family))
          .as(family)
          .isEqualTo(nothing);
    }
    for (String family :
        List.of(
            "FAMILY details FROM 'details' WITH compression = 'lz4'",
            "FAMILY details FROM 'other'",
            "FAMILY main FROM 'main'")) {
      assertThatThrownBy(() -> run("ALTER TABLE crate ADD IF NOT EXISTS " + family))
          .as(family)
          .hasMessageContaining(" of crate: the family exists already; leave ADD FAMILY out");
    }
    for (String family :
        List.of("FAMILY details FROM 'details'", "FAMILY details () WITH compression = 'zstd'")) {
      assertThatThrownBy(() -> run("ALTER TABLE crate ADD " + family))
          .as(family)
          .hasMessageContaining("cannot add family details of crate: the family exists already");
    }
    assertThatThrownBy(() -> run("ALTER TABLE crate ADD IF NOT EXISTS FAMILY n FROM 'n'"))
        .hasMessageContaining("cannot add family n of crate: found the path 'n', but existing");
  }

  @Test
  void tablesAreAltered() {
    assertThat(run("ALTER TABLE payment ADD mode text AT 'p:m', size int, FAMILY p (size)"))
        .isEqualTo("table payment altered");
    assertThat(run("ALTER TABLE payment ADD IF NOT EXISTS (size int)"))
        .isEqualTo("table payment has this change already; nothing changed");
    assertThat(run("UPDATE payment SET mode = 'card', size = 3 WHERE payment_id = 102"))
        .isEqualTo("1 row updated");
    assertThat(run("ALTER TABLE payment RENAME payment_id TO id AND mode TO how"))
        .isEqualTo("table payment altered");
    assertThat(query("SELECT how, size FROM payment WHERE id = 102")).containsExactly("card | 3");
    assertThat(run("ALTER TABLE payment DROP how, size")).isEqualTo("table payment altered");
    assertThat(run("ALTER TABLE payment DROP IF EXISTS (how)"))
        .isEqualTo("table payment has this change already; nothing changed");
    assertThatThrownBy(() -> run("ALTER TABLE payment ADD (other int PRIMARY KEY)"))
        .hasMessageContaining(
            "row keys cannot change: create another table with the new key and load the rows into it");
    assertThatThrownBy(() -> run("ALTER TABLE payment ADD other int NOT NULL"))
        .hasMessageContaining(
            "cannot add column other of payment: found NOT NULL, but existing rows");
    assertThatThrownBy(() -> run("ALTER TABLE payment RENAME id TO a AND id TO b"))
        .hasMessageContaining("found column \"id\" a second time");
  }

  @Test
  void definitionsComeAndGo() {
    assertThat(run("CREATE TABLE IF NOT EXISTS payment (a int PRIMARY KEY)"))
        .isEqualTo("table payment exists; nothing changed");
    assertThat(run("CREATE INDEX IF NOT EXISTS payment_by_customer ON payment (customer_id)"))
        .isEqualTo("index payment_by_customer exists; nothing changed");
    assertThat(run("DROP INDEX payment_by_customer"))
        .isEqualTo("index payment_by_customer dropped");
    assertThat(run("DROP INDEX IF EXISTS payment_by_customer"))
        .isEqualTo("index payment_by_customer does not exist; nothing changed");
    assertThat(run("DROP TABLE payment")).isEqualTo("table payment dropped");
    assertThat(run("DROP TABLE IF EXISTS payment"))
        .isEqualTo("table payment does not exist; nothing changed");
    assertThat(run("USE shop")).isEqualTo("names without a keyspace are now in keyspace shop");
    assertThat(run("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy'}"))
        .isEqualTo("keyspace shop created; its options have no effect here");
    assertThat(run("CREATE SCHEMA IF NOT EXISTS shop"))
        .isEqualTo("keyspace shop exists; nothing changed");
    assertThat(run("CREATE TABLE shop.t (a int PRIMARY KEY) WITH comment = 'x'"))
        .isEqualTo(
            "table shop.t created; options that are kept and shown by DESCRIBE, but do not change how rows are stored: comment");
    assertThat(run("INSERT INTO shop.t (a) VALUES (1)")).isEqualTo("1 row inserted");
  }

  @Test
  void refusalsOfTheTableComeThrough() {
    assertThatThrownBy(() -> query("SELECT * FROM payment WHERE amount > 5"))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining("amount")
        .hasMessageContaining("CREATE INDEX")
        .hasMessageContaining("ALLOW FILTERING");
    assertThat(query("SELECT payment_id FROM payment WHERE amount > 5 ALLOW FILTERING"))
        .containsExactlyInAnyOrder("101", "103");
    assertThatThrownBy(() -> run("UPDATE payment SET payment_id = 5 WHERE payment_id = 101"))
        .isInstanceOf(CqlException.class)
        .hasMessageStartingWith("cannot set payment_id of payment: ")
        .hasMessageEndingWith(
            "REKEY moves the row to a new key: UPDATE payment SET payment_id = 5 WHERE payment_id = 101 REKEY");
    assertThatThrownBy(() -> run("INSERT INTO payment (amount) VALUES (5)"))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining("payment_id");
    assertThatThrownBy(() -> run("CREATE TABLE payment (a int PRIMARY KEY)"))
        .hasMessage(
            "cannot create table payment: it exists; write CREATE TABLE IF NOT EXISTS to leave it as it is, or drop it first");
    assertThatThrownBy(() -> run("CREATE TABLE u (a int, PRIMARY KEY (left(md5(a), 4)))"))
        .isInstanceOf(CqlException.class);
  }

  @Test
  void namesAndLiteralsThatAreWrongHaveTheirPlace() {
    assertThatThrownBy(() -> query("SELECT *\n  FROM paymnt"))
        .hasMessage("cannot find table paymnt; did you mean payment? (line 2, column 8)")
        .asInstanceOf(InstanceOfAssertFactories.type(CqlException.class))
        .satisfies(e -> assertThat(e.excerpt()).isEqualTo("  FROM paymnt\n       ^^^^^^"));
    assertThatThrownBy(() -> query("SELECT payment_id, amout FROM payment"))
        .hasMessage(
            "cannot find column \"amout\" in table payment; did you mean amount? (line 1, column 20)");
    assertThatThrownBy(() -> query("SELECT * FROM payment WHERE total = 5"))
        .hasMessage(
            "cannot find column \"total\" in table payment; its columns are payment_id, customer_id, amount,"
                + " paid_at, note (line 1, column 29)");
    assertThatThrownBy(() -> query("SELECT * FROM payment WHERE customer_id = 'x'"))
        .hasMessage(
            "cannot compare customer_id: found 'x', expected a whole number from -2147483648 to"
                + " 2147483647 (line 1, column 43)");
    assertThatThrownBy(() -> run("INSERT INTO payment (payment_id, amount) VALUES (1, 5.999)"))
        .hasMessageStartingWith("cannot set amount: found 5.999, expected ")
        .hasMessageEndingWith("(line 1, column 53)");
    assertThatThrownBy(() -> run("INSERT INTO payment (payment_id, amount) VALUES (1, 2), (3)"))
        .hasMessage(
            "cannot read statement: line 1, column 57: found 1 value, expected 2, one for each"
                + " column");
    assertThatThrownBy(() -> run("INSERT INTO payment (payment_id, payment_id) VALUES (1, 2)"))
        .hasMessage(
            "cannot read statement: line 1, column 34: found column \"payment_id\" a second time,"
                + " expected each once");
    assertThatThrownBy(() -> query("SELECT median(amount) FROM payment"))
        .hasMessage(
            "cannot read statement: line 1, column 8: found median(amount), expected count(*),"
                + " count(column), sum(column), avg(column), min(column), max(column), writetime(column) or ttl(column)");
    assertThatThrownBy(() -> query("SELECT * FROM payment LIMIT 0"))
        .hasMessage(
            "cannot read statement: line 1, column 29: found limit 0, expected a whole number from"
                + " 1 to 2147483647");
    assertThatThrownBy(() -> query("SELECT * FROM payment LIMIT ?", -1))
        .hasMessage(
            "cannot read statement: line 1, column 29: found limit -1, expected a whole number from"
                + " 1 to 2147483647");
    assertThatThrownBy(() -> run("DESCRIBE INDEX i"))
        .hasMessage(
            "cannot find index i: no table has an index of this name; DESCRIBE TABLES lists the indexes (line 1, column 16)");
  }

  @Test
  void aStatementOfAScriptHasItsPlaceInTheScript() {
    List<CqlScript.Statement> statements =
        CqlScript.split("USE a;\n-- the second\n  SELECT * FROM payment;  SELECT * FORM b;");
    assertThat(session.execute(statements.get(1)).toList()).hasSize(5);
    assertThatThrownBy(() -> session.execute(statements.get(2)))
        .hasMessageStartingWith("cannot read statement: line 3, column 36: found 'FORM'");
  }

  @Test
  void oneWrongRowLeavesTheOthersOut() {
    assertThatThrownBy(
            () -> run("INSERT INTO payment (payment_id) VALUES (300), (301), (9999999999)"))
        .isInstanceOf(CqlException.class);
    assertThat(query("SELECT * FROM payment WHERE payment_id IN (300, 301)")).isEmpty();
  }

  @Test
  void explainPrintsThePlanAndAnalyzeWhatItCost() {
    List<String> plan =
        query("EXPLAIN SELECT * FROM payment WHERE customer_id = 123 AND amount > 1");
    assertThat(plan).first().asString().startsWith("reads: index payment_by_customer");
    assertThat(plan).contains("filter: amount > 1");
    assertThat(
            query("EXPLAIN ANALYZE SELECT * FROM payment WHERE customer_id = 123 AND amount > 1"))
        .startsWith(plan.toArray(String[]::new))
        .endsWith(
            "executed: 3 index entries and 3 rows read, 2 rows returned; 3.0 reads per row returned");
  }

  @Test
  void describePrintsWhatReadsBack() {
    run(
        "CREATE INDEX payment_by_date ON payment (bucket(8), lpad(payment_id, 12)) WITH key_format = 'text' AND key_delimiter = '_'");
    List<String> lines = query("DESCRIBE payment");
    assertThat(String.join("\n", lines))
        .isEqualTo(
            """
            CREATE TABLE payment (
                payment_id bigint,     -- in the key
                customer_id int,       -- stored as p:2
                amount decimal(5,2),   -- stored as p:3
                paid_at timestamp,     -- stored as p:4
                note text AT 'n:Note', -- stored as n:5
                PRIMARY KEY (reverse(lpad(payment_id, 9))),
                FAMILY p (customer_id, amount, paid_at) WITH compression = 'zstd',
                FAMILY n (note)
            );
            CREATE INDEX payment_by_customer ON payment (customer_id, paid_at DESC);
            -- stored key: customer_id, paid_at DESC | payment_id
            CREATE INDEX payment_by_date ON payment (bucket(8), lpad(payment_id, 12)) WITH key_format = 'text' AND key_delimiter = '_';
            -- stored key: bucket(8, payment_id), lpad(payment_id, 12)""");
    assertThat(query("DESCRIBE INDEX payment_by_date")).isEqualTo(lines.subList(12, 14));
    assertThat(query("DESCRIBE payment_by_date")).isEqualTo(lines.subList(12, 14));
    assertThat(query("DESCRIBE TABLES"))
        .containsExactly(
            "payment | reverse(lpad(payment_id, 9)) | payment_by_customer, payment_by_date");
    TableDefinition before = database.find("payment").orElseThrow();
    run("DROP TABLE payment");
    CqlScript.split(String.join("\n", lines)).forEach(session::execute);
    assertThat(database.find("payment")).contains(before);
  }

  @Test
  void manyStatementsAreRunInReasonableTime() {
    run("CREATE TABLE many (a int PRIMARY KEY, b text)");
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      script.append("INSERT INTO many (a, b) VALUES (").append(i).append(", 'x;');\n");
    }
    CqlScript.split(script.toString()).forEach(session::execute);
    assertThat(query("SELECT count(*) FROM many")).containsExactly("5000");
  }

  @Test
  void aResultWithoutRowsHasAMessageAndACount() {
    Result result = session.execute("DELETE FROM payment WHERE payment_id = 101");
    assertThat(result.hasRows()).isFalse();
    assertThat(result.columns()).isEmpty();
    assertThat(result.next()).isNull();
    assertThat(result.count()).isEqualTo(1);
    try (Result rows = session.execute("SELECT amount AS a FROM payment WHERE payment_id = 102")) {
      assertThat(rows.hasRows()).isTrue();
      assertThat(rows.count()).isEqualTo(-1);
      assertThat(Objects.requireNonNull(rows.next()).getBigDecimal("a")).isEqualTo("2.99");
      assertThat(rows.next()).isNull();
    }
  }
}
