package keywright.design.cluster;

/**
 * Figures of the partitions on a token ring.
 *
 * @param count the number of partitions after all rows
 * @param countAtHalf the number of partitions after half of the rows
 * @param largestRows the rows of the largest partition
 * @param largestRowsAtHalf the rows of the same partition after half of the rows
 * @param largestBytes an estimate of the bytes of values in the largest partition, from the mean
 *     size of a row
 * @param largestServerShare the share of all writes that the busiest server took
 * @param evenServers the effective number of servers if each server took writes in proportion to
 *     its share of the ring: 1 divided by the sum of the squares of the shares
 */
public record Partitions(
    int count,
    int countAtHalf,
    long largestRows,
    long largestRowsAtHalf,
    long largestBytes,
    double largestServerShare,
    double evenServers) {
  /** The rows that a partition should have at most, by Cassandra's own advice. */
  public static final long MOST_ROWS = 100_000;

  /** The bytes of values that a partition should have at most. */
  public static final long MOST_BYTES = 100_000_000;

  /** Whether the largest partition is above {@link #MOST_ROWS} or {@link #MOST_BYTES}. */
  public boolean isTooLarge() {
    return largestRows > MOST_ROWS || largestBytes > MOST_BYTES;
  }

  /**
   * Whether the largest partition grows in proportion to all rows, while few new partitions appear.
   */
  public boolean growsWithoutEnd() {
    return countAtHalf >= 0.9 * count
        && largestRowsAtHalf >= 0.3 * largestRows
        && largestRowsAtHalf <= 0.7 * largestRows;
  }
}
