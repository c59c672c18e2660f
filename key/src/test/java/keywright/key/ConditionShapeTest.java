package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;

class ConditionShapeTest {

  /** Each has only the shape of those in its own list. */
  private static final List<List<Condition>> SHAPES =
      List.of(
          List.of(new Compare("a", Operator.EQ, 1), new Compare("a", Operator.EQ, "x")),
          List.of(new Compare("b", Operator.EQ, 1)),
          List.of(new Compare("a", Operator.LT, 1), new Compare("a", Operator.LT, 2)),
          List.of(new In("a", List.of(1)), new In("a", List.of(1))),
          List.of(new In("a", List.of(2))),
          List.of(new IsNull("a", true)),
          List.of(new IsNull("a", false)));

  @Test
  void onlyAComparisonHasTheShapeOfAConditionWithAnotherValue() {
    for (List<Condition> some : SHAPES) {
      for (List<Condition> others : SHAPES) {
        for (Condition one : some) {
          for (Condition other : others) {
            assertThat(one.hasShapeOf(other)).as("%s and %s", one, other).isEqualTo(some == others);
          }
        }
      }
    }
  }
}
