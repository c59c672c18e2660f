package keywright.table.model;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A value that is computed from the columns of a row, such as {@code a + b * 2}. Whole numbers and
 * decimals are computed exactly, also in a part of an expression that has a {@code float} or {@code
 * double} elsewhere. An operator of which one operand is a {@code float} or {@code double} rounds
 * the other one to a double, and computes as Java does. Null if an operand is null. Immutable.
 *
 * <p>The type of a result is {@code double} if an operand is {@code float} or {@code double},
 * otherwise {@code decimal} if an operand is one, otherwise {@code varint} if an operand is one or
 * a {@code bigint unsigned}, otherwise {@code bigint}. A result that its type cannot hold is
 * refused; a double is infinite or NaN only if a stored number is.
 */
public sealed interface Expression {

  /** The most digits of an exact result. A number that is written has at most 1,000. */
  int DIGITS_MAX = 10_000;

  /** How many units of 100 ns from the day on which the time of a timeuuid begins. */
  long UNITS_BEFORE_1970 = 0x01B2_1DD2_1381_4000L;

  /** The value of a column. */
  record ColumnValue(String column) implements Expression {
    @Override
    public String toString() {
      return Names.quote(column);
    }
  }

  /**
   * The value of a key of a map, null if the map does not have the key.
   *
   * @param column the name of the map
   * @param key a value of the type of its keys; null for one that is not known yet
   * @param shown the key in the text of the expression, such as {@code 'a'} or {@code ?}
   */
  record AtKey(String column, @Nullable Object key, String shown) implements Expression {
    /** The value of a key that is shown as a literal. */
    public static AtKey of(String column, Object key) {
      String shown =
          key instanceof Number || key instanceof Boolean || key instanceof UUID
              ? key.toString()
              : "'" + key.toString().replace("'", "''") + "'";
      return new AtKey(column, key, shown);
    }

    @Override
    public String toString() {
      return Names.quote(column) + "[" + shown + "]";
    }

    private @Nullable Object in(@Nullable Object map) {
      for (Map.Entry<?, ?> entry :
          map == null ? Set.<Map.Entry<?, ?>>of() : ((Map<?, ?>) map).entrySet()) {
        if (Type.same(entry.getKey(), key)) {
          return entry.getValue();
        }
      }
      return null;
    }
  }

  /**
   * The documents of a column with at least some of their fields. Other fields may be missing, so
   * that the families that contain them need not be read. The value is null if the row has none of
   * the fields that were read.
   *
   * @param column the name of the document column
   * @param fields the names of outermost fields
   */
  record Fields(String column, Set<String> fields) implements Expression {
    /** Keeps its own copy of the names. */
    public Fields {
      fields = Set.copyOf(fields);
    }

    @Override
    public String toString() {
      return Names.quote(column);
    }
  }

  /**
   * The value at a path of the documents in a {@code blob} column, as JSON text; null if the
   * document has no value at the path, or the value null. A {@link Cast} of it has the value of a
   * column of that type that is derived from the path, and refuses a value that does not fit.
   */
  record AtPath(DocumentPath path) implements Expression {
    private static final Type JSON = Type.parse("text");

    @Override
    public String toString() {
      return path.path();
    }

    private Type checkedType(Function<String, Type> types) {
      Type documents = types.apply(path.column());
      if (documents.valueClass() != byte[].class) {
        throw new TableException(
            "cannot read %s of %s: found a column of type %s, expected documents in a blob; declare a column derived from this path"
                .formatted(path.path(), Names.quote(path.column()), documents));
      }
      return JSON;
    }

    /** The value in a document: its JSON, or for a cast the value itself. */
    private @Nullable Object in(@Nullable Object document, boolean asJson) {
      if (document == null) {
        return null;
      }
      try {
        DocumentReader reader = PathPredicate.reader(path);
        byte[] bytes = (byte[]) document;
        return asJson ? reader.json(bytes, path) : reader.value(bytes, path);
      } catch (IllegalArgumentException e) {
        throw PathPredicate.damaged(path, e);
      }
    }
  }

