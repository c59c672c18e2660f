package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.cql.client.ClientException;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.key.Type;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import keywright.table.model.Row;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A client of a server against a client of the same database in this process. */
@Execution(ExecutionMode.CONCURRENT)
class ClientTest {
  private Database database;
  private CqlServer server;
  private CqlClient here;
  private CqlClient there;

  @BeforeEach
  void open() {
    database = Database.open("memory:");
    server = CqlServer.start(database, Drivers.options().withPages(7, 1 << 20));
    here = CqlClient.over(database);
    there = CqlClient.connect(url(server.address(), ""));
  }

  @AfterEach
  void close() {
    there.close();
    here.close();
    server.close();
    database.close();
  }

  private static String url(InetSocketAddress address, String keyspace) {
    return "cql://127.0.0.1:" + address.getPort() + "/" + keyspace;
  }

  @Test
  void aRequestAboveTheLargestFrameIsRefusedAndTheConnectionStays() {
    try (CqlServer small = CqlServer.start(database, Drivers.options().withFrameMax(10_000));
        CqlClient client = CqlClient.connect(url(small.address(), ""))) {
      client.execute("CREATE TABLE note (id int PRIMARY KEY, text text)").close();
      assertThatThrownBy(
              () ->
                  client.execute(
                      "INSERT INTO note (id, text) VALUES (1, '" + "x".repeat(20_000) + "')"))
          .hasMessageMatching(
              "cannot send the request: it has 20,\\d{3} bytes, and the server accepts at most 10,000; send fewer rows or shorter values at a time, or start the server with a larger --max-frame.*");
      client.execute("INSERT INTO note (id, text) VALUES (2, 'short')").close();
      assertThat(told(client, "SELECT text FROM note")).anyMatch(row -> row.contains("short"));
    }
  }

