package keywright.design.cluster;

/**
 * Figures of the partitions on a token ring, after a replay. Immutable.
 *
 * @param count the number of partitions after all rows were written
 * @param countAtHalf the number of partitions after half of the rows were written
 * @param largestRows the number of rows of the largest partition
 * @param largestRowsAtHalf the number of rows of the same partition after half of the rows were
 *     written
 * @param largestBytes an estimate of the bytes of values in the largest partition, from the mean
 *     size of a row
 * @param largestServerShare the share of all writes that went to the busiest server, from 0 to 1
 * @param evenServers the effective number of servers if each server had writes in proportion to its
 *     share of the ring. It is 1 divided by the sum of the squares of the shares
 */
public record Partitions(
    int count,
    int countAtHalf,
    long largestRows,
    long largestRowsAtHalf,
    long largestBytes,
    double largestServerShare,
    double evenServers) {
  /** The largest number of rows that a partition should have, by Cassandra's own advice. */
  public static final long MOST_ROWS = 100_000;

  /** The largest number of bytes of values that a partition should have. */
  public static final long MOST_BYTES = 100_000_000;

  /**
   * Whether the largest partition has more than {@link #MOST_ROWS} rows or more than {@link
   * #MOST_BYTES} bytes.
   */
  public boolean isTooLarge() {
    return largestRows > MOST_ROWS || largestBytes > MOST_BYTES;
  }

  /**
   * Whether the largest partition grows in proportion to all rows, while few new partitions are
   * created.
   */
  public boolean growsWithoutEnd() {
    return countAtHalf >= 0.9 * count
        && largestRowsAtHalf >= 0.3 * largestRows
        && largestRowsAtHalf <= 0.7 * largestRows;
  }
}