  /**
   * The documents in a {@code blob} column as JSON text.
   *
   * @param column the name of the document column
   */
  record DocumentJson(String column) implements Expression {
    private static final Type JSON = Type.parse("text");
    private static final String DOCUMENTS = "the documents";

    @Override
    public String toString() {
      return Names.quote(column);
    }

    private static @Nullable String in(String column, @Nullable Object document) {
      if (document == null) {
        return null;
      }
      try {
        return PathPredicate.reader(DOCUMENTS, column).json((byte[]) document);
      } catch (IllegalArgumentException e) {
        throw PathPredicate.damaged(DOCUMENTS, column, e);
      }
    }
  }

  /**
   * The {@code _id} of a document whose table computes it from the columns of its key.
   *
   * @param ids the key schema of {@link DocumentTable#ids}
   */
  record DocumentId(KeySchema ids) implements Expression {
    private static final Type TEXT = Type.parse("text");

    @Override
    public String toString() {
      return DocumentTable.ID;
    }

    private String in(Function<String, @Nullable Object> values) {
      Object[] row =
          ids.columns().stream()
              .map(Column::name)
              .map(name -> ids.keyColumns().contains(name) ? values.apply(name) : null)
              .toArray();
      return new String(ids.rowKey(row), StandardCharsets.UTF_8);
    }
  }

  /** A number. */
  record Literal(BigDecimal number) implements Expression {
    private static final int MOST_PLAIN_SCALE = 30;

    /** All digits, or with an exponent if they would be mostly zeros. */
    @Override
    public String toString() {
      return Math.abs((long) number.scale()) > MOST_PLAIN_SCALE
          ? number.toString()
          : number.toPlainString();
    }
  }

  /** The number with the other sign. */
  record Negation(Expression operand) implements Expression {
    @Override
    public String toString() {
      return "-" + inner(operand);
    }
  }

  /** Two numbers with an operator between them. */
  record Arithmetic(Expression left, Operator operator, Expression right) implements Expression {
    @Override
    public String toString() {
      boolean isProduct = operator == Operator.TIMES || operator == Operator.REMAINDER;
      return (isProduct ? inner(left) : left.toString())
          + " "
          + operator
          + " "
          + (operator == Operator.PLUS ? right.toString() : inner(right));
    }
  }

  /** {@code CAST(operand AS type)}: the same value as a value of another type, or refused. */
  record Cast(Expression operand, Type type) implements Expression {
    @Override
    public String toString() {
      return "cast(" + operand + " as " + type + ")";
    }
  }

  /** An operator between two numbers. */
  enum Operator {
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    /** The remainder of a division, with the sign of the first number. */
    REMAINDER("%");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }

