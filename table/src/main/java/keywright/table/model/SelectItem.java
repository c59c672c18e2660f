package keywright.table.model;

import java.util.Locale;
import java.util.Optional;

/**
 * An item after {@code SELECT}: a column, a computed value, a write time, a time to live, or an
 * aggregate over all rows of the query. Immutable.
 */
public sealed interface SelectItem {

  /** The value of the column {@code name} in each row. */
  record Column(String name) implements SelectItem {}

  /** {@code count(*)}: the number of rows. */
  record Count() implements SelectItem {}

  /** {@code count(column)}: the number of rows that have a value in the column. */
  record CountOf(String column) implements SelectItem {}

  /**
   * {@code sum(column)}, exact; nulls are ignored, and the sum of no values is 0. The sum of whole
   * numbers is a {@code bigint}, or a {@code varint} if values of the column can be larger than a
   * {@code bigint}. The sum of decimals is a {@code decimal}. The sum of {@code float} and {@code
   * double} is a {@code double}: the exact sum, rounded once.
   */
  record Sum(String column) implements SelectItem {}

  /**
   * {@code avg(column)}: the exact sum divided by the number of values; null if there are none. The
   * average of {@code float} and {@code double} is a {@code double}. Other averages are a {@code
   * decimal} with at most {@value #AVERAGE_DIGITS} decimals more than the sum, rounded half even.
   * Zeros at the end of the sum do not count.
   */
  record Average(String column) implements SelectItem {}

  /** How many decimals an average has at most that its sum has not. */
  int AVERAGE_DIGITS = 6;

  /**
   * {@code min(column)} or {@code max(column)}: the smallest or the largest value of a column over
   * all rows. Nulls are ignored.
   */
  record Extreme(Function function, String column) implements SelectItem {}

  /**
   * {@code writetime(column)}: the write time of the value of a column in each row, in microseconds
   * since 1970. If the write had a USING TIMESTAMP, it is this time; otherwise it is the version
   * that the row got by the write. Null if the column has no value.
   */
  record WriteTime(String column) implements SelectItem {}

  /**
   * {@code ttl(column)}: the number of seconds after which the value of a column expires, in each
   * row. Null if the value does not expire.
   */
  record TimeToLive(String column) implements SelectItem {}

  /** A value that is computed from columns, in each row. */
  record Computed(Expression expression) implements SelectItem {}

  /** The function of an {@link Extreme}: {@code min} or {@code max}. */
  enum Function {
    MIN,
    MAX
  }

  /**
   * The name of the result column of this item, such as {@code payment_id}, {@code count(*)} or
   * {@code max(paid_at)}.
   */
  default String label() {
    if (this instanceof Column column) {
      return column.name();
    }
    if (this instanceof Computed computed) {
      return computed.expression().toString();
    }
    return function() + "(" + reads().orElse("*") + ")";
  }

  private String function() {
    if (this instanceof Extreme extreme) {
      return extreme.function().name().toLowerCase(Locale.ROOT);
    }
    if (this instanceof WriteTime) {
      return "writetime";
    }
    if (this instanceof TimeToLive) {
      return "ttl";
    }
    return this instanceof Sum ? "sum" : this instanceof Average ? "avg" : "count";
  }

  /**
   * Whether this item is an aggregate. An aggregate has one value for all rows of the query. Any
   * other item has one value for each row.
   */
  default boolean isAggregate() {
    return !(this instanceof Column) && !(this instanceof Computed) && !isTime();
  }

  /** Whether this item is a {@link WriteTime} or a {@link TimeToLive}. */
  default boolean isTime() {
    return this instanceof WriteTime || this instanceof TimeToLive;
  }

  /** Whether it adds the values of its column, which must be numbers. */
  default boolean addsNumbers() {
    return this instanceof Sum || this instanceof Average;
  }

  /**
   * The name of the only column that this item reads; empty for {@code count(*)} and for a computed
   * value.
   */
  default Optional<String> reads() {
    if (this instanceof Column column) {
      return Optional.of(column.name());
    }
    if (this instanceof CountOf count) {
      return Optional.of(count.column());
    }
    if (this instanceof Extreme extreme) {
      return Optional.of(extreme.column());
    }
    if (this instanceof Sum sum) {
      return Optional.of(sum.column());
    }
    if (this instanceof Average average) {
      return Optional.of(average.column());
    }
    if (this instanceof WriteTime time) {
      return Optional.of(time.column());
    }
    return this instanceof TimeToLive left ? Optional.of(left.column()) : Optional.empty();
  }
}
