package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.request.AuthResponse;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.Register;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.response.AuthSuccess;
import com.datastax.oss.protocol.internal.response.Authenticate;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.result.Rows;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.table.model.DatabaseUser.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names, passwords and roles. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LoginTest {
  private static final String PASSWORD = "correct horse";
  private static final String HASH = Passwords.hash(PASSWORD.toCharArray());
  private static final String WRONG =
      "cannot log in: found a wrong name or password, expected those of a user of the database";

  private final Database database = Database.open("memory:");
  private CqlServer server;

  LoginTest() {
    put("reader", Role.READ);
    put("writer", Role.WRITE);
    put("owner", Role.DEFINE);
    server = CqlServer.start(database, Drivers.options());
  }

  @AfterEach
  void stop() {
    server.close();
    database.close();
  }

  private void put(String name, Role role) {
    database.changeUsers(
        users -> {
          List<DatabaseUser> changed = new ArrayList<>(users);
          changed.removeIf(user -> user.name().equals(name));
          changed.add(new DatabaseUser(name, role, HASH));
          return changed;
        });
  }

  private CqlSession connect(String version, String name) {
    return Drivers.connect(server.address(), version, Drivers.user(name, PASSWORD));
  }

  private void fill() {
    try (CqlSession owner = connect("V4", "owner")) {
      owner.execute("CREATE TABLE t (id int PRIMARY KEY, n int)");
      owner.execute("INSERT INTO t (id, n) VALUES (1, 1)");
    }
  }

  private static void assertRefused(Runnable statement, String user, Role has, Role lacks) {
    assertThatThrownBy(statement::run)
        .isInstanceOf(UnauthorizedException.class)
        .hasMessage(
            "cannot run the statement: user %s has the role %s, expected %s; an administrator of the database can change it by: keywright users role %s %s"
                .formatted(
                    user,
                    has,
                    lacks == Role.DEFINE ? "define" : lacks + " or a higher one",
                    user,
                    lacks));
  }

  @Test
  void eachRoleMayDoWhatItsNameSays() {
    for (String version : List.of("V4", "V5")) {
      List<String> reads =
          List.of(
              "SELECT * FROM t WHERE id = 1",
              "SELECT count(*) FROM t ALLOW FILTERING",
              "EXPLAIN SELECT * FROM t WHERE id = 1",
              "EXPLAIN ANALYZE SELECT * FROM t WHERE id = 1",
              "DESCRIBE TABLE t",
              "SELECT * FROM system.local",
              "SELECT * FROM system_schema.tables");
      List<String> writes =
          List.of(
              "INSERT INTO t (id, n) VALUES (2, 2)",
              "INSERT INTO t (id, n) VALUES (2, 2) IF NOT EXISTS",
              "UPDATE t SET n = 3 WHERE id = 2",
              "UPDATE t SET n = 4 WHERE id = 2 IF n = 3",
              "DELETE FROM t WHERE id = 2",
              "DELETE FROM t WHERE id = 2 IF EXISTS",
              "BEGIN BATCH INSERT INTO t (id) VALUES (3); DELETE FROM t WHERE id = 3; APPLY BATCH",
              "TRUNCATE t");
      List<String> definitions =
          List.of(
              "CREATE TABLE u (id int PRIMARY KEY)",
              "CREATE INDEX by_n ON t (n)",
              "ALTER TABLE t ADD extra text",
              "DROP INDEX by_n",
              "DROP TABLE u",
              "DROP TABLE t");
      fill();
      try (CqlSession reader = connect(version, "reader");
          CqlSession writer = connect(version, "writer");
          CqlSession owner = connect(version, "owner")) {
        for (String statement : reads) {
          assertThat(reader.execute(statement)).as(statement).isNotNull();
        }
        for (String statement : writes) {
          assertRefused(() -> reader.execute(statement), "reader", Role.READ, Role.WRITE);
          assertThat(writer.execute(statement)).as(statement).isNotNull();
        }
        for (String statement : definitions) {
          assertRefused(() -> reader.execute(statement), "reader", Role.READ, Role.DEFINE);
          assertRefused(() -> writer.execute(statement), "writer", Role.WRITE, Role.DEFINE);
          assertThat(owner.execute(statement)).as(statement).isNotNull();
        }
      }
    }
  }

  /** Statements of all connections are prepared once. */
  @Test
  void preparedStatementsAndBatchesNeedTheRoleWhenTheyRun() {
    fill();
    try (CqlSession writer = connect("V5", "writer");
        CqlSession reader = connect("V5", "reader")) {
      String insert = "INSERT INTO t (id, n) VALUES (?, ?)";
      PreparedStatement ofWriter = writer.prepare(insert);
      writer.execute(ofWriter.bind(7, 7));
      PreparedStatement ofReader = reader.prepare(insert);
      assertThat(ofReader.getId()).isEqualTo(ofWriter.getId());
      assertRefused(() -> reader.execute(ofReader.bind(8, 8)), "reader", Role.READ, Role.WRITE);
      for (DefaultBatchType type : List.of(DefaultBatchType.LOGGED, DefaultBatchType.UNLOGGED)) {
        BatchStatement batch =
            BatchStatement.newInstance(type)
                .add(ofReader.bind(8, 8))
                .add(SimpleStatement.newInstance("DELETE FROM t WHERE id = 7"));
        assertRefused(() -> reader.execute(batch), "reader", Role.READ, Role.WRITE);
      }
      PreparedStatement select = reader.prepare("SELECT n FROM t WHERE id = ?");
      assertThat(reader.execute(select.bind(7)).one().getInt("n")).isEqualTo(7);
      assertThat(reader.execute(select.bind(8)).one()).isNull();
    }
  }

  @Test
  void aDriverWithAWrongNameOrPasswordOrNoneIsRefused() {
    for (String[] wrong : new String[][] {{"reader", "wrong horse"}, {"nobody", PASSWORD}}) {
      assertThatThrownBy(
              () ->
                  Drivers.connect(server.address(), "V5", Drivers.user(wrong[0], wrong[1])).close())
          .isInstanceOfSatisfying(
              AllNodesFailedException.class,
              e ->
                  assertThat(e.getAllErrors().values().iterator().next())
                      .singleElement()
                      .isInstanceOfSatisfying(
                          AuthenticationException.class,
                          cause -> assertThat(cause).hasMessageContaining(WRONG)));
    }
    assertThatThrownBy(() -> Drivers.connect(server.address(), "V4").close())
        .isInstanceOf(AllNodesFailedException.class)
        .hasMessageContaining("AuthenticationException");
  }

  private static AuthResponse response(String token) {
    return new AuthResponse(ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertError(Message answer, int code, String message) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Error.class,
            error -> {
              assertThat(error.code).isEqualTo(code);
              assertThat(error.message).isEqualTo(message);
            });
  }

  @Test
  void nothingIsAnsweredBeforeTheLogin() throws IOException {
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.ask(1, new Startup()))
          .isInstanceOfSatisfying(
              Authenticate.class,
              asked ->
                  assertThat(asked.authenticator)
                      .isEqualTo("org.apache.cassandra.auth.PasswordAuthenticator"));
      for (Message early :
          List.of(
              new Query("SELECT * FROM system.local"), new Register(List.of("SCHEMA_CHANGE")))) {
        assertError(
            client.ask(2, early),
            ErrorCode.PROTOCOL_ERROR,
            "found another message, expected AUTH_RESPONSE first");
      }
      assertThat(client.ask(3, response("\0reader\0" + PASSWORD))).isInstanceOf(AuthSuccess.class);
      assertThat(client.ask(4, new Query("SELECT * FROM system.local"))).isInstanceOf(Rows.class);
      assertError(
          client.ask(5, response("\0owner\0" + PASSWORD)),
          ErrorCode.PROTOCOL_ERROR,
          "found AUTH_RESPONSE, expected none; the server has asked for none");
    }
  }

  @Test
  void aFailedLoginCostsTheConnectionAndASecond() throws IOException {
    List<String> tokens =
        List.of(
            "",
            "\0",
            "reader",
            "\0reader",
            "\0reader\0",
            "\0\0",
            "\0reader\0" + PASSWORD + "x",
            "\0reader\0" + PASSWORD + "\0",
            "owner\0reader\0" + PASSWORD,
            "\0Reader\0" + PASSWORD,
            "\0reader\0" + "x".repeat(8_000));
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      RawClient client = new RawClient(server.address());
      clients.add(client);
      client.ask(1, new Startup());
    }
    long before = System.nanoTime();
    for (int i = 0; i < tokens.size(); i++) {
      clients.get(i).send(2, response(tokens.get(i)));
    }
    for (RawClient client : clients) {
      assertError(client.receive().message, ErrorCode.AUTH_ERROR, WRONG);
      assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
      assertThat(client.receive()).isNull();
      client.close();
    }
  }

  /** Otherwise the time would tell which names there are. */
  @Test
  void anUnknownNameTakesTheTimeOfAWrongPassword() {
    Users users = new Users(database);
    long unknown = fastest(users, "\0nobody\0wrong horse");
    long wrong = fastest(users, "\0reader\0wrong horse");
    long tooLong = fastest(users, "\0reader\0" + "x".repeat(100));
    assertThat((double) unknown / wrong).isBetween(0.5, 2.0);
    assertThat((double) tooLong / wrong).isBetween(0.5, 2.0);
    assertThat(wrong).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(5));
  }

  private static long fastest(Users users, String token) {
    long fastest = Long.MAX_VALUE;
    // Of the processor: others use it too.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 8; i++) {
      long before = threads.getCurrentThreadCpuTime();
      assertThat(users.logIn(ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8)))).isNull();
      fastest = Math.min(fastest, threads.getCurrentThreadCpuTime() - before);
    }
    return fastest;
  }

  @Test
  void aChangedRoleHoldsForTheNextStatementAfterTheUsersWereRead() {
    fill();
    try (CqlSession session = connect("V4", "writer")) {
      String insert = "INSERT INTO t (id, n) VALUES (5, 5)";
      session.execute(insert);
      put("writer", Role.READ);
      server.lookForUsers();
      assertRefused(() -> session.execute(insert), "writer", Role.READ, Role.WRITE);
      put("writer", Role.WRITE);
      server.lookForUsers();
      assertThat(session.execute(insert)).isNotNull();
    }
  }

  @Test
  void theConnectionOfARemovedUserIsClosed() throws IOException {
    try (RawClient client = new RawClient(server.address())) {
      client.ask(1, new Startup());
      assertThat(client.ask(2, response("\0reader\0" + PASSWORD))).isInstanceOf(AuthSuccess.class);
      // The last user too: a server that had users asks for a password for ever.
      database.changeUsers(users -> List.of());
      server.lookForUsers();
      assertThat(client.receive()).isNull();
    }
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.ask(1, new Startup())).isInstanceOf(Authenticate.class);
      assertError(client.ask(2, response("\0reader\0" + PASSWORD)), ErrorCode.AUTH_ERROR, WRONG);
    }
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Otherwise a removed user could stay by sending passwords. */
  @Test
  void theUsersAreReadWhileManyPasswordsAreChecked() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (RawClient client = new RawClient(server.address())) {
      client.ask(1, new Startup());
      assertThat(client.ask(2, response("\0reader\0" + PASSWORD))).isInstanceOf(AuthSuccess.class);
      boolean isFull = false;
      while (!isFull) {
        try {
          server.logins().execute(() -> await(end));
        } catch (RejectedExecutionException e) {
          isFull = true;
        }
      }
      database.changeUsers(users -> List.of());
      assertThat(client.receive()).isNull(); // It throws if nothing comes.
    } finally {
      end.countDown();
    }
  }

  @Test
  void theFirstUserEndsTheConnectionsWithoutOne() throws IOException {
    server.close();
    database.changeUsers(users -> List.of());
    server = CqlServer.start(database, Drivers.options());
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.ask(1, new Startup())).isInstanceOf(Ready.class);
      assertError(
          client.ask(2, response("\0reader\0" + PASSWORD)),
          ErrorCode.PROTOCOL_ERROR,
          "found AUTH_RESPONSE, expected none; the server has asked for none");
      put("reader", Role.READ);
      server.lookForUsers();
      assertThat(client.receive()).isNull();
    }
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.ask(1, new Startup())).isInstanceOf(Authenticate.class);
    }
  }

  @Test
  void passwordsHaveTheRightLengthAndAreNotShown() {
    for (String wrong : List.of("", "1234567", "x".repeat(72), "ü".repeat(36), "secret1\uD800")) {
      assertThatThrownBy(() -> Passwords.hash(wrong.toCharArray()))
          .isInstanceOfSatisfying(
              ServerException.class,
              e -> {
                assertThat(e.code()).isEqualTo(keywright.key.ErrorCode.INVALID);
                assertThat(e.getMessage()).startsWith("cannot use the password: found ");
                if (!wrong.isEmpty()) {
                  assertThat(e.getMessage()).doesNotContain(wrong);
                }
              });
    }
    for (String right : List.of("12345678", "x".repeat(71), "ü".repeat(35))) {
      String hash = Passwords.hash(right.toCharArray());
      assertThat(hash).startsWith("$2a$10$").doesNotContain(right);
      assertThat(Passwords.hash(right.toCharArray())).isNotEqualTo(hash);
      byte[] bytes = right.getBytes(StandardCharsets.UTF_8);
      assertThat(Passwords.match(bytes, hash)).isTrue();
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
      longer[bytes.length] = 'x';
      assertThat(Passwords.match(longer, hash)).isFalse();
      bytes[bytes.length - 1]++;
      assertThat(Passwords.match(bytes, hash)).isFalse();
    }
    assertThat(Passwords.match(new byte[] {1}, null)).isFalse();
  }
}
