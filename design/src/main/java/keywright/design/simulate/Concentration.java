package keywright.design.simulate;

import java.util.Arrays;

/**
 * Estimates the probability that two writes of the same window go to the same region, or to the
 * same server. A window is a group of consecutive writes. Used by one thread.
 *
 * <p>The reciprocal of this probability is the effective number of regions or servers: 1 divided by
 * the sum of the squares of their shares. The estimate counts pairs of different rows, so it does
 * not depend on the number of rows in a window.
 */
public final class Concentration {
  private static final int MOST_BLOCKS = 16;
  private static final double TWO_SIDED_95 = 2;

  private double[] chances = new double[64];
  private int windows;
  private double pairsOfWindow;

  /**
   * Adds a window. All windows have the same number of rows.
   *
   * @param writes the writes of each region or server; their sum is {@code rows}
   */
  void add(int[] writes, int rows) {
    if (windows == chances.length) {
      chances = Arrays.copyOf(chances, windows * 2);
    }
    double same = 0;
    for (int count : writes) {
      same += count * (count - 1.0);
    }
    pairsOfWindow = Math.max(1, rows * (rows - 1.0));
    chances[windows++] = rows < 2 ? 1 : same / pairsOfWindow;
  }

  /**
   * The effective number of regions or servers in the second half of the windows.
   *
   * @param places the number of regions or servers, which the result does not exceed
   */
  Estimate effective(int places) {
    int from = windows / 2;
    double chance = mean(from, windows);
    double error = Math.max(errorOfBlocks(from), errorOfPairs(chance, windows - from));
    return new Estimate(
        number(chance, places),
        number(chance + TWO_SIDED_95 * error, places),
        number(chance - TWO_SIDED_95 * error, places));
  }

  private static double number(double chance, int places) {
    return chance * places <= 1 ? places : Math.max(1, 1 / chance);
  }

  private double mean(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += chances[i];
    }
    return sum / (to - from);
  }

  /**
   * The error, estimated from the means of blocks of windows, because neighbouring windows are
   * similar.
   */
  private double errorOfBlocks(int from) {
    int count = windows - from;
    int blocks = Math.min(MOST_BLOCKS, count);
    if (blocks < 2) {
      return 0;
    }
    double[] means = new double[blocks];
    for (int block = 0; block < blocks; block++) {
      means[block] =
          mean(
              from + (int) ((long) count * block / blocks),
              from + (int) ((long) count * (block + 1) / blocks));
    }
    double mean = Arrays.stream(means).average().orElse(0);
    double squares = Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
    return Math.sqrt(squares / (blocks - 1) / blocks);
  }

  /**
   * The error from the number of pairs. If there are few pairs, it is large even if all blocks are
   * equal.
   */
  private double errorOfPairs(double chance, int count) {
    double pairs = pairsOfWindow / 2 * count;
    return Math.sqrt(Math.max(1, Math.min(chance, 1 - chance) * pairs)) / pairs;
  }
}