    @Override
    public String toString() {
      return sign;
    }
  }

  private static String inner(Expression operand) {
    boolean isOpen = operand instanceof Arithmetic || operand instanceof Negation;
    return isOpen ? "(" + operand + ")" : operand.toString();
  }

  /** The columns that the expression reads. */
  default Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>();
    reads().forEach(read -> columns.add(read.column()));
    return columns;
  }

  /** The columns, and the fields of documents, that the expression reads. */
  default Set<FieldRead> reads() {
    Set<FieldRead> reads = new LinkedHashSet<>();
    if (this instanceof ColumnValue column) {
      reads.add(new FieldRead(column.column(), null));
    } else if (this instanceof AtKey at) {
      reads.add(new FieldRead(at.column(), null));
    } else if (this instanceof AtPath at) {
      reads.add(FieldRead.at(at.path()));
    } else if (this instanceof DocumentJson document) {
      reads.add(new FieldRead(document.column(), null));
    } else if (this instanceof Fields fields) {
      fields.fields().forEach(field -> reads.add(new FieldRead(fields.column(), field)));
    } else if (this instanceof DocumentId id) {
      reads.addAll(FieldRead.columns(id.ids().keyColumns()));
    } else if (this instanceof Negation negation) {
      reads.addAll(negation.operand().reads());
    } else if (this instanceof Cast cast) {
      reads.addAll(cast.operand().reads());
    } else if (this instanceof Arithmetic arithmetic) {
      reads.addAll(arithmetic.left().reads());
      reads.addAll(arithmetic.right().reads());
    }
    return reads;
  }

  /**
   * The type of the values.
   *
   * @param types gives the type of a column
   * @throws TableException if an operand of an operator is no number
   */
  default Type type(Function<String, Type> types) {
    if (this instanceof ColumnValue column) {
      return types.apply(column.column());
    }
    if (this instanceof Fields fields) {
      return types.apply(fields.column());
    }
    if (this instanceof AtKey at) {
      return Objects.requireNonNull(types.apply(at.column()).elementType());
    }
    if (this instanceof AtPath at) {
      return at.checkedType(types);
    }
    if (this instanceof DocumentJson) {
      return DocumentJson.JSON;
    }
    if (this instanceof DocumentId) {
      return DocumentId.TEXT;
    }
    if (this instanceof Cast cast) {
      Type unused = cast.operand().type(types);
      return cast.type();
    }
    if (this instanceof Literal literal) {
      return literal.number().scale() > 0
          ? Numeric.DECIMAL
          : literal.number().toBigInteger().bitLength() < Long.SIZE
              ? Numeric.BIGINT
              : Numeric.VARINT;
    }
    if (this instanceof Negation negation) {
      return Numeric.of(this, negation.operand(), types);
    }
    Arithmetic arithmetic = (Arithmetic) this;
    return Numeric.larger(
        Numeric.of(this, arithmetic.left(), types), Numeric.of(this, arithmetic.right(), types));
  }

  /**
   * Computes the value of a row.
   *
   * @param types gives the type of a column
   * @param values gives the value of a column
   * @throws TableException if the result is not in the range of its type, if a value cannot be
   *     converted, and for the remainder of a division by zero
   */
  default @Nullable Object value(
      Function<String, Type> types, Function<String, @Nullable Object> values) {
    if (this instanceof ColumnValue column) {
      return values.apply(column.column());
    }
    if (this instanceof Fields fields) {
      return values.apply(fields.column());
    }
    if (this instanceof AtKey at) {
      return at.in(values.apply(at.column()));
    }
    if (this instanceof AtPath at) {
      return at.in(values.apply(at.path().column()), true);
    }
    if (this instanceof DocumentJson document) {
      return DocumentJson.in(document.column(), values.apply(document.column()));
    }
    if (this instanceof DocumentId id) {
      return id.in(values);
    }
    if (this instanceof Cast cast && cast.operand() instanceof AtPath at) {
      Object found = at.in(values.apply(at.path().column()), false);
      return found == null ? null : fitting(found, cast.type());
    }
    if (this instanceof Cast cast) {
      Object operand = cast.operand().value(types, values);
      return operand == null ? null : converted(operand, cast.operand().type(types), cast.type());
    }
    Type type = type(types);
    Number number = number(types, values);
    return number == null
        ? null
        : number instanceof Double binary ? (Object) (binary + 0.0) : converted(number, type, type);
  }

  /** A {@link Double}, or a {@link BigDecimal} of any size. */
  private @Nullable Number number(
      Function<String, Type> types, Function<String, @Nullable Object> values) {
    if (this instanceof Negation negation) {
      Number operand = negation.operand().number(types, values);
      return operand instanceof BigDecimal number
          ? (Number) number.negate()
          : operand == null ? null : (Number) (-operand.doubleValue());
    }
    if (this instanceof Arithmetic arithmetic) {
      Number left = arithmetic.left().number(types, values);
      Number right = arithmetic.right().number(types, values);
      return left == null || right == null
          ? null
          : left instanceof BigDecimal a && right instanceof BigDecimal b
              ? exact(a, arithmetic.operator(), b)
              : binary(rounded(left), arithmetic.operator(), rounded(right));
    }
    Number value =
        this instanceof Literal literal ? literal.number() : (Number) value(types, values);
    return value instanceof Double || value instanceof Float
        ? (Number) value.doubleValue()
        : value == null ? null : Numeric.exact(value);
  }

  private double rounded(Number operand) {
    return operand instanceof Double binary
        ? binary
        : (Double) converted(operand, Numeric.DECIMAL, Numeric.DOUBLE);
  }

  private Number binary(double left, Operator operator, double right) {
    if (operator == Operator.REMAINDER && right == 0) {
      throw divisionByZero();
    }
    double result = Numeric.compute(left, operator, right);
    if (!Double.isFinite(result) && Double.isFinite(left) && Double.isFinite(right)) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s: found %s, expected a number within the range of double; cast to another type, or compute in your program"
              .formatted(this, result));
    }
    return result;
  }

  private TableException divisionByZero() {
    return new TableException(
        "cannot compute %s: found a division by zero, expected another number; add a condition that leaves such rows out"
            .formatted(this));
  }

  /**
   * Whether the exact sum of two numbers, or the remainder of one by the other, can have more than
   * {@link #DIGITS_MAX} digits, which no column takes. 1e999999999 + 1 would not fit into memory.
   */
  static boolean isSumTooLong(BigDecimal a, BigDecimal b) {
    long highest = Math.max((long) a.precision() - a.scale(), (long) b.precision() - b.scale());
    long lowest = Math.min(-(long) a.scale(), -(long) b.scale());
    return highest - lowest > DIGITS_MAX;
  }

  private BigDecimal exact(BigDecimal left, Operator operator, BigDecimal right) {
    if (operator == Operator.REMAINDER && right.signum() == 0) {
      throw divisionByZero();
    }
    boolean isTooLong =
        operator == Operator.TIMES
            ? Math.abs((long) left.scale() + right.scale()) > Integer.MAX_VALUE
            : isSumTooLong(left, right);
    if (isTooLong) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s: found a result that can have more than %,d digits, expected fewer; cast to double, or compute in your program"
              .formatted(this, DIGITS_MAX));
    }
    return switch (operator) {
      case PLUS -> left.add(right);
      case MINUS -> left.subtract(right);
      case TIMES -> left.multiply(right);
      case REMAINDER -> left.remainder(right);
    };
  }

  private Object day(Instant at, Type from, Type to) {
    OffsetDateTime time = at.atOffset(ZoneOffset.UTC);
    if (time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
      return to.convert(time.toLocalDate());
    }
    throw new TableException(
        ErrorCode.LIMIT_EXCEEDED,
        "cannot compute %s: found %s, expected a timestamp at 00:00 UTC, because CAST does not truncate; select the timestamp and truncate it in your program (date_trunc('day', …) truncates in keys and indexes only)"
            .formatted(this, from.format(at)));
  }

  /** The time of a timeuuid for a timestamp, in units of 100 ns; otherwise the UUID itself. */
  private static Object time(UUID id, Type to) {
    if (to.valueClass() != Instant.class) {
      return id;
    }
    long units = id.timestamp() - UNITS_BEFORE_1970;
    return Instant.ofEpochSecond(
        Math.floorDiv(units, 10_000_000L), Math.floorMod(units, 10_000_000L) * 100);
  }

  /** A value of a document as one of a derived column of the type. */
  private Object fitting(Object found, Type to) {
    try {
      return to.convert(found);
    } catch (KeyException e) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s: %s; cast to another type, or declare a derived column, which is null for such a value"
              .formatted(this, e.getMessage()),
          e);
    }
  }

  private Object converted(Object value, Type from, Type to) {
    try {
      boolean isText = to.valueClass() == String.class;
      if (from.equals(to) && !(value instanceof BigDecimal)) {
        return value;
      }
      if (isText) {
        return to.convert(from.format(value));
      }
      if (value instanceof String text) {
        return to.parseValue(text);
      }
      if (value instanceof Instant && to.valueClass() == Instant.class) {
        return to.parseValue(from.format(value)); // Which refuses a finer time.
      }
      if (value instanceof LocalDate day && to.valueClass() == Instant.class) {
        return to.convert(day.atStartOfDay(ZoneOffset.UTC).toInstant());
      }
      if (value instanceof Instant at && to.valueClass() == LocalDate.class) {
        return day(at, from, to);
      }
      return to.convert(value instanceof UUID id && id.version() == 1 ? time(id, to) : value);
    } catch (KeyException e) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s: %s; cast to another type, or compute in your program"
              .formatted(this, e.getMessage()),
          e);
    }
  }
}
