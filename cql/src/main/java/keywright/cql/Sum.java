package keywright.cql;

import java.math.BigDecimal;
import java.math.BigInteger;
import keywright.key.Type;
import keywright.table.model.Expression;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The sum or difference of a column of the stored row and a number, as in {@code SET n = n + 1}.
 * Whole and decimal numbers are exact; {@code float} and {@code double} are added as Java adds
 * doubles. Immutable.
 *
 * @param table for messages
 * @param column whose stored value is the first operand
 * @param type the type of the column
 * @param operand the second one, negative for a difference
 */
record Sum(String table, String column, Type type, BigDecimal operand) {
  private static final Type DECIMAL = Type.parse("decimal");

  /** Whether values of a type can be added to. */
  static boolean isNumeric(Type type) {
    return Number.class.isAssignableFrom(type.valueClass());
  }

  /**
   * The sum for a stored row.
   *
   * @param row null when there is none
   * @throws TableException when the row does not exist or has no value in the column, when the
   *     column has another type by now, and when the sum of doubles is infinite
   */
  Number of(@Nullable Row row) {
    Object stored = StoredValue.operand(row, table, column, type);
    if (stored == null) {
      throw new TableException(
          "cannot add to %s of %s: found %s, expected a number; %s"
              .formatted(
                  column,
                  table,
                  row == null ? "no row with this key" : "null",
                  row == null
                      ? "insert the row with a number first, or add IF EXISTS to skip a missing row"
                      : "set " + column + " to a number first"));
    }
    if (stored instanceof Double || stored instanceof Float) {
      return binary(((Number) stored).doubleValue());
    }
    BigDecimal number = exact(stored);
    if (Expression.isSumTooLong(number, operand)) {
      throw new TableException(
          "cannot add to %s of %s: found a sum that can have more than 10,000 digits, expected fewer; write another value"
              .formatted(column, table));
    }
    return number.add(operand);
  }

  private double binary(double stored) {
    double sum = stored + operand.doubleValue();
    if (Double.isInfinite(sum) && Double.isFinite(stored)) {
      throw new TableException(
          "cannot add to %s of %s: found the sum %s, expected a number within the range of double; write another value"
              .formatted(column, table, sum));
    }
    return sum;
  }

  private static BigDecimal exact(Object stored) {
    if (stored instanceof BigDecimal number) {
      return number;
    }
    return stored instanceof BigInteger number
        ? new BigDecimal(number)
        : BigDecimal.valueOf(((Number) stored).longValue());
  }

  /** A literal or a parameter as an operand; null when it is no number. */
  static @Nullable BigDecimal operand(@Nullable Object value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? (BigDecimal) DECIMAL.convert(value) : null;
    }
    return value instanceof Number number ? exact(number) : null;
  }
}
