package keywright.design.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The regions or partitions to which a replay writes rows. In the other comments of this interface,
 * "region" means a region or a partition. The rank of a row is its position in key order, from 0.
 * Each region is an interval of ranks on one server; the intervals are disjoint. Regions are
 * numbered from 0 in the order of their creation. A split ends a region and creates two new
 * regions. Used by one thread.
 */
public interface Cluster {

  /**
   * Writes the row with rank {@code rank}.
   *
   * @return the number of the region that contains the row
   */
  int write(int rank);

  /**
   * The number of the server that has the region with the number {@code region}; -1 if the region
   * was split.
   */
  int server(int region);

  /**
   * The lowest rank of the rows in the region with the number {@code region}. If the region is the
   * right half of a split, this is the rank at which the region starts.
   */
  int lowest(int region);

  /**
   * How many regions were created so far, including regions that were split. Their numbers are from
   * 0 to this count minus 1.
   */
  int made();

  /** How many regions exist now. */
  int count();

  /**
   * How many ranges a scan of all rows reads: the number of regions, or on a token ring the number
   * of ranges of the ring.
   */
  int ranges();

  /**
   * The ranks at which the ranges of a scan of all rows start, in ascending order, without the
   * start of the first range.
   */
  int[] boundaries();

  /** How many regions were split so far. */
  int splits();

  /**
   * Computes figures of the partitions, after all rows are written.
   *
   * @param meanRowBytes the mean number of bytes of the values of a row
   * @return the figures; null if the cluster has regions and no partitions
   */
  @Nullable Partitions partitions(double meanRowBytes);

  /**
   * The position, from 0, of the region that contains the row with rank {@code rank}, among all
   * regions in key order.
   */
  int place(int rank);

  /** The number of the region at the position {@code place} among all regions in key order. */
  int region(int place);

  /** The rank at which the region at the position {@code place} in key order starts. */
  int start(int place);

  /** The rank before which the region at the position {@code place} in key order ends. */
  int stop(int place);

  /** The set of the ranks of all rows that have been written so far. */
  RowBits present();

  /**
   * How many regions are cold. A cold region was made by a split, so it is half full, and it has
   * had no write for at least one window since the split.
   */
  int cold();

  /**
   * Ends a window, which is a group of consecutive writes. It is called after the last write of
   * each window.
   */
  void endWindow();

  /** Runs the balancer, which moves regions between servers. */
  void balance();
}
