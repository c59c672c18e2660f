package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The effective number of places, estimated from windows of any length. */
class ConcentrationTest {
  private static Estimate drawn(int places, int windows, int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Concentration concentration = new Concentration();
    for (int window = 0; window < windows; window++) {
      int[] writes = new int[places];
      for (int row = 0; row < rows; row++) {
        writes[random.nextInt(places)]++;
      }
      concentration.add(writes, rows);
    }
    return concentration.effective(10 * places);
  }

  @Test
  void theLengthOfAWindowDoesNotMatter() {
    for (int rows : new int[] {2, 5, 40, 500}) {
      Estimate found = drawn(8, 4_000, rows, rows);
      assertThat(found.value()).as("windows of %d rows", rows).isCloseTo(8, within(0.7));
      assertThat(found.low()).isLessThanOrEqualTo(found.value());
      assertThat(found.high()).isGreaterThanOrEqualTo(found.value());
    }
  }

  @Test
  void theIntervalHoldsTheTruthInMostSamples() {
    int held = 0;
    for (int seed = 0; seed < 200; seed++) {
      Estimate found = drawn(6, 40, 10, seed);
      held += found.low() <= 6 && found.high() >= 6 ? 1 : 0;
    }
    assertThat(held).isBetween(180, 200);
    assertThat(drawn(6, 400, 10, 1).margin()).isLessThan(drawn(6, 40, 10, 1).margin() / 2);
  }

  @Test
  void oneHotPlaceIsOneAndNoMoreThanThereAreCanBeFound() {
    Concentration hot = new Concentration();
    Concentration spread = new Concentration();
    for (int window = 0; window < 10; window++) {
      hot.add(new int[] {0, 20, 0}, 20);
      spread.add(new int[] {1, 1, 1}, 3);
    }
    assertThat(hot.effective(3).value()).isEqualTo(1);
    assertThat(hot.effective(3).high()).isLessThan(1.1);
    assertThat(spread.effective(3)).isEqualTo(new Estimate(3, 3, 3));
  }

  /** Both halves count in an early window, and the second half alone in the figure. */
  @Test
  void theFirstHalfOfTheWindowsDoesNotCount() {
    Concentration concentration = new Concentration();
    for (int window = 0; window < 100; window++) {
      concentration.add(window < 50 ? new int[] {10, 0} : new int[] {5, 5}, 10);
    }
    // Two of ten rows are in one place of two with a chance of 4 in 9.
    assertThat(concentration.effective(100).value()).isCloseTo(9 / 4.0, within(1e-9));
  }

  /** A window of one row has no pair, so it cannot tell one place from many. */
  @Test
  void windowsOfOneRowTellNothing() {
    Concentration concentration = new Concentration();
    for (int window = 0; window < 10; window++) {
      concentration.add(new int[] {0, 1, 0}, 1);
    }
    assertThat(concentration.effective(3).value()).isEqualTo(1);
  }
}
