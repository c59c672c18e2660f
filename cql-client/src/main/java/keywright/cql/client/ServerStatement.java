package keywright.cql.client;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import keywright.cql.Marker;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.cql.protocol.Facts;
import keywright.cql.protocol.NativeType;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a server has prepared. A server forgets it when it is restarted, and gives it
 * another id when the types of its parameters change. In both cases it is prepared again. Safe for
 * many threads.
 */
final class ServerStatement implements CqlClient.Prepared {

  /** What the server says of the statement. Immutable. */
  static final class Known {
    private final byte[] id;
    private final PreparedStatement.Kind kind;
    private final String table;
    private final List<Column> columns;

    /** A parameter for each place; a name can occur several times. */
    private final List<Marker> places;

    /** A parameter for each name, or for each place if they have no names. */
    private final List<Marker> markers = new ArrayList<>();

    /** The index in {@link #markers} of each place. */
    private final int[] indexes;

    /**
     * @param id by which the server knows the statement
     * @param facts of the answer
     */
    Known(String text, byte[] id, Facts facts) {
      this.id = id.clone();
      List<String> statement = facts.statement();
      if (statement.size() < 2) {
        throw new ClientException(
            ErrorCode.UNSUPPORTED,
            "cannot prepare a query of system tables: found \"%s\"; execute it without preparing it"
                .formatted(text.strip()),
            null);
      }
      this.kind = PreparedStatement.Kind.valueOf(statement.get(0));
      this.table = statement.get(1);
      this.columns = facts.columns().orElse(List.of());
      this.places = facts.markers();
      this.indexes = new int[places.size()];
      List<String> names = new ArrayList<>();
      for (int i = 0; i < indexes.length; i++) {
        String name = places.get(i).name();
        int known = name == null ? -1 : names.indexOf(name);
        indexes[i] = known < 0 ? markers.size() : known;
        if (known < 0) {
          markers.add(places.get(i));
          names.add(name == null ? "" : name);
        }
      }
    }

    byte[] id() {
      return id;
    }

    boolean changesNothing() {
      return switch (kind) {
        case QUERY, DESCRIPTION, USE -> true;
        case CHANGE, CONDITIONAL_CHANGE, TRUNCATE, DEFINITION -> false;
      };
    }
  }

  private final ServerClient client;
  private final String keyspace;
  private final String text;
  private volatile Known known;

  /**
   * @param keyspace in which the names of the statement are found
   */
  ServerStatement(ServerClient client, String keyspace, String text) {
    this.client = client;
    this.keyspace = keyspace;
    this.text = text;
    this.known = client.known(keyspace, text);
  }

  Known known() {
    return known;
  }

  /** Prepares the statement again, in its keyspace. */
  Known prepareAgain() {
    Known again = client.known(keyspace, text);
    known = again;
    return again;
  }

  @Override
  public PreparedStatement.Kind kind() {
    return known.kind;
  }

  @Override
  public Optional<String> table() {
    return known.table.isEmpty() ? Optional.empty() : Optional.of(known.table);
  }

  @Override
  public List<Marker> markers() {
    return List.copyOf(known.markers);
  }

  @Override
  public List<Column> columns() {
    return known.columns;
  }

  @Override
  public CqlClient.Bound bind(@Nullable Object... values) {
    int count = known.markers.size();
    if (values.length != count) {
      throw new ClientException(
          ErrorCode.INVALID,
          "cannot run the statement: found %d values, expected %d, one for each parameter"
              .formatted(values.length, count),
          null);
    }
    return new ServerBound(this, values.clone());
  }

  /** A statement with values, which are encoded when it is executed. */
  static final class ServerBound implements CqlClient.Bound {

    /** The statement as the server knows it, and the values for each place. */
    record Encoded(Known known, List<@Nullable ByteBuffer> values) {}

    private final ServerStatement statement;
    private final @Nullable Object[] values;

    private ServerBound(ServerStatement statement, @Nullable Object[] values) {
      this.statement = statement;
      this.values = values;
    }

    @Override
    public ServerStatement statement() {
      return statement;
    }

    @Override
    public Result execute(Cancellation cancellation) {
      return statement.client.execute(this, cancellation);
    }

    /**
     * Encodes the values. The types of the columns may have changed, so a value that does not fit
     * is tried again with the current types.
     *
     * @throws ClientException if a value does not fit
     */
    Encoded encoded() {
      Known known = statement.known;
      try {
        return encoded(known);
      } catch (ClientException e) {
        Known again = statement.prepareAgain();
        if (again.places.equals(known.places)) {
          throw e;
        }
        return encoded(again);
      }
    }

    /** The statement prepared again, with the values that were sent, unless its types changed. */
    Encoded encodedAgain(Encoded sent) {
      Known again = statement.prepareAgain();
      return again.places.equals(sent.known.places)
          ? new Encoded(again, sent.values)
          : encoded(again);
    }

    private Encoded encoded(Known known) {
      List<@Nullable ByteBuffer> encoded = new ArrayList<>();
      for (int i = 0; i < known.indexes.length; i++) {
        encoded.add(encode(known.places.get(i), i, values[known.indexes[i]]));
      }
      return new Encoded(known, encoded);
    }

    /** A program may change its bytes while pages are read. */
    private static @Nullable ByteBuffer copied(@Nullable ByteBuffer bytes) {
      return bytes == null
          ? null
          : ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }

    private static @Nullable ByteBuffer encode(Marker marker, int index, @Nullable Object value) {
      if (value == null) {
        return null;
      }
      if (value.equals(PreparedStatement.UNSET)) {
        return ProtocolConstants.UNSET_VALUE;
      }
      Type type = marker.type();
      try {
        if (marker.use() != Marker.Use.ONE_OF) {
          return copied(NativeType.of(type).encode(type.convert(value)));
        }
        if (!(value instanceof Collection<?> elements)) {
          throw new IllegalArgumentException(
              "found " + Type.describe(value) + ", expected a collection");
        }
        List<Object> converted = new ArrayList<>();
        for (Object element : elements) {
          converted.add(type.convert(Objects.requireNonNull(element, "a value of IN")));
        }
        return NativeType.listOf(type).encode(converted);
      } catch (IllegalArgumentException | ArithmeticException | KeyException e) {
        String column = marker.column();
        throw new ClientException(
            ErrorCode.INVALID,
            (marker.use() == Marker.Use.SET || marker.use() == Marker.Use.ADD) && column != null
                ? "cannot set %s: %s".formatted(column, e.getMessage())
                : "cannot use the value of parameter %d%s: %s"
                    .formatted(index + 1, column == null ? "" : ", for " + column, e.getMessage()),
            e);
      }
    }
  }
}
