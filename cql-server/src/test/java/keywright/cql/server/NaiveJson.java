package keywright.cql.server;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON of values, read by Jackson and written by hand. */
final class NaiveJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private NaiveJson() {}

  /** Maps, lists, texts, numbers without trailing zeros, booleans and null. */
  static @Nullable Object read(String text) {
    try {
      return plain(JSON.readValue(text, Object.class));
    } catch (JsonProcessingException e) {
      throw new NaiveType.Refused(text);
    }
  }

  private static @Nullable Object plain(@Nullable Object json) {
    if (json instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> fields = new LinkedHashMap<>();
      map.forEach((name, value) -> fields.put(name, plain(value)));
      return fields;
    }
    if (json instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      list.forEach(each -> elements.add(plain(each)));
      return elements;
    }
    return json instanceof Number ? NaiveType.plain(new BigDecimal(json.toString())) : json;
  }

  /** The value of a type that its text in JSON is, as CAST reads it. */
  static @Nullable Object parse(NaiveType type, String text) {
    return value(type, read(text), false);
  }

  /**
   * The value of a type.
   *
   * @param ofRow whether it is the JSON of INSERT, where each value can also be its text
   */
  static @Nullable Object value(NaiveType type, @Nullable Object json, boolean ofRow) {
    if (type.name().equals("variant")) {
      requireNoObject(json);
      return json;
    }
    NaiveType element = type.element();
    if (element != null && type.isMap() && json instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
      map.forEach(
          (name, value) ->
              entries.put(type.key().parse((String) name), inside(element, value, ofRow)));
      if (entries.size() < map.size()) {
        throw new NaiveType.Refused(json.toString());
      }
      return entries;
    }
    if (element != null && !type.isMap() && json instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      list.forEach(each -> elements.add(inside(element, each, ofRow)));
      return type.name().startsWith("set<") ? type.set(elements) : elements;
    }
    if (json instanceof String text) {
      boolean isRefused = !ofRow && ((type.isNumber() && !type.isFloating()) || isBoolean(type));
      if (!isRefused) {
        return type.parse(text);
      }
    }
    if (json instanceof BigDecimal number) {
      return type.number(number);
    }
    if (json instanceof Boolean && isBoolean(type)) {
      return json;
    }
    throw new NaiveType.Refused(String.valueOf(json));
  }

  private static boolean isBoolean(NaiveType type) {
    return type.name().equals("boolean");
  }

  private static @Nullable Object inside(NaiveType type, @Nullable Object json, boolean ofRow) {
    if (json == null && !type.name().equals("variant")) {
      throw new NaiveType.Refused("null");
    }
    return value(type, json, ofRow);
  }

  private static void requireNoObject(@Nullable Object json) {
    if (json instanceof Map) {
      throw new NaiveType.Refused(json.toString());
    }
    if (json instanceof List<?> list) {
      list.forEach(NaiveJson::requireNoObject);
    }
  }

  /**
   * The JSON of a value.
   *
   * @param ofRow whether it is the JSON of a row, where blobs begin with 0x and timestamps have a
   *     space before the time
   */
  static String text(NaiveType type, @Nullable Object value, boolean ofRow) {
    if (value == null) {
      return "null";
    }
    NaiveType element = type.element();
    if (element != null && value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(
              entry ->
                  name(type.key(), entry.getKey(), ofRow)
                      + ":"
                      + text(element, entry.getValue(), ofRow))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      NaiveType of = element == null ? type : element;
      return list.stream()
          .map(each -> text(of, each, ofRow))
          .collect(Collectors.joining(",", "[", "]"));
    }
    if (type.name().equals("variant")) {
      return value instanceof String text
          ? quoted(text)
          : value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? type.text(value) : quoted(type.text(value));
    }
    String text = type.text(value);
    if (ofRow && value instanceof NaiveType.Bytes) {
      text = "0x" + text;
    }
    if (ofRow && value instanceof java.time.Instant) {
      text = text.replace('T', ' ');
    }
    return type.isJsonText() ? quoted(text) : text;
  }

  private static String name(NaiveType type, Object key, boolean ofRow) {
    String json = text(type, key, ofRow);
    return type.isJsonText() ? json : quoted(json);
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              int place = "\"\\\n\r\t".indexOf(c);
              if (place >= 0) {
                json.append('\\').append("\"\\nrt".charAt(place));
              } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
              } else {
                json.append((char) c);
              }
            });
    return json.append('"').toString();
  }
}
