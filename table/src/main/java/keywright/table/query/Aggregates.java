package keywright.table.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.key.Type;
import keywright.table.model.Expression;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The result row of a group of rows: rows are added, then the result row is taken. Memory is
 * constant, whatever the number of rows. Used by one thread.
 */
public final class Aggregates {
  private static final Type BIGINT = Type.parse("bigint");
  private static final Type VARINT = Type.parse("varint");
  private static final Type DECIMAL = Type.parse("decimal");
  private static final Type DOUBLE = Type.parse("double");

  /** Bits of a quotient: at least two more than the 53 of a double, so that it is rounded once. */
  private static final int QUOTIENT_BITS = 64;

  private final String table;
  private final Projection projection;
  private final List<SelectItem> items;

  /** The first row of the group; null if there is none. */
  private @Nullable FoundRow first;

  /** For each item its number of values, and its smallest or largest value. */
  private final long[] counts;

  private final @Nullable Object[] values;

  /** For each item the exact sum of its values, without those that are no finite numbers. */
  private final BigDecimal[] sums;

  /** For each item the sum of its values that are no finite numbers: NaN, infinity, or 0. */
  private final double[] specials;

  /**
   * @param table for messages
   */
  public Aggregates(String table, Projection projection) {
    this.table = table;
    this.projection = projection;
    this.items = projection.items();
    this.counts = new long[items.size()];
    this.values = new @Nullable Object[items.size()];
    this.sums = new BigDecimal[items.size()];
    this.specials = new double[items.size()];
    clear();
  }

