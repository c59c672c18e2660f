package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImpossibleConditionsTest {
  private static final KeySchema SCHEMA = KeySchema.parse("id int, code digits(4)", "id, code");

  @Test
  void aRangeBeyondTheTypeIsEmpty() {
    Condition above = new Condition.Compare("id", Condition.Operator.GT, new BigDecimal("1e30"));
    assertThat(SCHEMA.ranges(List.of(above)).isEmpty()).isTrue();
  }

  @Test
  void aPatternThatTheTypeCannotHoldIsLikeNoValue() {
    Condition like = new Condition.Like("code", "999");
    assertThat(SCHEMA.ranges(List.of(like)).isEmpty()).isTrue();
    assertThat(like.test(Type.parse("digits(4)"), "0999")).isFalse();
  }
}
