package keywright.table.model;

import java.util.List;
import keywright.key.Condition;

/** A condition on several columns of a row. */
public sealed interface RowCondition permits TupleCondition, AlternativeConditions {

  /** The columns that the condition reads. */
  List<String> columns();

  /**
   * Conditions on single columns that every row which meets this condition meets. They bound the
   * ranges of keys.
   */
  List<Condition> implied();
}
