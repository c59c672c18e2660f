package keywright.key;

import java.util.List;
import keywright.key.KeySchema.Following;

/** How a part follows a column: what its expressions do to the order, and what the format does. */
final class PartFollowing {
  private PartFollowing() {}

  /** How the bytes of {@code part} follow {@code column} in the rows that meet the conditions. */
  static Following of(KeySchema schema, int part, String column, List<Condition> conditions) {
    return of(new RangePlanner(schema, conditions), part, column);
  }

  private static Following of(RangePlanner planner, int part, String column) {
    Following values = ofValues(planner, part, column, false);
    if (values == Following.NO) {
      return values;
    }
    List<Run> runs = planner.schema().codec().runs(part);
    Run run = runs.size() == 1 ? runs.get(0) : planner.run(part);
    return run == null ? Following.NO : ofValues(planner, part, column, run.reversed());
  }

  /**
   * How the values of {@code part} follow {@code column} in the rows that {@code planner} looks
   * for, whatever their bytes do; {@code reversed} when the format sorts them backwards.
   */
  static Following ofValues(RangePlanner planner, int part, String column, boolean reversed) {
    KeySchema schema = planner.schema();
    int index = schema.indexOf(column);
    TypedExpression expression = schema.expressions().get(part);
    if (index < 0 || !expression.columns().get(index)) {
      return Following.NO;
    }
    boolean forwards = schema.parts().get(part).descending() == reversed;
    return then(planner.image(part).following(), following(forwards, false));
  }

  /**
   * How what follows {@code next}, which follows the column as {@code inner}, follows the column.
   */
  static Following then(Following inner, Following next) {
    return inner == Following.NO || next == Following.NO
        ? Following.NO
        : following(isForwards(inner) == isForwards(next), isWeak(inner) || isWeak(next));
  }

  static Following following(boolean forwards, boolean weakly) {
    return weakly
        ? (forwards ? Following.WEAKLY_FORWARDS : Following.WEAKLY_BACKWARDS)
        : forwards ? Following.FORWARDS : Following.BACKWARDS;
  }

  private static boolean isForwards(Following following) {
    return following == Following.FORWARDS || following == Following.WEAKLY_FORWARDS;
  }

  private static boolean isWeak(Following following) {
    return following == Following.WEAKLY_FORWARDS || following == Following.WEAKLY_BACKWARDS;
  }

  /** Within what an expression keeps an order that it does not keep elsewhere; empty if nowhere. */
  static String within(TypedExpression expression) {
    String within = "";
    for (TypedExpression e = expression; e != null; e = e.argument()) {
      if (e.order() == TypedExpression.Order.NONE) {
        if (!within.isEmpty() || e.keepsOrderWithin().isEmpty()) {
          return "";
        }
        within = e.keepsOrderWithin();
      }
    }
    return within;
  }
}
