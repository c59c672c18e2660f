package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code cql generate}: its tables and SELECTs, run by Cassandra's driver alone, give the rows that
 * Keywright gives for the same data.
 */
@Tag("large")
class PlainCqlTest {
  private static final String DESIGN =
      """
      CREATE TABLE orders (userid text, orderid bigint, amount int,
          PRIMARY KEY ((left(md5(userid), 4) AS salt, userid), orderid DESC));
      QUERY one RATE 9/s AS SELECT * FROM orders WHERE userid = ? AND orderid = ?;
      QUERY some RATE 9/s AS SELECT orderid, amount FROM orders WHERE userid = ? AND 2 < orderid < 6;
      QUERY newest RATE 9/s AS SELECT * FROM orders WHERE userid = 'u1' ORDER BY orderid DESC LIMIT 3;
      QUERY oldest RATE 9/s AS SELECT * FROM orders WHERE userid = ? ORDER BY orderid LIMIT ?;
      QUERY of_two RATE 9/s AS SELECT * FROM orders WHERE userid IN ('u1', 'u2');
      QUERY of_amount RATE 9/s AS SELECT orderid FROM orders WHERE userid = ? AND amount >= ?;
      SELECT orderid FROM orders WHERE userid = 'u2' AND orderid >= 3;
      CREATE TABLE log (at timestamp, host text, event text, v int,
          PRIMARY KEY ((bucket(4)), at, host, event));
      QUERY log_range RATE 1/s AS SELECT * FROM log WHERE at >= ? AND at < ? ORDER BY at LIMIT 7;
      QUERY log_all RATE 1/s AS SELECT host FROM log WHERE at >= '2024-01-01' AND v = 1;
      CREATE TABLE reading (sensor int, at timestamp, celsius double,
          PRIMARY KEY ((sensor, date_trunc('day', at)), at));
      QUERY of_days RATE 9/s AS
          SELECT at, celsius FROM reading WHERE sensor = 1 AND at >= '2024-01-01' AND at < '2024-01-03';
      CREATE TABLE trade (number bigint, buyer int NOT NULL, seller int, at timestamp NOT NULL,
          PRIMARY KEY ((number)));
      CREATE INDEX trade_by_buyer ON trade (buyer, at);
      CREATE INDEX trade_by_seller ON trade (seller, at DESC);
      QUERY by_number RATE 9/s AS SELECT * FROM trade WHERE number = ?;
      QUERY of_buyer RATE 9/s AS SELECT * FROM trade WHERE buyer = ? AND at >= ? AND at < ?;
      QUERY of_seller RATE 9/s AS SELECT number FROM trade WHERE seller = ? ORDER BY at DESC;
      CREATE TABLE visit (userid text, n int, v int,
          PRIMARY KEY ((reverse(userid)), n, random(100) AS r));
      QUERY visits RATE 9/s AS SELECT userid, n, v FROM visit WHERE userid = ? AND n > ?;
      """;

