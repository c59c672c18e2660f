package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import keywright.table.Database;
import keywright.table.model.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names with a keyspace, and without one, in every statement. */
class KeyspaceStatementsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  private String run(String statement, Object... values) {
    try (Result result = session.execute(statement, values)) {
      return result.message();
    }
  }

  private static List<String> query(CqlSession session, String statement) {
    List<String> rows = new ArrayList<>();
    try (Result result = session.execute(statement)) {
      for (Row row = result.next(); row != null; row = result.next()) {
        List<String> values = new ArrayList<>();
        row.values().forEach(value -> values.add(String.valueOf(value)));
        rows.add(String.join(" ", values));
      }
    }
    return rows;
  }

  private List<String> query(String statement) {
    return query(session, statement);
  }

  private void refused(String statement, String... parts) {
    assertThatThrownBy(() -> run(statement))
        .as(statement)
        .isInstanceOf(CqlException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }

  private void twoTables() {
    for (String keyspace : List.of("a", "b")) {
      run("CREATE KEYSPACE IF NOT EXISTS " + keyspace);
      run("CREATE TABLE " + keyspace + ".t (id int PRIMARY KEY, e text)");
      run("INSERT INTO " + keyspace + ".t (id, e) VALUES (1, '" + keyspace + "')");
    }
  }

  @Test
  void everyStatementTakesANameWithItsKeyspace() {
    twoTables();
    assertThat(run("CREATE INDEX by_e ON a.t (e)")).isEqualTo("index by_e created");
    assertThat(run("CREATE INDEX b.by_e ON b.t (e)")).isEqualTo("index by_e created");
    assertThat(run("UPDATE b.t SET e = 'x' WHERE id = 1")).isEqualTo("1 row updated");
    assertThat(run("UPDATE a.t SET e = 'y' WHERE id = 1 IF e = 'a'")).contains("");
    assertThat(query("SELECT e FROM a.t")).containsExactly("y");
    assertThat(query("SELECT e FROM b.t")).containsExactly("x");
    assertThat(query("SELECT id FROM b.t WHERE e = 'y'")).isEmpty();
    assertThat(query("EXPLAIN SELECT id FROM b.t WHERE e = 'y'").toString()).contains("by_e");
    run(
        "BEGIN BATCH INSERT INTO a.t (id) VALUES (2); INSERT INTO b.t (id) VALUES (3); APPLY BATCH");
    assertThat(query("SELECT id FROM a.t")).containsExactly("1", "2");
    assertThat(query("SELECT id FROM b.t")).containsExactly("1", "3");
    assertThat(query("DESCRIBE TABLES")).containsExactly("a.t id by_e", "b.t id by_e");
    assertThat(query("DESCRIBE KEYSPACES")).containsExactly("a t", "b t", "keywright ");
    assertThat(query("DESCRIBE KEYSPACE b").toString())
        .startsWith("[CREATE KEYSPACE b;, CREATE TABLE b.t (")
        .contains("CREATE INDEX by_e ON b.t (e);")
        .doesNotContain("a.t");
    assertThat(query("DESC KEYSPACE keywright"))
        .containsExactly("CREATE KEYSPACE IF NOT EXISTS keywright;");
    refused(
        "DESCRIBE KEYSPACE c",
        "cannot describe keyspace c: there is no such keyspace; did you mean a?",
        "(line 1, column 19)");
    assertThat(query("DESCRIBE b.t").toString())
        .contains("CREATE TABLE b.t (", "CREATE INDEX by_e ON b.t (e);");
    assertThat(query("DESCRIBE INDEX b.by_e").get(0)).isEqualTo("CREATE INDEX by_e ON b.t (e);");
    assertThat(run("ALTER TABLE b.t ADD r text")).isEqualTo("table b.t altered");
    assertThat(run("TRUNCATE b.t")).isEqualTo("table b.t truncated");
    assertThat(run("DELETE FROM a.t WHERE id IN (1, 5)")).isEqualTo("1 row deleted");
    assertThat(run("DROP INDEX b.by_e")).isEqualTo("index b.by_e dropped");
    assertThat(run("DROP TABLE b.t")).isEqualTo("table b.t dropped");
    assertThat(query("SELECT id FROM a.t")).containsExactly("2");
    assertThat(query("DESCRIBE a.by_e").get(0)).isEqualTo("CREATE INDEX by_e ON a.t (e);");
  }

  @Test
  void aDotInQuotesIsNoEndOfAKeyspace() {
    twoTables();
    for (String name : List.of("\"a.t\"", "a.\"b.t\"")) {
      refused("SELECT * FROM " + name, "cannot use the name", "found a dot in it");
      refused("DROP TABLE " + name, "found a dot in it");
    }
    refused("CREATE TABLE \"a.u\" (id int PRIMARY KEY)", "found a dot in it");
    assertThat(query("SELECT e FROM \"a\".\"t\"")).containsExactly("a");
  }

  @Test
  void afterUseANameIsInTheKeyspaceOfTheSession() {
    twoTables();
    CqlSession other = CqlSession.over(database);
    assertThat(run("USE b")).isEqualTo("names without a keyspace are now in keyspace b");
    assertThat(session.keyspace()).isEqualTo("b");
    other.execute("USE a").close();
    assertThat(query("SELECT e FROM t")).containsExactly("b");
    assertThat(query(other, "SELECT e FROM t")).containsExactly("a");
    assertThat(query("SELECT e FROM a.t")).containsExactly("a");
    run("CREATE TABLE u (id int PRIMARY KEY)");
    assertThat(database.tables()).containsExactly("a.t", "b.t", "b.u");
    assertThatThrownBy(() -> query(other, "SELECT * FROM u"))
        .hasMessageContaining("cannot find table a.u; there is b.u");
    other.execute("DROP TABLE IF EXISTS u").close();
    assertThat(database.tables()).contains("b.u");
    run("USE keywright");
    refused("SELECT * FROM t", "cannot find table keywright.t; there is a.t and b.t");
    run("CREATE TABLE t (id int PRIMARY KEY, e text)");
    assertThat(query("SELECT e FROM t")).isEmpty();
    assertThat(database.tables()).containsExactly("a.t", "b.t", "b.u", "t");
  }

  @Test
  void aPreparedStatementKeepsItsKeyspace() {
    twoTables();
    run("USE a");
    PreparedStatement insert = session.prepare("INSERT INTO t (id, e) VALUES (?, 'p')");
    assertThat(insert.table()).contains("a.t");
    String text = "SELECT e FROM t WHERE id = ?";
    try (Result first = session.execute(text, 1)) {
      assertThat(first.next().getString("e")).isEqualTo("a");
    }
    run("USE b");
    insert.execute(7).close();
    session.batch(List.of(insert.bind(8))).close();
    assertThat(query("SELECT id FROM a.t")).containsExactly("1", "7", "8");
    assertThat(query("SELECT id FROM b.t")).containsExactly("1");
    // The text was kept from its run in the other keyspace.
    try (Result second = session.execute(text, 1)) {
      assertThat(second.next().getString("e")).isEqualTo("b");
    }
  }

  @Test
  void scriptsWithAndWithoutCreateKeyspaceRunInAnEmptyDatabase() {
    run("USE shop");
    run("CREATE TABLE reading (id int PRIMARY KEY)");
    assertThat(database.keyspaces()).containsExactly("keywright", "shop");
    assertThat(database.tables()).containsExactly("shop.reading");
    refused("USE shpo", "there is no such keyspace; did you mean shop?", "(line 1, column 5)");
    refused("CREATE TABLE stock.reading (id int PRIMARY KEY)", "no such keyspace");
    assertThat(query(CqlSession.over(database), "SELECT * FROM reading")).isEmpty();
  }

  @Test
  void keyspacesAreDroppedWithoutTables() {
    twoTables();
    refused("DROP KEYSPACE a", "cannot drop keyspace a: found the table a.t in it");
    run("DROP TABLE a.t");
    assertThat(run("DROP KEYSPACE a")).isEqualTo("keyspace a dropped");
    assertThat(run("DROP SCHEMA IF EXISTS a"))
        .isEqualTo("keyspace a does not exist; nothing changed");
    refused("DROP KEYSPACE a", "there is no such keyspace");
    refused("CREATE KEYSPACE b", "it exists", "IF NOT EXISTS");
    refused("ALTER KEYSPACE b WITH durable_writes = true", "a keyspace has no options here");
    assertThat(database.tables()).containsExactly("b.t");
  }

  @Test
  void anIndexIsInTheKeyspaceOfItsTable() {
    twoTables();
    refused(
        "CREATE INDEX a.by_e ON b.t (e)",
        "cannot create index by_e: found keyspace a, expected b, the keyspace of its table");
    run("USE a");
    run("CREATE INDEX ON b.t (e)");
    assertThat(query("DESCRIBE TABLES")).containsExactly("a.t id ", "b.t id t_e_idx");
    refused("DROP INDEX t_e_idx", "cannot drop index a.t_e_idx");
    run("CREATE TABLE keywright.t (id int PRIMARY KEY, e text)");
    run("CREATE INDEX keywright.by_e ON keywright.t (e)");
    assertThat(query("DESCRIBE keywright.t").toString()).contains("CREATE TABLE t (");
  }

  @Test
  void aQueryThatNoKeyServesNamesItsTable() {
    twoTables();
    refused("SELECT id FROM b.t WHERE e = 'x'", "CREATE INDEX t_by_e ON b.t");
  }

  @Test
  void aDesignHasTheTablesOfItsKeyspaces() {
    Design design =
        Design.read(
            """
            CREATE KEYSPACE a; USE a;
            CREATE TABLE t (id int PRIMARY KEY, e text);
            CREATE INDEX by_e ON t (e);
            CREATE KEYSPACE b;
            CREATE TABLE b.t (id int PRIMARY KEY, e text);
            CREATE INDEX by_e ON b.t (id, e);
            CREATE TABLE b.gone (id int PRIMARY KEY);
            DROP TABLE b.gone;
            QUERY q RATE 1/s AS SELECT * FROM t WHERE id = 1;
            WRITE RATE 2/s INTO b.t;
            """);
    assertThat(design.tables().stream().map(table -> table.name())).containsExactly("a.t", "b.t");
    assertThat(design.table("t")).isEmpty();
    assertThat(design.queries("a.t")).hasSize(1);
    assertThat(design.writes().get(0).table()).isEqualTo("b.t");
    assertThat(design.places().index("a.by_e").parts()).hasSize(1);
    assertThat(design.places().index("b.by_e").parts()).hasSize(2);
    assertThat(design.places().table("b.t").columns()).containsKey("e");
  }
}
