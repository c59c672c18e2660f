package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers that follow the order in which they come, and numbers that do not. */
class TrendTest {
  private static Trend of(int count, java.util.function.IntToDoubleFunction number) {
    Trend trend = new Trend();
    for (int i = 0; i < count; i++) {
      trend.add(number.applyAsDouble(i));
    }
    return trend;
  }

  @Test
  void aSequenceFollowsHoweverManyNumbersThereAre() {
    for (int count : new int[] {4, 511, 512, 513, 1_024, 1_025, 99_999}) {
      assertThat(of(count, i -> i).correlation()).as("%d numbers", count).isEqualTo(1);
      assertThat(of(count, i -> -i).correlation()).as("%d numbers", count).isEqualTo(-1);
    }
  }

  @Test
  void jitterWithinAWindowDoesNotMatter() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(of(10_000, i -> i + random.nextInt(-60, 61)).correlation()).isGreaterThan(0.99);
  }

  @Test
  void drawnNumbersDoNotFollow() {
    SplittableRandom random = new SplittableRandom(2);
    assertThat(of(10_000, i -> random.nextInt()).correlation()).isBetween(-0.2, 0.2);
  }

  @Test
  void nothingIsSaidOfEqualOrVeryFewNumbers() {
    assertThat(of(1_000, i -> 7).correlation()).isZero();
    assertThat(of(1_000, i -> 7).isConstant()).isTrue();
    assertThat(of(1_000, i -> i == 999 ? 8 : 7).isConstant()).isFalse();
    assertThat(of(3, i -> i).correlation()).isZero();
  }
}
