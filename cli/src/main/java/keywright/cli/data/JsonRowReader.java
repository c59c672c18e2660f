package keywright.cli.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Json;
import keywright.cli.console.Text;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Rows from lines with one JSON object each. Numbers are exact. A number is not accepted for a
 * column of text, nor a text for a column of numbers.
 */
public final class JsonRowReader implements TextRows {
  private static final int MOST_NESTED = 1_000;
  private static final int SHOWN_BYTES = 20;

  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  private final JsonLines lines;
  private final String file;
  private final HeaderMapping mapping;
  private final JsonFactory json =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxNestingDepth(MOST_NESTED)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /**
   * @param maxValueBytes the most bytes of one value
   */
  JsonRowReader(InputStream in, String file, HeaderMapping mapping, int maxValueBytes)
      throws IOException {
    lines =
        new JsonLines(
            in, file, "one JSON object", "; an array becomes lines by: jq -c '.[]'", maxValueBytes);
    this.file = file;
    this.mapping = mapping;
  }

  @Override
  public long line() {
    return lines.line();
  }

  @Override
  public @Nullable Map<String, @Nullable Object> next() throws IOException {
    byte[] line = lines.next();
    return line == null ? null : row(line);
  }

  private Map<String, @Nullable Object> row(byte[] line) throws IOException {
    try (JsonParser parser = json.createParser(line)) {
      try {
        return row(parser);
      } catch (JsonProcessingException e) {
        throw bad(unreadable(e, parser, line));
      }
    }
  }

  private Map<String, @Nullable Object> row(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw bad("found " + describe(parser) + ", expected one JSON object on each line");
    }
    Map<String, @Nullable Object> row = new HashMap<>();
    Set<String> names = new HashSet<>();
    List<String> unknown = new ArrayList<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      Column column = mapping.ignores(name) ? null : mapping.column(name);
      if (!names.add(name)) {
        throw bad("found the name \"" + name + "\" a second time, expected each once");
      }
      if (column == null) {
        if (!mapping.ignores(name)) {
          unknown.add(name);
        }
        parser.skipChildren();
      } else if (mapping.constants().containsKey(column.name())) {
        throw bad(mapping.givenTwice(name, column));
      } else if (row.containsKey(column.name())) {
        throw bad(
            "found a second value for column "
                + column.name()
                + ", expected one; use --ignore "
                + Text.shell(name));
      } else {
        row.put(column.name(), value(parser, column));
      }
    }
    if (parser.nextToken() != null) {
      throw bad("found " + describe(parser) + " after the object, expected the end of the line");
    }
    if (!unknown.isEmpty()) {
      throw bad(mapping.unknown(unknown));
    }
    mapping.sayGuessed(file);
    row.putAll(mapping.constants());
    return row;
  }

  /** The problem of a line that the JSON parser cannot read, in the words of Keywright. */
  private static String unreadable(JsonProcessingException e, JsonParser parser, byte[] line) {
    JsonLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    int column = place.getColumnNr();
    String problem;
    int notUtf8 = placeThatIsNotUtf8(line);
    if (e instanceof StreamConstraintsException) {
      problem =
          parser.getParsingContext().getNestingDepth() > MOST_NESTED
              ? "found values nested more than 1,000 deep, expected at most 1,000"
              : LONG_NUMBER;
    } else if (e instanceof JsonEOFException) {
      problem = "found the end of the line inside the object, expected all of it on one line";
    } else if (notUtf8 >= 0) {
      column = notUtf8 + 1;
      problem = "it is not UTF-8; convert the input, for example: iconv -f ISO-8859-1 -t UTF-8";
    } else {
      int end = Math.min(line.length, column);
      int start = Math.max(0, end - SHOWN_BYTES);
      problem =
          "found '%s', which JSON does not allow there"
              .formatted(new String(line, start, end - start, StandardCharsets.UTF_8));
    }
    return "cannot read JSON at column %,d: %s".formatted(column, problem);
  }

  /** The offset of the first byte that is not UTF-8; -1 if there is none. */
  private static int placeThatIsNotUtf8(byte[] line) {
    ByteBuffer bytes = ByteBuffer.wrap(line);
    CharBuffer unused = CharBuffer.allocate(line.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, unused, true);
    return result.isError() ? bytes.position() : -1;
  }

  private @Nullable Object value(JsonParser parser, Column column) throws IOException {
    boolean isJson =
        column.type().elementType() != null || column.type().valueClass() == Variant.class;
    if (isJson && parser.currentToken() != JsonToken.VALUE_NULL) {
      return json(parser, column);
    }
    Object value =
        switch (parser.currentToken()) {
          case VALUE_NULL -> null;
          case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
          case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
          case VALUE_NUMBER_FLOAT -> decimal(parser, column);
          case VALUE_STRING -> parser.getText();
          default ->
              throw bad(column.name() + ": found " + describe(parser) + ", expected a value");
        };
    if (value == null) {
      return null;
    }
    try {
      if (mapping.hasForm(column) && (value instanceof String || !WrittenForm.isWhole(column))) {
        return mapping.parse(column, parser.getText());
      }
      if (value instanceof String text && isWrittenAsText(column.type(), text)) {
        return column.type().parseValue(text);
      }
      Object converted = column.type().convert(value);
      if (value instanceof BigInteger) {
        mapping.checkUnit(column, converted, parser.getText());
      }
      return converted;
    } catch (KeyException | CliException e) {
      String hint = value instanceof String text ? hint(column, text) : "";
      throw bad(column.name() + ": " + e.getMessage() + hint);
    }
  }

  private String hint(Column column, String text) {
    if (mapping.hasForm(column) || !isWrittenWithoutQuotes(column.type(), text)) {
      return mapping.hint(column);
    }
    return WrittenForm.isWhole(column)
        ? "; --parse '%s=digits' reads whole numbers in quotes".formatted(column.name())
        : "; write it without quotes";
  }

  /** Whether a text would be a value of the type if it were not in quotes. */
  private static boolean isWrittenWithoutQuotes(Type type, String text) {
    Class<?> kind = type.valueClass();
    if (kind != Boolean.class && !Number.class.isAssignableFrom(kind)) {
      return false;
    }
    try {
      Object unused = type.parseValue(text);
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  private BigDecimal decimal(JsonParser parser, Column column) throws IOException {
    try {
      return parser.getDecimalValue();
    } catch (NumberFormatException e) {
      throw bad(
          "%s: found %s, expected an exponent of at most nine digits"
              .formatted(column.name(), parser.getText()));
    }
  }

  /**
   * Whether the value of a type without a form of its own in JSON is written as this text; bytes
   * are in hex.
   */
  private static boolean isWrittenAsText(Type type, String text) {
    Class<?> kind = type.valueClass();
    return kind == byte[].class
        || ((kind == Double.class || kind == Float.class) && NOT_FINITE.contains(text));
  }

  /** The value of a list or a variant, whose form is JSON. A JSON null means no value. */
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
    return lines.bad(problem);
  }
}
