package keywright.cql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.table.model.JsonText;
import keywright.table.model.Row;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Rows as JSON objects, as Cassandra has them: numbers, booleans, lists, sets, maps and variants as
 * JSON values, every other value as a text. The keys of a map are names of an object. A name with
 * upper-case letters is in double quotes inside of the JSON string.
 */
final class JsonRows {
  /** The columns of SELECT JSON. */
  static final List<Column> COLUMNS = Result.texts(List.of("[json]"));

  private static final List<String> NAMES = List.of("[json]");
  private static final Type TEXT = Type.parse("text");

  private final TableColumns columns;

  JsonRows(TableColumns columns) {
    this.columns = columns;
  }

  /**
   * The row of the result for a row of {@code columns}.
   *
   * @param isJson whether the text of a column is JSON already
   */
  static Row row(List<Column> columns, IntPredicate isJson, Row row) {
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      boolean isLower = column.name().equals(column.name().toLowerCase(Locale.ROOT));
      json.append(i == 0 ? "" : ", ")
          .append(TEXT.toJson(isLower ? column.name() : '"' + column.name() + '"'))
          .append(": ");
      if (isJson.test(i)) {
        json.append(row.get(i));
      } else {
        append(column.type(), row.get(i), json);
      }
    }
    return Row.of(NAMES, json.append('}').toString());
  }

  private static void append(Type type, @Nullable Object value, StringBuilder json) {
    Type elements = type.elementType();
    if (value == null) {
      json.append("null");
    } else if (elements != null && value instanceof Collection<?> collection) {
      String before = "[";
      for (Object each : collection) {
        append(elements, each, json.append(before));
        before = ", ";
      }
      json.append(collection.isEmpty() ? "[]" : "]");
    } else if (elements != null && value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        appendName(Objects.requireNonNull(type.keyType()), entry.getKey(), json.append(before));
        append(elements, entry.getValue(), json.append(": "));
        before = ", ";
      }
      json.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof byte[]) {
      json.append("\"0x").append(type.format(value)).append('"');
    } else if (value instanceof java.time.Instant) {
      json.append('"').append(type.format(value).replace('T', ' ')).append('"');
    } else {
      json.append(type.toJson(value));
    }
  }

  /**
   * A key of a map, as a name: if its JSON is no text, this JSON as a text. So is the JSON of every
   * variant, since the number 1 and the text '1' are two keys.
   */
  private static void appendName(Type type, Object key, StringBuilder json) {
    StringBuilder name = new StringBuilder();
    append(type, key, name);
    boolean isName = name.charAt(0) == '"' && !(key instanceof Variant);
    json.append(isName ? name.toString() : TEXT.toJson(name.toString()));
  }

  /**
   * The values of an INSERT JSON by column. A column outside the primary key that the JSON does not
   * name gets null, unless the statement says {@code DEFAULT UNSET}.
   */
  Map<String, @Nullable Object> read(
      Source source, CqlParser.InsertContext context, Values values) {
    Token place = context.json().getStart();
    Map<String, @Nullable Object> row = new HashMap<>();
    if (context.defaultRule() == null || context.defaultRule().NULL() != null) {
      columns.settable().forEach(column -> row.put(column, null));
    }
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, @Nullable Object> field : fields(source, place, context, values)) {
      String name = name(field.getKey());
      columns.requireColumn(name, place);
      if (!names.add(name)) {
        throw source.refused(
            place,
            "cannot set %s: found two fields for this column, expected each column once; leave one of them out"
                .formatted(name),
            null);
      }
      row.put(name, value(source, place, name, field.getValue()));
    }
    return row;
  }

  private List<Map.Entry<String, @Nullable Object>> fields(
      Source source, Token place, CqlParser.InsertContext context, Values values) {
    CqlParser.ParameterContext parameter = context.json().parameter();
    @Nullable Object text = parameter == null ? Parsed.text(place) : values.parameter(parameter);
    @Nullable Object json;
    try {
      json =
          text instanceof String string
              ? JsonText.readStrictly(string, field -> columns.isDocument(name(field)))
              : text;
    } catch (IllegalArgumentException e) {
      throw source.refused(place, "cannot read the JSON of the row: " + e.getMessage(), e);
    }
    if (!(text instanceof String) || !(json instanceof Map<?, ?> object)) {
      throw source.refused(
          place,
          "cannot read the JSON of the row: found %s, expected a text with an object such as {\"column\": 1}"
              .formatted(Type.describe(text)),
          null);
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    object.forEach((name, value) -> fields.put((String) name, value));
    return List.copyOf(new ArrayList<>(fields.entrySet()));
  }

  /** The name of a column: without its double quotes, or in lower case. */
  private static String name(String field) {
    boolean isQuoted = field.length() > 1 && field.startsWith("\"") && field.endsWith("\"");
    return isQuoted ? field.substring(1, field.length() - 1) : field.toLowerCase(Locale.ROOT);
  }

  private @Nullable Object value(Source source, Token place, String name, @Nullable Object json) {
    Type type = columns.type(name);
    try {
      if (json instanceof JsonText.Copied document) {
        return columns.stored(name, document.json());
      }
      boolean isDocument = json instanceof String && columns.isDocument(name);
      @Nullable Object value = isDocument ? json : value(type, json);
      return value instanceof String text ? columns.stored(name, text) : value;
    } catch (IllegalArgumentException | KeyException e) {
      throw source.refused(place, "cannot set " + name + ": " + e.getMessage(), e);
    }
  }

  private static @Nullable Object value(Type type, @Nullable Object json) {
    if (json == null) {
      return null;
    }
    Type elements = type.elementType();
    Type keys = type.keyType();
    if (keys != null && json instanceof Map<?, ?> map) {
      Map<Object, Object> found = new LinkedHashMap<>();
      map.forEach(
          (name, value) -> found.put(keys.parseValue((String) name), element(elements, value)));
      if (found.size() < map.size()) {
        throw KeyException.of("found a key of a map twice, expected each key once");
      }
      return type.convert(found);
    }
    if (elements != null && keys == null && json instanceof List<?> list) {
      List<Object> found = new ArrayList<>();
      list.forEach(each -> found.add(element(elements, each)));
      return type.convert(type.valueClass() == Set.class ? new LinkedHashSet<>(found) : found);
    }
    boolean isText = type.valueClass() == String.class || type.valueClass() == Variant.class;
    return json instanceof String text && !isText ? type.parseValue(text) : type.convert(json);
  }

  private static Object element(@Nullable Type type, @Nullable Object json) {
    Object value =
        type == null
            ? null
            : json == null && type.valueClass() == Variant.class ? Variant.NULL : value(type, json);
    if (value == null) {
      throw KeyException.of("found null in a list, set or map, expected a value");
    }
    return value;
  }
}
