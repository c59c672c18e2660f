package keywright.ojai;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.ParseException;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * A text in JSON that is read token by token, with the tags of the API for types that JSON does not
 * have. A number without a tag is a double if a program prints a double so, else a long, else a
 * decimal. Every error names line and column. For one thread.
 */
final class JsonText {
  /** So many digits tell each double from all others. */
  private static final int DIGITS_OF_A_DOUBLE = 17;

  private static final JsonFactory FACTORY = new JsonFactory();

  private final String what;
  private final JsonParser parser;
  private @Nullable JsonToken token;

  private JsonText(String what, JsonParser parser) {
    this.what = what;
    this.parser = parser;
  }

  /** What a reader makes of a text whose first token is current. */
  @FunctionalInterface
  interface Content<T> {
    T read(JsonText text);
  }

  /**
   * Reads a whole text.
   *
   * @param what what the text is, for messages: "the condition"
   * @throws DecodingException if it is no JSON, or not what {@code content} expects
   */
  static <T> T read(String what, String text, Content<T> content) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonText json = new JsonText(what, parser);
      json.next();
      T read = content.read(json);
      if (json.token != null) {
        throw json.unexpected("the end");
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A document from JSON: one object. */
  static Map<String, @Nullable Object> document(String text) {
    return read(
        "the document",
        text,
        json -> {
          json.expect(JsonToken.START_OBJECT, "{");
          Object value = json.value();
          if (!(value instanceof Map)) {
            throw new DecodingException(
                "cannot read the document: it is a value of type "
                    + Plain.type(value)
                    + ", expected an object");
          }
          return Plain.map(value);
        });
  }

  /** What the parser says to programmers: where a container started, codes, and its settings. */
  private static final Pattern NO_HELP =
      Pattern.compile(" \\(start marker.*| \\(code [0-9]+\\)|: enable `.*");

  void next() {
    try {
      token = parser.nextToken();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private RuntimeException unreadable(IOException e) {
    if (!(e instanceof JsonProcessingException problem)) {
      return new UncheckedIOException(e);
    }
    String message = problem.getOriginalMessage().lines().findFirst().orElse("");
    return new DecodingException(
        "cannot read %s: %s (%s), expected JSON"
            .formatted(what, NO_HELP.matcher(message).replaceAll(""), place(problem.getLocation())),
        problem);
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? "at its end"
        : "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /** A place in the text and the token there, for an error that shows later. */
  record Spot(String what, String found, String place) {
    DecodingException unexpected(String expected) {
      return new DecodingException(
          "cannot read %s: %s (%s), expected %s".formatted(what, found, place, expected));
    }

    /** The error that {@code cause} is, at this place. */
    DecodingException refused(RuntimeException cause) {
      String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
      return new DecodingException("cannot read %s: %s (%s)".formatted(what, reason, place), cause);
    }
  }

  Spot spot() {
    return new Spot(what, found(), place(parser.currentTokenLocation()));
  }

  private String found() {
    return token == null ? "it ends" : "found " + quoted(shown());
  }

  /** An error at the current token. */
  DecodingException error(String found, String expected) {
    return new DecodingException(
        "cannot read %s: %s (%s), expected %s"
            .formatted(what, found, place(parser.currentTokenLocation()), expected));
  }

  /** An error because of the current token. */
  DecodingException unexpected(String expected) {
    return error(found(), expected);
  }

  private String shown() {
    try {
      String text = parser.getText();
      return text == null ? String.valueOf(token) : text;
    } catch (IOException e) {
      return String.valueOf(token);
    }
  }

  static String quoted(String text) {
    String line = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(line)) + '"';
  }

  boolean is(JsonToken expected) {
    return token == expected;
  }

  void expect(JsonToken expected, String shown) {
    if (token != expected) {
      throw unexpected(shown);
    }
  }

  /** The text of the current token, which is a field name or a string. */
  String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      // A text is read when it is asked for, and may be longer than the parser permits.
      throw unreadable(e);
    }
  }

  /** The string that is current; moves behind it. */
  String string(String expected) {
    expect(JsonToken.VALUE_STRING, expected);
    String text = text();
    next();
    return text;
  }

  /** The whole number from zero up that is current; moves behind it. */
  long count(String expected) {
    expect(JsonToken.VALUE_NUMBER_INT, expected);
    Object number = number();
    long count = ((Number) number).longValue();
    if (number instanceof BigDecimal || count < 0) {
      throw unexpected(expected);
    }
    next();
    return count;
  }

  /** The value that starts here; moves behind it. */
  @Nullable Object value() {
    return value(0);
  }

  private @Nullable Object value(int depth) {
    Object value;
    if (token == null) {
      throw unexpected("a value");
    }
    switch (token) {
      case VALUE_NULL -> value = null;
      case VALUE_TRUE -> value = true;
      case VALUE_FALSE -> value = false;
      case VALUE_STRING -> value = text();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> value = number();
      case START_ARRAY -> value = array(depth + 1);
      case START_OBJECT -> value = object(depth + 1);
      default -> throw unexpected("a value");
    }
    next();
    return value;
  }

  private void checkDepth(int depth) {
    if (depth > Plain.NESTING_MAX) {
      throw error("containers are nested " + depth + " deep", "at most " + Plain.NESTING_MAX);
    }
  }

  private Number number() {
    String digits = text();
    if (token == JsonToken.VALUE_NUMBER_FLOAT && isShort(digits)) {
      return Double.valueOf(digits);
    }
    BigDecimal exact;
    try {
      exact = new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw unexpected("an exponent from -2147483647 to 2147483647");
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      double read = Double.parseDouble(digits); // Not that of the decimal, which has no -0.0.
      return isPrinted(read, exact) ? (Number) read : exact;
    }
    double value = exact.doubleValue();
    if (Double.isFinite(value) && new BigDecimal(value).compareTo(exact) == 0) {
      return digits.equals("-0") ? -0.0 : value;
    }
    return exact.precision() < 19 || exact.toBigInteger().bitLength() < 64
        ? (Number) exact.longValue()
        : exact;
  }

  /** Whether there are at most 15 digits and no exponent: a double is printed so again. */
  private static boolean isShort(String digits) {
    return digits.length() <= 16 && digits.indexOf('e') < 0 && digits.indexOf('E') < 0;
  }

  /**
   * Whether programs print a double as this number: as Java does, or rounded to some digits, of
   * which 17 are always enough.
   */
  private static boolean isPrinted(double value, BigDecimal number) {
    if (!Double.isFinite(value)) {
      return false;
    }
    int digits = number.precision();
    MathContext rounding = new MathContext(digits, RoundingMode.HALF_EVEN);
    return new BigDecimal(Double.toString(value)).compareTo(number) == 0
        || (digits <= DIGITS_OF_A_DOUBLE
            && new BigDecimal(value).round(rounding).compareTo(number) == 0);
  }

  private List<@Nullable Object> array(int depth) {
    checkDepth(depth);
    List<@Nullable Object> list = new ArrayList<>();
    next();
    while (token != JsonToken.END_ARRAY) {
      list.add(value(depth));
    }
    return list;
  }

  private @Nullable Object object(int depth) {
    checkDepth(depth);
    next();
    if (token == JsonToken.FIELD_NAME && isTag(text())) {
      Object tagged = tagged(text());
      next();
      expect(JsonToken.END_OBJECT, "} after a value with a tag");
      return tagged;
    }
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (token != JsonToken.END_OBJECT) {
      expect(JsonToken.FIELD_NAME, "a field name");
      String name = text();
      next();
      int before = map.size();
      map.put(name, value(depth));
      if (map.size() == before) {
        throw error(
            "an object has the field " + quoted(name) + " twice", "each field of an object once");
      }
    }
    return map;
  }

  private static boolean isTag(String name) {
    return switch (name) {
      case Value.TAG_BYTE,
          Value.TAG_SHORT,
          Value.TAG_INT,
          Value.TAG_LONG,
          Value.TAG_FLOAT,
          Value.TAG_DECIMAL,
          Value.TAG_DATE,
          Value.TAG_TIME,
          Value.TAG_TIMESTAMP,
          Value.TAG_INTERVAL,
          Value.TAG_BINARY ->
          true;
      default -> false;
    };
  }

  private Object tagged(String tag) {
    next();
    if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
      throw unexpected("the value of " + tag);
    }
    String text = text();
    try {
      return switch (tag) {
        case Value.TAG_BYTE -> Byte.valueOf(text);
        case Value.TAG_SHORT -> Short.valueOf(text);
        case Value.TAG_INT -> Integer.valueOf(text);
        case Value.TAG_LONG -> Long.valueOf(text);
        case Value.TAG_FLOAT -> Float.valueOf(text);
        case Value.TAG_DECIMAL -> new BigDecimal(text);
        case Value.TAG_DATE -> ODate.parse(text);
        case Value.TAG_TIME -> OTime.parse(text);
        case Value.TAG_TIMESTAMP -> OTimestamp.parse(text);
        case Value.TAG_INTERVAL -> new OInterval(Long.parseLong(text));
        default -> ByteBuffer.wrap(Base64.getDecoder().decode(text));
      };
    } catch (IllegalArgumentException | ParseException e) {
      throw unexpected("the value of " + tag);
    }
  }

