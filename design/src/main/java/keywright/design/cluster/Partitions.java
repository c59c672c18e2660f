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
    double evenServers) {}
