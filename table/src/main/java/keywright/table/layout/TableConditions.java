package keywright.table.layout;

import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;

/** TableConditions on the columns of a stored table. Without state. */
public final class TableConditions {
  private TableConditions() {}

  /** Refuses a column that the table does not have, and a literal that its type does not take. */
  public static void check(StoredTable table, List<Condition> conditions) {
    for (Condition condition : conditions) {
      Column column = table.column(condition.column());
      condition.check(column.type());
    }
  }

  /** Whether a condition allows one value or some, rather than a range: =, IN or IS NULL. */
  public static boolean isEquality(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return compare.operator() == Condition.Operator.EQ;
    }
    return condition instanceof Condition.In
        || (condition instanceof Condition.IsNull isNull && !isNull.negated());
  }
}
