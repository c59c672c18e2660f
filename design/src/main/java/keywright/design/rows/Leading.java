package keywright.design.rows;

import java.util.Arrays;

/**
 * The rows grouped by the value of the first key part that is not the same in all rows. The groups
 * are numbered in key order. Immutable.
 *
 * <p>Two things can cause a hot spot: the order in which the values of that part arrive, and the
 * order in which the rows of each value arrive. This class shuffles one of these orders and keeps
 * the other. If the hot spot then disappears, the shuffled order was its cause.
 */
public final class Leading {
  /** Up to this effective number of values, a part counts as constant. */
  private static final double CONSTANT = 1.05;

  private final int[] ranks;

  /** For each rank, the number of its value. */
  private final int[] valueOf;

  private final int values;
  private final int part;

  private Leading(int[] ranks, int[] valueOf, int part) {
    this.ranks = ranks;
    this.valueOf = valueOf;
    this.values = valueOf.length == 0 ? 0 : valueOf[valueOf.length - 1] + 1;
    this.part = part;
  }

  /**
   * Groups rows.
   *
   * @param ranks the ranks of the rows in order of arrival
   * @param distinct the number of distinct ranks
   * @param prefixes hashes of key prefixes: element {@code [p - 1][row]} is a hash of the first
   *     {@code p} parts of the key of {@code row}
   * @param fewest the smallest number of leading parts whose values are taken together as one value
   */
  public static Leading of(int[] ranks, int distinct, int[][] prefixes, int fewest) {
    int[] rowOf = new int[distinct];
    for (int row = 0; row < ranks.length; row++) {
      rowOf[ranks[row]] = row;
    }
    for (int part = fewest - 1; ; part++) {
      int[] valueOf = new int[distinct];
      for (int rank = 1; rank < distinct; rank++) {
        boolean isSame = prefixes[part][rowOf[rank]] == prefixes[part][rowOf[rank - 1]];
        valueOf[rank] = valueOf[rank - 1] + (isSame ? 0 : 1);
      }
      Leading leading = new Leading(ranks, valueOf, part);
      if (part + 1 >= prefixes.length || leading.effectiveValues() > CONSTANT) {
        return leading;
      }
    }
  }

  /** The same rows in another order. */
  public Leading in(int[] order) {
    return new Leading(order, valueOf, part);
  }

  /** The index of the part, from 0. The parts before it have the same value in all rows. */
  public int part() {
    return part;
  }

  /** The number of groups, one for each different value of the part. */
  public int values() {
    return values;
  }

  /** The effective number of values: 1/Σshare², with the share of the rows that each value has. */
  public double effectiveValues() {
    int[] counts = counts();
    return EffectiveNumber.of(Arrays.stream(counts).asDoubleStream());
  }

  private int[] counts() {
    int[] counts = new int[values];
    for (int rank : ranks) {
      counts[valueOf[rank]]++;
    }
    return counts;
  }

  /**
   * How closely the values follow the order of arrival: 1 if they rise, -1 if they fall, 0 if they
   * are independent of the order.
   */
  public double trend() {
    Trend trend = new Trend();
    for (int rank : ranks) {
      trend.add(valueOf[rank]);
    }
    return trend.correlation();
  }

  /**
   * An order of the rows in which the values arrive as in the given rows, but the rows of each
   * value arrive in the order of {@code shuffled}.
   */
  public int[] withRowsOf(int[] shuffled) {
    return arranged(ranks, shuffled);
  }

  /**
   * An order of the rows in which values arrive as in {@code shuffled}, but the rows of each value
   * are in their order of arrival.
   */
  public int[] withValuesOf(int[] shuffled) {
    return arranged(shuffled, ranks);
  }

  private int[] arranged(int[] byValue, int[] byRow) {
    int[] next = new int[values + 1];
    int[] counts = counts();
    for (int value = 0; value < values; value++) {
      next[value + 1] = next[value] + counts[value];
    }
    int[] grouped = new int[byRow.length];
    int[] end = next.clone();
    for (int rank : byRow) {
      grouped[end[valueOf[rank]]++] = rank;
    }
    int[] arranged = new int[byValue.length];
    for (int i = 0; i < byValue.length; i++) {
      arranged[i] = grouped[next[valueOf[byValue[i]]]++];
    }
    return arranged;
  }
}
