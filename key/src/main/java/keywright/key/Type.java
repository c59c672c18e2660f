package keywright.key;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column or of a key part. A type determines the possible values, their order, and
 * their bytes in a row key.
 *
 * <p>The values of a type are Java objects of its {@link #valueClass}. Types are immutable. Two
 * types are equal if their declarations are equal.
 */
public abstract sealed class Type
    permits BigDecimalType,
        BinaryType,
        BlobType,
        BooleanType,
        CharType,
        DateType,
        DecimalType,
        DigitsType,
        DurationType,
        EnumType,
        FloatingType,
        InetType,
        IntegerType,
        ListType,
        MapType,
        SetType,
        TextType,
        TimeType,
        TimeUuidType,
        TimestampType,
        UuidType,
        VariantType,
        VarintType {
  private static final int SHOWN_CHARACTERS = 100;

  private final String declaration;

  Type(String declaration) {
    this.declaration = declaration;
  }

  /**
   * Parses the declaration of a type. The declarations are {@code tinyint smallint int bigint}
   * (each also {@code unsigned}), {@code varint float double decimal decimal(p,s) boolean text
   * char(n) digits(n) blob binary(n) uuid timeuuid inet date time time(s|ms|us|ns) timestamp
   * timestamp(s|ms|us|ns) enum('a' = 1, …) list<T> set<T> map<K,V> duration variant}; {@code
   * frozen<T>} is T itself, for a list, set or map. Without a unit, {@code time} is in nanoseconds
   * and {@code timestamp} in milliseconds.
   *
   * @throws KeyException if {@code text} is not one of these declarations; the message lists the
   *     types
   */
  public static Type parse(String text) {
    Tokens tokens = new Tokens(text);
    Type type = TypeParser.parse(tokens);
    tokens.expectEnd();
    return type;
  }

  /**
   * The Java class of the type's values:
   *
   * <ul>
   *   <li>tinyint, smallint, int, bigint: Byte, Short, Integer, Long
   *   <li>the same types unsigned: Short, Integer, Long, BigInteger
   *   <li>varint: BigInteger
   *   <li>float, double, boolean: Float, Double, Boolean
   *   <li>decimal: BigDecimal without trailing zeros; decimal(p,s): BigDecimal with the scale s
   *   <li>text, char, digits: String; enum: String, the label
   *   <li>blob, binary: byte[]
   *   <li>uuid and timeuuid: UUID; inet: InetAddress
   *   <li>date, time, timestamp: LocalDate, LocalTime, Instant
   *   <li>list: List, unmodifiable and without nulls
   *   <li>set and map: Set and Map, unmodifiable, without nulls, and in the order of the elements
   *       or keys
   *   <li>duration: {@link CqlDuration}
   *   <li>variant: {@link Variant}
   * </ul>
   */
  public abstract Class<?> valueClass();

  /** Whether the values are texts, so LIKE and the functions of text apply. */
  boolean isText() {
    return valueClass() == String.class;
  }

  /** A description of the values, to follow the word "expected". */
  abstract String expectation();

  /**
   * The type of the elements of a list or set, or of the values of a map; null for every other
   * type.
   */
  public @Nullable Type elementType() {
    return null;
  }

  /**
   * Whether the values have an order that queries can use. A duration has none, and a list or map
   * of durations has none. Only types with an order can be in keys.
   */
  public boolean isOrdered() {
    Type element = elementType();
    Type key = keyType();
    return (element == null || element.isOrdered()) && (key == null || key.isOrdered());
  }

  /** The type of the keys of a map; null for every other type. */
  public @Nullable Type keyType() {
    return null;
  }

  /**
   * The position of a literal among the values of the type.
   *
   * @return null if the literal cannot be compared with this type
   */
  abstract @Nullable Fit fit(Object literal);

  /**
   * Converts a Java value to a value of this type. The conversion loses no digits; only an {@code
   * Instant} is truncated, to the unit of the timestamp, towards the past. This method accepts
   * values of {@link #valueClass}, and also the following ones:
   *
   * <ul>
   *   <li>for a number type: any {@link Number} whose value the type can represent exactly
   *   <li>for a timestamp: an {@code Instant}; a text in ISO-8601, in UTC if it has no zone; or a
   *       whole number of the type's units since 1970
   *   <li>for a time: a {@code LocalTime}, a text in ISO-8601, or a whole number of the type's
   *       units since midnight
   *   <li>for a date: a {@code LocalDate} or a text
   *   <li>for a uuid or timeuuid: a {@code UUID} or a text
   *   <li>for an inet: an {@code InetAddress} or a text; no name is looked up
   *   <li>for a duration: a {@code CqlDuration} or a text
   *   <li>for a list: a {@code List}; for a set: a {@code Set}; for a map: a {@code Map} whose keys
   *       are different
   *   <li>for a variant: the values that {@link Variant#of} accepts
   * </ul>
   *
   * @throws KeyException if the value has another class, is out of range, or has more digits or a
   *     finer unit than the type
   */
  public final Object convert(Object value) {
    if (isValue(value)) {
      return value;
    }
    Fit fit = fit(value);
    if (fit == null || fit.floor() == null || !fit.exact()) {
      throw KeyException.of("found " + describe(value) + ", expected " + expectation());
    }
    return fit.floor();
  }

  /**
   * Converts a value as {@link #convert} does, and returns null where that throws an exception. So
   * many values of another type cost little.
   */
  public final @Nullable Object convertOrNull(Object value) {
    if (isValue(value)) {
      return value;
    }
    try {
      Fit fit = fit(value);
      return fit == null || !fit.exact() ? null : fit.floor();
    } catch (KeyException e) {
      return null;
    }
  }

  /**
   * Whether {@code value} is a value of this type that {@link #convert} returns unchanged. False
   * also if that is not quickly known.
   */
  boolean isValue(Object value) {
    return false;
  }

  /**
   * A value for a message, as a literal of the language: a text in quotes; a list, set or map with
   * its kind before it, such as {@code the list [1, 'a']}. Of a long value only the beginning.
   */
  public static String describe(@Nullable Object value) {
    String kind =
        value instanceof List
            ? "the list "
            : value instanceof Set ? "the set " : value instanceof Map ? "the map " : "";
    boolean isText = value instanceof CharSequence;
    return kind + shortened(isText ? String.valueOf(value) : literal(value), isText ? "'" : "");
  }

  private static String literal(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return "0x" + BlobType.hex(bytes);
    }
    if (value instanceof CharSequence) {
      return "'" + value.toString().replace("'", "''") + "'";
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> literal(entry.getKey()) + ": " + literal(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Collection<?> values) {
      boolean isSet = value instanceof Set;
      return values.stream()
          .map(Type::literal)
          .collect(Collectors.joining(", ", isSet ? "{" : "[", isSet ? "}" : "]"));
    }
    return String.valueOf(value);
  }

  private static String shortened(String text, String quote) {
    if (text.length() <= SHOWN_CHARACTERS) {
      return quote + text + quote;
    }
    int end = text.offsetByCodePoints(0, SHOWN_CHARACTERS / 2);
    return quote + text.substring(0, end) + "…" + quote + " (" + text.length() + " characters)";
  }

  /**
   * Converts a value of a timestamp type to a number of units since 1970-01-01T00:00:00Z. The unit
   * is that of the type, such as milliseconds. {@link #convert} converts the number to the value.
   *
   * @throws IllegalStateException if this type is not a timestamp type
   */
  public long units(Object value) {
    throw new IllegalStateException(declaration + " counts no units since 1970");
  }

  /**
   * The number of bytes that every value of this type has in the format kw1, without a null marker;
   * -1 if values have different numbers of bytes.
   */
  public abstract int fixedLength();

  /** The unboxed form of a value. */
  Carrier carrier() {
    return Carrier.OBJECT;
  }

  /** The lowest number of a {@link Carrier#isNumber} type; 0 means that it has no sign bit. */
  long lowest() {
    return Long.MIN_VALUE;
  }

  /** The highest number of a {@link Carrier#isNumber} type that a long holds. */
  long highest() {
    return Long.MAX_VALUE;
  }

  /** The number of characters of a value as text; -1 if it varies. */
  int textWidth() {
    return -1;
  }

  /** The largest number of bytes of UTF-8 of a value as text; -1 if there is no maximum. */
  int longestText() {
    return textWidth();
  }

  /**
   * Whether the texts of values sort as the values do, if they have equal width or are the last
   * part.
   */
  boolean textSorts() {
    return false;
  }

  /** Whether {@link #write} accepts every value of this type. */
  boolean encodesEveryValue() {
    return true;
  }

  /** Appends the ascending body of {@code value}, which is of {@link #valueClass}. */
  abstract void write(Object value, KeyWriter out);

  /** Reads an ascending body; refuses bytes that {@link #write} does not write. */
  abstract Object read(KeyReader in);

  /**
   * Compares two values of this type, which must be of {@link #valueClass}. The order of the values
   * is the unsigned byte order of {@link #toBytes}.
   *
   * @return a negative number, 0 or a positive number if {@code a} is before, equal to or after
   *     {@code b}
   */
  public abstract int compare(Object a, Object b);

  /** The text of a value. {@link #parseValue} converts this text to the same value. */
  public String format(Object value) {
    return value.toString();
  }

  /**
   * Parses the text of a value, as in a field of a CSV file or on a command line.
   *
   * @throws KeyException if the text is not a value of this type; the message says what was
   *     expected
   */
  public Object parseValue(String text) {
    return convert(text);
  }

  /** The text of the value in a text key. {@link #parseKeyText} reads it back. */
  String keyText(Object value) {
    return format(value);
  }

  Object parseKeyText(String text) {
    return parseValue(text);
  }

  /**
   * Sample values, chosen such that characters which occur in the key text of all samples occur in
   * the key text of every value. Empty for types whose texts have nothing in common.
   */
  List<Object> samples() {
    return List.of();
  }

  /**
   * The JSON text of a value. Numbers, booleans, lists, sets, maps and variants are written as JSON
   * numbers, booleans, arrays, arrays, objects and values. The names of an object are the texts of
   * the keys. Every other value is written as a JSON string with the text of {@link #format}.
   */
  public final String toJson(Object value) {
    StringBuilder out = new StringBuilder();
    appendJson(value, out);
    return out.toString();
  }

  void appendJson(Object value, StringBuilder out) {
    boolean finite =
        !(value instanceof Double || value instanceof Float)
            || Double.isFinite(((Number) value).doubleValue());
    if (value instanceof Boolean || (value instanceof Number && finite)) {
      out.append(format(value));
    } else {
      JsonReader.quote(format(value), out);
    }
  }

  /** The value of a list element, from its JSON. */
  Object fromJson(Variant json) {
    Object value = json.value();
    if (value instanceof String text) {
      return valueClass() == Boolean.class || isExactNumber() ? convert(text) : parseValue(text);
    }
    return convert(value == null || value instanceof List || value instanceof Map ? json : value);
  }

  private boolean isExactNumber() {
    return Number.class.isAssignableFrom(valueClass()) && !(this instanceof FloatingType);
  }

  /**
   * Whether two values of the same type are equal. Either may be null. Byte arrays are compared by
   * their content, also inside lists, sets and maps.
   */
  public static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof String || a instanceof Number || a instanceof Instant) {
      return a.equals(b); // Most are, and to ask whether they are lists takes longer.
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return allSame(x.keySet(), y.keySet()) && allSame(x.values(), y.values());
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return allSame(x, y);
    }
    if (a instanceof Set<?> x && b instanceof Set<?> y) {
      return allSame(x, y);
    }
    return Objects.equals(a, b);
  }

  private static boolean allSame(Collection<?> a, Collection<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> other = b.iterator();
    for (Object value : a) {
      if (!same(value, other.next())) {
        return false;
      }
    }
    return true;
  }

  /**
   * The bytes of a value in an ascending part of a key in the format kw1, without a null marker.
   */
  public final byte[] toBytes(Object value) {
    KeyWriter out = new KeyWriter(fixedLength() > 0 ? fixedLength() : 64);
    write(value, out);
    return out.toBytes();
  }

  /**
   * Puts the bytes of {@link #toBytes(Object)} into an array.
   *
   * @param into gets the bytes, from the index {@code offset} on
   * @return the index in {@code into} after the last of the bytes; -1 if they do not fit, and then
   *     {@code into} is not changed
   */
  public final int toBytes(Object value, byte[] into, int offset) {
    KeyWriter out = KeyWriter.ofThread();
    write(value, out);
    return out.copyTo(into, offset);
  }

  /**
   * The value for which {@link #toBytes} returns {@code bytes}, as the inverse of that method.
   *
   * @throws KeyException if the bytes are not exactly the bytes of one value
   */
  public final Object fromBytes(byte[] bytes) {
    return fromBytes(bytes, 0, bytes.length);
  }

  /**
   * The value for which {@link #toBytes} returns the bytes of an array from the index {@code
   * start}, inclusive, to {@code stop}, exclusive.
   *
   * @throws KeyException if the bytes are not exactly the bytes of one value
   */
  public final Object fromBytes(byte[] bytes, int start, int stop) {
    KeyReader in = new KeyReader(bytes, start, stop);
    in.startValue(declaration);
    Object value = read(in);
    in.expectEnd();
    return value;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Type type && declaration.equals(type.declaration);
  }

  @Override
  public final int hashCode() {
    return declaration.hashCode();
  }

  /** The declaration of the type as text. {@link #parse} parses this text. */
  @Override
  public final String toString() {
    return declaration;
  }
}
