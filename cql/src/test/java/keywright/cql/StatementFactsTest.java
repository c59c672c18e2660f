package keywright.cql;

import static keywright.cql.PreparedStatement.UNSET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.cql.PreparedStatement.Kind;
import keywright.key.Column;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.model.Row;
import keywright.testkit.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a prepared statement says about itself before it is executed. */
class StatementFactsTest {
  /** Sample values by their type and number: to find one takes long. */
  private static final Map<String, Object> VALUES = new HashMap<>();

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTables() {
    session.execute(
        "CREATE TABLE visit (guest bigint, seen timestamp, page text NOT NULL, n int, price"
            + " decimal(6,2), tags list<int>, PRIMARY KEY (guest, seen), FAMILY d (page, n, price, tags) WITH"
            + " versions = 3)");
    session.execute("CREATE TABLE other (id int PRIMARY KEY, day date)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> markers(String statement) {
    return session.prepare(statement).markers().stream()
        .map(
            m ->
                (m.name() == null ? "" : ":" + m.name() + " ")
                    + m.column()
                    + " "
                    + m.type()
                    + " "
                    + m.use())
        .toList();
  }

  private List<String> columns(String statement) {
    return session.prepare(statement).columns().stream()
        .map(column -> column.name() + " " + column.type() + (column.nullable() ? "" : " NOT NULL"))
        .toList();
  }

  @Test
  void theMarkersOfASelectFollowFromItsClauses() {
    assertThat(
            markers(
                "SELECT n FROM visit WHERE guest = ? AND seen IN (?, ?) AND n IN ? AND ? < price"
                    + " AND page LIKE ? AND tags CONTAINS ? AND tags = [1, ?] AND n BETWEEN ? AND ?"
                    + " LIMIT ? VERSIONS ? AS OF ? ALLOW FILTERING"))
        .containsExactly(
            "guest bigint EQUAL",
            "seen timestamp EQUAL",
            "seen timestamp EQUAL",
            "n int ONE_OF",
            "price decimal(6,2) LOWER",
            "page text PATTERN",
            "tags int ELEMENT",
            "tags int ELEMENT",
            "n int LOWER",
            "n int UPPER",
            "null int COUNT",
            "null int COUNT",
            "null timestamp(us) MOMENT");
    assertThat(markers("EXPLAIN SELECT * FROM other WHERE id > ?")).containsExactly("id int LOWER");
    assertThat(markers("EXPLAIN SELECT * FROM visit WHERE n = ? FOR (?, ?)"))
        .containsExactly("n int EQUAL", "guest bigint EQUAL", "seen timestamp EQUAL");
    assertThat(markers("SELECT * FROM visit")).isEmpty();
  }

  @Test
  void theMarkersOfAChangeAreTypedByTheirColumns() {
    assertThat(
            markers(
                "INSERT INTO visit (guest, seen, tags, price) VALUES (?, ?, ?, ?), (1, now(), [?],"
                    + " ?) USING TTL ? AND TIMESTAMP ?"))
        .containsExactly(
            "guest bigint SET",
            "seen timestamp SET",
            "tags list<int> SET",
            "price decimal(6,2) SET",
            "tags int ELEMENT",
            "price decimal(6,2) SET",
            "null int TTL",
            "null bigint WRITE_TIME");
    assertThat(
            markers(
                "UPDATE visit USING TTL :ttl SET n = n + :more, page = :page WHERE guest = :guest"
                    + " AND seen = :seen IF n > :more AND page = :page"))
        .containsExactly(
            ":ttl null int TTL",
            ":more n int ADD",
            ":page page text SET",
            ":guest guest bigint EQUAL",
            ":seen seen timestamp EQUAL");
    assertThat(markers("DELETE FROM visit WHERE guest IN ? AND seen = ? IF n = ? AND price <= ?"))
        .containsExactly(
            "guest bigint ONE_OF",
            "seen timestamp EQUAL",
            "n int EQUAL",
            "price decimal(6,2) UPPER");
    assertThat(
            markers(
                "BEGIN BATCH INSERT INTO other (id, day) VALUES (?, ?) IF NOT EXISTS; UPDATE visit"
                    + " SET n = n - ? WHERE guest = ? AND seen = ?; DELETE FROM other WHERE id = ?"
                    + " IF EXISTS; APPLY BATCH"))
        .containsExactly(
            "id int SET",
            "day date SET",
            "n int ADD",
            "guest bigint EQUAL",
            "seen timestamp EQUAL",
            "id int EQUAL");
  }

  @Test
  void theColumnsOfAResultAreKnownBeforeTheStatementIsExecuted() {
    for (String select :
        List.of(
            "SELECT * FROM visit",
            "SELECT page AS title, n, price FROM visit WHERE guest = 1 VERSIONS 3",
            "SELECT count(*), min(seen) AS first, max(price) FROM visit",
            "SELECT guest, sum(n), avg(price) AS mean, count(*) FROM visit GROUP BY guest",
            "SELECT n, writetime(n), ttl(page) AS left_seconds FROM visit AS OF '2017-01-01'",
            "EXPLAIN SELECT * FROM visit",
            "EXPLAIN SELECT * FROM other FOR (1)",
            "DESCRIBE TABLES",
            "DESCRIBE visit",
            "INSERT INTO other (id) VALUES (1) IF NOT EXISTS",
            "UPDATE other SET day = null WHERE id = 1 IF EXISTS",
            "BEGIN BATCH DELETE FROM other WHERE id = 1 IF EXISTS; APPLY BATCH",
            "INSERT INTO other (id) VALUES (1)",
            "CREATE TABLE IF NOT EXISTS visit (guest bigint PRIMARY KEY)",
            "TRUNCATE other")) {
      List<Column> told = session.prepare(select).columns();
      assertThat(session.execute(select).columns()).as(select).isEqualTo(told);
    }
    assertThat(columns("SELECT page AS title, count(n) FROM visit".replace(", count(n)", "")))
        .containsExactly("title text NOT NULL");
    assertThat(columns("SELECT n FROM visit WHERE guest = ? VERSIONS ?"))
        .containsExactly("n int", "written_at timestamp(us)");
    // What would be refused for its key still says its columns.
    assertThat(columns("SELECT n FROM visit WHERE page = ?")).containsExactly("n int");
  }

  @Test
  void aStatementSaysWhatItDoesAndToWhichTable() {
    Map<String, String> kinds =
        Map.ofEntries(
            Map.entry("SELECT * FROM visit", "QUERY visit"),
            Map.entry("INSERT INTO other (id) VALUES (1)", "CHANGE other"),
            Map.entry(
                "INSERT INTO other (id) VALUES (1) IF NOT EXISTS", "CONDITIONAL_CHANGE other"),
            Map.entry("UPDATE other SET day = ? WHERE id = 1", "CHANGE other"),
            Map.entry("DELETE FROM other WHERE id = 1 IF day = ?", "CONDITIONAL_CHANGE other"),
            Map.entry("TRUNCATE other", "TRUNCATE other"),
            Map.entry(
                "BEGIN BATCH INSERT INTO other (id) VALUES (1); DELETE FROM other WHERE id = 2;"
                    + " APPLY BATCH",
                "CHANGE other"),
            Map.entry(
                "BEGIN BATCH INSERT INTO other (id) VALUES (1); DELETE FROM visit WHERE guest = 2"
                    + " AND seen = 0 IF EXISTS; APPLY BATCH",
                "CONDITIONAL_CHANGE -"),
            Map.entry("CREATE TABLE new (id int PRIMARY KEY)", "DEFINITION new"),
            Map.entry("CREATE INDEX i ON other (day)", "DEFINITION other"),
            Map.entry("DROP INDEX i", "DEFINITION -"),
            Map.entry("ALTER TABLE other ADD x int", "DEFINITION other"),
            Map.entry("CREATE KEYSPACE k", "DEFINITION -"),
            Map.entry("USE k", "USE -"),
            Map.entry("DESCRIBE TABLES", "DESCRIPTION -"),
            Map.entry("EXPLAIN SELECT * FROM visit", "DESCRIPTION visit"));
    kinds.forEach(
        (statement, expected) -> {
          PreparedStatement prepared = session.prepare(statement);
          assertThat(prepared.kind() + " " + prepared.table().orElse("-"))
              .as(statement)
              .isEqualTo(expected);
        });
    assertThat(kinds.values().stream().map(kind -> Kind.valueOf(kind.split(" ")[0])))
        .containsAll(List.of(Kind.values()));
  }

  @Test
  void factsFollowTheDeclaration() {
    PreparedStatement all = session.prepare("SELECT * FROM other WHERE day >= ? ALLOW FILTERING");
    assertThat(all.columns()).hasSize(2);
    session.execute("ALTER TABLE other ADD note text");
    assertThat(all.columns()).hasSize(3);
    session.execute("DROP TABLE other");
    assertThatThrownBy(all::columns)
        .hasMessage("cannot find table other; the only name is visit (line 1, column 15)");
    assertThatThrownBy(all::markers).hasMessageStartingWith("cannot find table other");
    session.execute("CREATE TABLE other (id int PRIMARY KEY, day timestamp)");
    assertThat(all.markers().get(0).type()).isEqualTo(Type.parse("timestamp"));
  }

  @Test
  void aParameterInADefinitionIsRefused() {
    PreparedStatement create =
        session.prepare("CREATE TABLE t (id int PRIMARY KEY) WITH comment = ?");
    assertThatThrownBy(create::markers)
        .hasMessage(
            "cannot read statement: line 1, column 52: found '?' in a definition, expected the"
                + " value itself; only statements that read or change rows have parameters");
  }

  @Test
  void anUnsetValueLeavesItsColumnAsItIs() {
    PreparedStatement insert =
        session.prepare("INSERT INTO visit (guest, seen, page, n, price) VALUES (?, ?, ?, ?, ?)");
    insert.execute(1, 0, "home", 5, 2.5);
    insert.execute(1, 0, UNSET, UNSET, null);
    assertThat(visit()).containsExactly("home", 5, null);
    PreparedStatement update =
        session.prepare(
            "UPDATE visit USING TTL ? AND TIMESTAMP ? SET n = ?, price = ? WHERE guest = 1 AND seen"
                + " = 0");
    update.execute(UNSET, UNSET, UNSET, 7);
    assertThat(visit().get(1)).isEqualTo(5);
    assertThat(visit().get(2)).hasToString("7.00");
    update.execute(UNSET, UNSET, null, UNSET);
    assertThat(visit().get(1)).isNull();
    session
        .prepare("UPDATE visit SET n = n + :more, page = :page WHERE guest = 1 AND seen = 0")
        .execute(Map.of("more", UNSET, "page", "news"));
    assertThat(visit()).startsWith("news", null);
  }

  private List<Object> visit() {
    List<Row> rows = session.execute("SELECT page, n, price FROM visit WHERE guest = 1").toList();
    assertThat(rows).hasSize(1);
    return rows.get(0).values();
  }

  @Test
  void anUnsetValueIsRefusedWhereNoneCanBeLeftOut() {
    assertUnsetRefused("INSERT INTO other (id, day) VALUES (?, '2017-01-01')")
        .isEqualTo(
            "cannot set id: found no value, expected one; only columns outside the primary key can"
                + " be left unset (line 1, column 37)");
    assertUnsetRefused("UPDATE other SET day = ? WHERE id = 1")
        .isEqualTo(
            "cannot update other: found no value that is set, expected at least one; do not execute"
                + " the statement, or set a value (line 1, column 18)");
    String elsewhere =
        "found no value for ?, expected one; only a value of INSERT, SET or USING can be left unset";
    for (String statement :
        List.of(
            "SELECT * FROM other WHERE id = ?",
            "SELECT * FROM other WHERE id > ?",
            "SELECT * FROM other WHERE id IN ?",
            "SELECT * FROM other WHERE id IN (1, ?)",
            "SELECT * FROM other LIMIT ?",
            "SELECT * FROM other AS OF ?",
            "UPDATE other SET day = null WHERE id = ?",
            "UPDATE other SET day = null WHERE id = 1 IF day = ?",
            "DELETE FROM other WHERE id = ?",
            "UPDATE visit SET tags = [?] WHERE guest = 1 AND seen = 0",
            "EXPLAIN SELECT * FROM other FOR (?)")) {
      assertUnsetRefused(statement).contains(elsewhere).startsWith("cannot read statement: line 1");
    }
    assertThat(session.execute("SELECT count(*) FROM other").next().getLong(0)).isZero();
  }

  private org.assertj.core.api.AbstractStringAssert<?> assertUnsetRefused(String statement) {
    PreparedStatement prepared = session.prepare(statement);
    try {
      prepared.execute(UNSET).toList();
    } catch (CqlException e) {
      return assertThat(e.getMessage());
    }
    throw new AssertionError("not refused: " + statement);
  }

  /** A value of its type for each marker never fails for its type. */
  @Test
  void everyMarkerTakesValuesOfItsType() {
    String columns =
        "b bigint, i int, s text, d date, t timestamp(us), u uuid, f double, g boolean, x blob, p"
            + " decimal(8,3), l list<text>, e enum('one' = 1, 'two' = 2)";
    session.execute(
        "CREATE TABLE wide (k1 int, k2 timestamp, "
            + columns
            + ", PRIMARY KEY (k1, k2), FAMILY d (b, i, s, d, t, u, f, g, x, p, l, e) WITH versions ="
            + " 3)");
    List<String> names = List.of("b", "i", "s", "d", "t", "u", "f", "g", "x", "p", "l", "e");
    List<String> ordered = List.of("b", "i", "s", "d", "t", "u", "f", "x", "p");
    Property.check(
        "a marker takes values of its type",
        400,
        random -> random.nextLong(),
        seed -> {
          Random random = new Random(seed);
          String statement = statement(random, names, ordered);
          PreparedStatement prepared = session.prepare(statement);
          Object[] values =
              prepared.markers().stream().map(marker -> value(marker, random)).toArray();
          assertThatCode(() -> prepared.execute(values).toList())
              .as(statement)
              .doesNotThrowAnyException();
        });
  }

  private static String statement(Random random, List<String> names, List<String> ordered) {
    List<String> some = new ArrayList<>(names);
    Collections.shuffle(some, random);
    some = some.subList(0, 1 + random.nextInt(some.size()));
    String key = " WHERE k1 = ? AND k2 = ?";
    List<String> set = new ArrayList<>(some.stream().map(name -> name + " = ?").toList());
    List<String> where = new ArrayList<>();
    for (String name : some) {
      boolean compares = ordered.contains(name);
      where.add(
          switch (random.nextInt(compares ? 5 : 2)) {
            case 0 -> name + " = ?";
            case 1 -> name + " IN ?";
            case 2 -> name + " BETWEEN ? AND ?";
            case 3 -> "? <= " + name;
            default -> name + " < ?";
          });
    }
    String using = random.nextBoolean() ? " USING TTL ? AND TIMESTAMP ?" : "";
    return switch (random.nextInt(6)) {
      case 0 ->
          "INSERT INTO wide (k1, k2, %s) VALUES (?, ?, %s)%s"
              .formatted(
                  String.join(", ", some),
                  String.join(", ", Collections.nCopies(some.size(), "?")),
                  using);
      case 1 -> "UPDATE wide" + using + " SET " + String.join(", ", set) + key;
      case 2 ->
          "UPDATE wide SET " + String.join(", ", set) + key + " IF " + String.join(" AND ", where);
      case 3 -> "DELETE FROM wide" + key + " IF " + String.join(" AND ", where);
      case 4 ->
          "BEGIN BATCH INSERT INTO wide (k1, k2, l) VALUES (?, ?, [?, ?]); UPDATE wide SET i = ?"
              + key
              + "; APPLY BATCH";
      default ->
          "SELECT * FROM wide WHERE k1 = ? AND s LIKE ? AND l CONTAINS ? AND "
              + String.join(" AND ", where)
              + " LIMIT ? VERSIONS ? AS OF ? ALLOW FILTERING";
    };
  }

  private static Object value(Marker marker, Random random) {
    int number = random.nextInt(5);
    Object one =
        VALUES.computeIfAbsent(
            marker.type() + " " + number, any -> SampleValues.value(marker.type(), number));
    return marker.use() == Marker.Use.ONE_OF ? List.of(one) : one;
  }

  @Test
  void aTableIsNamedAsTheDatabaseNamesIt() {
    session.execute("CREATE KEYSPACE k");
    session.execute("CREATE TABLE k.one (id int PRIMARY KEY)");
    for (String name : List.of("k.one", "one")) {
      assertThat(session.prepare("SELECT * FROM " + name).table()).contains("k.one");
    }
    assertThat(session.prepare("SELECT * FROM keywright.visit").table()).contains("visit");
    session.execute("USE k");
    assertThat(session.prepare("SELECT * FROM one").table()).contains("k.one");
    assertThat(session.prepare("CREATE TABLE two (id int PRIMARY KEY)").table()).contains("k.two");
  }
}