  private void clear() {
    first = null;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = 0;
      values[i] = null;
      sums[i] = BigDecimal.ZERO;
      specials[i] = 0;
    }
  }

  /** Adds a row to the group. */
  public void add(FoundRow row) {
    first = first == null ? row : first;
    for (int i = 0; i < counts.length; i++) {
      SelectItem item = items.get(i);
      if (!item.isAggregate()) {
        continue;
      }
      int place = projection.place(i);
      Object value = place < 0 ? null : row.values()[place];
      if (value == null && !(item instanceof SelectItem.Count)) {
        continue;
      }
      counts[i]++;
      if (value != null && item.addsNumbers()) {
        add(i, (Number) value);
      } else if (value != null && item instanceof SelectItem.Extreme extreme) {
        values[i] = extreme(extreme.function(), projection.columns().get(i).type(), i, value);
      }
    }
  }

  private void add(int item, Number value) {
    boolean isFloating = value instanceof Double || value instanceof Float;
    if (isFloating && !Double.isFinite(value.doubleValue())) {
      specials[item] += value.doubleValue();
      return;
    }
    BigDecimal number = isFloating ? new BigDecimal(value.doubleValue()) : exact(value);
    if (sums[item].signum() == 0) {
      sums[item] = number; // A sum with 0 would have all the digits of 1e999999999.
    } else if (number.signum() != 0) {
      sums[item] = sum(item, number, isFloating);
    }
  }

  private BigDecimal sum(int item, BigDecimal number, boolean isFloating) {
    if (!isFloating && Expression.isSumTooLong(sums[item], number)) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s of %s: found a sum that can have more than %,d digits, expected fewer; add conditions, or add the values in your program"
              .formatted(items.get(item).label(), table, Expression.DIGITS_MAX));
    }
    return sums[item].add(number);
  }

  private static BigDecimal exact(Number value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    return value instanceof BigInteger number
        ? new BigDecimal(number)
        : BigDecimal.valueOf(value.longValue());
  }

  private Object extreme(SelectItem.Function function, Type type, int item, Object value) {
    Object best = values[item];
    if (best == null) {
      return value;
    }
    int order = type.compare(value, best);
    boolean better = function == SelectItem.Function.MIN ? order < 0 : order > 0;
    return better ? value : best;
  }

  /**
   * The result row of the rows that were added; the next group begins afterwards.
   *
   * @throws TableException if a sum is not in the range of its type
   */
  public Row take() {
    @Nullable Object[] row = new @Nullable Object[items.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = value(i);
    }
    clear();
    return new Row(projection.labels(), row);
  }

  private @Nullable Object value(int index) {
    SelectItem item = items.get(index);
    if (!item.isAggregate()) {
      return first == null ? null : projection.value(index, first);
    }
    if (item instanceof SelectItem.Extreme) {
      return values[index];
    }
    if (!item.addsNumbers()) {
      return counts[index];
    }
    Type type = projection.columns().get(index).type();
    boolean isFloating = type.equals(DOUBLE);
    if (item instanceof SelectItem.Average) {
      return counts[index] == 0 ? null : isFloating ? mean(index) : exactMean(index);
    }
    return isFloating ? sum(index) : exactSum(index, type);
  }

  private double sum(int index) {
    if (specials[index] != 0) {
      return specials[index];
    }
    double sum = sums[index].doubleValue();
    if (Double.isInfinite(sum)) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s of %s: found the sum %.3e, expected a number within the range of double; add conditions, or add the values in your program"
              .formatted(items.get(index).label(), table, sums[index]));
    }
    return sum;
  }

  private double mean(int index) {
    return specials[index] == 0 ? quotient(sums[index], counts[index]) : specials[index];
  }

  /** The exact quotient, rounded once. */
  private static double quotient(BigDecimal sum, long count) {
    BigInteger dividend = sum.unscaledValue().abs();
    BigInteger divisor = BigInteger.valueOf(count).multiply(BigInteger.TEN.pow(sum.scale()));
    int shift = divisor.bitLength() - dividend.bitLength() + QUOTIENT_BITS;
    BigInteger[] quotient =
        dividend
            .shiftLeft(Math.max(shift, 0))
            .divideAndRemainder(divisor.shiftLeft(Math.max(-shift, 0)));
    // The last bit stands for all that are cut off: the quotient is never a tie unless it is exact.
    BigInteger digits = quotient[1].signum() == 0 ? quotient[0] : quotient[0].setBit(0);
    BigDecimal half = new BigDecimal(shift > 0 ? "0.5" : "2").pow(Math.abs(shift));
    double rounded = new BigDecimal(digits).multiply(half).doubleValue();
    return sum.signum() < 0 ? -rounded : rounded;
  }

  private BigDecimal exactMean(int index) {
    BigDecimal sum = sums[index];
    if ((long) sum.precision() - sum.scale() > Expression.DIGITS_MAX) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s of %s: found a sum of more than %,d digits, expected fewer; add conditions, or compute in your program"
              .formatted(items.get(index).label(), table, Expression.DIGITS_MAX));
    }
    // The scale of the computed sum depends on the order of the rows, its value does not.
    int scale = Math.max(0, sum.stripTrailingZeros().scale()) + SelectItem.AVERAGE_DIGITS;
    return (BigDecimal)
        DECIMAL.convert(
            sum.divide(BigDecimal.valueOf(counts[index]), scale, RoundingMode.HALF_EVEN)
                .stripTrailingZeros());
  }

  private Object exactSum(int index, Type type) {
    BigDecimal sum = sums[index];
    if (type.equals(BIGINT) && sum.toBigInteger().bitLength() >= Long.SIZE) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot compute %s of %s: found %s, expected a sum that a bigint can hold; add conditions, or add the values in your program"
              .formatted(items.get(index).label(), table, sum.toPlainString()));
    }
    return type.convert(sum);
  }

  /** The type of the result of an item, for values of {@code type}. */
  static Type resultType(SelectItem item, Type type) {
    if (item instanceof SelectItem.CountOf) {
      return BIGINT;
    }
    if (!item.addsNumbers()) {
      return type;
    }
    Class<?> values = type.valueClass();
    if (values == Double.class || values == Float.class) {
      return DOUBLE;
    }
    if (item instanceof SelectItem.Average || values == BigDecimal.class) {
      return DECIMAL;
    }
    return values == BigInteger.class ? VARINT : BIGINT;
  }

  /** Whether the values of a type are numbers. */
  static boolean isNumeric(Type type) {
    return Number.class.isAssignableFrom(type.valueClass());
  }
}
