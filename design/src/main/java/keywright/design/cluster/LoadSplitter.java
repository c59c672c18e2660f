package keywright.design.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Splits regions that take too many writes, window by window.
 *
 * <p>Of a region above the limit the key before which half of the window's writes lie is a
 * candidate. In the next window the region is split there if it is above the limit again and the
 * halves still differ by a quarter at most. So a region whose writes keep rising, or that one key
 * keeps busy, is not split: whatever halved its past does not halve its future. CockroachDB and
 * TiDB hold sampled keys against what follows in the same way, with the same tolerance, over ten
 * seconds.
 *
 * <p>Used by one thread.
 */
final class LoadSplitter {
  /** The largest difference of the halves, as a part of the whole. */
  private static final double TOLERANCE = 0.25;

  private final int splitWrites;

  /** The ranks written in this window. */
  private final int[] written;

  private int count;

  /** The candidates of the window before, by number of their region. */
  private Map<Integer, Integer> candidates = new HashMap<>();

  LoadSplitter(int splitWrites, int windowRows) {
    this.splitWrites = splitWrites;
    this.written = new int[windowRows];
  }

  void write(int rank) {
    written[count++] = rank;
  }

  /** Splits the regions for which it is time. */
  void endWindow(Regions regions) {
    Arrays.sort(written, 0, count);
    Map<Integer, Integer> next = new HashMap<>();
    for (int from = 0; from < count; ) {
      int place = regions.place(written[from]);
      int to = place(regions.stop(place), from);
      if (to - from > splitWrites) {
        int region = regions.region(place);
        Integer candidate = candidates.get(region);
        if (candidate != null && isHalf(from, to, candidate)) {
          regions.split(place, candidate);
        } else {
          propose(region, from, to, next);
        }
      }
      from = to;
    }
    candidates = next;
    count = 0;
  }

  /** Where in the window the ranks from {@code rank} on begin, searched from {@code from} on. */
  private int place(int rank, int from) {
    int at = from;
    while (at < count && written[at] < rank) {
      at++;
    }
    return at;
  }

  private boolean isHalf(int from, int to, int rank) {
    int left = place(rank, from) - from;
    int all = to - from;
    return Math.abs(all - 2 * left) <= TOLERANCE * all;
  }

  /** The median, or where it is the least rank of all the next one. */
  private void propose(int region, int from, int to, Map<Integer, Integer> next) {
    int median = written[from + (to - from) / 2];
    int rank = median > written[from] ? median : written[Math.min(to - 1, place(median + 1, from))];
    if (rank > written[from]) {
      next.put(region, rank);
    }
  }
}
