package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements over a key part that has a name and is computed. */
class NamedPartsTest {
  /** A result that a record takes. */
  record Salted(String salt, String userid) {}

  private static final String NO_COLUMN =
      "cannot use salt as a column of orders: found the name of a key part that is computed from userid as left(md5(userid), 4), expected a column; use userid instead (only the list after SELECT can name a computed part)";

  private final Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void create() {
    session.execute(
        "CREATE TABLE orders (userid text, orderid bigint, note text,"
            + " PRIMARY KEY (left(md5(userid), 4) AS salt, userid, orderid))");
    session.execute("CREATE INDEX by_note ON orders (left(md5(note), 2) AS mark, note)");
    session.execute("INSERT INTO orders (userid, orderid, note) VALUES ('abc', 123, 'n')");
  }

  private List<String> lines(String statement) {
    return session.execute(statement).stream().map(row -> row.getString(0)).toList();
  }

  private void refused(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement))
        .as(statement)
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(message);
    if (!statement.startsWith("CREATE") && !statement.startsWith("ALTER")) {
      assertThatThrownBy(() -> session.prepare(statement))
          .as(statement)
          .hasMessageContaining(message);
    }
  }

  @Test
  void aSelectNamesIt() {
    Result result = session.execute("SELECT salt, userid FROM orders");
    assertThat(result.columns()).hasToString("[salt char(4), userid text]");
    assertThat(result.stream(Salted.class)).containsExactly(new Salted("9001", "abc"));
    assertThat(session.execute("SELECT salt AS s, note FROM orders WHERE note = 'n'").toList())
        .hasToString("[(s = 9001, note = n)]");
    assertThat(session.prepare("SELECT salt FROM orders WHERE userid = ?").execute("abc").toList())
        .hasToString("[(salt = 9001)]");
    assertThat(session.execute("SELECT * FROM orders").columns())
        .hasToString("[userid text, orderid bigint, note text NULL]");
    assertThat(lines("EXPLAIN SELECT salt FROM orders WHERE note = 'n'"))
        .contains(
            "reads: index by_note (left(md5(note), 2) AS mark, note | userid, orderid)",
            "rows: none read, because the index contains every column that the query needs");
  }

  @Test
  void everythingElseIsRefusedWithTheReason() {
    for (String statement :
        List.of(
            "SELECT userid FROM orders WHERE salt = '9001'",
            "SELECT userid FROM orders WHERE salt LIKE '9%' ALLOW FILTERING",
            "SELECT userid FROM orders WHERE userid = 'abc' AND 'a' < salt",
            "SELECT userid FROM orders ORDER BY salt",
            "SELECT max(salt) FROM orders",
            "SELECT writetime(salt) FROM orders",
            "EXPLAIN SELECT userid FROM orders WHERE salt = '9001'",
            "INSERT INTO orders (salt, userid, orderid) VALUES ('9001', 'abc', 1)",
            "UPDATE orders SET salt = 'x' WHERE userid = 'abc' AND orderid = 123",
            "UPDATE orders SET note = 'x' WHERE salt = '9001' AND userid = 'abc' AND orderid = 123",
            "UPDATE orders SET note = 'x' WHERE userid = 'abc' AND orderid = 123 IF salt = 'x'",
            "DELETE FROM orders WHERE salt = '9001'")) {
      refused(statement, NO_COLUMN);
    }
    refused("ALTER TABLE orders ADD salt text", "is the name of the key part left(md5(userid), 4)");
    refused("ALTER TABLE orders DROP salt", "is the name of the key part");
    refused("ALTER TABLE orders RENAME note TO salt", "is the name of the key part");
    refused("CREATE INDEX i ON orders (salt)", "found salt in its key, the name of the key part");
    refused(
        "CREATE TABLE t (a text, PRIMARY KEY (a AS b))",
        "a key part that is a column cannot have a second name; leave AS and the name out");
    refused(
        "CREATE TABLE t (a text, PRIMARY KEY (lower(a) AS a, a))",
        "a column named a exists already");
    refused(
        "CREATE TABLE t (a text, PRIMARY KEY (lower(a) AS b, upper(a) AS b, a))",
        "a part named b exists already");
    refused("SELECT mark FROM orders", "cannot find column \"mark\" in table orders");
    assertThat(session.execute("SELECT note FROM orders").toList()).hasToString("[(note = n)]");
  }

  @Test
  void aDescriptionShowsItAndReadsBack() {
    List<String> lines = lines("DESCRIBE orders");
    assertThat(lines)
        .containsExactly(
            "CREATE TABLE orders (",
            "    userid text,    -- in the key",
            "    orderid bigint, -- in the key",
            "    note text,      -- stored as d:3",
            "    PRIMARY KEY (left(md5(userid), 4) AS salt, userid, orderid)",
            "    -- salt is computed: char(4), left(md5(userid), 4)",
            ");",
            "CREATE INDEX by_note ON orders (left(md5(note), 2) AS mark, note);",
            "-- stored key: left(md5(note), 2) AS mark, note | userid, orderid",
            "-- mark is computed: char(2), left(md5(note), 2)");
    try (Database other = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      CqlSession session = CqlSession.over(other);
      CqlScript.split(String.join("\n", lines)).forEach(session::execute);
      assertThat(other.table("orders").definition())
          .isEqualTo(database.table("orders").definition());
    }
  }

  @Test
  void clusteringOrderNamesIt() {
    session.execute(
        "CREATE TABLE t (a text, b int, PRIMARY KEY (a, left(md5(b), 2) AS h, b))"
            + " WITH CLUSTERING ORDER BY (h DESC, b ASC)");
    assertThat(database.table("t").definition().primaryKey())
        .hasToString("[a, left(md5(b), 2) AS h DESC, b]");
  }
}
