package keywright.design.rows;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Rows that are grouped by the first key part that does not have the same value in all rows. All
 * rows of a group have the same value of this part. Immutable.
 *
 * <p>Two orders can cause a hot spot: the order in which the groups arrive, and the order in which
 * the rows of each group arrive. This class computes orders of the rows in which one of the two is
 * random and the other is kept. If the hot spot then disappears, the order that was made random is
 * its cause.
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
   * @param ranks the rank of each row, which is the position of its key in key order; in the order
   *     in which the rows arrive
   * @param distinct the number of distinct ranks
   * @param prefixes hashes of key prefixes: number {@code p - 1} returns, for the number of a row,
   *     a hash of the first {@code p} parts of its key
   * @param fewest the smallest number of leading key parts that are combined into one value for
   *     grouping
   */
  public static Leading of(int[] ranks, int distinct, List<IntUnaryOperator> prefixes, int fewest) {
    int[] rowOf = new int[distinct];
    for (int row = 0; row < ranks.length; row++) {
      rowOf[ranks[row]] = row;
    }
    for (int part = fewest - 1; ; part++) {
      IntUnaryOperator hashes = prefixes.get(part);
      int[] valueOf = new int[distinct];
      for (int rank = 1; rank < distinct; rank++) {
        boolean isSame = hashes.applyAsInt(rowOf[rank]) == hashes.applyAsInt(rowOf[rank - 1]);
        valueOf[rank] = valueOf[rank - 1] + (isSame ? 0 : 1);
      }
      Leading leading = new Leading(ranks, valueOf, part);
      if (part + 1 >= prefixes.size() || leading.effectiveValues() > CONSTANT) {
        return leading;
      }
    }
  }

  /**
   * The same rows in another order of arrival.
   *
   * @param order the numbers of the rows, from 0, in the new order
   */
  public Leading in(int[] order) {
    return new Leading(order, valueOf, part);
  }

  /**
   * The index, from 0, of the key part by which the rows are grouped. The parts before it have the
   * same value in all rows.
   */
  public int part() {
    return part;
  }

  /** The number of groups, which is the number of different values of the part. */
  public int values() {
    return values;
  }

  /**
   * The effective number of groups: 1 divided by the sum of the squares of the groups' shares of
   * the rows.
   */
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
   * How closely the values of the part follow the order of arrival of the rows: 1 if the values
   * rise, -1 if they fall, 0 if they do not depend on the order.
   */
  public double trend() {
    Trend trend = new Trend();
    for (int rank : ranks) {
      trend.add(valueOf[rank]);
    }
    return trend.correlation();
  }

  /**
   * Computes an order of the rows in which the groups arrive as in the original order, but the rows
   * of each group arrive as in {@code shuffled}.
   *
   * @param shuffled the numbers of the rows, from 0, in random order
   * @return the numbers of the rows in the computed order
   */
  public int[] withRowsOf(int[] shuffled) {
    return arranged(ranks, shuffled);
  }

  /**
   * Computes an order of the rows in which the groups arrive as in {@code shuffled}, but the rows
   * of each group arrive as in the original order.
   *
   * @param shuffled the numbers of the rows, from 0, in random order
   * @return the numbers of the rows in the computed order
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
