package keywright.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Rows from lines with one JSON object each. Numbers are exact, and nothing is converted that would
 * change: a number is no text, a text is no number.
 */
final class JsonRowReader implements RowReader {
  /** In characters: varint and decimal have no bound of their own. */
  private static final int LONGEST_NUMBER = 1_000_000;

  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  private final ByteLines lines;
  private final String file;
  private final HeaderMapping mapping;
  private final JsonFactory json =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNumberLength(LONGEST_NUMBER).build())
          .build();
  private boolean found;

  JsonRowReader(InputStream in, String file, HeaderMapping mapping) throws IOException {
    lines = new ByteLines(in);
    this.file = file;
    this.mapping = mapping;
  }

  @Override
  public long line() {
    return lines.line();
  }

  @Override
  public @Nullable Map<String, @Nullable Object> next() throws IOException {
    while (true) {
      byte[] line = lines.next();
      if (line == null) {
        if (!found) {
          throw new CliException(
              "cannot load " + file + ": it is empty, expected one JSON object on each line");
        }
        return null;
      }
      if (!isBlank(line)) {
        found = true;
        return row(line);
      }
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  private Map<String, @Nullable Object> row(byte[] line) throws IOException {
    try (JsonParser parser = json.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw bad("found " + describe(parser) + ", expected one JSON object on each line");
      }
      Map<String, @Nullable Object> row = new HashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        Column column = mapping.ignores(name) ? null : mapping.column(name);
        if (column == null && !mapping.ignores(name)) {
          throw bad(mapping.unknown(List.of(name)));
        }
        if (column == null) {
          parser.skipChildren();
        } else if (row.containsKey(column.name())) {
          throw bad("found two values for column " + column.name());
        } else {
          row.put(column.name(), value(parser, column));
        }
      }
      if (parser.nextToken() != null) {
        throw bad("found " + describe(parser) + " behind the object, expected the end of the line");
      }
      return row;
    } catch (JsonProcessingException e) {
      int place = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw bad("cannot read JSON at column " + place + ": " + e.getOriginalMessage());
    }
  }

  private @Nullable Object value(JsonParser parser, Column column) throws IOException {
    Class<?> kind = column.type().valueClass();
    if ((kind == List.class || kind == Variant.class)
        && parser.currentToken() != JsonToken.VALUE_NULL) {
      return json(parser, column);
    }
    Object value =
        switch (parser.currentToken()) {
          case VALUE_NULL -> null;
          case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
          case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
          case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
          case VALUE_STRING -> parser.getText();
          default ->
              throw bad(column.name() + ": found " + describe(parser) + ", expected a value");
        };
    if (value == null) {
      return null;
    }
    try {
      return value instanceof String text && isWrittenAsText(column.type(), text)
          ? column.type().parseValue(text)
          : column.type().convert(value);
    } catch (KeyException e) {
      throw bad(column.name() + ": " + e.getMessage());
    }
  }

  /** Whether a text stands for what has no form of its own in JSON; bytes are hex. */
  private static boolean isWrittenAsText(Type type, String text) {
    Class<?> kind = type.valueClass();
    return kind == byte[].class
        || ((kind == Double.class || kind == Float.class) && NOT_FINITE.contains(text));
  }

  /** A list or a variant, which are JSON themselves; but null is no value. */
  private Object json(JsonParser parser, Column column) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = json.createGenerator(text)) {
      generator.copyCurrentStructureExact(parser);
    }
    boolean isVariant = column.type().valueClass() == Variant.class;
    if (isVariant && text.toString().equals(Json.VARIANT_NULL)) {
      return Variant.NULL;
    }
    try {
      return column.type().parseValue(text.toString());
    } catch (KeyException e) {
      throw bad(column.name() + ": " + e.getMessage());
    }
  }

  private static String describe(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return switch (token == null ? JsonToken.NOT_AVAILABLE : token) {
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      default -> "something else";
    };
  }

  private BadLineException bad(String problem) {
    return new BadLineException(line(), problem);
  }
}
