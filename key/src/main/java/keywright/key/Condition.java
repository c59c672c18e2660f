package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one column, as a query states it.
 *
 * <p>A literal may have more digits than the column's type, or be larger than all its values. The
 * comparison is exact in these cases too: for an int column, {@code id > 2.5} means {@code id >=
 * 3}, and {@code id = 2.5} matches no row. An {@link java.time.Instant} is first truncated to the
 * unit of the column, as when it is stored: {@code at = t} finds the row that was written with
 * {@code t}. A comparison with null is never true.
 */
public sealed interface Condition {

  /** The column's name. */
  String column();

  /** A comparison operator. */
  enum Operator {
    EQ("="),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  /** {@code column operator value}. */
  record Compare(String column, Operator operator, Object value) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " " + operator + " " + literal(value);
    }
  }

  /** {@code column IN (values)}. */
  record In(String column, List<Object> values) implements Condition {
    /**
     * Copies the values.
     *
     * @throws KeyException if one of the values is null
     */
    public In {
      for (Object value : values) {
        if (value == null) {
          throw KeyException.of(
              "cannot compare "
                  + column
                  + ": found null in IN, expected values that are not null; leave the null out, and query IS NULL separately");
        }
      }
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      return Tokens.quoteName(column) + " IN (" + literals(values) + ")";
    }
  }

  /**
   * {@code column LIKE 'pattern'}. In the pattern, {@code %} matches any text, {@code _} matches
   * one character, and {@code \} takes the next character literally.
   */
  record Like(String column, String pattern) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " LIKE " + literal(pattern);
    }
  }

  /**
   * {@code column CONTAINS element}: the column is a list, and at least one of its elements equals
   * {@code element}.
   */
  record Contains(String column, Object element) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " CONTAINS " + literal(element);
    }
  }

  /** {@code column IS NULL}, or {@code IS NOT NULL} when negated. */
  record IsNull(String column, boolean negated) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + (negated ? " IS NOT NULL" : " IS NULL");
    }
  }

  /**
   * Refuses a condition whose literal cannot be compared with values of {@code type}. Examples are
   * a text compared with a number, LIKE on a number, and a text that is not a timestamp compared
   * with a timestamp.
   *
   * @throws KeyException if the literal cannot be compared; its message says what was found and
   *     what the type expects
   */
  default void check(Type type) {
    boolean isValue = this instanceof Compare compare && type.isValue(compare.value());
    if (!isValue) {
      ColumnValues.of(this, type);
    }
  }

  /** Whether {@code value} meets the condition. The value is of {@code type}, or null. */
  default boolean test(Type type, @Nullable Object value) {
    return on(type).test(value);
  }

  /**
   * A predicate that gives the results of {@link #test} for many values of {@code type}. It
   * prepares the condition once.
   *
   * @throws KeyException as {@link #check}
   */
  default Predicate<@Nullable Object> on(Type type) {
    ColumnValues allowed = ColumnValues.of(this, type);
    return value -> allowed.contains(type, value);
  }

  private static String literals(List<?> values) {
    List<String> literals = new ArrayList<>();
    for (Object value : values) {
      literals.add(literal(value));
    }
    return String.join(", ", literals);
  }

  private static String literal(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Variant variant) {
      return literal(variant.value());
    }
    if (value instanceof BigDecimal number) {
      return Math.abs((long) number.scale()) > 1_000 ? number.toString() : number.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      return "0x" + BlobType.hex(bytes);
    }
    if (value instanceof List<?> list) {
      return "[" + literals(list) + "]";
    }
    if (value instanceof Number || value instanceof Boolean || value instanceof java.util.UUID) {
      return value.toString();
    }
    return "'" + value.toString().replace("'", "''") + "'";
  }
}
