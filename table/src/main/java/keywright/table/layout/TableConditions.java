package keywright.table.layout;

import java.util.List;
import keywright.key.Column;
import keywright.key.Condition;

/** Functions that check conditions on the columns of a stored table. */
public final class TableConditions {
  private TableConditions() {}

  /**
   * Checks conditions on the columns of a table.
   *
   * @throws keywright.table.model.TableException if the table has no such column
   * @throws keywright.key.KeyException if the type of the column does not accept a literal
   */
  public static void check(StoredTable table, List<Condition> conditions) {
    for (Condition condition : conditions) {
      Column column = table.column(condition.column());
      condition.check(column.type());
    }
  }

  /**
   * Whether a condition restricts its column to single values instead of a range: {@code =}, {@code
   * IN} or {@code IS NULL}.
   */
  public static boolean isEquality(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return compare.operator() == Condition.Operator.EQ;
    }
    return condition instanceof Condition.In
        || (condition instanceof Condition.IsNull isNull && !isNull.negated());
  }
}
