package keywright.table.model;

import java.util.Locale;
import java.util.Optional;

/** An item after SELECT: a column, or an aggregate over all rows of the query. */
public sealed interface SelectItem {

  /** The value of a column in each row. */
  record Column(String name) implements SelectItem {}

  /** {@code count(*)}. */
  record Count() implements SelectItem {}

  /** The smallest or the largest value of a column. Nulls are ignored. */
  record Extreme(Function function, String column) implements SelectItem {}

  /**
   * The write time of the value of a column, in microseconds since 1970. It is the time of USING
   * TIMESTAMP if the write had one, otherwise the version that the write gave the row. Null if the
   * column has no value.
   */
  record WriteTime(String column) implements SelectItem {}

  /** In how many seconds the value of a column expires; null if it does not expire. */
  record TimeToLive(String column) implements SelectItem {}

  /** The smallest or the largest value. */
  enum Function {
    MIN,
    MAX
  }

  /** The name of the result column: {@code payment_id}, {@code count(*)}, {@code max(paid_at)}. */
  default String label() {
    if (this instanceof Column column) {
      return column.name();
    }
    if (this instanceof Extreme extreme) {
      return extreme.function().name().toLowerCase(Locale.ROOT) + "(" + extreme.column() + ")";
    }
    if (this instanceof WriteTime time) {
      return "writetime(" + time.column() + ")";
    }
    return this instanceof TimeToLive left ? "ttl(" + left.column() + ")" : "count(*)";
  }

  /** Whether it is an aggregate: one value for all rows instead of one for each row. */
  default boolean isAggregate() {
    return this instanceof Count || this instanceof Extreme;
  }

  /** Whether this item is a write time or a time to live. */
  default boolean isTime() {
    return this instanceof WriteTime || this instanceof TimeToLive;
  }

  /** The column that it reads; none for {@code count(*)}. */
  default Optional<String> reads() {
    if (this instanceof Column column) {
      return Optional.of(column.name());
    }
    if (this instanceof Extreme extreme) {
      return Optional.of(extreme.column());
    }
    if (this instanceof WriteTime time) {
      return Optional.of(time.column());
    }
    return this instanceof TimeToLive left ? Optional.of(left.column()) : Optional.empty();
  }
}
