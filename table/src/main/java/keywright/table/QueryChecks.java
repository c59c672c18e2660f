package keywright.table;

import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;

/** Refuses a query whose names or literals are wrong, before it is planned. */
final class QueryChecks {
  private QueryChecks() {}

  static void check(StoredTable table, Query query) {
    int columns = 0;
    for (SelectItem item : query.items()) {
      if (item instanceof SelectItem.Column column) {
        table.column(column.name());
        columns++;
      } else if (item instanceof SelectItem.Extreme extreme) {
        table.column(extreme.column());
      }
    }
    boolean aggregates = columns < query.items().size();
    if (aggregates && columns > 0) {
      throw refused(table, "found columns beside count, min or max", "ask for one or the other");
    }
    if (aggregates && !query.orderBy().isEmpty()) {
      throw refused(table, "found ORDER BY with count, min or max", "leave ORDER BY out");
    }
    query.orderBy().forEach(order -> table.column(order.column()));
    checkConditions(table, query.conditions());
    Integer limit = query.limit();
    if (limit != null && limit < 1) {
      throw refused(
          table, "found LIMIT " + limit + ", expected 1 or more", "leave LIMIT out for all");
    }
  }

  static void checkConditions(StoredTable table, List<Condition> conditions) {
    for (Condition condition : conditions) {
      Column column = table.column(condition.column());
      condition.check(column.type());
    }
  }

  /** Whether a condition allows one value or some, rather than a range: =, IN or IS NULL. */
  static boolean isEquality(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return compare.operator() == Condition.Operator.EQ;
    }
    return condition instanceof Condition.In
        || (condition instanceof Condition.IsNull isNull && !isNull.negated());
  }

  private static TableException refused(StoredTable table, String found, String mend) {
    return new TableException("cannot query %s: %s; %s".formatted(table.name(), found, mend));
  }
}
