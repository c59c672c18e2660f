package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConditionOnTest {
  private static final Type INT = Type.parse("int");

  @Test
  void oneTestServesManyValues() {
    Condition condition = new Condition.Compare("a", Condition.Operator.GT, new BigDecimal("1.5"));
    Predicate<@Nullable Object> test = condition.on(INT);
    for (Integer value : new Integer[] {null, -1, 1, 2, 3}) {
      assertThat(test.test(value)).isEqualTo(condition.test(INT, value));
    }
    assertThat(test.test(2)).isTrue();
    assertThat(test.test(null)).isFalse();
  }

  @Test
  void aLiteralOfAnotherKindIsRefusedWhenTheTestIsMade() {
    assertThatThrownBy(() -> new Condition.Compare("a", Condition.Operator.EQ, "x").on(INT))
        .isInstanceOf(KeyException.class);
  }
}
