package keywright.cql.server.system;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import keywright.cql.protocol.NativeValues;
import keywright.cql.server.system.SystemTable.SystemColumn;
import keywright.cql.server.system.Words.Kind;
import keywright.cql.server.system.Words.Word;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT from a system table: columns or {@code *}, conditions with {@code =} and {@code IN}, and
 * a LIMIT. Immutable and safe for many threads.
 */
public final class SystemQuery {
  private static final Pattern SYSTEM = Pattern.compile("system", Pattern.CASE_INSENSITIVE);
  private static final int WORDS_MAX = 10_000;

  /** A condition: the column has one of the values. */
  private record OneOf(int column, List<Operand> values) {}

  /** A literal, or the parameter at an index. */
  private record Operand(@Nullable ByteBuffer literal, int parameter) {}

  /** A column of the result. */
  public record Selected(String name, RawType type) {}

  /** A parameter of the query. */
  public record Parameter(String name, RawType type) {}

  private final SystemTable table;
  private final List<Integer> columns;
  private final List<Selected> selected;
  private final List<Parameter> parameters;
  private final List<OneOf> conditions;
  private final long limit;

  private SystemQuery(
      SystemTable table,
      List<Integer> columns,
      List<Selected> selected,
      List<Parameter> parameters,
      List<OneOf> conditions,
      long limit) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.selected = List.copyOf(selected);
    this.parameters = List.copyOf(parameters);
    this.conditions = List.copyOf(conditions);
    this.limit = limit;
  }

  /**
   * Reads a statement.
   *
   * @param keyspace that the session is in; empty for none
   * @return empty if the statement is no SELECT from a system table
   * @throws IllegalArgumentException with one line, if it is one that cannot be run
   */
  public static Optional<SystemQuery> of(String statement, String keyspace, SystemTables tables) {
    if (!SYSTEM.matcher(statement).find() && !SystemTables.isSystem(keyspace)) {
      return Optional.empty();
    }
    Words words = Words.of(statement, WORDS_MAX);
    if (!words.beginWith("select")) {
      return Optional.empty();
    }
    List<Word> list = words.list();
    int from = 0;
    while (from < list.size() && !list.get(from).is("from")) {
      from++;
    }
    boolean isQualified = from + 2 < list.size() && list.get(from + 2).is(".");
    String in = isQualified ? words.text(from + 1) : keyspace;
    if (!SystemTables.isSystem(in)) {
      return Optional.empty();
    }
    String name = words.text(from + (isQualified ? 3 : 1));
    SystemTable table =
        tables
            .find(in, name)
            .orElseThrow(
                () ->
                    refused(
                        "found table %s.%s, expected one of %s"
                            .formatted(in, name, tables.shown())));
    return Optional.of(new Reader(table, list, from + (isQualified ? 4 : 2)).read());
  }

  private static IllegalArgumentException refused(String problem) {
    return new IllegalArgumentException("cannot read system tables: " + problem);
  }

  /** Reads one statement. Used by one thread. */
  private static final class Reader {
    private final SystemTable table;
    private final List<Word> words;
    private final List<Parameter> parameters = new ArrayList<>();
    private int at;

    Reader(SystemTable table, List<Word> words, int at) {
      this.table = table;
      this.words = words;
      this.at = at;
    }

    SystemQuery read() {
      int afterTable = at;
      at = 1;
      List<Integer> columns = new ArrayList<>();
      List<Selected> selected = new ArrayList<>();
      if (take("*")) {
        for (int i = 0; i < table.columns().size(); i++) {
          columns.add(i);
          SystemColumn column = table.columns().get(i);
          selected.add(new Selected(column.name(), column.type()));
        }
      } else {
        do {
          int column = column();
          columns.add(column);
          String name = table.columns().get(column).name();
          selected.add(
              new Selected(take("as") ? next().text() : name, table.columns().get(column).type()));
        } while (take(","));
      }
      expect("from");
      at = afterTable;
      List<OneOf> conditions = new ArrayList<>();
      if (take("where")) {
        do {
          conditions.add(condition());
        } while (take("and"));
      }
      long limit = Long.MAX_VALUE;
      if (take("limit")) {
        limit = number(next());
      }
      if (take("allow")) {
        expect("filtering");
      }
      boolean unused = take(";");
      if (at < words.size()) {
        throw refused(
            "found \"%s\", expected the end of the statement; system tables have conditions with = and IN, and LIMIT"
                .formatted(words.get(at).text()));
      }
      return new SystemQuery(table, columns, selected, parameters, conditions, limit);
    }

    private static long number(Word word) {
      try {
        return Long.parseLong(word.text());
      } catch (NumberFormatException e) {
        throw refused("found \"" + word.text() + "\", expected a number");
      }
    }

    private OneOf condition() {
      int column = column();
      RawType type = table.columns().get(column).type();
      List<Operand> values = new ArrayList<>();
      if (take("=")) {
        values.add(value(column, type));
      } else {
        expect("in");
        expect("(");
        do {
          values.add(value(column, type));
        } while (take(","));
        expect(")");
      }
      return new OneOf(column, List.copyOf(values));
    }

    private Operand value(int column, RawType type) {
      Word word = next();
      if (word.kind() == Kind.PARAMETER) {
        String name = word.text().isEmpty() ? table.columns().get(column).name() : word.text();
        parameters.add(new Parameter(name, type));
        return new Operand(null, parameters.size() - 1);
      }
      return new Operand(NativeValues.encode(type, literal(word, type)), -1);
    }

    private static Object literal(Word word, RawType type) {
      try {
        String text = word.text();
        return switch (type.id) {
          case DataType.VARCHAR -> text;
          case DataType.INT -> Integer.parseInt(text);
          case DataType.BIGINT -> Long.parseLong(text);
          case DataType.DOUBLE -> Double.parseDouble(text);
          case DataType.BOOLEAN -> Boolean.parseBoolean(text);
          case DataType.UUID -> UUID.fromString(text);
          case DataType.INET -> address(text);
          default -> throw refused("found a condition on a column that cannot be compared");
        };
      } catch (IllegalArgumentException e) {
        throw refused(
            "found \"%s\", expected a value of type %s"
                .formatted(word.text(), NativeValues.name(type)));
      }
    }

    /** Of digits alone: a name is never looked up. */
    private static InetAddress address(String text) {
      if (!text.matches("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
        throw new IllegalArgumentException(text);
      }
      try {
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException(text, e);
      }
    }

    private int column() {
      Word word = next();
      int index = table.index(word.text());
      if (index < 0) {
        throw refused(
            "found \"%s\", expected a column of %s.%s"
                .formatted(word.text(), table.keyspace(), table.name()));
      }
      return index;
    }

    private Word next() {
      if (at >= words.size()) {
        throw refused("found the end of the statement");
      }
      return words.get(at++);
    }

    private boolean take(String expected) {
      boolean isThere = at < words.size() && words.get(at).is(expected);
      at += isThere ? 1 : 0;
      return isThere;
    }

    private void expect(String expected) {
      if (!take(expected)) {
        throw refused(
            "found %s, expected \"%s\""
                .formatted(
                    at < words.size() ? '"' + words.get(at).text() + '"' : "the end", expected));
      }
    }
  }

  /** The keyspace of the table. */
  public String keyspace() {
    return table.keyspace();
  }

  /** The name of the table. */
  public String table() {
    return table.name();
  }

  /** The columns of the result. */
  public List<Selected> columns() {
    return selected;
  }

  /** The parameters, in the order of the statement. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The rows of the result: the encoded values of the selected columns.
   *
   * @param values gives the encoded value of the parameter at an index
   */
  public List<List<@Nullable ByteBuffer>> rows(
      Schema schema, IntFunction<@Nullable ByteBuffer> values) {
    List<List<@Nullable ByteBuffer>> found = new ArrayList<>();
    for (Map<String, Object> row : table.rows().apply(schema)) {
      if (found.size() >= limit) {
        break;
      }
      if (conditions.stream().allMatch(condition -> meets(row, condition, values))) {
        List<@Nullable ByteBuffer> encoded = new ArrayList<>(columns.size());
        columns.forEach(column -> encoded.add(encoded(row, column)));
        found.add(encoded);
      }
    }
    return found;
  }

  private boolean meets(
      Map<String, Object> row, OneOf condition, IntFunction<@Nullable ByteBuffer> values) {
    ByteBuffer stored = encoded(row, condition.column());
    return stored != null
        && condition.values().stream()
            .anyMatch(
                value ->
                    stored.equals(
                        value.literal() != null
                            ? value.literal()
                            : values.apply(value.parameter())));
  }

  private @Nullable ByteBuffer encoded(Map<String, Object> row, int index) {
    SystemColumn column = table.columns().get(index);
    Object value = row.get(column.name());
    return value == null ? null : NativeValues.encode(column.type(), value);
  }
}
