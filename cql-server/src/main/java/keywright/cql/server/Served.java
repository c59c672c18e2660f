package keywright.cql.server;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.Marker;
import keywright.cql.PreparedStatement;
import keywright.cql.protocol.Facts;
import keywright.cql.protocol.NativeType;
import keywright.cql.server.metrics.StatementKind;
import keywright.cql.server.system.Schema;
import keywright.cql.server.system.Words;
import keywright.key.KeyException;
import keywright.table.model.Names;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a client. It has a parameter for each place, whether they have names in the text
 * or not. Immutable and safe for many threads.
 */
final class Served {
  /** Enough to tell what a statement does. */
  private static final int HEAD_WORDS = 8;

  private static final Pattern AGGREGATE = Pattern.compile("(count|sum|avg|min|max)\\(.*\\)");

  private final String text;
  private final Words head;
  private final PreparedStatement prepared;

  private Served(String text, Words head, PreparedStatement prepared) {
    this.text = text;
    this.head = head;
    this.prepared = prepared;
  }

  /**
   * Parses a statement.
   *
   * @throws keywright.cql.CqlException if it cannot be parsed, or names what does not exist
   */
  static Served of(CqlSession session, String statement) {
    return of(session, new CqlScript.Statement(statement, 1, 1));
  }

  /** As above, for a statement of a script: errors name the line of the script. */
  static Served of(CqlSession session, CqlScript.Statement statement) {
    String text = statement.text();
    Words head = Words.of(text, HEAD_WORDS);
    return new Served(text, head, session.prepare(statement).byPlace());
  }

  /** The first words. */
  Words head() {
    return head;
  }

  PreparedStatement prepared() {
    return prepared;
  }

  PreparedStatement.Kind kind() {
    return prepared.kind();
  }

  /** The kind, as metrics name it. */
  StatementKind measuredKind() {
    return StatementKind.of(head);
  }

  boolean isConditional() {
    return kind() == PreparedStatement.Kind.CONDITIONAL_CHANGE;
  }

  /** The table, for the columns of a result; empty for several. */
  String table() {
    return prepared.table().orElse("");
  }

  /** The table that the statement creates; empty for another statement. */
  String newTable() {
    boolean isTable =
        head.beginWith("create", "table") || head.beginWith("create", "document", "table");
    return isTable ? table() : "";
  }

  /**
   * Whether a change is one of the table, the index or the keyspace that this definition names.
   *
   * @param before the declarations before the change
   */
  boolean isOf(Schema.Change change, Schema before) {
    String table = table();
    if (!table.isEmpty()) {
      return change.isOf(table, before);
    }
    int at = 2;
    while (List.of("if", "not", "exists").contains(head.text(at))) {
      at++;
    }
    String name = head.text(head.text(at + 1).equals(".") ? at + 2 : at);
    return head.beginWith("drop", "index")
        ? before.tables().values().stream()
            .anyMatch(old -> change.isOf(old.name(), before) && old.index(name).isPresent())
        : change.table() == null && change.keyspace().equals(name);
  }

  /**
   * The name that Cassandra gives to a column of a query: {@code count} for {@code count(*)}, and
   * {@code system.sum(a)} for {@code sum(a)}.
   */
  String shown(String column) {
    boolean isAlias = text.contains('"' + column + '"');
    if (isAlias || !AGGREGATE.matcher(column).matches()) {
      return column;
    }
    return column.equals("count(*)") ? "count" : "system." + column;
  }

  /** What a client of Keywright wants to know before it runs the statement. */
  Facts facts() {
    return new Facts()
        .withStatement(kind().name(), table(), prepared.markers(), prepared.columns());
  }

  /** The parameters as columns of the protocol. */
  List<ColumnSpec> parameters(String keyspace) {
    List<Marker> markers = prepared.markers();
    List<ColumnSpec> specs = new ArrayList<>();
    for (int i = 0; i < markers.size(); i++) {
      specs.add(
          new ColumnSpec(
              keyspace,
              Names.unqualified(table()),
              name(markers.get(i)),
              i,
              type(markers.get(i)).raw()));
    }
    return specs;
  }

  private static String name(Marker marker) {
    String given = marker.name();
    if (given != null) {
      return given;
    }
    String column = marker.column();
    if (column == null) {
      return "[" + marker.use().name().toLowerCase(Locale.ROOT) + "]";
    }
    return marker.use() == Marker.Use.ONE_OF ? "in(" + column + ")" : column;
  }

  private static NativeType type(Marker marker) {
    return marker.use() == Marker.Use.ONE_OF
        ? NativeType.listOf(marker.type())
        : NativeType.of(marker.type());
  }

  /**
   * The values of the parameters in order.
   *
   * @throws RequestException for a wrong number of values, or bytes that are no value of the type
   */
  @Nullable Object[] values(List<ByteBuffer> positional, Map<String, ByteBuffer> named) {
    if (positional.isEmpty() && named.isEmpty() && !hasMarkers()) {
      return new @Nullable Object[0];
    }
    List<Marker> markers = prepared.markers();
    boolean byName = positional.isEmpty() && !named.isEmpty();
    if (!byName && positional.size() != markers.size()) {
      throw RequestException.invalid(
          "cannot run the statement: found %d values, expected %d, one for each parameter"
              .formatted(positional.size(), markers.size()));
    }
    @Nullable Object[] values = new @Nullable Object[markers.size()];
    for (int i = 0; i < values.length; i++) {
      String name = name(markers.get(i));
      if (byName && !named.containsKey(name)) {
        throw RequestException.invalid(
            "cannot run the statement: found no value for \"%s\", expected one for each parameter"
                .formatted(name));
      }
      values[i] = value(i, name, markers.get(i), byName ? named.get(name) : positional.get(i));
    }
    return values;
  }

  /** Whether there may be parameters. */
  private boolean hasMarkers() {
    return text.indexOf('?') >= 0 || text.indexOf(':') >= 0;
  }

  private static @Nullable Object value(
      int index, String name, Marker marker, @Nullable ByteBuffer bytes) {
    if (isUnset(bytes)) {
      return PreparedStatement.UNSET;
    }
    try {
      return type(marker).decode(bytes);
    } catch (IllegalArgumentException | ArithmeticException | KeyException e) {
      throw RequestException.invalid(
          "cannot read value %d, for \"%s\": %s".formatted(index + 1, name, e.getMessage()), e);
    }
  }

  /** The library has one object for a value that is not set; an empty value is equal to it. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isUnset(@Nullable ByteBuffer bytes) {
    return bytes == ProtocolConstants.UNSET_VALUE;
  }
}