  /** Every type beside a key. */
  private static final String TYPES =
      "CREATE TABLE types (id int PRIMARY KEY, a tinyint, b smallint, c bigint, d varint, e boolean,"
          + " f char(3), g digits(4), h blob, i binary(9), j date, k time, l timestamp(s),"
          + " m timestamp(us), n timestamp(ns), o uuid, p enum('x' = 1, 'y' = 2), q float, r double,"
          + " s decimal(9,2), t list<smallint>, u tinyint unsigned, v smallint unsigned,"
          + " w int unsigned, x bigint unsigned, y variant, z list<list<text>>);";

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static String url;
  private static CqlSession session;
  private static final Map<String, List<String>> SELECTS = new LinkedHashMap<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void makeTables() throws IOException {
    CassandraServer server = CassandraServer.shared();
    url = server.newKeyspace("with_keywright") + "?alone=true";
    String plain = server.newKeyspace("without");
    session = DriverSession.in(plain.substring(plain.lastIndexOf('/') + 1));
    Path file = folder.resolve("design.cql");
    Files.writeString(file, DESIGN + TYPES);
    Outcome generated = Keywright.run("cql", "generate", file.toString(), "--for", "cassandra");
    assertThat(generated.err()).isEmpty();
    for (String block : generated.out().split("\n\n")) {
      List<String> statements =
          List.of(
              block
                  .lines()
                  .filter(line -> !line.startsWith("--"))
                  .collect(Collectors.joining("\n"))
                  .split(";"));
      if (statements.get(0).contains("CREATE TABLE")) {
        session.execute(statements.get(0));
      } else {
        SELECTS.put(
            block.lines().findFirst().orElseThrow().substring(3),
            statements.stream().map(String::strip).filter(text -> !text.isEmpty()).toList());
      }
    }
    run(
        (DESIGN + TYPES)
            .lines()
            .collect(Collectors.joining("\n"))
            .replaceAll("(?s)QUERY [^;]*;", ""));
    write();
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static String run(String statements) {
    return Keywright.out("run", "--quiet", "--db", url, "-e", statements, "--output", "csv");
  }

  private static String md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return String.format("%032x", new BigInteger(1, digest));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static Instant at(int hours) {
    return Instant.parse("2024-01-01T00:00:00Z").plus(hours, ChronoUnit.HOURS);
  }

  /** The same rows by Keywright, and by the driver with the columns that its writer computes. */
  private static void write() {
    StringBuilder statements = new StringBuilder();
    for (int i = 0; i < 24; i++) {
      String user = "u" + i % 3;
      statements.append(
          "INSERT INTO orders (userid, orderid, amount) VALUES ('%s', %d, %d);"
              .formatted(user, i / 3, i));
      session.execute(
          "INSERT INTO orders (salt, userid, orderid, amount) VALUES (?, ?, ?, ?)",
          md5(user).substring(0, 4),
          user,
          (long) (i / 3),
          i);
      String host = "h" + i % 2;
      Instant at = at(5 * i);
      statements.append(
          "INSERT INTO log (at, host, event, v) VALUES ('%s', '%s', 'e', %d);"
              .formatted(at, host, i % 3));
      session.execute(
          "INSERT INTO log (bucket_4, at, host, event, v) VALUES (?, ?, ?, 'e', ?)",
          (short) Math.floorMod((at + host).hashCode(), 4),
          at,
          host,
          i % 3);
      statements.append(
          "INSERT INTO reading (sensor, at, celsius) VALUES (%d, '%s', %d);"
              .formatted(i % 2, at, i));
      session.execute(
          "INSERT INTO reading (sensor, date_trunc_day_at, at, celsius) VALUES (?, ?, ?, ?)",
          i % 2,
          at.truncatedTo(ChronoUnit.DAYS),
          at,
          (double) i);
      Integer seller = i % 5 == 0 ? null : i % 4;
      statements.append(
          "INSERT INTO trade (number, buyer, seller, at) VALUES (%d, %d, %s, '%s');"
              .formatted(i, i % 3, seller, at));
      for (String table : List.of("trade", "trade_by_buyer", "trade_by_seller")) {
        if (seller != null || !table.endsWith("seller")) {
          session.execute(
              "INSERT INTO %s (number, buyer, seller, at) VALUES (?, ?, ?, ?)".formatted(table),
              (long) i,
              i % 3,
              seller,
              at);
        }
      }
      statements.append(
          "INSERT INTO visit (userid, n, v) VALUES ('%s', %d, %d);".formatted(user, i / 3, i));
      session.execute(
          "INSERT INTO visit (reverse_userid, userid, n, r, v) VALUES (?, ?, ?, ?, ?)",
          new StringBuilder(user).reverse().toString(),
          user,
          i / 3,
          (short) (i * 7),
          i);
    }
    run(statements.toString());
  }

  private static String text(Object value) {
    return value == null
        ? ""
        : value instanceof Instant moment ? MOMENT.format(moment) : value.toString();
  }

  /** The rows of all SELECTs of a query, one after the other. */
  private static List<Map<String, Object>> rows(String query, Map<String, Object> values) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String select : SELECTS.get(query)) {
      PreparedStatement prepared = session.prepare(select);
      BoundStatement bound = prepared.bind();
      for (ColumnDefinition variable : prepared.getVariableDefinitions()) {
        Object value = values.get(variable.getName().asInternal());
        assertThat(value).as("%s of %s", variable.getName(), select).isNotNull();
        @SuppressWarnings("unchecked")
        Class<Object> type = (Class<Object>) value.getClass();
        bound = bound.set(variable.getName(), value, type);
      }
      for (Row row : session.execute(bound)) {
        Map<String, Object> found = new LinkedHashMap<>();
        row.getColumnDefinitions()
            .forEach(c -> found.put(c.getName().asInternal(), row.getObject(c.getName())));
        rows.add(found);
      }
    }
    return rows;
  }

  private static List<String> csv(List<Map<String, Object>> rows) {
    return rows.stream()
        .map(row -> row.values().stream().map(PlainCqlTest::text).collect(Collectors.joining(",")))
        .toList();
  }

  private static List<String> byKeywright(String select) {
    return run(select).lines().skip(1).toList();
  }

  private static void sameRows(String query, Map<String, Object> values, String select) {
    List<String> expected = byKeywright(select);
    assertThat(expected).isNotEmpty();
    assertThat(csv(rows(query, values))).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void sameOrder(String query, Map<String, Object> values, String select) {
    List<String> expected = byKeywright(select);
    assertThat(expected).hasSizeGreaterThan(2);
    assertThat(csv(rows(query, values))).containsExactlyElementsOf(expected);
  }

  @Test
  void rowsOfASaltedKey() {
    String salt = md5("u1").substring(0, 4);
    sameRows(
        "one",
        Map.of("salt", salt, "userid", "u1", "orderid", 3L),
        "SELECT * FROM orders WHERE userid = 'u1' AND orderid = 3");
    Map<String, Object> user = Map.of("salt", salt, "userid", "u1");
    sameOrder(
        "some", user, "SELECT orderid, amount FROM orders WHERE userid = 'u1' AND 2 < orderid < 6");
    sameOrder(
        "newest",
        Map.of(),
        "SELECT * FROM orders WHERE userid = 'u1' ORDER BY orderid DESC LIMIT 3");
    sameOrder(
        "oldest",
        Map.of("salt", salt, "userid", "u1", "rows", 4),
        "SELECT * FROM orders WHERE userid = 'u1' ORDER BY orderid LIMIT 4");
    sameRows(
        "SELECT 1", Map.of(), "SELECT orderid FROM orders WHERE userid = 'u2' AND orderid >= 3");
    sameRows("of_two", Map.of(), "SELECT * FROM orders WHERE userid IN ('u1', 'u2')");
    sameRows(
        "of_amount",
        Map.of("salt", salt, "userid", "u1", "amount_from", 10),
        "SELECT orderid FROM orders WHERE userid = 'u1' AND amount >= 10");
  }

  @Test
  void rowsOfBucketsAreMerged() {
    List<Map<String, Object>> rows = rows("log_range", Map.of("at_from", at(10), "at_to", at(100)));
    List<Map<String, Object>> merged =
        rows.stream()
            .sorted((a, b) -> ((Instant) a.get("at")).compareTo((Instant) b.get("at")))
            .limit(7)
            .toList();
    assertThat(csv(merged))
        .hasSize(7)
        .containsExactlyElementsOf(
            byKeywright(
                "SELECT * FROM log WHERE at >= '%s' AND at < '%s' ORDER BY at LIMIT 7"
                    .formatted(at(10), at(100))));
    assertThat(SELECTS.get("log_range")).hasSize(4);
    sameRows("log_all", Map.of(), "SELECT host FROM log WHERE at >= '2024-01-01' AND v = 1");
    assertThat(SELECTS.get("log_all")).hasSize(1);
  }

  @Test
  void rowsOfSomeDays() {
    sameRows(
        "of_days",
        Map.of(),
        "SELECT at, celsius FROM reading WHERE sensor = 1 AND at >= '2024-01-01' AND at < '2024-01-03'");
  }

  @Test
  void rowsOfIndexes() {
    sameRows("by_number", Map.of("number", 7L), "SELECT * FROM trade WHERE number = 7");
    sameRows(
        "of_buyer",
        Map.of("buyer", 1, "at_from", at(0), "at_to", at(50)),
        "SELECT * FROM trade WHERE buyer = 1 AND at >= '%s' AND at < '%s'"
            .formatted(at(0), at(50)));
    sameOrder(
        "of_seller",
        Map.of("seller", 2),
        "SELECT number FROM trade WHERE seller = 2 ORDER BY at DESC");
  }

  @Test
  void rowsOfAReversedUserAndADrawnNumber() {
    sameRows(
        "visits",
        Map.of("reverse_userid", "1u", "n_from", 2),
        "SELECT userid, n, v FROM visit WHERE userid = 'u1' AND n > 2");
  }

  @Test
  void timesAreLiteralsThatCassandraReads() {
    String design =
        """
        CREATE TABLE shift (id int, begins time, PRIMARY KEY ((id), begins));
        SELECT begins FROM shift WHERE id = 1 AND begins >= '08:00';
        CREATE TABLE spell (id int, at timestamp, PRIMARY KEY ((id), at));
        SELECT at FROM spell WHERE id = 1 AND at >= '-0005-01-01' AND at <= '9999-12-31';
        SELECT at FROM spell WHERE id = 1 AND at >= '+10000-01-01';
        CREATE TABLE tick (id int, at timestamp(us), PRIMARY KEY ((id), at));
        SELECT at FROM tick WHERE id = 1 AND at >= '0001-01-01' AND at < '9999-12-31';
        """;
    Outcome generated = Keywright.runWith(design, "cql", "generate", "-", "--for", "cassandra");
    assertThat(generated.err()).isEmpty();
    List<String> found = new ArrayList<>();
    for (String block : generated.out().split("\n\n")) {
      String cql =
          block
              .lines()
              .filter(line -> !line.startsWith("--"))
              .collect(Collectors.joining("\n"))
              .replace(";", "");
      session.execute(cql).forEach(row -> found.add(text(row.getObject(0))));
      switch (block.lines().filter(line -> line.startsWith("CREATE")).findFirst().orElse("")) {
        case "CREATE TABLE shift (" ->
            session.execute("INSERT INTO shift (id, begins) VALUES (1, '08:00:00')");
        case "CREATE TABLE spell (" -> {
          session.execute("INSERT INTO spell (id, at) VALUES (1, -62200000000000)");
          session.execute("INSERT INTO spell (id, at) VALUES (1, 253402300800000)");
        }
        case "CREATE TABLE tick (" ->
            session.execute("INSERT INTO tick (id, at) VALUES (1, -62135596800000000)");
        default -> {}
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "08:00",
            MOMENT.format(Instant.ofEpochMilli(-62_200_000_000_000L)),
            MOMENT.format(Instant.ofEpochMilli(253_402_300_800_000L)),
            "-62135596800000000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PRIMARY KEY ((bucket(2)), id)|a >= 3 LIMIT 3 ALLOW FILTERING|",
        "PRIMARY KEY ((a, b), id)|a IN (1, 2) AND b IN (1, 2) LIMIT 3|take from all of them together as many rows as the LIMIT",
        "PRIMARY KEY ((a, b), id)|a IN (1, 2) AND b IN (1, 2) ORDER BY id LIMIT 3|after the merge, take as many rows as the LIMIT",
        "PRIMARY KEY ((a, b), id)|a = 1 AND b IN (1, 2) LIMIT 3|",
        "PRIMARY KEY ((a), id)|a = 1 ORDER BY id LIMIT 3|",
        "PRIMARY KEY ((bucket(2)), a)|a IN (?) LIMIT 3|",
        "PRIMARY KEY ((left(s, 2) AS salt, s), id)|s IN ? LIMIT 3|take from all of them together as many rows as the LIMIT",
      })
  void theLimitOfSeveralSelectsIsSaid(String key, String conditions, String comment) {
    String design =
        "CREATE TABLE t (id int, a int, b int, s text NOT NULL, %s); QUERY q RATE 1/s AS SELECT * FROM t WHERE %s;"
            .formatted(key, conditions);
    Outcome outcome = Keywright.runWith(design, "cql", "generate", "-", "--for", "cassandra");
    assertThat(outcome.err()).isEmpty();
    List<String> said = outcome.out().lines().filter(line -> line.contains("LIMIT")).toList();
    assertThat(said.stream().filter(line -> line.startsWith("--")).toList())
        .as(outcome.out())
        .isEqualTo(comment == null ? List.of() : List.of("--   " + comment));
  }

  /** Name, type, kind, place and direction of each column. */
  private static Map<String, String> columns(String keyspace, String table) {
    Map<String, String> columns = new TreeMap<>();
    session
        .execute(
            "SELECT column_name, type, kind, position, clustering_order FROM system_schema.columns"
                + " WHERE keyspace_name = ? AND table_name = ?",
            keyspace,
            table)
        .forEach(
            row ->
                columns.put(
                    row.getString(0),
                    row.getString(1) + row.getString(2) + row.getInt(3) + row.getString(4)));
    columns.keySet().removeIf(name -> name.startsWith("kw_"));
    return columns;
  }

  @Test
  void tablesHaveTheColumnsThatKeywrightMakesAndThoseThatItComputesBack() {
    for (String table : List.of("orders", "log", "reading", "trade", "visit", "types")) {
      Map<String, String> made = columns("with_keywright", table);
      assertThat(made).isNotEmpty();
      assertThat(columns("without", table)).as(table).containsAllEntriesOf(made);
    }
    assertThat(columns("without", "types")).isEqualTo(columns("with_keywright", "types"));
    assertThat(columns("without", "visit"))
        .containsKey("userid")
        .hasSize(1 + columns("with_keywright", "visit").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TABLE t (id int PRIMARY KEY, a text); CREATE UNIQUE INDEX i ON t (a)"
            + "|cannot generate index i: found UNIQUE",
        "CREATE TABLE t (id int, a text NULL, PRIMARY KEY ((id), a))"
            + "|cannot generate table t: found the key part a, which may be null",
        "CREATE TABLE t (id double PRIMARY KEY)|cannot generate table t: found the key part id of type double",
        "CREATE TABLE t (id int PRIMARY KEY, a text, FAMILY f (a) WITH versions = 3)"
            + "|cannot generate table t: found families of different ttl, or with versions",
        "CREATE TABLE t (id text PRIMARY KEY, a text); QUERY q RATE 1/s AS SELECT * FROM t WHERE id > 'a'"
            + "|cannot generate query q: cannot read t by these conditions",
        "CREATE TABLE t (id text, a text, PRIMARY KEY ((id), a)); QUERY q RATE 1/s AS SELECT * FROM t WHERE id = ? AND a LIKE 'x%'"
            + "|cannot generate query q: found a LIKE 'x%'",
        "CREATE TABLE t (id text, a int, b int, PRIMARY KEY ((id), a)); QUERY q RATE 1/s AS SELECT * FROM t WHERE id = ? ORDER BY b LIMIT 3"
            + "|cannot generate query q: found an ORDER BY that is the order of no key",
        "CREATE TABLE t (id text, a uuid, PRIMARY KEY ((id), a)); QUERY q RATE 1/s AS SELECT * FROM t WHERE id = ? AND a > ?"
            + "|cannot generate query q: found a > ",
        "CREATE TABLE t (id int PRIMARY KEY, a int, b int); CREATE INDEX i ON t (a, b); QUERY q RATE 1/s AS SELECT * FROM t WHERE a = ?"
            + "|cannot generate query q: found rows without b, which table i does not contain",
        "CREATE TABLE t (id int PRIMARY KEY); QUERY q RATE 1/s AS SELECT count(*) FROM t WHERE id = ?"
            + "|cannot generate query q: found count(*)",
        "CREATE TABLE t (id int PRIMARY KEY, a list<int>); CREATE INDEX i ON t (values(a))"
            + "|cannot generate index i: found values(a), expected parts with one value for each row",
        "CREATE TABLE t (id int PRIMARY KEY, a list<int>); QUERY q RATE 1/s AS SELECT * FROM t WHERE id = ? AND a CONTAINS ?"
            + "|cannot generate query q: found CONTAINS on a, expected a condition with",
      })
  void whatCassandraDoesNotHaveIsRefusedInOneLine(String design, String message) {
    Outcome outcome = Keywright.runWith(design, "cql", "generate", "-", "--for", "cassandra");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("keywright: " + message).hasLineCount(1);
  }
}
