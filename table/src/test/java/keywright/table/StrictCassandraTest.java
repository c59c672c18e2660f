package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import keywright.key.ErrorCode;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.store.StoreException;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Certificates;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Cassandra that requires logins, rights and TLS, takes small requests and few tombstones, and
 * hangs: what it refuses ends in time with one line that says what to do.
 */
@Tag("large")
final class StrictCassandraTest {
  private static final int TIMEOUT_SECONDS = 2;
  private static final IndexDefinition BY_NOTE = IndexDefinition.of("payments_by_note", "note");

  /** Of a call, which may send some requests one after another. */
  private static final Duration LONGEST = Duration.ofSeconds(6 * TIMEOUT_SECONDS);

  private static final int REQUEST_KIBIBYTES_MAX = 256;
  private static final int TOMBSTONES_MAX = 1_000;
  private static final int LARGE_ROWS = 48;

  private static final TableDefinition UNKNOWN =
      TableDefinition.of(
          "unknown", Payments.columns("id bigint, name text", "d"), KeyPart.parseList("id"));

  @TempDir private static Path folder;

  private static CassandraServer server;
  private static Certificates.Pair node;
  private static Certificates.Pair other;
  private static String url;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(folder);
    node = certificates.make("node", "EC");
    other = certificates.make("other", "EC");
    server =
        CassandraServer.start(
            Map.of(
                "authenticator",
                "PasswordAuthenticator",
                "authorizer",
                "CassandraAuthorizer",
                "native_transport_max_request_data_in_flight_per_ip",
                "%dKiB".formatted(REQUEST_KIBIBYTES_MAX),
                "native_transport_throw_on_overload",
                "true",
                "tombstone_failure_threshold",
                Integer.toString(TOMBSTONES_MAX),
                "client_encryption_options",
                "{enabled: true, optional: false, keystore: %s, keystore_password: %s}"
                    .formatted(node.store(), Certificates.PASSWORD)));
    url = server.newKeyspace("access") + "?timeout_seconds=" + TIMEOUT_SECONDS;
    try (CqlSession session = superuser()) {
      for (String user : List.of("reader", "writer", "definer", "stranger")) {
        session.execute(
            "CREATE ROLE %s WITH LOGIN = true AND PASSWORD = '%s'".formatted(user, user));
      }
      session.execute("GRANT SELECT ON KEYSPACE access TO reader");
      session.execute("GRANT SELECT ON KEYSPACE access TO writer");
      session.execute("GRANT MODIFY ON KEYSPACE access TO writer");
      session.execute("GRANT ALL ON KEYSPACE access TO definer");
    }
    try (Database database = open("definer", "")) {
      boolean unused = database.createTable(Payments.DEFINITION, false);
      database.table("payment").insert(Payments.payment(1, 7, "2017-01-01", "1.00"));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String login(String user, String password) {
    return """
    auth-provider {
      class = PlainTextAuthProvider
      username = %s
      password = %s
    }
    """
        .formatted(user, password);
  }

  private static String trust(Certificates.Pair server) {
    return """
    ssl-engine-factory {
      class = DefaultSslEngineFactory
      truststore-path = "%s"
      truststore-password = %s
    }
    """
        .formatted(server.trusting(), Certificates.PASSWORD);
  }

  /** A session as any program has one. */
  private static CqlSession superuser() {
    String[] address = server.address().split(":");
    Path file = configuration("superuser", login("cassandra", "cassandra"), trust(node));
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(DriverConfigLoader.fromFile(file.toFile()))
        .build();
  }

  /** The URL with a configuration of the driver. */
  private static String configured(String name, String... advanced) {
    return url + "&config=" + configuration(name, advanced);
  }

  private static Path configuration(String name, String... advanced) {
    try {
      return Files.writeString(
          folder.resolve(name + ".conf"),
          "datastax-java-driver.advanced {\n" + String.join("", advanced) + "}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Database open(String user, String option) {
    return Database.open(configured(user, login(user, user), trust(node)) + option);
  }

  private static void refused(ThrowingCallable call, ErrorCode code, String... parts) {
    Instant start = Instant.now();
    assertThatThrownBy(call)
        .isInstanceOfAny(StoreException.class, TableException.class)
        .hasMessageStartingWith("cannot ")
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n")
        .hasFieldOrPropertyWithValue("code", code);
    assertThat(Duration.between(start, Instant.now())).isLessThan(LONGEST);
  }

  private static void refusedToOpen(String url, ErrorCode code, String... parts) {
    refused(() -> Database.open(url), code, parts);
  }

  @Test
  void aWrongOrMissingLoginIsRefused() {
    String[] said = {"refuses the login", "advanced.auth-provider in the file of config="};
    refusedToOpen(
        configured("wrong", login("definer", "guessed"), trust(node)),
        ErrorCode.ACCESS_DENIED,
        said);
    refusedToOpen(
        configured("nobody", login("nobody", "nobody"), trust(node)),
        ErrorCode.ACCESS_DENIED,
        said);
    refusedToOpen(configured("none", trust(node)), ErrorCode.ACCESS_DENIED, said);
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() {
    refusedToOpen(
        configured("untrusted", login("definer", "definer"), trust(other)),
        ErrorCode.UNAVAILABLE,
        "found a certificate that is not trusted",
        "advanced.ssl-engine-factory in the file of config=");
  }

  @Test
  void aConnectionWithoutTlsIsRefused() {
    refusedToOpen(
        configured("plain", login("definer", "definer")),
        ErrorCode.UNAVAILABLE,
        "with TLS, the file of config=");
  }

  private static void requireReads(Database database) {
    assertThat(database.table("payment").get(1L)).isPresent();
    Query byIndex = Query.all().where(Payments.eq("customer_id", 7));
    assertThat(database.table("payment").plan(byIndex).index()).isNotEqualTo(Optional.empty());
    try (Rows rows = database.table("payment").query(byIndex)) {
      assertThat(rows.next()).isNotNull();
    }
  }

  @Test
  void aReaderReadsAndWritesNothing() {
    try (Database database = open("reader", "&read_only=true")) {
      requireReads(database);
      assertThat(database.verify("payment")).isEmpty();
      refused(
          () -> database.table("payment").insert(Payments.payment(2, 7, "2017-01-01", "1.00")),
          ErrorCode.UNSUPPORTED,
          "read_only=true");
    }
    refused(() -> open("reader", ""), ErrorCode.ACCESS_DENIED, "no permission", "read_only=true");
  }

  @Test
  void aWriterWritesAndDefinesNothing() {
    try (Database database = open("writer", "")) {
      database.table("payment").insert(Payments.payment(3, 7, "2017-01-01", "1.00"));
      requireReads(database);
      assertThat(database.table("payment").delete(List.of(Payments.eq("payment_id", 3))))
          .isEqualTo(1);
      for (ThrowingCallable change :
          List.<ThrowingCallable>of(
              () -> database.createTable(UNKNOWN, false),
              () -> database.createIndex("payment", BY_NOTE, false),
              () -> database.truncate("payment"))) {
        refused(
            change, ErrorCode.ACCESS_DENIED, "no permission", "grant it to the user in Cassandra");
      }
      requireReads(database);
    }
  }

  @Test
  void whatAWriterMayNotDropStaysAsItIs() {
    TableDefinition kept = Payments.KEPT;
    try (Database definer = open("definer", "&alone=true")) {
      boolean unused = definer.createTable(kept, false);
      definer.table("kept").insert(Payments.row("id", 1L, "note", "x"));
    }
    try (Database writer = open("writer", "&alone=true")) {
      refused(
          () -> writer.dropTable("kept", false),
          ErrorCode.ACCESS_DENIED,
          "cannot drop table kept",
          "grant it to the user in Cassandra");
      requireKept(writer);
    }
    try (Database definer = open("definer", "&alone=true")) {
      requireKept(definer);
      assertThat(definer.dropTable("kept", false)).isTrue();
    }
  }

  private static void requireKept(Database database) {
    assertThat(database.find("kept")).contains(Payments.KEPT);
    Query byIndex = Query.all().where(Payments.eq("note", "x"));
    assertThat(database.table("kept").query(byIndex).toList()).hasSize(1);
  }

  @Test
  void aStrangerCannotOpenIt() {
    refused(
        () -> open("stranger", "&read_only=true"),
        ErrorCode.ACCESS_DENIED,
        "no permission",
        "grant it to the user in Cassandra");
    refused(() -> open("stranger", ""), ErrorCode.ACCESS_DENIED, "no permission");
  }

  @Test
  void aRequestThatIsTooLongIsRefused() {
    try (Database database = open("definer", "")) {
      boolean unused = database.createTable(WriterProcess.STAY, true);
      String note = "x".repeat(2 * REQUEST_KIBIBYTES_MAX * 1024);
      refused(
          () -> database.table("stay").insert(Payments.row("id", -100L, "guest", 1L, "note", note)),
          ErrorCode.STORAGE,
          "exceeds allowed maximum");
      assertThat(database.table("stay").get(-100L)).isEmpty();
    }
  }

  /** Each request fits, but not all that are sent together: the server refuses some of them. */
  @Test
  void aLoadThatOverloadsTheServerIsWritten() {
    try (Database database = open("definer", "&alone=true")) {
      boolean unused = database.createTable(WriterProcess.STAY, true);
      String note = "x".repeat(REQUEST_KIBIBYTES_MAX * 1024 / 3);
      try (BatchWriter writer = database.table("stay").batchWriter()) {
        LongStream.range(5_000, 5_000 + LARGE_ROWS)
            .forEach(id -> writer.add(Payments.row("id", id, "guest", 5_000L, "note", note)));
      }
      for (long id = 5_000; id < 5_000 + LARGE_ROWS; id++) {
        assertThat(database.table("stay").get(id)).isPresent();
      }
    }
  }

  @Test
  @Tag("nightly")
  void tooManyTombstonesAreTold() {
    try (Database database = open("definer", "&alone=true")) {
      boolean unused = database.createTable(WriterProcess.STAY, true);
      unused = database.createIndex("stay", WriterProcess.BY_GUEST, true);
      try (BatchWriter writer = database.table("stay").batchWriter()) {
        LongStream.rangeClosed(0, TOMBSTONES_MAX)
            .forEach(id -> writer.add(Payments.row("id", id, "guest", 100L)));
      }
      try (BatchWriter writer = database.table("stay").batchWriter()) {
        LongStream.rangeClosed(0, TOMBSTONES_MAX)
            .forEach(id -> writer.add(Payments.row("id", id, "guest", 200L)));
      }
      refused(
          () ->
              database.table("stay").query(Query.all().where(Payments.eq("guest", 100L))).toList(),
          ErrorCode.UNAVAILABLE,
          "found too many tombstones",
          "tombstone_failure_threshold");
    }
  }

  @Test
  void aNodeThatHangsIsGivenUp() {
    try (Database database = open("definer", "")) {
      Table payments = database.table("payment");
      server.pause();
      try {
        refused(
            () -> payments.get(1L), ErrorCode.UNAVAILABLE, "no answer in time", "timeout_seconds");
        refused(
            () -> payments.insert(Payments.payment(4, 7, "2017-01-01", "1.00")),
            ErrorCode.UNAVAILABLE,
            "no answer in time");
        refused(() -> open("definer", ""), ErrorCode.UNAVAILABLE, "timed out");
      } finally {
        server.resume();
      }
      payments.insert(Payments.payment(4, 7, "2017-01-01", "1.00"));
      assertThat(payments.get(4L)).isPresent();
      assertThat(payments.delete(List.of(Payments.eq("payment_id", 4)))).isEqualTo(1);
    }
  }
}
