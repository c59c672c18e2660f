package keywright.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Two ways of doing the same work, alternately in one process, so that what slows the machine down
 * slows both. The figures are medians over the rounds; the ratio is that of each round.
 */
final class Contest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Whether a time is that of the thread on a processor, for a machine with other load. */
  private static final boolean CPU_TIME = Boolean.getBoolean("cpu");

  /** The work of a round on what was made ready for it, as a number of operations. */
  interface Work<T> {
    long run(T input);
  }

  private final int warmup;
  private final int rounds;

  /**
   * @param warmup rounds that do not count
   */
  Contest(int warmup, int rounds) {
    this.warmup = warmup;
    this.rounds = rounds;
  }

  /** How many rounds a question has, with those that do not count. */
  int rounds() {
    return warmup + rounds;
  }

  /**
   * Prints a line: nanoseconds and bytes allocated for an operation, and the ratio of rates.
   *
   * @param input what the round with a number, from 0, works on; made before the clock starts
   */
  <T> void run(String question, IntFunction<T> input, Work<T> keywright, Work<T> baseline) {
    double[][] nanos = new double[2][rounds];
    double[][] bytes = new double[2][rounds];
    double[] ratios = new double[rounds];
    List<Work<T>> both = List.of(keywright, baseline);
    for (int round = -warmup; round < rounds; round++) {
      double[] time = new double[2];
      T ready = input.apply(round + warmup);
      for (int turn = 0; turn < 2; turn++) {
        // Each comes first in every second round.
        int which = Math.floorMod(round + turn, 2);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = nanoTime();
        long operations = both.get(which).run(ready);
        time[which] = (double) (nanoTime() - start) / operations;
        if (round >= 0) {
          nanos[which][round] = time[which];
          bytes[which][round] =
              (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / operations;
        }
      }
      if (round >= 0) {
        ratios[round] = time[1] / time[0];
      }
    }
    Arrays.sort(ratios);
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %,.0f (%,.0f) | %,.0f (%,.0f) | %.2f | %.2f–%.2f |",
            question,
            median(nanos[0]),
            median(bytes[0]),
            median(nanos[1]),
            median(bytes[1]),
            median(ratios),
            ratios[rounds / 4],
            ratios[rounds - 1 - rounds / 4]));
  }

  private static long nanoTime() {
    return CPU_TIME ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
