package keywright.table.model;

import java.util.Locale;
import java.util.Optional;

/**
 * An item after {@code SELECT}: a column, a write time, a time to live, or an aggregate over all
 * rows of the query. Immutable.
 */
public sealed interface SelectItem {

  /** The value of the column {@code name} in each row. */
  record Column(String name) implements SelectItem {}

  /** {@code count(*)}: the number of rows. */
  record Count() implements SelectItem {}

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
    if (this instanceof Extreme extreme) {
      return extreme.function().name().toLowerCase(Locale.ROOT) + "(" + extreme.column() + ")";
    }
    if (this instanceof WriteTime time) {
      return "writetime(" + time.column() + ")";
    }
    return this instanceof TimeToLive left ? "ttl(" + left.column() + ")" : "count(*)";
  }

  /**
   * Whether this item is an aggregate. An aggregate has one value for all rows of the query. Any
   * other item has one value for each row.
   */
  default boolean isAggregate() {
    return this instanceof Count || this instanceof Extreme;
  }

  /** Whether this item is a {@link WriteTime} or a {@link TimeToLive}. */
  default boolean isTime() {
    return this instanceof WriteTime || this instanceof TimeToLive;
  }

  /** The name of the column that this item reads; empty for {@code count(*)}. */
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
