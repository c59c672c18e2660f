package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Prepare;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.Register;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.Supported;
import com.datastax.oss.protocol.internal.response.error.Unprepared;
import com.datastax.oss.protocol.internal.response.result.Prepared;
import com.datastax.oss.protocol.internal.response.result.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import keywright.cql.CqlSession;
import keywright.cql.server.wire.ClientFrames;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Frames that drivers do not send. */
class ProtocolTest {
  private final Database database = Database.open("memory:");
  private CqlServer server = CqlServer.start(database, Drivers.options());

  @AfterEach
  void stop() {
    server.close();
    database.close();
  }

  private void restart(ServerOptions options) {
    server.close();
    server = CqlServer.start(database, options);
  }

  private static void assertProtocolError(Message answer, String message) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Error.class,
            error -> {
              assertThat(error.code).isEqualTo(ErrorCode.PROTOCOL_ERROR);
              assertThat(error.message).isEqualTo(message);
            });
  }

  @Test
  void aConnectionBeginsWithStartup() throws IOException {
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.ask(1, Options.INSTANCE))
          .isInstanceOfSatisfying(
              Supported.class,
              supported ->
                  assertThat(supported.options)
                      .containsEntry("CQL_VERSION", List.of("3.4.5"))
                      .containsEntry("PROTOCOL_VERSIONS", List.of("4/v4", "5/v5"))
                      .containsEntry("COMPRESSION", List.of("lz4", "snappy")));
      assertProtocolError(
          client.ask(2, new Query("SELECT * FROM system.local")),
          "found another message, expected STARTUP or OPTIONS first");
      assertProtocolError(
          client.ask(3, new Startup("zip")), "found compression zip, expected lz4, snappy or none");
      assertThat(client.ask(4, new Startup())).isInstanceOf(Ready.class);
      assertProtocolError(client.ask(5, new Startup()), "found STARTUP a second time");
      assertThat(client.ask(6, new Register(List.of("NOTHING"))))
          .isInstanceOfSatisfying(
              Error.class, error -> assertThat(error.code).isEqualTo(ErrorCode.PROTOCOL_ERROR));
      assertThat(client.ask(7, new Query("SELECT * FROM system.local"))).isInstanceOf(Rows.class);
    }
  }

  @Test
  void anotherVersionInAStartedConnectionIsRefused() throws IOException {
    try (RawClient client = RawClient.started(server.address())) {
      client.send(ClientFrames.encode(5, 3, new Query("SELECT * FROM system.local")));
      assertProtocolError(
          client.receive().message,
          "found a frame of version 5, expected version 4, with which the connection was started");
    }
  }

  @Test
  void theConnectionOfALargeFrameIsClosed() throws IOException {
    restart(Drivers.options().withFrameMax(1_000));
    try (RawClient client = RawClient.started(server.address())) {
      client.send(9, new Query("x".repeat(1_000)));
      assertThat(client.receive().message).isInstanceOf(Error.class);
      assertThat(client.receive()).isNull();
    }
  }

  @Test
  void anUnknownIdIsAnsweredSoThatTheDriverPreparesAgain() throws IOException {
    try (RawClient client = RawClient.started(server.address())) {
      byte[] id = new byte[16];
      id[0] = 1;
      assertThat(client.ask(1, new Execute(id, QueryOptions.DEFAULT)))
          .isInstanceOfSatisfying(
              Unprepared.class, unprepared -> assertThat(unprepared.id).isEqualTo(id));
      Message prepared =
          client.ask(2, new Prepare("SELECT key FROM system.local WHERE key = 'local'"));
      byte[] known = ((Prepared) prepared).preparedQueryId;
      assertThat(client.ask(3, new Execute(known, QueryOptions.DEFAULT)))
          .isInstanceOfSatisfying(Rows.class, rows -> assertThat(rows.getData()).hasSize(1));
      assertThat(
              ((Prepared)
                      client.ask(
                          4, new Prepare("SELECT key FROM system.local WHERE key = 'local'")))
                  .preparedQueryId)
          .isEqualTo(known);
    }
  }

  /** The bytes of a client are values of the types that it knows. */
  @Test
  void aPreparedStatementIsNoLongerThereIfItsParametersHaveOtherTypes() throws IOException {
    try (RawClient client = RawClient.started(server.address())) {
      assertThat(client.ask(1, new Query("CREATE TABLE t (id int PRIMARY KEY, v int)")))
          .isNotInstanceOf(Error.class);
      Prepare insert = new Prepare("INSERT INTO t (id, v) VALUES (1, ?)");
      byte[] id = ((Prepared) client.ask(2, insert)).preparedQueryId;
      QueryOptions bytes =
          options(
              ProtocolConstants.ConsistencyLevel.ONE,
              List.of(ByteBuffer.allocate(4).putInt(0, 1_065_353_216)));
      assertThat(client.ask(3, new Execute(id, bytes))).isNotInstanceOf(Error.class);
      for (String change :
          List.of(
              "ALTER TABLE t DROP v",
              "ALTER TABLE t ADD v float",
              "UPDATE t SET v = 0.5 WHERE id = 1")) {
        assertThat(client.ask(4, new Query(change))).isNotInstanceOf(Error.class);
      }
      assertThat(client.ask(5, new Execute(id, bytes))).isInstanceOf(Unprepared.class);
      Batch batch =
          new Batch(
              ProtocolConstants.BatchType.LOGGED,
              List.of(id),
              List.of(bytes.positionalValues),
              ProtocolConstants.ConsistencyLevel.ONE,
              ProtocolConstants.ConsistencyLevel.SERIAL,
              QueryOptions.NO_DEFAULT_TIMESTAMP,
              null,
              QueryOptions.NO_NOW_IN_SECONDS);
      assertThat(client.ask(6, batch)).isInstanceOf(Unprepared.class);
      assertThat(database.table("t").get(1).orElseThrow().get("v")).isEqualTo(0.5f);
      assertThat(((Prepared) client.ask(7, insert)).preparedQueryId).isNotEqualTo(id);
      assertThat(client.ask(8, new Execute(id, bytes))).isInstanceOf(Unprepared.class);
    }
  }

  @Test
  void numbersThatTheProtocolDoesNotDefineAreRefused() throws IOException {
    CqlSession.over(database).execute("CREATE TABLE coded (id int PRIMARY KEY, v int)").close();
    String insert = "INSERT INTO coded (id, v) VALUES (1, 1)";
    try (RawClient client = RawClient.started(server.address())) {
      for (int type : new int[] {3, 255}) {
        Error error = (Error) client.ask(1, batch(type, insert, 1));
        assertThat(error.code).isEqualTo(ErrorCode.PROTOCOL_ERROR);
        assertThat(error.message)
            .isEqualTo(
                "cannot read the request: found the batch type %d, expected 0 (logged), 1 (unlogged) or 2 (counter)"
                    .formatted(type));
      }
      for (int consistency : new int[] {11, 0xFFFF}) {
        QueryOptions options = options(consistency, List.of());
        for (Message request : List.of(new Query(insert, options), batch(0, insert, consistency))) {
          Error error = (Error) client.ask(1, request);
          assertThat(error.code).isEqualTo(ErrorCode.PROTOCOL_ERROR);
          assertThat(error.message)
              .isEqualTo(
                  "cannot read the request: found the consistency level %d, expected one from 0 (ANY) to 10 (LOCAL_ONE)"
                      .formatted(consistency));
        }
      }
      assertThat(database.table("coded").get(1)).isEmpty();
      assertThat(client.ask(1, batch(1, insert, 10))).isNotInstanceOf(Error.class);
      assertThat(database.table("coded").get(1)).isPresent();
    }
  }

  private static QueryOptions options(int consistency, List<ByteBuffer> values) {
    return new QueryOptions(
        consistency,
        values,
        Map.of(),
        true,
        -1,
        null,
        ProtocolConstants.ConsistencyLevel.SERIAL,
        QueryOptions.NO_DEFAULT_TIMESTAMP,
        null,
        QueryOptions.NO_NOW_IN_SECONDS);
  }

  private static Batch batch(int type, String statement, int consistency) {
    return new Batch(
        (byte) type,
        List.of(statement),
        List.of(List.of()),
        consistency,
        ProtocolConstants.ConsistencyLevel.SERIAL,
        QueryOptions.NO_DEFAULT_TIMESTAMP,
        null,
        QueryOptions.NO_NOW_IN_SECONDS);
  }

  @Test
  void tooManyConnectionsAreClosed() throws IOException {
    restart(Drivers.options().withConnectionsMax(2));
    try (RawClient first = RawClient.started(server.address());
        RawClient second = RawClient.started(server.address());
        RawClient third = new RawClient(server.address())) {
      assertThat(third.ask(1, new Startup()))
          .isInstanceOfSatisfying(
              Error.class,
              error -> {
                assertThat(error.code).isEqualTo(ErrorCode.OVERLOADED);
                assertThat(error.message)
                    .isEqualTo(
                        "cannot run the request: found 2 connections already, which is the limit");
              });
      assertThat(third.receive()).isNull();
      assertThat(first.ask(1, Options.INSTANCE)).isInstanceOf(Supported.class);
      assertThat(second.ask(1, Options.INSTANCE)).isInstanceOf(Supported.class);
    }
  }

  @Test
  void everyRequestIsAnsweredAlsoIfThereAreTooMany() throws IOException {
    restart(Drivers.options().withRequestsMax(3).withThreads(1));
    try (RawClient client = RawClient.started(server.address())) {
      assertAllAnswered(client, 200, Set.of(ErrorCode.OVERLOADED));
    }
  }

  @Test
  void theAnswersThatAClientDoesNotReadAreBounded() throws IOException {
    restart(Drivers.options().withThreads(1));
    int requests = 60;
    try (CqlSession session = CqlSession.over(database);
        RawClient slow = RawClient.startedWithSmallBuffer(server.address());
        RawClient other = RawClient.started(server.address())) {
      session.execute("CREATE TABLE large (id int PRIMARY KEY, value blob)");
      for (int i = 0; i < 40; i++) {
        session.execute("INSERT INTO large (id, value) VALUES (?, ?)", i, new byte[100_000]);
      }
      // At once: the server does not read requests behind an answer that is not read.
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      for (int i = 0; i < requests; i++) {
        sent.write(
            ClientFrames.encode(4, i, new Query("SELECT * FROM large LIMIT 40 ALLOW FILTERING")));
      }
      slow.send(sent.toByteArray());
      // The only thread comes to these after the requests before them.
      for (int i = 0; i < 5; i++) {
        assertThat(other.ask(i, new Query("SELECT * FROM large WHERE id = 1")))
            .isInstanceOf(Rows.class);
      }
      int answered = 0;
      for (int i = 0; i < requests; i++) {
        answered += slow.receive().message instanceof Rows ? 1 : 0;
      }
      // Answers of 4 MB: 32 MB in the server, one more, and up to 4 MB in its kernel.
      assertThat(answered).isBetween(9, 11);
    }
  }

  @Test
  void aServerThatStopsAnswersWhatItHasBegun() throws Exception {
    try (RawClient client = RawClient.started(server.address())) {
      CompletableFuture<Void> stopped =
          CompletableFuture.runAsync(
              () -> {
                server.close();
              });
      int answered = 0;
      int sent = 0;
      try {
        for (; sent < 500; sent++) {
          client.send(sent, new Query("SELECT * FROM system_schema.columns"));
        }
      } catch (IOException e) {
        // Closed meanwhile.
      }
      Set<Integer> streams = new HashSet<>();
      for (Frame frame = client.receive(); frame != null; frame = client.receive()) {
        assertThat(streams.add(frame.streamId)).isTrue();
        assertThat(
                frame.message instanceof Rows
                    || ((Error) frame.message).code == ErrorCode.OVERLOADED)
            .isTrue();
        answered++;
      }
      assertThat(answered).isLessThanOrEqualTo(sent + 1);
      stopped.get();
    }
    assertThatThrownBy(() -> new RawClient(server.address())).isInstanceOf(Exception.class);
  }

  private static void assertAllAnswered(RawClient client, int count, Set<Integer> errors)
      throws IOException {
    for (int i = 0; i < count; i++) {
      client.send(i, new Query("SELECT * FROM system_schema.columns"));
    }
    Set<Integer> streams = new HashSet<>();
    int rows = 0;
    for (int i = 0; i < count; i++) {
      Frame frame = client.receive();
      assertThat(streams.add(frame.streamId)).isTrue();
      if (frame.message instanceof Error error) {
        assertThat(errors).contains(error.code);
      } else {
        rows++;
      }
    }
    assertThat(rows).isPositive();
  }

  /** Frames with changed bytes, sent to a whole server. */
  @Test
  @Tag("large")
  void theServerAnswersAfterAnyFrame() throws IOException {
    long seed = Seeds.base();
    Random random = new Random(seed);
    database.createTable(
        TableDefinition.of(
            "t", List.of(ColumnDefinition.of("id", Type.parse("int"))), KeyPart.parseList("id")),
        false);
    List<Message> messages =
        List.of(
            new Query("SELECT * FROM t WHERE id = 1"),
            new Query("INSERT INTO t (id) VALUES (7)"),
            new Query("SELECT * FROM system_schema.tables WHERE keyspace_name = 'a'"),
            new Prepare("SELECT * FROM t WHERE id = ?"),
            new Register(List.of("SCHEMA_CHANGE")));
    for (int trial = 0; trial < Trials.of(8_000); trial++) {
      try (RawClient client = RawClient.started(server.address())) {
        byte[] frame = ClientFrames.encode(4, 5, messages.get(random.nextInt(messages.size())));
        for (int change = random.nextInt(3); change >= 0; change--) {
          int at = random.nextInt(frame.length);
          frame[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : frame[at] ^ 1);
        }
        if (random.nextInt(4) == 0) {
          frame = Arrays.copyOf(frame, random.nextInt(frame.length));
        }
        client.send(frame);
        client.endOutput();
        List<Frame> answers = new ArrayList<>();
        for (Frame answer = client.receive(); answer != null; answer = client.receive()) {
          answers.add(answer);
        }
        assertThat(answers.size()).as(Seeds.reproduction(seed)).isLessThanOrEqualTo(2);
      }
    }
    try (RawClient client = RawClient.started(server.address())) {
      assertThat(client.ask(1, new Query("SELECT * FROM system.local"))).isInstanceOf(Rows.class);
    }
  }
}
