package keywright.key;

import java.util.List;
import keywright.key.KeySchema.Following;

/** How a part follows a column: what its expressions do to the order, and what the format does. */
final class PartFollowing {
  private PartFollowing() {}

  /** How the bytes of {@code part} follow {@code column} in the rows that meet the conditions. */
  static Following of(KeySchema schema, int part, String column, List<Condition> conditions) {
    if (ofValues(schema, part, column, false) == Following.NO) {
      return Following.NO;
    }
    List<Run> runs = schema.codec().runs(part);
    Run run = runs.size() == 1 ? runs.get(0) : new RangePlanner(schema, conditions).run(part);
    return run == null ? Following.NO : ofValues(schema, part, column, run.reversed());
  }

  /**
   * How the values of {@code part} follow {@code column}, whatever their bytes do; {@code reversed}
   * when the format sorts them backwards.
   */
  static Following ofValues(KeySchema schema, int part, String column, boolean reversed) {
    int index = schema.indexOf(column);
    boolean weak = false;
    boolean backwards = schema.parts().get(part).descending() != reversed;
    for (TypedExpression e = schema.expressions().get(part); e != null; e = e.argument()) {
      TypedExpression.Order order = e.order();
      if (order == TypedExpression.Order.NONE
          || (e.argument() == null && (index < 0 || !e.columns().get(index)))) {
        return Following.NO;
      }
      backwards ^= order == TypedExpression.Order.REVERSES;
      weak |= order == TypedExpression.Order.KEEPS_WEAKLY;
    }
    return Following.of(!backwards, weak);
  }
}
