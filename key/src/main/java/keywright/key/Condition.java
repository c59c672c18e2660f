package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a query on one column. Immutable.
 *
 * <p>A literal of a condition may have more digits than the column's type, or be larger than all
 * values of this type. The comparison is exact even then: for an int column, {@code id > 2.5} means
 * {@code id >= 3}, and {@code id = 2.5} matches no row. An {@link java.time.Instant} in a condition
 * is first truncated to the unit of the column, as it is when it is stored: {@code at = t} finds
 * the row that was written with {@code t}. A comparison with null is never true.
 */
public sealed interface Condition {

  /** The name of the column. */
  String column();

  /** A comparison operator, such as {@code <}. */
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

  /**
   * The condition {@code column operator value}.
   *
   * @param column the name of the column
   * @param operator the comparison operator
   * @param value the literal with which the column is compared
   */
  record Compare(String column, Operator operator, Object value) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " " + operator + " " + literal(value);
    }
  }

  /**
   * The condition {@code column IN (values)}: the column equals one of the values.
   *
   * @param column the name of the column
   * @param values the literals, none of them null
   */
  record In(String column, List<Object> values) implements Condition {
    /**
     * Makes a condition with its own copy of the values.
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
   * The condition {@code column LIKE 'pattern'}. In the pattern, {@code %} matches any text, {@code
   * _} matches one character, and the character after {@code \} stands for itself.
   *
   * @param column the name of the column
   * @param pattern the pattern, which the whole text must match
   */
  record Like(String column, String pattern) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " LIKE " + literal(pattern);
    }
  }

  /**
   * The condition {@code column CONTAINS element}: the column is a list, set or map, and at least
   * one of its elements, or of the values of the map, equals {@code element}.
   *
   * @param column the name of the column
   * @param element the literal with which the elements are compared
   */
  record Contains(String column, Object element) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " CONTAINS " + literal(element);
    }
  }

  /**
   * The condition {@code column CONTAINS KEY key}: the column is a map, and has the key.
   *
   * @param column the name of the column
   * @param key the literal with which the keys are compared
   */
  record ContainsKey(String column, Object key) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + " CONTAINS KEY " + literal(key);
    }
  }

  /**
   * A condition on the value of one key of a map, such as {@code column['a'] = 1}. A map without
   * the key has null there.
   *
   * @param column the name of the column
   * @param key the literal of the key
   * @param condition the condition on the value, with the name of the column
   */
  record AtKey(String column, Object key, Condition condition) implements Condition {
    /**
     * Makes a condition.
     *
     * @throws KeyException if {@code condition} is on another column, or has alternatives or
     *     another key
     */
    public AtKey {
      if (!condition.column().equals(column)
          || condition instanceof AnyOf
          || condition instanceof AtKey) {
        throw KeyException.of(
            "cannot compare %s[%s]: found %s, expected one condition on a value of %1$s"
                .formatted(column, literal(key), condition));
      }
    }

    @Override
    public String toString() {
      String name = Tokens.quoteName(column);
      return name + "[" + literal(key) + "]" + condition.toString().substring(name.length());
    }
  }

  /**
   * A condition that only its maker can test, such as one on a part of a value. It bounds no key.
   *
   * @param column the name of the column
   * @param text the condition as messages and plans show it
   * @param test whether a value of the column meets the condition; it is also called with null, and
   *     by many threads
   */
  record Matching(String column, String text, Predicate<@Nullable Object> test)
      implements Condition {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The condition {@code column IS NULL}, or {@code column IS NOT NULL}.
   *
   * @param column the name of the column
   * @param negated true for {@code IS NOT NULL}
   */
  record IsNull(String column, boolean negated) implements Condition {
    @Override
    public String toString() {
      return Tokens.quoteName(column) + (negated ? " IS NOT NULL" : " IS NULL");
    }
  }

  /**
   * The condition that a column meets all conditions of one of several alternatives, as in {@code
   * column < 5 OR column = 9}.
   *
   * @param column the name of the column
   * @param alternatives for each alternative its conditions, all of them on {@code column}
   */
  record AnyOf(String column, List<List<Condition>> alternatives) implements Condition {
    /**
     * Makes a condition with its own copies of the lists.
     *
     * @throws KeyException if a condition is on another column
     */
    public AnyOf {
      alternatives = alternatives.stream().map(List::copyOf).toList();
      for (List<Condition> alternative : alternatives) {
        for (Condition condition : alternative) {
          if (!condition.column().equals(column)) {
            throw KeyException.of(
                "cannot join conditions on %s by OR: found %s, expected conditions on one column"
                    .formatted(column, condition));
          }
        }
      }
    }

    @Override
    public String toString() {
      List<String> texts = new ArrayList<>();
      for (List<Condition> alternative : alternatives) {
        texts.add(String.join(" AND ", alternative.stream().map(Condition::toString).toList()));
      }
      return "(" + String.join(" OR ", texts) + ")";
    }
  }

  /**
   * Whether {@code other} is this condition, or this condition with another value in place of that
   * of a {@link Compare}.
   */
  default boolean hasShapeOf(Condition other) {
    if (this instanceof Compare a && other instanceof Compare b) {
      return a.operator() == b.operator() && a.column().equals(b.column());
    }
    return equals(other);
  }

  /** Whether a column without a value meets the condition. */
  default boolean meetsNull() {
    if (this instanceof AtKey at) {
      return at.condition().meetsNull();
    }
    if (this instanceof Matching matching) {
      return matching.test().test(null);
    }
    return this instanceof AnyOf any
        ? any.alternatives().stream()
            .anyMatch(alternative -> alternative.stream().allMatch(Condition::meetsNull))
        : this instanceof IsNull isNull && !isNull.negated();
  }

  /**
   * Checks that the literals of the condition can be compared with values of {@code type}. Examples
   * of literals that cannot be compared are a text compared with a number, LIKE on a number, and a
   * text that is not a timestamp compared with a timestamp.
   *
   * @throws KeyException if a literal cannot be compared; its message says what was found and what
   *     the type expects
   */
  default void check(Type type) {
    boolean isValue = this instanceof Compare compare && type.isValue(compare.value());
    if (!isValue) {
      ColumnValues.of(this, type);
    }
  }

  /**
   * Whether a value of the column meets the condition.
   *
   * @param type the type of the column
   * @param value the value, of {@code type}; null if the column has no value
   */
  default boolean test(Type type, @Nullable Object value) {
    return on(type).test(value);
  }

  /**
   * Makes a predicate that tests values of {@code type} as {@link #test} does, and is faster for
   * many values.
   *
   * @throws KeyException as {@link #check}
   */
  default Predicate<@Nullable Object> on(Type type) {
    ColumnValues allowed = ColumnValues.of(this, type);
    return value -> allowed.contains(type, value);
  }

  private static String literals(Collection<?> values) {
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
    if (value instanceof Set<?> set) {
      return "{" + literals(set) + "}";
    }
    if (value instanceof Map<?, ?> map) {
      List<String> entries = new ArrayList<>();
      map.forEach((key, held) -> entries.add(literal(key) + ": " + literal(held)));
      return "{" + String.join(", ", entries) + "}";
    }
    if (value instanceof CqlDuration
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof java.util.UUID) {
      return value.toString();
    }
    return "'" + value.toString().replace("'", "''") + "'";
  }
}
