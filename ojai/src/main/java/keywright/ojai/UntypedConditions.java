package keywright.ojai;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.ojai.ValueOrder.Group;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.store.QueryCondition.Op;

/**
 * Conditions of a table on plain values whose type is not declared. Numbers are compared as the
 * decimals that JSON shows, by the conditions of the API. Other values are compared as those of a
 * column of their type. A text is compared with strings, and with those dates, times and timestamps
 * that a column of this type would be compared with. Any other value meets no comparison. Null and
 * a missing value meet only IS NULL. The predicates are safe for many threads.
 */
final class UntypedConditions {
  private static final Type DECIMAL = Type.parse("decimal");
  private static final Type TEXT = Type.parse("text");
  private static final Type DATE = Type.parse("date");
  private static final Type TIME = Type.parse("time");
  private static final Type TIMESTAMP = Type.parse("timestamp");

  /** For each class of literals, the values that they are compared with, as those of a column. */
  private static final Map<Class<?>, Map<Group, Type>> TYPES =
      Map.of(
          String.class,
              Map.of(
                  Group.STRING, TEXT,
                  Group.DATE, DATE,
                  Group.TIME, TIME,
                  Group.TIMESTAMP, TIMESTAMP),
          Boolean.class, Map.of(Group.BOOLEAN, Type.parse("boolean")),
          byte[].class, Map.of(Group.BINARY, Type.parse("blob")),
          LocalDate.class, Map.of(Group.DATE, DATE),
          LocalTime.class, Map.of(Group.TIME, TIME),
          Instant.class, Map.of(Group.TIMESTAMP, TIMESTAMP));

  private UntypedConditions() {}

  /**
   * The test of a plain value.
   *
   * @throws IllegalArgumentException if no value can be compared with a literal of the condition
   */
  static Predicate<@Nullable Object> of(Condition condition) {
    if (condition instanceof Condition.IsNull isNull) {
      return value -> (value == null) != isNull.negated();
    } else if (condition instanceof Compare compare) {
      return compare(compare);
    } else if (condition instanceof Condition.In in) {
      List<Predicate<@Nullable Object>> each =
          in.values().stream().map(value -> equal(in.column(), value)).toList();
      return value -> each.stream().anyMatch(one -> one.test(value));
    } else if (condition instanceof Condition.Like) {
      Predicate<@Nullable Object> like = condition.on(TEXT);
      return value -> value instanceof String && like.test(value);
    } else if (condition instanceof Condition.Contains contains) {
      Predicate<@Nullable Object> element = equal(contains.column(), contains.element());
      return value -> value instanceof List && Plain.list(value).stream().anyMatch(element);
    }
    throw new IllegalArgumentException(
        "found " + condition + ", expected =, <, <=, >, >=, IN, LIKE, CONTAINS or IS NULL");
  }

  private static Predicate<@Nullable Object> equal(String column, Object value) {
    return compare(new Compare(column, Operator.EQ, value));
  }

  private static Predicate<@Nullable Object> compare(Compare given) {
    Object literal = given.value() instanceof Variant variant ? variant.value() : given.value();
    if (literal instanceof Number number) {
      keywright.ojai.Condition.Compare numbers =
          new keywright.ojai.Condition.Compare(
              FieldPath.EMPTY, operator(given.operator()), Plain.of(shown(number)));
      return value -> numbers.testValue(value instanceof Number found ? shown(found) : value);
    }
    Map<Group, Type> types = literal == null ? null : TYPES.get(literal.getClass());
    if (literal == null || types == null) {
      throw new IllegalArgumentException(
          "found "
              + (literal == null ? "null" : Type.describe(literal))
              + ", expected a number, a text, a boolean, a blob, a date or a time");
    }
    Compare compare = new Compare(given.column(), given.operator(), literal);
    Map<Group, Predicate<@Nullable Object>> tests = new EnumMap<>(Group.class);
    types.forEach(
        (group, type) -> {
          try {
            Predicate<@Nullable Object> test = compare.on(type);
            tests.put(group, value -> test.test(StoredDocuments.value(value)));
          } catch (KeyException e) {
            // The text is no date or time.
          }
        });
    return value -> {
      Predicate<@Nullable Object> test = value == null ? null : tests.get(ValueOrder.group(value));
      return test != null && test.test(value);
    };
  }

  /**
   * The decimal that JSON shows for a binary number, so that 19.99 is 19.99. Infinities and NaN
   * stay as they are.
   */
  private static Number shown(Number number) {
    boolean isBinary = number instanceof Double || number instanceof Float;
    return (isBinary && Double.isFinite(number.doubleValue())) || number instanceof BigInteger
        ? (Number) DECIMAL.convert(number)
        : number;
  }

  private static Op operator(Operator operator) {
    return switch (operator) {
      case EQ -> Op.EQUAL;
      case LT -> Op.LESS;
      case LE -> Op.LESS_OR_EQUAL;
      case GT -> Op.GREATER;
      case GE -> Op.GREATER_OR_EQUAL;
    };
  }
}