  /** All that a result tells, as text. */
  private static List<String> told(CqlClient client, String statement) {
    List<String> told = new ArrayList<>();
    try (Result result =
        client.execute(
            new CqlScript.Statement(statement, 3, 5), build -> true, Cancellation.NONE)) {
      told.add(result.columns().toString());
      told.add(result.message() + " " + result.count() + " " + result.wasApplied());
      told.add(result.created().toString());
      for (Row row = result.next(); row != null; row = result.next()) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < result.columns().size(); i++) {
          Object value = row.get(i);
          text.append(
                  value == null || value instanceof List ? null : value.getClass().getSimpleName())
              .append(' ')
              .append(value == null ? null : result.columns().get(i).type().format(value))
              .append("; ");
        }
        told.add(text.toString());
      }
    } catch (CqlException e) {
      told.add(e.code() + " " + e.getMessage() + "\n" + e.excerpt());
      told.add(e.line() + ":" + e.column());
    }
    return told;
  }

  private void assertSame(String statement) {
    List<String> expected = told(here, statement);
    assertThat(told(there, statement)).as(statement).isEqualTo(expected);
  }

  private static final String EVERY_TYPE =
      """
      CREATE TABLE every (id int, a tinyint, b smallint, c bigint, d varint, e tinyint unsigned,
        f smallint unsigned, g int unsigned, h bigint unsigned, i float, j double, k decimal,
        l decimal(9,3), m boolean, n text, o char(5), p digits(4), q enum('mobile phone' = 1 AS 'sj', 'desk' = 2),
        r blob, s binary(3), t uuid, u date, v time, w timestamp, x timestamp(s), y timestamp(us),
        z timestamp(ns), aa list<bigint unsigned>, ab list<timestamp(us)>, ac variant, PRIMARY KEY (id))""";

  private static final String EVERY_VALUE =
      """
      INSERT INTO every (id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac)
      VALUES (1, -128, -32768, -9223372036854775808, 123456789012345678901234567890, 255, 65535, 4294967295,
        18446744073709551615, 1.5, -1e300, 1.500, 12345.678, true, 'ä, "b"', 'abc', '0012', 'mobile phone',
        0x00ff, 0x010203, 123e4567-e89b-12d3-a456-426614174000, '1969-12-31', '23:59:59.999',
        '2017-01-01T10:30:00.123Z', '2017-01-01T10:30:00Z', '1969-12-31T23:59:59.999999Z',
        '2017-01-01T10:30:00.123456789Z', [18446744073709551615, 0], ['2017-01-01T10:30:00.123456Z'], '{"a": [1, null]}')""";

  @Test
  void valuesOfEveryTypeHaveTheirTypes() {
    here.execute(EVERY_TYPE).close();
    here.execute(EVERY_VALUE).close();
    here.execute("INSERT INTO every (id) VALUES (2)").close();
    assertSame("SELECT * FROM every");
    assertSame("SELECT count(*), max(y), min(h) FROM every");
    assertThat(there.find("every")).isEqualTo(here.find("every"));
    CqlClient.Prepared local = here.prepare("SELECT * FROM every WHERE id = ?");
    CqlClient.Prepared remote = there.prepare("SELECT * FROM every WHERE id = ?");
    assertThat(remote.columns()).isEqualTo(local.columns());
    assertThat(remote.markers()).isEqualTo(local.markers());
  }

  /** Each value is written by a client of the server, and read in this process. */
  @Test
  void parametersOfEveryTypeAreSent() {
    here.execute(EVERY_TYPE).close();
    here.execute(EVERY_VALUE).close();
    Row row = here.execute("SELECT * FROM every").toList().get(0);
    List<String> columns = row.columns();
    CqlClient.Prepared insert =
        there.prepare(
            "INSERT INTO every (%s) VALUES (%s)"
                .formatted(
                    String.join(", ", columns),
                    String.join(", ", columns.stream().map(column -> "?").toList())));
    Object[] values = row.values().toArray();
    values[columns.indexOf("id")] = 7;
    try (Result result = insert.bind(values).execute()) {
      assertThat(result.message()).isEqualTo("1 row inserted");
    }
    Row written = here.execute("SELECT * FROM every WHERE id = 7").toList().get(0);
    for (int i = 0; i < values.length; i++) {
      assertThat(written.get(i)).as(columns.get(i)).isEqualTo(values[i]);
    }
    Object[] unset = new Object[values.length];
    Arrays.fill(unset, PreparedStatement.UNSET);
    unset[columns.indexOf("id")] = 7;
    unset[columns.indexOf("n")] = null;
    insert.bind(unset).execute().close();
    Row changed = here.execute("SELECT * FROM every WHERE id = 7").toList().get(0);
    assertThat(changed.get("n")).isNull();
    assertThat(changed.get("y")).isEqualTo(row.get("y"));
    assertThatThrownBy(
            () -> {
              Object[] wrong = values.clone();
              wrong[columns.indexOf("e")] = 256;
              insert.bind(wrong).execute();
            })
        .isInstanceOf(ClientException.class)
        .hasMessageStartingWith("cannot set e: found 256, expected");
  }

  /** Each statement runs on two databases, since it finds other rows the second time. */
  @Test
  void statementsOfEachKindTellTheSame() {
    try (Database twin = Database.open("memory:");
        CqlClient second = CqlClient.over(twin)) {
      statementsTellTheSame(second);
    }
    assertThat(there.exists("by_c")).isTrue();
    assertThat(there.exists("by_d")).isFalse();
    assertThat(there.tables()).containsExactly("t");
    assertThat(there.hasAtomicBatches()).isTrue();
  }

  private void statementsTellTheSame(CqlClient second) {
    List<String> statements =
        List.of(
            "CREATE TABLE t (a int, b int, c text, PRIMARY KEY (a, b))",
            "INSERT INTO t (a, b, c) VALUES (1, 1, 'x'), (1, 2, 'y')",
            "INSERT INTO t (a, b) VALUES (1, 1) IF NOT EXISTS",
            "UPDATE t SET c = 'z' WHERE a = 1 AND b = 1",
            "UPDATE t SET c = 'w' WHERE a = 1 AND b = 1 IF c = 'v'",
            "EXPLAIN SELECT * FROM t WHERE a = 1",
            "EXPLAIN ANALYZE SELECT * FROM t WHERE a = 1",
            "DESCRIBE TABLES",
            "DESCRIBE t",
            "DESCRIBE TABLE missing",
            "SELECT * FROM t WHERE c = 'x'",
            "SELECT * FROM t WHERE\n  nothing = 1",
            "SELECT * FROM missing",
            "SELEC * FROM t",
            "CREATE TABLE t (a int PRIMARY KEY)",
            "INSERT INTO t (a, b) VALUES ('x', 1)",
            "BEGIN BATCH INSERT INTO t (a, b) VALUES (9, 9); UPDATE t SET c = 'q' WHERE a = 9 AND b = 8; APPLY BATCH",
            "TRUNCATE missing",
            "CREATE INDEX by_c ON t (c)",
            "SELECT * FROM t WHERE c = 'x'",
            "DELETE FROM t WHERE a = 1");
    for (String statement : statements) {
      List<String> expected = told(second, statement);
      assertThat(told(there, statement)).as(statement).isEqualTo(expected);
    }
  }

  @Test
  void rowsComePageByPage() {
    there.execute("CREATE TABLE t (a int PRIMARY KEY)").close();
    CqlClient.Prepared insert = there.prepare("INSERT INTO t (a) VALUES (?)");
    List<CqlClient.Bound> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(insert.bind(i));
    }
    there.batch(rows).close();
    assertSame("SELECT * FROM t");
    assertSame("SELECT * FROM t LIMIT 33");
    try (Result result = there.execute("SELECT * FROM t")) {
      assertThat(result.next().getInt(0)).isZero();
      here.execute("DELETE FROM t WHERE a = 50").close();
      there.execute("DELETE FROM t WHERE a = 51").close(); // Between two pages, on one connection.
      assertThat(result.stream().mapToInt(row -> row.getInt(0)).sum()).isEqualTo(4950 - 50 - 51);
    }
    CqlScript.Statement select = new CqlScript.Statement("SELECT * FROM t", 1, 1);
    Result page = there.page(5, null, select, Cancellation.NONE);
    assertThat(page.stream().mapToInt(row -> row.getInt(0))).containsExactly(0, 1, 2, 3, 4);
    page = there.page(2, page.nextPage().orElseThrow(), select, Cancellation.NONE);
    assertThat(page.stream().mapToInt(row -> row.getInt(0))).containsExactly(5, 6);
    try (Result result = there.execute("SELECT * FROM t")) {
      here.execute("ALTER TABLE t ADD b int").close();
      assertThatThrownBy(result::toList)
          .isInstanceOf(ClientException.class)
          .hasMessageStartingWith("cannot read the next page: found other columns");
    }
  }

  /** The protocol has times in milliseconds, and dates in 32 bits. */
  @Test
  void aValueThatTheProtocolCannotHaveIsRefused() {
    here.execute("CREATE TABLE far (id int PRIMARY KEY, s timestamp(s), d date)").close();
    here.execute("INSERT INTO far (id, s) VALUES (1, 9223372036854776)").close();
    here.execute("INSERT INTO far (id, s) VALUES (2, 7)").close();
    assertThatThrownBy(() -> there.execute("SELECT * FROM far").toList())
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID))
        .hasMessage(
            "cannot send s: found the time +292278994-08-17T07:12:56Z, expected one whose milliseconds from 1970 fit into 8 bytes, as the protocol has them; select the column as a text, with CAST(… AS text)");
    assertSame("SELECT id, CAST(s AS text) FROM far");
    CqlClient.Prepared insert = there.prepare("INSERT INTO far (id, s) VALUES (3, ?)");
    assertThatThrownBy(() -> insert.bind(Instant.ofEpochSecond(9223372036854776L)).execute())
        .hasMessageStartingWith(
            "cannot set s: found the time +292278994-08-17T07:12:56Z, expected");
  }

  /** What follows the colon of a map is no name of a parameter. */
  @Test
  void theValueOfAMapIsNoParameter() {
    there
        .execute("CREATE TABLE m (id int PRIMARY KEY, b map<text, boolean>, u map<int, uuid>)")
        .close();
    for (String statement :
        List.of(
            "INSERT INTO m (id, b) VALUES (1, {'a':true, 'b':false})",
            "UPDATE m SET b = b + {'c':false} WHERE id = 1",
            "INSERT INTO m (id, u) VALUES (2, {1:f47ac10b-58cc-4372-a567-0e02b2c3d479})")) {
      there.execute(statement).close();
    }
    String select = "SELECT id FROM m WHERE b = {'a':true, 'b':false, 'c':false} ALLOW FILTERING";
    assertSame(select);
    assertThat(there.execute(select).toList()).hasSize(1);
    there.prepare("INSERT INTO m (id, b) VALUES (:id, {'a':true})").bind(3).execute().close();
    assertSame("SELECT * FROM m");
    there.execute("UPDATE m SET u = {1:uuid()} WHERE id = 3").close();
  }

  /** A program may change its list and its bytes while it reads the rows. */
  @Test
  void allPagesAreReadWithTheSameValues() {
    there.execute("CREATE TABLE many (a int, b blob, PRIMARY KEY (a, b))").close();
    for (int i = 0; i < 30; i++) {
      there.execute("INSERT INTO many (a, b) VALUES (%d, 0x%02x)".formatted(i % 2, i)).close();
    }
    CqlClient.Prepared select = there.prepare("SELECT b FROM many WHERE a IN ? AND b < ?");
    List<Object> list = new ArrayList<>(List.of(0, 1));
    byte[] bytes = {20};
    try (Result result = select.bind(list, bytes).execute()) {
      assertThat(result.next()).isNotNull();
      list.clear();
      bytes[0] = 0;
      assertThat(result.toList()).hasSize(19);
    }
  }

  @Test
  void namedParametersAreSetOnce() {
    there.execute("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))").close();
    there.execute("INSERT INTO t (a, b) VALUES (1, 1), (1, 2), (2, 2)").close();
    String select = "SELECT * FROM t WHERE a = :x AND b >= :y AND b <= :x";
    assertThat(there.prepare(select).markers()).isEqualTo(here.prepare(select).markers());
    for (CqlClient client : List.of(here, there)) {
      assertThat(client.prepare(select).bind(2, 1).execute().toList()).hasSize(1);
    }
    assertThatThrownBy(() -> there.prepare(select).bind(2))
        .hasMessage("cannot run the statement: found 1 values, expected 2, one for each parameter");
    String among = "SELECT * FROM t WHERE a IN ?";
    assertThat(there.prepare(among).bind(List.of(1, 2)).execute().toList()).hasSize(3);
  }

  @Test
  void randomQueriesGiveTheSameRows() {
    Random random = new Random(Seeds.base());
    here.execute(
            "CREATE TABLE t (a int, b bigint unsigned, c text, at timestamp(us), PRIMARY KEY ((a), b DESC, c))")
        .close();
    here.execute("CREATE INDEX by_at ON t (at, a)").close();
    for (int i = 0; i < 200; i++) {
      here.execute(
              "INSERT INTO t (a, b, c, at) VALUES (%d, %d, '%s', %s)"
                  .formatted(
                      random.nextInt(4),
                      random.nextInt(9),
                      (char) ('a' + random.nextInt(3)),
                      random.nextInt(5) == 0
                          ? "null"
                          : "'2017-01-01T00:00:0%d.00000%dZ'"
                              .formatted(random.nextInt(3), random.nextInt(3))))
          .close();
    }
    for (int trial = 0; trial < Trials.of(1_000); trial++) {
      StringBuilder text = new StringBuilder("SELECT * FROM t WHERE ");
      text.append(random.nextBoolean() ? "a = " + random.nextInt(5) : "a IN (0, 2)");
      text.append(random.nextInt(3) == 0 ? " AND b > " + random.nextInt(9) : "");
      text.append(random.nextInt(3) == 0 ? " AND at < '2017-01-01T00:00:01.000001Z'" : "");
      text.append(random.nextInt(3) == 0 ? " ORDER BY a, b DESC, c" : " ORDER BY c, b, a");
      text.append(random.nextInt(3) == 0 ? " LIMIT " + (1 + random.nextInt(20)) : "");
      text.append(random.nextInt(3) == 0 ? "" : " ALLOW FILTERING");
      String query = text.toString();
      // The query of a page can be advised another name for the same index.
      assertThat(named(told(there, query)))
          .as(query + "; " + Seeds.reproduction(Seeds.base()))
          .isEqualTo(named(told(here, query)));
    }
  }

  private static List<String> named(List<String> told) {
    return told.stream().map(line -> line.replaceAll("CREATE INDEX \\w+", "CREATE INDEX")).toList();
  }

  @Test
  void aKeyspaceIsUsed() {
    there.execute("CREATE TABLE shop.t (a int PRIMARY KEY)").close();
    try (CqlClient shop = CqlClient.connect(url(server.address(), "shop"))) {
      shop.execute("INSERT INTO t (a) VALUES (1)").close();
      assertThat(shop.execute("SELECT * FROM t").toList()).hasSize(1);
      assertThat(shop.keyspace()).isEqualTo("shop");
      assertThat(shop.prepare("SELECT * FROM t").table()).contains("shop.t");

      // The client of the database of this process gives the same.
      there.execute("CREATE TABLE keywright.t (a int PRIMARY KEY, b int)").close();
      there.execute("CREATE KEYSPACE stock").close();
      there.execute("CREATE TABLE stock.u (a int PRIMARY KEY)").close();
      try (CqlClient open = CqlClient.over(database)) {
        for (String use : List.of("", "USE shop", "USE stock", "USE keywright")) {
          if (!use.isEmpty()) {
            shop.execute(use).close();
            open.execute(use).close();
            assertThat(shop.keyspace()).isEqualTo(open.keyspace());
          }
          CqlClient there = use.isEmpty() ? this.there : shop;
          assertThat(there.keyspaces()).isEqualTo(open.keyspaces());
          assertThat(there.defaultKeyspace()).isEqualTo("keywright");
          assertThat(there.tables()).containsExactly("shop.t", "stock.u", "t");
          for (String name : List.of("t", "shop.t", "stock.t", "keywright.t", "u", "stock.u")) {
            assertThat(there.find(name)).as(use + " " + name).isEqualTo(open.find(name));
            assertThat(there.exists(name)).as(use + " " + name).isEqualTo(open.exists(name));
          }
        }
      }
    }
    assertThatThrownBy(() -> CqlClient.connect(url(server.address(), "other")))
        .hasMessageContaining("other");
    assertThat(there.execute("SELECT cluster_name, rpc_address FROM system.local").toList())
        .hasToString("[(cluster_name = keywright, rpc_address = /127.0.0.1)]");
  }

  /** A server that is started again does not know the statements of the connections before. */
  @Test
  void aClientConnectsAgain() {
    there.execute("CREATE TABLE t (a int PRIMARY KEY)").close();
    CqlClient.Prepared insert = there.prepare("INSERT INTO t (a) VALUES (?)");
    CqlClient.Prepared select = there.prepare("SELECT * FROM t");
    insert.bind(1).execute().close();
    InetSocketAddress address = server.address();
    server.close();
    assertThatThrownBy(() -> insert.bind(2).execute())
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN))
        .hasMessageStartingWith(
            "cannot tell whether cql:127.0.0.1:%d has executed the statement: found the connection"
                .formatted(address.getPort()))
        .hasMessageEndingWith("read the rows before you run the statement again");
    assertThatThrownBy(() -> there.execute("SELECT * FROM t"))
        .hasMessage(
            "cannot open cql:127.0.0.1:%d: found no server at this address; start a server with keywright serve, or correct the address"
                .formatted(address.getPort()));
    server = CqlServer.start(database, Drivers.options().withAddress(address));
    assertThat(select.bind().execute().toList()).hasSize(1);
    insert.bind(3).execute().close();
    assertThat(there.execute("SELECT * FROM t").toList()).hasSize(2);
    there.close();
    assertThatThrownBy(() -> there.execute("SELECT * FROM t"))
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }

  /** With other types of its parameters a statement is another one for the server. */
  @Test
  void aStatementIsPreparedAgainIfItsTypesChange() {
    there.execute("CREATE TABLE t (a int PRIMARY KEY, n int)").close();
    CqlClient.Prepared update = there.prepare("UPDATE t SET n = :n WHERE a = :a");
    update.bind(1, 1).execute().close();
    here.execute("DROP TABLE t").close();
    here.execute("CREATE TABLE t (a int PRIMARY KEY, n text)").close();
    update.bind("x", 1).execute().close();
    assertThat(update.markers().get(0).type()).isEqualTo(Type.parse("text"));
    here.execute("DROP TABLE t").close();
    here.execute("CREATE TABLE t (a int PRIMARY KEY, n varint)").close();
    assertThatThrownBy(() -> update.bind("x", 1).execute())
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID))
        .hasMessageStartingWith("cannot set n: found 'x', expected a whole number");
    there.batch(List.of(update.bind(7, 1), update.bind(8, 2))).close();
    assertThat(here.execute("SELECT * FROM t").toList())
        .hasToString("[(a = 1, n = 7), (a = 2, n = 8)]");
  }

  /** A statement keeps its keyspace, also when a server that was started again prepares it. */
  @Test
  void aStatementIsPreparedAgainInItsKeyspace() {
    there.execute("CREATE TABLE t (a int PRIMARY KEY, s text)").close();
    there.execute("INSERT INTO t (a, s) VALUES (1, 'none')").close();
    for (String keyspace : List.of("ka", "kb")) {
      there.execute("CREATE KEYSPACE " + keyspace).close();
      there.execute("CREATE TABLE " + keyspace + ".t (a int PRIMARY KEY, s text)").close();
      there
          .execute("INSERT INTO %s.t (a, s) VALUES (1, '%s')".formatted(keyspace, keyspace))
          .close();
    }
    CqlClient.Prepared ofNone = there.prepare("SELECT s FROM t");
    there.execute("USE ka").close();
    CqlClient.Prepared ofFirst = there.prepare("SELECT s FROM t");
    there.execute("USE kb").close();
    InetSocketAddress address = server.address();
    server.close();
    assertThatThrownBy(() -> there.execute("SELECT s FROM t")).isInstanceOf(ClientException.class);
    server = CqlServer.start(database, Drivers.options().withAddress(address));
    assertThat(ofFirst.bind().execute().toList()).hasToString("[(s = ka)]");
    assertThat(ofNone.bind().execute().toList()).hasToString("[(s = none)]");
    assertThat(there.execute("/* of */ SELECT s FROM t -- kb").toList()).hasToString("[(s = kb)]");
  }

  /** After ten seconds without a byte the client asks whether the server lives, and waits on. */
  @Test
  @Tag("large")
  void aStatementMayTakeLong() throws Exception {
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
      Thread serving = new Thread(() -> serveSlowly(slow, asked));
      serving.start();
      try (CqlClient client = CqlClient.connect("cql:127.0.0.1:" + slow.getLocalPort())) {
        try (Result result = client.execute("INSERT INTO t (a) VALUES (1)")) {
          assertThat(result.hasRows()).isFalse();
        }
      }
      serving.join();
      assertThat(asked).containsExactly(OPTIONS, STARTUP, 7, OPTIONS);
    }
  }

  /** A request that fits into no buffer of the network, to a server that reads no further. */
  @Test
  @Tag("large")
  void aServerThatReadsNothingIsLeft() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ServerSocket stopped = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> serveTheStart(stopped, end));
      serving.start();
      try (CqlClient client = CqlClient.connect("cql:127.0.0.1:" + stopped.getLocalPort())) {
        String insert = "INSERT INTO t (a) VALUES ('" + "x".repeat(64 << 20) + "')";
        assertThatThrownBy(() -> client.execute(insert))
            .isInstanceOfSatisfying(
                ClientException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN))
            .hasMessageContaining("found a server that has read nothing for 20 s");
      } finally {
        end.countDown();
      }
      serving.join();
    }
  }

  /** Answers OPTIONS and STARTUP, and then reads nothing. */
  private static void serveTheStart(ServerSocket stopped, CountDownLatch end) {
    try (Socket socket = stopped.accept();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      for (int request : List.of(OPTIONS, STARTUP)) {
        in.skipNBytes(2);
        int stream = in.readShort();
        in.skipNBytes(1);
        in.skipNBytes(in.readInt());
        boolean isFirst = request == OPTIONS;
        respond(
            out,
            stream,
            isFirst ? SUPPORTED : READY,
            isFirst ? "\0\1\0\tKEYWRIGHT\0\1\0\0011" : "");
      }
      end.await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final int OPTIONS = 5;
  private static final int SUPPORTED = 6;
  private static final int STARTUP = 1;
  private static final int READY = 2;
  private static final int RESULT = 8;

  /** Answers a query only after the client has sent something else. */
  private static void serveSlowly(ServerSocket slow, List<Integer> asked) {
    try (Socket socket = slow.accept();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      int waiting = -1;
      while (true) {
        in.skipNBytes(2);
        int stream = in.readShort();
        int request = in.readByte();
        in.skipNBytes(in.readInt());
        asked.add(request);
        if (request == OPTIONS) {
          // A map with one entry: the text KEYWRIGHT and a list of the text 1.
          respond(out, stream, SUPPORTED, "\0\1\0\tKEYWRIGHT\0\1\0\0011");
        } else if (request == STARTUP) {
          respond(out, stream, READY, "");
        } else {
          waiting = stream;
        }
        if (waiting >= 0 && request == OPTIONS) {
          respond(out, waiting, RESULT, "\0\0\0\1");
          waiting = -1;
        }
      }
    } catch (IOException e) {
      // The client has closed the connection.
    }
  }

  private static void respond(DataOutputStream out, int stream, int kind, String body)
      throws IOException {
    out.writeShort(0x8400);
    out.writeShort(stream);
    out.writeByte(kind);
    out.writeInt(body.length());
    out.writeBytes(body);
    out.flush();
  }

  @Test
  void anotherProtocolIsToldApart() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread web =
          new Thread(
              () -> {
                try (Socket socket = other.accept();
                    OutputStream out = socket.getOutputStream()) {
                  out.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                  out.flush();
                  assertThat(socket.getInputStream().readAllBytes()).isNotNull();
                } catch (IOException e) {
                  // The client has closed the connection.
                }
              });
      web.start();
      assertThatThrownBy(() -> CqlClient.connect("cql:127.0.0.1:" + other.getLocalPort()))
          .hasMessage(
              "cannot open cql:127.0.0.1:%d: found an answer that is not of the CQL native protocol; start a server with keywright serve, or correct the address"
                  .formatted(other.getLocalPort()));
      web.join();
    }
    assertThatThrownBy(() -> CqlClient.connect("cql:host:99999"))
        .hasMessageStartingWith("cannot open cql:host:99999: expected the address of a server");
    assertThatThrownBy(() -> CqlClient.connect("cql:no.such.host.invalid"))
        .hasMessageStartingWith(
            "cannot open cql:no.such.host.invalid:9042: found no address of the host");
  }
}
