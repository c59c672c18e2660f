package keywright.key;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column or of a key part: its values, their order and their bytes in a row key.
 *
 * <p>Values are Java objects of one {@link #valueClass}. Types are immutable and equal when their
 * declarations are.
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
        EnumType,
        FloatingType,
        IntegerType,
        ListType,
        TextType,
        TimeType,
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
   * A type from its declaration: {@code tinyint smallint int bigint} (each also {@code unsigned}),
   * {@code varint float double decimal decimal(p,s) boolean text char(n) digits(n) blob binary(n)
   * uuid date time time(s|ms|us|ns) timestamp timestamp(s|ms|us|ns) enum('a' = 1, …) list<T>
   * variant}. A bare {@code time} is in nanoseconds, a bare {@code timestamp} in milliseconds.
   *
   * @throws KeyException naming what was found and which types there are
   */
  public static Type parse(String text) {
    Tokens tokens = new Tokens(text);
    Type type = TypeParser.parse(tokens);
    tokens.expectEnd();
    return type;
  }

  /**
   * The class of the type's values: Byte, Short, Integer, Long for tinyint to bigint; Short,
   * Integer, Long, BigInteger for these unsigned; BigInteger for varint; Float, Double, BigDecimal
   * (decimal(p,s): of exactly that scale; decimal: without trailing zeros), Boolean, String (text,
   * char, digits, and the label of an enum), byte[] (blob, binary), UUID, LocalDate, LocalTime,
   * Instant, List (unmodifiable, without nulls), {@link Variant}.
   */
  public abstract Class<?> valueClass();

  /** Whether the values are texts that have beginnings: for LIKE and the functions of text. */
  boolean isText() {
    return valueClass() == String.class;
  }

  /** What a value may be, in words that follow "expected". */
  abstract String expectation();

  /**
   * Where a literal falls among the type's values.
   *
   * @return null when it cannot be compared with this type at all
   */
  abstract @Nullable Fit fit(Object literal);

  /**
   * The value of this type that {@code value} is, without loss: any exact {@link Number} for a
   * number; ISO-8601 text (UTC without a zone) or a whole number of units for a timestamp, or an
   * {@code Instant}, which alone may be finer and is truncated towards the past; a {@code
   * LocalDate} or text for a date; a {@code LocalTime}, ISO-8601 text or a whole number of units
   * for a time; a {@code UUID} or text for a uuid; a {@code List} for a list; what {@link
   * Variant#of} takes for a variant.
   *
   * @throws KeyException when the value is of another kind, out of range, or finer than the type
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
   * Whether {@code value} is one of this type as it stands, which {@link #convert} gives back;
   * false where that takes more than a look.
   */
  boolean isValue(Object value) {
    return false;
  }

  /** A value as a message shows it: text between quotes, and of what is long only the beginning. */
  static String describe(Object value) {
    if (value instanceof byte[] bytes) {
      return shortened("0x" + BlobType.hex(bytes), "");
    }
    return shortened(value.toString(), value instanceof CharSequence ? "'" : "");
  }

  private static String shortened(String text, String quote) {
    if (text.length() <= SHOWN_CHARACTERS) {
      return quote + text + quote;
    }
    int end = text.offsetByCodePoints(0, SHOWN_CHARACTERS / 2);
    return quote + text.substring(0, end) + "…" + quote + " (" + text.length() + " characters)";
  }

  /** The bytes of the body in a row key, or -1 when they vary. */
  public abstract int fixedLength();

  /** How a value is held where it is not boxed. */
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

  /** The characters that a value takes as text, or -1 when they vary. */
  int textWidth() {
    return -1;
  }

  /** No value as text has more bytes of UTF-8 than this; -1 when there is no bound. */
  int longestText() {
    return textWidth();
  }

  /** Whether texts of equal width, or in last position, sort as the values do. */
  boolean textSorts() {
    return false;
  }

  /** Appends the ascending body of {@code value}, which is of {@link #valueClass}. */
  abstract void write(Object value, KeyWriter out);

  /** Reads an ascending body; rejects all but what {@link #write} writes. */
  abstract Object read(KeyReader in);

  /** Unsigned byte order of the bodies; both values are of {@link #valueClass}. */
  public abstract int compare(Object a, Object b);

  /** The value as text, which {@link #parseValue} reads back. */
  public String format(Object value) {
    return value.toString();
  }

  /**
   * The value that {@code text} stands for, as in a CSV field or on a command line.
   *
   * @throws KeyException naming the text and what was expected
   */
  public Object parseValue(String text) {
    return convert(text);
  }

  /** The value as it stands in a text key, which {@link #parseKeyText} reads back. */
  String keyText(Object value) {
    return format(value);
  }

  Object parseKeyText(String text) {
    return parseValue(text);
  }

  /**
   * Values that stand for all of the type in a text key: what is in the key text of each of them is
   * in the key text of every value. Empty for types whose texts need have nothing in common.
   */
  List<Object> samples() {
    return List.of();
  }

  /**
   * The value as JSON: numbers, truth values, lists and variants as such, all else as a string that
   * holds {@link #format}.
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

  /** The value that {@code json} is as an element of a list. */
  Object fromJson(Variant json) {
    Object value = json.value();
    if (value instanceof String text) {
      return valueClass() == Boolean.class || isExactNumber() ? convert(text) : parseValue(text);
    }
    return convert(value == null || value instanceof List ? json : value);
  }

  private boolean isExactNumber() {
    return Number.class.isAssignableFrom(valueClass()) && !(this instanceof FloatingType);
  }

  /** Whether two values of one type, or nulls, are equal; arrays, in lists too, by content. */
  public static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (!(a instanceof List<?> x) || !(b instanceof List<?> y)) {
      return Objects.equals(a, b);
    }
    boolean same = x.size() == y.size();
    for (int i = 0; same && i < x.size(); i++) {
      same = same(x.get(i), y.get(i));
    }
    return same;
  }

  /** The ascending KW1 body of {@code value}. */
  public final byte[] toBytes(Object value) {
    KeyWriter out = new KeyWriter(fixedLength() > 0 ? fixedLength() : 64);
    write(value, out);
    return out.toBytes();
  }

  /**
   * The value whose ascending KW1 body is {@code bytes}.
   *
   * @throws KeyException when the bytes are not exactly one body
   */
  public final Object fromBytes(byte[] bytes) {
    return fromBytes(bytes, 0, bytes.length);
  }

  /**
   * The value whose ascending KW1 body is {@code bytes[start, stop)}.
   *
   * @throws KeyException when the bytes are not exactly one body
   */
  public final Object fromBytes(byte[] bytes, int start, int stop) {
    KeyReader in = new KeyReader(bytes, start, stop);
    in.startPart(0, declaration, false);
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

  /** The declaration, which {@link #parse} reads back. */
  @Override
  public final String toString() {
    return declaration;
  }
}
