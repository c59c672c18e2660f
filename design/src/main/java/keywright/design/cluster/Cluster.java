package keywright.design.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The regions or partitions to which a replay writes rows. Each is an interval of ranks and is on
 * one server; the intervals are disjoint. Regions are numbered in order of creation. A split ends a
 * region and creates two new ones.
 */
public interface Cluster {

  /** Writes the row of {@code rank} and returns the number of its region. */
  int write(int rank);

  /** The server of region {@code region}; -1 when it has split. */
  int server(int region);

  /**
   * The lowest rank of a row in region {@code region}. For the right half of a split, the rank at
   * which it starts.
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
   * @param meanRowBytes of the values of a row
   */
  @Nullable Partitions partitions(double meanRowBytes);

  /** The place in key order of the region that {@code rank} belongs to. */
  int place(int rank);

  /** The number of the region at {@code place} in key order. */
  int region(int place);

  /** The first rank that the region at {@code place} in key order may hold. */
  int start(int place);

  /** The rank before which the region at {@code place} in key order stops. */
  int stop(int place);

  /** Which rows have been written. */
  RowBits present();

  /**
   * How many regions are cold: a split left them half full, and they had no write since then for at
   * least a window.
   */
  int cold();

  /** A window of rows is over. */
  void endWindow();

  /** Moves regions between servers. */
  void balance();
}
