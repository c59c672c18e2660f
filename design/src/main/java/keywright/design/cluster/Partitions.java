package keywright.design.cluster;

/**
 * Figures of the partitions on a token ring.
 *
 * @param count how many there are in the end
 * @param countAtHalf how many there were when half of the rows had arrived
 * @param largestRows the rows of the one with the most
 * @param largestRowsAtHalf what it had when half of the rows had arrived
 * @param largestBytes an estimate of its bytes of values, from the mean row
 * @param largestServerShare the share of all writes that the busiest server took
 * @param evenServers 1/Σshare² over the servers' shares of the ring
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

  /** Whether the largest has more than a partition should. */
  public boolean isTooLarge() {
    return largestRows > MOST_ROWS || largestBytes > MOST_BYTES;
  }

  /** Whether the largest grows with all rows, and few new partitions come. */
  public boolean growsWithoutEnd() {
    return countAtHalf >= 0.9 * count
        && largestRowsAtHalf >= 0.3 * largestRows
        && largestRowsAtHalf <= 0.7 * largestRows;
  }
}
