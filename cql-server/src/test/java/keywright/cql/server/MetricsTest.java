package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Query;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import keywright.cql.server.wire.ClientFrames;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.contract.ForwardingEngine;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics of a server, as a program reads them, after statements of the Java driver. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MetricsTest {
  @TempDir Path folder;

  private static CqlServer start(Engine engine) {
    return CqlServer.start(
        events -> Database.over(engine, InstantSource.system(), 1, events),
        true,
        MetricsReader.options());
  }

  private static void refused(CqlSession session, String statement) {
    assertThatThrownBy(() -> session.execute(statement)).isInstanceOf(DriverException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:", "rocksdb:"})
  void everyStatementIsCountedByItsKindAndOutcome(String engine) throws Exception {
    String url = engine.equals("memory:") ? engine : engine + folder.resolve("data");
    try (CqlServer server = CqlServer.start(url, MetricsReader.options());
        CqlSession session = Drivers.connect(server.address(), "V5")) {
      MetricsReader metrics = new MetricsReader(server);
      assertThat(metrics.statements()).isEmpty();
      session.execute("CREATE KEYSPACE shop");
      session.execute("CREATE TABLE shop.t (id int PRIMARY KEY, n int)");
      PreparedStatement insert = session.prepare("INSERT INTO shop.t (id, n) VALUES (?, ?)");
      for (int id = 0; id < 7; id++) {
        session.execute(insert.bind(id, id));
      }
      for (int i = 0; i < 3; i++) {
        session.execute("INSERT INTO shop.t (id, n) VALUES (100, 1) IF NOT EXISTS");
      }
      session.execute("UPDATE shop.t SET n = 5 WHERE id = 100 IF n = 1");
      session.execute("UPDATE shop.t SET n = 6 WHERE id = 100 IF n = 1");
      session.execute("DELETE FROM shop.t WHERE id = 0");
      session.execute(
          BatchStatement.newInstance(DefaultBatchType.LOGGED)
              .add(insert.bind(20, 1))
              .add(insert.bind(21, 1)));
      session.execute("BEGIN BATCH INSERT INTO shop.t (id, n) VALUES (22, 1); APPLY BATCH");
      assertThat(
              session
                  .execute(
                      SimpleStatement.newInstance("SELECT * FROM shop.t ALLOW FILTERING")
                          .setPageSize(4))
                  .all())
          .hasSize(10);
      refused(session, "SELECT nothing FROM shop.t");
      refused(session, "SELECT n FROM shop.missing");
      refused(session, "INSERT INTO shop.t (id) VALUES ('a')");
      refused(session, "CREATE TABLE shop.t (id int PRIMARY KEY)");
      refused(session, "SELEKT 1");
      session.execute("DESCRIBE TABLES");
      session.execute("EXPLAIN SELECT * FROM shop.t WHERE id = 1");
      session.execute("TRUNCATE shop.t");
      assertThat(metrics.statements())
          .isEqualTo(
              Map.ofEntries(
                  Map.entry("prepare ok", 1L),
                  Map.entry("definition ok", 2L),
                  Map.entry("definition refused", 1L),
                  Map.entry("insert ok", 8L),
                  Map.entry("insert not_applied", 2L),
                  Map.entry("insert refused", 1L),
                  Map.entry("update ok", 1L),
                  Map.entry("update not_applied", 1L),
                  Map.entry("delete ok", 1L),
                  Map.entry("batch ok", 2L),
                  Map.entry("select ok", 3L),
                  Map.entry("select refused", 2L),
                  Map.entry("other refused", 1L),
                  Map.entry("description ok", 2L),
                  Map.entry("truncate ok", 1L)));
      Map<String, Double> values = metrics.values();
      assertThat(values)
          .containsEntry("keywright_sent_rows_total", 10.0)
          .containsEntry("keywright_prepared_statements", 1.0)
          .containsEntry("keywright_requests_unanswered", 0.0)
          .containsEntry("keywright_unknown_outcomes_total", 0.0)
          .containsEntry("keywright_write_retries_total", 0.0);
      assertThat(values.keySet().stream().anyMatch(name -> name.startsWith("keywright_rocksdb_")))
          .isEqualTo(engine.equals("rocksdb:"));
      assertHistogram(values, "insert", 11);
      assertHistogram(values, "select", 5);
      assertHistogram(values, "delete", 1);
    }
  }

  /** The buckets are cumulative, from 0.1 ms to 100 s, and have every statement. */
  private static void assertHistogram(Map<String, Double> values, String kind, double count) {
    String buckets = "keywright_statement_seconds_bucket{kind=\"" + kind + "\",le=\"";
    List<String> bounds =
        List.of(
            "1.0E-4", "2.5E-4", "5.0E-4", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05",
            "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "25.0", "50.0", "100.0", "+Inf");
    assertThat(values.keySet().stream().filter(name -> name.startsWith(buckets)))
        .hasSameSizeAs(bounds);
    double before = 0;
    for (String bound : bounds) {
      double bucket = values.get(buckets + bound + "\"}");
      assertThat(bucket).isGreaterThanOrEqualTo(before);
      before = bucket;
    }
    assertThat(before).isEqualTo(count);
    assertThat(values)
        .containsEntry("keywright_statement_seconds_count{kind=\"" + kind + "\"}", count);
    assertThat(values.get("keywright_statement_seconds_sum{kind=\"" + kind + "\"}")).isPositive();
  }

  /** What a client sends must not make time series. */
  @Test
  void theNumberOfSeriesDoesNotDependOnWhatClientsSend() throws Exception {
    try (CqlServer server = CqlServer.start("memory:", MetricsReader.options());
        CqlSession session = Drivers.connect(server.address(), "V5")) {
      MetricsReader metrics = new MetricsReader(server);
      List<String> before =
          metrics.values().keySet().stream().filter(name -> name.startsWith("keywright_")).toList();
      for (int i = 0; i < 20; i++) {
        session.execute("CREATE TABLE t" + i + " (id int PRIMARY KEY, n int)");
        session.execute("INSERT INTO t" + i + " (id, n) VALUES (1, 1)");
        session.execute("CREATE INDEX by_n" + i + " ON t" + i + " (n)");
        session.execute("SELECT * FROM t" + i + " WHERE n = 1");
        refused(session, "word" + i + " x");
      }
      assertThat(metrics.values().keySet().stream().filter(name -> name.startsWith("keywright_")))
          .containsExactlyElementsOf(before);
      assertThat(metrics.values()).containsEntry("keywright_index_build_rows_total", 20.0);
      assertThat(String.join("\n", metrics.values().keySet()))
          .doesNotContain("by_n")
          .doesNotContain("word");
    }
  }

  @Test
  void retriesAndConflictsOfTwoWritersAreCounted() throws Exception {
    Engine engine = new MemoryEngine();
    AtomicReference<Database> other = new AtomicReference<>();
    AtomicInteger disturbed = new AtomicInteger();
    AtomicInteger left = new AtomicInteger();
    Engine slow =
        new ForwardingEngine(engine) {
          @Override
          public boolean write(WriteBatch batch) {
            if (left.getAndDecrement() > 0) {
              try (var session = keywright.cql.CqlSession.over(other.get())) {
                int n = 1_000 + disturbed.incrementAndGet();
                session.execute("UPDATE t SET n = " + n + " WHERE id = 1").close();
              }
            }
            return super.write(batch);
          }
        };
    try (CqlServer server = start(slow);
        CqlSession session = Drivers.connect(server.address(), "V5")) {
      MetricsReader metrics = new MetricsReader(server);
      session.execute("CREATE TABLE t (id int PRIMARY KEY, n int)");
      session.execute("INSERT INTO t (id, n) VALUES (1, 0)");
      other.set(Database.over(engine, InstantSource.system(), 2));
      left.set(3);
      session.execute("UPDATE t SET n = 7 WHERE id = 1");
      assertThat(disturbed).hasValue(3);
      assertThat(metrics.values()).containsEntry("keywright_write_retries_total", 3.0);
      assertThat(metrics.statements()).containsEntry("update ok", 1L);
      left.set(Integer.MAX_VALUE);
      assertThatThrownBy(() -> session.execute("UPDATE t SET n = 8 WHERE id = 1"))
          .isInstanceOf(OverloadedException.class);
      left.set(0);
      assertThat(metrics.statements()).containsEntry("update conflict", 1L);
      assertThat(metrics.values())
          .containsEntry("keywright_write_retries_total", (double) disturbed.get());
    }
  }

  /** Writes of single rows, whose answers are lost when the test says so. */
  @Test
  void unknownOutcomesAreCounted() throws Exception {
    AtomicBoolean isSilent = new AtomicBoolean();
    Engine silent =
        new ForwardingEngine(MemoryEngine.ofSingleRows(1)) {
          @Override
          public List<Written> writeEach(List<WriteBatch> batches) {
            return isSilent.get()
                ? batches.stream().map(batch -> Written.UNANSWERED).toList()
                : super.writeEach(batches);
          }
        };
    try (CqlServer server = start(silent);
        CqlSession session = Drivers.connect(server.address(), "V5")) {
      MetricsReader metrics = new MetricsReader(server);
      session.execute("CREATE TABLE t (id int PRIMARY KEY, n int)");
      session.execute("CREATE INDEX by_n ON t (n)");
      session.execute("INSERT INTO t (id, n) VALUES (1, 0)");
      isSilent.set(true);
      assertThatThrownBy(() -> session.execute("UPDATE t SET n = 7 WHERE id = 1"))
          .isInstanceOf(WriteTimeoutException.class);
      isSilent.set(false);
      assertThat(metrics.statements())
          .containsEntry("update unknown", 1L)
          .doesNotContainKey("update ok");
      assertThat(metrics.values()).containsEntry("keywright_unknown_outcomes_total", 1.0);
      assertThat(metrics.values().get("keywright_write_retries_total")).isPositive();
      assertThat(metrics.values().get("keywright_lease_renewals_total")).isNotNull();
    }
  }

  @Test
  void bytesAndRefusedFramesAreCounted() throws Exception {
    try (CqlServer server = CqlServer.start("memory:", MetricsReader.options());
        RawClient client = RawClient.started(server.address())) {
      MetricsReader metrics = new MetricsReader(server);
      Map<String, Double> before = metrics.values();
      byte[] query = ClientFrames.encode(4, 7, new Query("SELECT * FROM system.local"));
      client.send(query);
      assertThat(client.receive()).isNotNull();
      client.send(7, Options.INSTANCE);
      assertThat(client.receive()).isNotNull();
      Map<String, Double> after = metrics.values();
      int options = ClientFrames.encode(4, 7, Options.INSTANCE).length;
      assertThat(after.get("keywright_received_bytes_total"))
          .isEqualTo(before.get("keywright_received_bytes_total") + query.length + options);
      assertThat(after.get("keywright_sent_bytes_total"))
          .isGreaterThan(before.get("keywright_sent_bytes_total") + 100);
      assertThat(after)
          .containsEntry("keywright_connections", 1.0)
          .containsEntry("keywright_frames_refused_total", 0.0)
          .containsEntry("keywright_statements_total{kind=\"system\",outcome=\"ok\"}", 1.0);
      client.send(new byte[] {(byte) 0x84, 0, 0, 1, 0, 0, 0, 0, 0});
      assertThat(client.receive()).isNotNull();
      assertThat(metrics.values()).containsEntry("keywright_frames_refused_total", 1.0);
    }
  }

  @Test
  void refusedConnectionsRequestsAndLoginsAreCounted() throws Exception {
    try (Database database = Database.open("memory:");
        CqlServer server =
            CqlServer.start(
                database, MetricsReader.options().withConnectionsMax(1).withRequestsMax(1))) {
      MetricsReader metrics = new MetricsReader(server);
      try (RawClient first = RawClient.started(server.address())) {
        try (RawClient second = new RawClient(server.address())) {
          assertThat(second.ask(1, new com.datastax.oss.protocol.internal.request.Startup()))
              .isInstanceOf(com.datastax.oss.protocol.internal.response.Error.class);
        }
        assertThat(metrics.values())
            .containsEntry("keywright_connections_refused_total", 1.0)
            .containsEntry("keywright_connections", 1.0);
        assertThat(first.ask(3, new Query("SELECT * FROM system.local"))).isNotNull();
      }
      database.changeUsers(
          users ->
              List.of(
                  new DatabaseUser(
                      "anna",
                      DatabaseUser.Role.READ,
                      Passwords.hash("correct horse".toCharArray()))));
      server.lookForUsers();
      InetSocketAddress address = server.address();
      assertThatThrownBy(
              () -> Drivers.connect(address, "V5", Drivers.user("anna", "wrong")).close())
          .isInstanceOf(DriverException.class);
      assertThat(metrics.values().get("keywright_logins_failed_total")).isPositive();
      // A database that was opened without the server has no metrics of its own.
      assertThat(metrics.values()).doesNotContainKey("keywright_write_retries_total");
    }
  }

  @Test
  void theTextIsThatOfPrometheusOrOfOpenMetrics() throws Exception {
    try (CqlServer server = CqlServer.start("memory:", MetricsReader.options())) {
      MetricsReader metrics = new MetricsReader(server);
      HttpResponse<String> plain = metrics.ask("GET", "/metrics");
      assertThat(plain.statusCode()).isEqualTo(200);
      assertThat(plain.headers().firstValue("Content-Type"))
          .hasValue("text/plain; version=0.0.4; charset=utf-8");
      assertThat(plain.body())
          .contains("# TYPE keywright_statements_total counter\n")
          .contains("# TYPE keywright_statement_seconds histogram\n")
          .doesNotContain("# EOF");
      HttpResponse<String> open =
          metrics.ask(
              "GET",
              "/metrics",
              "Accept",
              "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5");
      assertThat(open.headers().firstValue("Content-Type"))
          .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
      assertThat(open.body())
          .contains("# TYPE keywright_statements counter\n")
          .contains("keywright_statements_total{")
          .endsWith("# EOF\n");
      // A client that knows only protocol buffers gets text.
      assertThat(metrics.ask("GET", "/metrics", "Accept", "application/vnd.google.protobuf").body())
          .startsWith("# HELP");
      HttpResponse<String> head = metrics.ask("HEAD", "/metrics");
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      assertThat(metrics.ask("GET", "/metrics/x").statusCode()).isEqualTo(404);
      assertThat(metrics.ask("GET", "/").statusCode()).isEqualTo(404);
      assertThat(metrics.ask("GET", "/metrics/").statusCode()).isEqualTo(404);
      assertThat(metrics.ask("POST", "/metrics/x").statusCode()).isEqualTo(404);
      HttpResponse<String> unknown = metrics.ask("HEAD", "/metrics/x");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).isEmpty();
      assertThat(metrics.ask("GET", "/metrics?x=1").statusCode()).isEqualTo(200);
      assertThat(metrics.ask("HEAD", "/health").body()).isEmpty();
      assertThat(metrics.ask("DELETE", "/health").headers().firstValue("Allow"))
          .hasValue("GET, HEAD");
      HttpResponse<String> post = metrics.ask("POST", "/metrics");
      assertThat(post.statusCode()).isEqualTo(405);
      assertThat(post.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void anAddressBeyondLoopbackIsRefused() {
    InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
    ServerOptions options = Drivers.options().withMetrics(everywhere);
    assertThatThrownBy(() -> CqlServer.start("memory:", options).close())
        .isInstanceOf(ServerException.class)
        .hasMessage(
            "cannot listen at 0.0.0.0:0 for metrics: found an address beyond loopback, expected 127.0.0.1, because metrics have no users and no TLS; let a program on this machine read them, or permit an insecure network (--insecure-network)");
    try (CqlServer server = CqlServer.start("memory:", options.withInsecureNetwork())) {
      InetSocketAddress address = server.metricsAddress().orElseThrow();
      assertThat(address.getAddress().isAnyLocalAddress()).isTrue();
      ServerOptions same =
          Drivers.options().withMetrics(new InetSocketAddress("127.0.0.1", address.getPort()));
      assertThatThrownBy(() -> CqlServer.start("memory:", same).close())
          .isInstanceOf(ServerException.class)
          .hasMessageStartingWith(
              "cannot listen at 127.0.0.1:" + address.getPort() + " for metrics: ");
    }
  }
}
