package keywright.cql.client;

import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.request.AuthResponse;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Prepare;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import com.datastax.oss.protocol.internal.response.AuthSuccess;
import com.datastax.oss.protocol.internal.response.Authenticate;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.Supported;
import com.datastax.oss.protocol.internal.response.error.Unprepared;
import com.datastax.oss.protocol.internal.response.result.SetKeyspace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.Design;
import keywright.cql.Result;
import keywright.cql.Statements;
import keywright.cql.protocol.Facts;
import keywright.key.ErrorCode;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.model.BuildProgress;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A client of a server. It connects again for the next request after its connection has broken. The
 * requests of several threads are sent one after another, each when the one before is answered;
 * {@link #close} does not wait for them.
 */
final class ServerClient implements CqlClient {
  private static final Pattern CHANGES_NOTHING =
      Pattern.compile(
          "(?is)(?:\\s++|--[^\n]*+|//[^\n]*+|/\\*.*?\\*/)*+(SELECT|EXPLAIN|DESCRIBE|DESC|USE)\\b.*");

  private final ServerAddress address;
  private final ServerLogin login;

  /** Held from a request to its answer. */
  private final ReentrantLock asking = new ReentrantLock();

  private volatile String keyspace;
  private volatile boolean hasAtomicBatches;
  private volatile @Nullable ServerConnection connection;
  private volatile boolean closed;

  private ServerClient(ServerAddress address, ServerLogin login) {
    this.address = address;
    this.login = login;
    this.keyspace = address.keyspace();
  }

  /** Connects to a server. */
  static ServerClient connect(ServerAddress address, ServerLogin login) {
    ServerClient client = new ServerClient(address, login);
    ServerConnection unused = client.connected();
    return client;
  }

  private ServerConnection connected() {
    if (closed) {
      throw new ClientException(
          ErrorCode.CLOSED,
          "cannot use the connection to %s: it is closed; open another".formatted(address),
          null);
    }
    ServerConnection current = connection;
    if (current == null) {
      current = open();
      connection = current;
    }
    return current;
  }

  private ServerConnection open() {
    ServerConnection opened = null;
    try {
      opened = ServerConnection.open(address);
      start(opened);
      return opened;
    } catch (IOException e) {
      close(opened);
      throw new ClientException(
          ErrorCode.UNAVAILABLE,
          "cannot open %s: %s; start a server with keywright serve, or correct the address"
              .formatted(address, e.getMessage()),
          e);
    } catch (RuntimeException e) {
      close(opened);
      throw e;
    }
  }

  private static void close(@Nullable ServerConnection connection) {
    if (connection != null) {
      connection.close();
    }
  }

  private void start(ServerConnection opened) throws IOException {
    Frame answer = opened.ask(Options.INSTANCE, Frame.NO_PAYLOAD);
    if (!(answer.message instanceof Supported supported)
        || !supported.options.containsKey(Facts.OPTION)) {
      throw new ClientException(
          ErrorCode.UNSUPPORTED,
          "cannot open %s: found a server that is not one of Keywright, expected one that keywright serve has started; the URL of a Cassandra is cassandra://HOST:PORT/KEYSPACE"
              .formatted(address),
          null);
    }
    hasAtomicBatches = supported.options.get(Facts.OPTION).contains(Facts.ATOMIC_BATCHES);
    supported.options.get(Facts.OPTION).stream()
        .filter(fact -> fact.matches(Facts.FRAME_MAX + "\\d{1,18}"))
        .map(fact -> Long.parseLong(fact.substring(Facts.FRAME_MAX.length())))
        .forEach(opened::requestMax);
    Map<String, String> options =
        Map.of(Startup.CQL_VERSION_KEY, "3.0.0", Facts.OPTION, Facts.VERSION);
    Frame started = opened.ask(new Startup(options), Frame.NO_PAYLOAD);
    if (started.message instanceof Authenticate) {
      started = loggedIn(opened);
    }
    if (started.message instanceof Error error) {
      throw new ClientException(
          ServerAnswers.failure(started, error).code(),
          "cannot open %s: %s".formatted(address, error.message),
          null);
    }
    if (!(started.message instanceof Ready) && !(started.message instanceof AuthSuccess)) {
      throw new IOException("found an answer that is not of the CQL native protocol");
    }
    if (!keyspace.isEmpty()) {
      Frame used =
          opened.ask(new Query("USE " + quoted(keyspace), options(List.of(), -1, null)), Map.of());
      if (used.message instanceof Error error) {
        throw ServerAnswers.failure(used, error);
      }
    }
  }

  private Frame loggedIn(ServerConnection opened) throws IOException {
    if (!login.isGiven()) {
      throw new ClientException(
          ErrorCode.ACCESS_DENIED,
          "cannot open %s: found a server that asks for a user, expected the name and the password of one; give --user NAME and KEYWRIGHT_PASSWORD, or the properties user and password of JDBC"
              .formatted(address),
          null);
    }
    if (!address.tls() && !address.isTlsDeclined() && !opened.isOnLoopback()) {
      throw new ClientException(
          ErrorCode.INVALID,
          "cannot open %s: found no TLS, expected it for a password beyond loopback; add ?tls=true to the URL, or ?tls=false to send the password readable in the network"
              .formatted(address),
          null);
    }
    return opened.ask(new AuthResponse(login.token()), Frame.NO_PAYLOAD);
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /**
   * Sends a request and returns the answer, which is no error.
   *
   * @param changesNothing whether the request can be repeated if it is not answered
   */
  private Frame ask(Message message, Facts facts, boolean changesNothing) {
    return ask(message, facts, changesNothing, Cancellation.NONE);
  }

  /**
   * Sends a request and returns the answer, which is no error.
   *
   * @param changesNothing whether the request can be repeated if it is not answered
   * @param cancellation ends the statement on the server. If the server does not answer then, the
   *     connection is closed, which ends the statement, too
   */
  private Frame ask(
      Message message, Facts facts, boolean changesNothing, Cancellation cancellation) {
    asking.lock();
    try {
      return answer(message, facts, changesNothing, cancellation);
    } finally {
      asking.unlock();
    }
  }

  private Frame answer(
      Message message, Facts facts, boolean changesNothing, Cancellation cancellation) {
    if (cancellation.isOver()) {
      throw stopped(cancellation, changesNothing);
    }
    ServerConnection current = connected();
    Frame answer;
    try {
      answer =
          current.ask(
              message,
              facts
                  .withTimeout(
                      cancellation.remainingNanos(), cancellation.limit().orElse(Duration.ZERO))
                  .payload(),
              cancellation);
    } catch (IOException e) {
      connection = null;
      current.close();
      if (changesNothing && cancellation.isOver()) {
        throw stopped(cancellation, true);
      }
      throw changesNothing
          ? new ClientException(
              ErrorCode.UNAVAILABLE,
              "cannot run the statement at %s: %s; start the server again if it has stopped, and run the statement again"
                  .formatted(address, e.getMessage()),
              e)
          : new ClientException(
              ErrorCode.OUTCOME_UNKNOWN,
              "cannot tell whether %s has executed the statement: %s; start the server again if it has stopped, and read the rows before you run the statement again"
                  .formatted(address, e.getMessage()),
              e);
    }
    if (answer.message instanceof Error error && !(error instanceof Unprepared)) {
      throw ServerAnswers.failure(answer, error);
    }
    if (answer.message instanceof SetKeyspace used) {
      keyspace = used.keyspace;
    }
    return answer;
  }

  /**
   * The error of a statement that the server has not got, or that changes nothing.
   *
   * @param changesNothing whether the statement changes nothing in any case
   */
  private StoppedException stopped(Cancellation cancellation, boolean changesNothing) {
    return cancellation.stopped(
        "run the statement at " + address, changesNothing ? "" : "nothing was changed");
  }

  /**
   * @param pageSize the number of rows in a page; -1 for that of the server
   */
  @SuppressWarnings("NullAway") // The library takes null for what is left out.
  private static QueryOptions options(
      List<@Nullable ByteBuffer> values, int pageSize, @Nullable ByteBuffer state) {
    return new QueryOptions(
        ProtocolConstants.ConsistencyLevel.ONE,
        values,
        Map.of(),
        false,
        pageSize,
        state,
        ProtocolConstants.ConsistencyLevel.SERIAL,
        QueryOptions.NO_DEFAULT_TIMESTAMP,
        null,
        QueryOptions.NO_NOW_IN_SECONDS);
  }

  @Override
  public CqlClient.Prepared prepare(String statement) {
    return new ServerStatement(this, keyspace, statement);
  }

  /** Lets the server prepare a statement of a keyspace. */
  ServerStatement.Known known(String ofKeyspace, String statement) {
    Frame answer = ask(new Prepare(statement), new Facts().withKeyspace(ofKeyspace), true);
    if (!(answer.message
        instanceof com.datastax.oss.protocol.internal.response.result.Prepared prepared)) {
      throw unexpected();
    }
    return new ServerStatement.Known(
        statement, prepared.preparedQueryId, Facts.of(answer.customPayload));
  }

  private ClientException unexpected() {
    return new ClientException(
        ErrorCode.STORAGE,
        "cannot run the statement at %s: found an answer to another request; use a client of the server's version"
            .formatted(address),
        null);
  }

  /** Executes a prepared statement. */
  Result execute(ServerStatement.ServerBound statement, Cancellation cancellation) {
    Execution execution = new Execution(statement, cancellation);
    return ServerAnswers.result(execution.page(null), execution::page);
  }

  /** One execution of a prepared statement. All pages are read with the values of the first. */
  private final class Execution {
    private final ServerStatement.ServerBound statement;
    private final Cancellation cancellation;
    private ServerStatement.ServerBound.Encoded encoded;

    Execution(ServerStatement.ServerBound statement, Cancellation cancellation) {
      this.statement = statement;
      this.cancellation = cancellation;
      this.encoded = statement.encoded();
    }

    Frame page(@Nullable ByteBuffer state) {
      Frame answer = answer(state);
      if (answer.message instanceof Unprepared) {
        encoded = statement.encodedAgain(encoded);
        answer = answer(state);
      }
      return prepared(answer);
    }

    private Frame answer(@Nullable ByteBuffer state) {
      ServerStatement.Known known = encoded.known();
      Execute execute = new Execute(known.id(), options(encoded.values(), -1, state));
      return ask(execute, new Facts(), known.changesNothing(), cancellation);
    }
  }

  private Frame prepared(Frame answer) {
    if (answer.message instanceof Unprepared error) {
      throw new ClientException(ErrorCode.CONFLICT, error.message, null);
    }
    return answer;
  }

  @Override
  public Result execute(
      CqlScript.Statement statement, Predicate<BuildProgress> builds, Cancellation cancellation) {
    return ServerAnswers.result(
        queried(statement, -1, null, cancellation),
        state -> queried(statement, -1, state, cancellation));
  }

  @Override
  public Result page(
      int size, @Nullable String token, CqlScript.Statement statement, Cancellation cancellation) {
    ByteBuffer state =
        token == null ? null : ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8));
    return ServerAnswers.result(queried(statement, size, state, cancellation), null);
  }

  private Frame queried(
      CqlScript.Statement statement,
      int size,
      @Nullable ByteBuffer state,
      Cancellation cancellation) {
    return ask(
        new Query(statement.text(), options(List.of(), size, state)),
        new Facts().withPlace(statement),
        CHANGES_NOTHING.matcher(statement.text()).matches(),
        cancellation);
  }

  @Override
  public Result batch(List<CqlClient.Bound> statements, Cancellation cancellation) {
    List<ServerStatement.ServerBound> bound =
        statements.stream().map(ServerStatement.ServerBound.class::cast).toList();
    Batch batch = batch(bound.stream().map(ServerStatement.ServerBound::encoded).toList());
    Frame answer = ask(batch, new Facts(), false, cancellation);
    if (answer.message instanceof Unprepared) {
      bound.stream()
          .map(ServerStatement.ServerBound::statement)
          .distinct()
          .forEach(ServerStatement::prepareAgain);
      batch = batch(bound.stream().map(ServerStatement.ServerBound::encoded).toList());
      answer = ask(batch, new Facts(), false, cancellation);
    }
    return ServerAnswers.result(prepared(answer), null);
  }

  @SuppressWarnings("NullAway") // The library takes null for what is left out.
  private static Batch batch(List<ServerStatement.ServerBound.Encoded> statements) {
    List<Object> ids = new ArrayList<>();
    List<List<@Nullable ByteBuffer>> values = new ArrayList<>();
    for (ServerStatement.ServerBound.Encoded statement : statements) {
      ids.add(statement.known().id());
      values.add(statement.values());
    }
    return new Batch(
        ProtocolConstants.BatchType.LOGGED,
        ids,
        values,
        ProtocolConstants.ConsistencyLevel.ONE,
        ProtocolConstants.ConsistencyLevel.SERIAL,
        QueryOptions.NO_DEFAULT_TIMESTAMP,
        null,
        QueryOptions.NO_NOW_IN_SECONDS);
  }

  @Override
  public boolean hasAtomicBatches() {
    asking.lock();
    try {
      ServerConnection unused = connected();
      return hasAtomicBatches;
    } finally {
      asking.unlock();
    }
  }

  @Override
  public List<String> tables() {
    return texts("DESCRIBE TABLES");
  }

  @Override
  public Optional<TableDefinition> find(String table) {
    String declaration;
    try {
      declaration = String.join("\n", texts("DESCRIBE TABLE " + Statements.quoteQualified(table)));
    } catch (CqlException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return Optional.empty();
      }
      throw withoutPlace(e);
    }
    return Design.read(declaration).tables().stream().findFirst();
  }

  @Override
  public List<String> keyspaces() {
    return texts("DESCRIBE KEYSPACES");
  }

  @Override
  public String keyspace() {
    return keyspace;
  }

  /** The error of a name that a caller has given, not a statement. */
  private static ClientException withoutPlace(CqlException e) {
    String message = String.valueOf(e.getMessage());
    return new ClientException(
        e.code(), message.replaceFirst(" \\(line 1, column \\d+\\)$", ""), e);
  }

  /** The first column of a result. */
  private List<String> texts(String statement) {
    List<String> texts = new ArrayList<>();
    try (Result result = execute(statement)) {
      for (Row row = result.next(); row != null; row = result.next()) {
        texts.add(row.getString(0));
      }
    }
    return texts;
  }

  @Override
  public boolean exists(String tableOrIndex) {
    try {
      execute("DESCRIBE " + Statements.quoteQualified(tableOrIndex)).close();
      return true;
    } catch (CqlException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return false;
      }
      throw withoutPlace(e);
    }
  }

  @Override
  public void requireOpen() {
    Frame unused = ask(Options.INSTANCE, new Facts(), true);
  }

  @Override
  public <T> Optional<T> unwrap(Class<T> target) {
    return Optional.empty();
  }

  @Override
  public void close() {
    closed = true;
    login.clear();
    close(connection);
    connection = null;
  }
}
