package keywright.table.layout;

import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;

/** Checks conditions on the columns of a stored table. Without state. */
public final class TableConditions {
  private TableConditions() {}

  /**
   * Refuses conditions on columns that the table does not have, and literals that the type of the
   * column does not accept.
   */
  public static void check(StoredTable table, List<Condition> conditions) {
    for (Condition condition : conditions) {
      Column column = table.column(condition.column());
      condition.check(column.type());
    }
  }

  /** Whether a condition allows single values and not a range: =, IN or IS NULL. */
  public static boolean isEquality(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return compare.operator() == Condition.Operator.EQ;
    }
    return condition instanceof Condition.In
        || (condition instanceof Condition.IsNull isNull && !isNull.negated());
  }
}
