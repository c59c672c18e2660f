package keywright.table;

import java.util.Locale;

/** One thing that a query returns: a column or an aggregate over the rows found. */
public sealed interface SelectItem {

  /** The value of a column in each row. */
  record Column(String name) implements SelectItem {}

  /** {@code count(*)}. */
  record Count() implements SelectItem {}

  /** The smallest or largest value of a column that is not null. */
  record Extreme(Function function, String column) implements SelectItem {}

  /** Which of the two. */
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
    return "count(*)";
  }
}
