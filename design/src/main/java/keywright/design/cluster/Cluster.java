package keywright.design.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The regions or partitions to which a replay writes rows. Each region or partition is an interval
 * of ranks on one server; the intervals are disjoint. The rank of a row is its position in key
 * order. Regions are numbered in order of creation. A split ends a region and creates two new ones.
 */
public interface Cluster {

  /** Writes the row of {@code rank} and returns the number of its region. */
  int write(int rank);

  /** The server of region {@code region}; -1 if the region was split. */
  int server(int region);

  /**
   * The lowest rank of a row in region {@code region}. If the region is the right half of a split,
   * this is the rank at which the region starts.
   */
  int lowest(int region);

  /** How many regions were created so far. Regions have the numbers from 0 to this count - 1. */
  int made();

  /** How many regions there are. */
  int count();

  /** How many ranges a scan of all rows reads: the regions, or the ranges of a ring. */
  int ranges();

  /**
   * The ranks at which the ranges of {@link #ranges} start, in ascending order, without the first
   * range.
   */
  int[] boundaries();

  /** How many splits there were so far. Each split replaced one region by two. */
  int splits();

  /**
   * Figures of the partitions after all rows are written; null if the regions are not partitions.
   *
   * @param meanRowBytes the mean number of bytes of the values of a row
   */
  @Nullable Partitions partitions(double meanRowBytes);

  /** The position in key order, from 0, of the region that contains {@code rank}. */
  int place(int rank);

  /** The number of the region at {@code place} in key order. */
  int region(int place);

  /** The first rank that the region at {@code place} in key order may hold. */
  int start(int place);

  /** The rank before which the region at {@code place} in key order stops. */
  int stop(int place);

  /** The set of the rows that have been written, by rank. */
  RowBits present();

  /**
   * How many regions are cold. A cold region was left half full by a split, and has had no write
   * since, for at least one window.
   */
  int cold();

  /** Ends a window of rows; called after the last row of each window. */
  void endWindow();

  /** Moves regions between servers. */
  void balance();
}