  /** Adds a value in JSON, with a tag if JSON does not have its type. */
  static void write(StringBuilder json, @Nullable Object value) {
    switch (Plain.type(value)) {
      case NULL, BOOLEAN -> json.append(value);
      case STRING -> writeString(json, (String) requireNonNull(value));
      case DOUBLE -> writeDouble(json, (double) requireNonNull(value));
      case MAP -> {
        json.append('{');
        String separator = "";
        for (Map.Entry<String, @Nullable Object> field :
            Plain.map(requireNonNull(value)).entrySet()) {
          json.append(separator);
          separator = ",";
          writeString(json, field.getKey());
          json.append(':');
          write(json, field.getValue());
        }
        json.append('}');
      }
      case ARRAY -> {
        json.append('[');
        String separator = "";
        for (Object element : Plain.list(requireNonNull(value))) {
          json.append(separator);
          separator = ",";
          write(json, element);
        }
        json.append(']');
      }
      default -> writeTagged(json, requireNonNull(value));
    }
  }

  static void writeString(StringBuilder json, String text) {
    json.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, json);
    json.append('"');
  }

  private static void writeDouble(StringBuilder json, double value) {
    if (Double.isFinite(value)) {
      json.append(value);
    } else {
      json.append("{\"").append(Value.TAG_FLOAT).append("\":\"").append(value).append("\"}");
    }
  }

  private static void writeTagged(StringBuilder json, Object value) {
    json.append("{\"").append(Plain.type(value).getTagName()).append("\":");
    switch (Plain.type(value)) {
      case DECIMAL -> writeString(json, value.toString());
      case FLOAT -> {
        if (ValueOrder.isFinite((Number) value)) {
          json.append(value);
        } else {
          writeString(json, value.toString());
        }
      }
      case DATE -> writeString(json, ((ODate) value).toDateStr());
      case TIME -> writeString(json, ((OTime) value).toTimeStr());
      case TIMESTAMP -> writeString(json, ((OTimestamp) value).toUTCString());
      case INTERVAL -> json.append(((OInterval) value).getTimeInMillis());
      case BINARY -> {
        ByteBuffer bytes = ((ByteBuffer) value).duplicate();
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        writeString(json, Base64.getEncoder().encodeToString(content));
      }
      default -> json.append(value);
    }
    json.append('}');
  }
}
