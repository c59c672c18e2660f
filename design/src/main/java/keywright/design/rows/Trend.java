package keywright.design.rows;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Measures how closely numbers follow the order in which they arrive. The numbers are divided into
 * up to 512 consecutive windows. The measure is the rank correlation between the positions of the
 * windows and the mean numbers of the windows. So the order inside a window has no effect. Used by
 * one thread.
 */
public final class Trend {
  private static final int WINDOWS = 512;

  private final double[] sums = new double[WINDOWS];
  private int windows;
  private double least;
  private double most;

  /** The number of values in a full window, and in the last window. */
  private long size = 1;

  private long inLast;

  void add(double number) {
    least = windows == 0 ? number : Math.min(least, number);
    most = windows == 0 ? number : Math.max(most, number);
    if (windows == 0 || inLast == size) {
      if (windows == WINDOWS) {
        halve();
      }
      if (windows == 0 || inLast == size) {
        sums[windows++] = 0;
        inLast = 0;
      }
    }
    sums[windows - 1] += number;
    inLast++;
  }

  /** Joins each two windows into one, which makes room for more. */
  private void halve() {
    for (int i = 0; i < WINDOWS / 2; i++) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
    windows = WINDOWS / 2;
    size *= 2;
    inLast = size;
  }

  /** Whether all numbers were equal. */
  boolean isConstant() {
    return least == most;
  }

  /**
   * Spearman's rank correlation, -1 to 1; 0 for fewer than four windows and if all are equal. The
   * last window counts only if it is full.
   */
  double correlation() {
    int full = inLast == size ? windows : windows - 1;
    if (full < 4) {
      return 0;
    }
    double[] ranks = ranks(Arrays.copyOf(sums, full));
    double middle = (full - 1) / 2.0;
    double products = 0;
    double squares = 0;
    double ofOrder = 0;
    for (int i = 0; i < full; i++) {
      products += (i - middle) * (ranks[i] - middle);
      squares += (ranks[i] - middle) * (ranks[i] - middle);
      ofOrder += (i - middle) * (i - middle);
    }
    return squares == 0 ? 0 : products / Math.sqrt(squares * ofOrder);
  }

  /** The ranks of numbers; equal numbers get the mean of their ranks. */
  private static double[] ranks(double[] numbers) {
    int[] order =
        IntStream.range(0, numbers.length)
            .boxed()
            .sorted((a, b) -> Double.compare(numbers[a], numbers[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[numbers.length];
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length && numbers[order[to]] == numbers[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + to - 1) / 2.0;
      }
      from = to;
    }
    return ranks;
  }
}
