package keywright.key;

import static java.time.Instant.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
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

  @Test
  void aNullAmongTheValuesOfInIsRefused() {
    assertThatThrownBy(() -> new Condition.In("a", Arrays.asList(1, null)))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot compare a: found null in IN, expected values that are not null; leave the null out, and query IS NULL separately");
  }

  /** Whatever the unit: what was written with an instant is found by it, as if it were exact. */
  @Test
  void anInstantCountsAsTheValueThatItIsStoredAs() {
    for (String type : List.of("timestamp(s)", "timestamp", "timestamp(us)", "timestamp(ns)")) {
      Type timestamp = Type.parse(type);
      for (Instant instant :
          List.of(
              Instant.parse("2017-01-31T10:30:00.123456789Z"),
              Instant.parse("1969-12-31T23:59:59.999999999Z"),
              Instant.parse("1700-01-01T00:00:00.000000001Z"))) {
        Object stored = timestamp.convert(instant);
        assertThat((Instant) stored).isBeforeOrEqualTo(instant);
        assertThat(timestamp.convert(stored)).isEqualTo(stored);
        for (Condition.Operator operator : Condition.Operator.values()) {
          boolean equal =
              switch (operator) {
                case EQ, LE, GE -> true;
                case LT, GT -> false;
              };
          assertThat(new Condition.Compare("at", operator, instant).test(timestamp, stored))
              .as("%s %s %s", stored, operator, instant)
              .isEqualTo(equal);
        }
        assertThat(new Condition.In("at", List.of(instant)).test(timestamp, stored)).isTrue();
      }
    }
  }

  @Test
  void aTextThatIsFinerIsComparedAsItIs() {
    Type timestamp = Type.parse("timestamp");
    String finer = "1970-01-01T00:00:00.0005Z";
    assertThat(new Condition.Compare("at", Condition.Operator.EQ, finer).test(timestamp, EPOCH))
        .isFalse();
    assertThat(new Condition.Compare("at", Condition.Operator.LT, finer).test(timestamp, EPOCH))
        .isTrue();
    assertThatThrownBy(() -> timestamp.convert(finer)).isInstanceOf(KeyException.class);
  }
}
