package keywright.cql.protocol;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.cql.CqlScript;
import keywright.cql.Marker;
import keywright.cql.Result;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * What a server and the clients of Keywright tell each other in addition to the protocol. A server
 * tells the exact types of columns and parameters, messages, numbers of changed rows and codes of
 * errors; a client tells time limits, cancelled requests and keyspaces. They travel in the custom
 * payload of a frame, each fact as a list of texts. A client asks for them by the option {@link
 * #OPTION} of STARTUP, so drivers of Cassandra never receive them.
 *
 * <p>Not safe for use by several threads.
 */
public final class Facts {
  /** The option of STARTUP with which a client asks for facts, and of SUPPORTED of a server. */
  public static final String OPTION = "KEYWRIGHT";

  /** The value of {@link #OPTION}. */
  public static final String VERSION = "1";

  /** The second value of {@link #OPTION} in SUPPORTED: batches of several rows are atomic. */
  public static final String ATOMIC_BATCHES = "atomic_batches";

  /** The start of a value of {@link #OPTION} in SUPPORTED: the bytes of the longest request. */
  public static final String FRAME_MAX = "frame_max=";

  private static final RawType TEXTS =
      new RawType.RawList(NativeValues.primitive(DataType.VARCHAR));

  private static final String PREFIX = "keywright.";
  private static final String COLUMNS = "columns";
  private static final String RESULT = "result";
  private static final String ACCESS = "access";
  private static final String STATEMENT = "statement";
  private static final String MARKERS = "markers";
  private static final String ERROR = "error";
  private static final String PLACE = "place";
  private static final String TIMEOUT = "timeout";
  private static final String CANCEL = "cancel";
  private static final String KEYSPACE = "keyspace";

  private static final int COLUMN_TEXTS = 3;
  private static final int MARKER_TEXTS = 4;

  /** The facts that came with a frame. */
  private final Map<String, ByteBuffer> received;

  /** The facts that were added. They are encoded only for a client that wants them. */
  private final Map<String, List<String>> added = new HashMap<>(4);

  private Facts(Map<String, ByteBuffer> received) {
    this.received = received;
  }

  /** No facts yet. */
  public Facts() {
    this(Map.of());
  }

  /** The facts of a frame. */
  public static Facts of(Map<String, ByteBuffer> payload) {
    return new Facts(payload);
  }

  /** The custom payload of a frame with the facts that were added. */
  public Map<String, ByteBuffer> payload() {
    Map<String, ByteBuffer> payload = new HashMap<>();
    added.forEach((name, texts) -> payload.put(PREFIX + name, NativeValues.encode(TEXTS, texts)));
    return payload;
  }

  /**
   * A refusal of a server.
   *
   * @param line of the statement, from 1; 0 if the error has no place in it
   * @param excerpt the line of the statement with carets under the error; empty if there is none
   */
  public record Refusal(ErrorCode code, int line, int column, String excerpt) {}

  private Facts put(String name, List<String> texts) {
    added.put(name, texts);
    return this;
  }

  private List<String> get(String name) {
    ByteBuffer bytes = received.get(PREFIX + name);
    if (bytes == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (Object text : (List<?>) NativeValues.decode(TEXTS, bytes)) {
      texts.add((String) text);
    }
    return texts;
  }

  /** Adds the columns of a result. */
  public Facts withColumns(List<Column> columns) {
    List<String> texts = new ArrayList<>(COLUMN_TEXTS * columns.size());
    for (Column column : columns) {
      texts.add(column.name());
      texts.add(column.type().toString());
      texts.add(String.valueOf(column.nullable()));
    }
    return put(COLUMNS, texts);
  }

  /**
   * The columns of a result; empty if the server has not told them.
   *
   * @throws KeyException for a type that is unknown here
   */
  public Optional<List<Column>> columns() {
    if (!received.containsKey(PREFIX + COLUMNS)) {
      return Optional.empty();
    }
    List<String> texts = get(COLUMNS);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i + COLUMN_TEXTS <= texts.size(); i += COLUMN_TEXTS) {
      columns.add(
          new Column(
              texts.get(i), Type.parse(texts.get(i + 1)), Boolean.parseBoolean(texts.get(i + 2))));
    }
    return Optional.of(columns);
  }

  /** Adds what a result is besides its rows. */
  public Facts withResult(Result result) {
    List<String> texts = new ArrayList<>();
    texts.add(result.message());
    texts.add(String.valueOf(result.count()));
    texts.add(String.valueOf(result.wasApplied()));
    result
        .created()
        .ifPresent(
            created -> {
              String index = created.index();
              texts.add(created.table());
              texts.add(index == null ? "" : index);
            });
    return put(RESULT, texts);
  }

  /** What a result is besides its rows. */
  public Result.Received result(Optional<String> nextPage) {
    List<String> texts = get(RESULT);
    if (texts.size() < 3) {
      return new Result.Received("", -1, true, nextPage, Optional.empty());
    }
    Optional<Result.Created> created = Optional.empty();
    if (texts.size() == 5) {
      String index = texts.get(4);
      created = Optional.of(new Result.Created(texts.get(3), index.isEmpty() ? null : index));
    }
    return new Result.Received(
        texts.get(0),
        Long.parseLong(texts.get(1)),
        Boolean.parseBoolean(texts.get(2)),
        nextPage,
        created);
  }

  /** Adds how the rows of a result were found. */
  public Facts withAccess(String access) {
    return put(ACCESS, List.of(access));
  }

  /** How the rows of a result were found; empty if it is unknown. */
  public String access() {
    List<String> texts = get(ACCESS);
    return texts.isEmpty() ? "" : texts.get(0);
  }

  /**
   * Adds what is known of a statement before it is executed.
   *
   * @param kind the name of its kind
   * @param table its table; empty if it has none or several
   */
  public Facts withStatement(
      String kind, String table, List<Marker> markers, List<Column> columns) {
    List<String> texts = new ArrayList<>();
    for (Marker marker : markers) {
      String name = marker.name();
      String column = marker.column();
      texts.add(name == null ? "" : name);
      texts.add(column == null ? "" : column);
      texts.add(marker.type().toString());
      texts.add(marker.use().name());
    }
    put(STATEMENT, List.of(kind, table));
    put(MARKERS, texts);
    return withColumns(columns);
  }

  /** The name of the kind of a statement, and its table, which is empty if there is none. */
  public List<String> statement() {
    return get(STATEMENT);
  }

  /** The parameters of a statement, one for each place: a name can occur several times. */
  public List<Marker> markers() {
    List<String> texts = get(MARKERS);
    List<Marker> markers = new ArrayList<>();
    for (int i = 0; i + MARKER_TEXTS <= texts.size(); i += MARKER_TEXTS) {
      String name = texts.get(i);
      String column = texts.get(i + 1);
      markers.add(
          new Marker(
              name.isEmpty() ? null : name,
              column.isEmpty() ? null : column,
              Type.parse(texts.get(i + 2)),
              Marker.Use.valueOf(texts.get(i + 3))));
    }
    return markers;
  }

  /** Adds why a request was refused. */
  public Facts withRefusal(Refusal refusal) {
    return put(
        ERROR,
        List.of(
            refusal.code().name(),
            String.valueOf(refusal.line()),
            String.valueOf(refusal.column()),
            refusal.excerpt()));
  }

  /** Why a request was refused; empty if the server has not told it. */
  public Optional<Refusal> refusal() {
    List<String> texts = get(ERROR);
    if (texts.size() < 4) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            ErrorCode.valueOf(texts.get(0)),
            Integer.parseInt(texts.get(1)),
            Integer.parseInt(texts.get(2)),
            texts.get(3)));
  }

  /**
   * Adds how long the statement of a request may take.
   *
   * @param nanos the nanoseconds that are left; {@link Long#MAX_VALUE} for no limit
   * @param whole the limit as the program has set it
   */
  public Facts withTimeout(long nanos, Duration whole) {
    return nanos == Long.MAX_VALUE
        ? this
        : put(TIMEOUT, List.of(String.valueOf(nanos), String.valueOf(whole.toMillis())));
  }

  /**
   * The limit of which {@link #timeout} is left, as the program has set it.
   *
   * @param left what is left, for a client that has not told the limit
   * @throws IllegalArgumentException if it is not a number of milliseconds
   */
  public Duration wholeTimeout(Duration left) {
    List<String> texts = get(TIMEOUT);
    return texts.size() < 2 ? left : Duration.ofMillis(Long.parseLong(texts.get(1)));
  }

  /**
   * How long the statement of a request may take; empty for no limit.
   *
   * @throws IllegalArgumentException if it is not a number of nanoseconds
   */
  public Optional<Duration> timeout() {
    List<String> texts = get(TIMEOUT);
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Long.parseLong(texts.get(0))));
  }

  /** Adds the stream of a request of the same connection, whose statement must end. */
  public Facts withCancel(int stream) {
    return put(CANCEL, List.of(String.valueOf(stream)));
  }

  /**
   * The stream of the request whose statement must end; empty if there is none.
   *
   * @throws IllegalArgumentException if it is not a number
   */
  public Optional<Integer> cancelled() {
    List<String> texts = get(CANCEL);
    return texts.isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(texts.get(0)));
  }

  /** Adds where a statement begins in its script. */
  public Facts withPlace(CqlScript.Statement statement) {
    return statement.line() == 1 && statement.column() == 1
        ? this
        : put(PLACE, List.of(String.valueOf(statement.line()), String.valueOf(statement.column())));
  }

  /** Adds the keyspace in which a statement is prepared; empty for none. */
  public Facts withKeyspace(String keyspace) {
    return put(KEYSPACE, List.of(keyspace));
  }

  /** The keyspace of {@link #withKeyspace}; null if the request has none. */
  public @Nullable String keyspace() {
    List<String> texts = get(KEYSPACE);
    return texts.isEmpty() ? null : texts.get(0);
  }

  /**
   * The statement with the place where it begins in its script.
   *
   * @throws IllegalArgumentException if the place is not a place
   */
  public CqlScript.Statement placed(String text) {
    List<String> texts = get(PLACE);
    if (texts.size() < 2) {
      return new CqlScript.Statement(text, 1, 1);
    }
    return new CqlScript.Statement(
        text, Integer.parseInt(texts.get(0)), Integer.parseInt(texts.get(1)));
  }
}
