package keywright.design.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Regions or partitions to which rows are written, each on a server: disjoint intervals of ranks.
 * Regions are numbered in order of creation. A split ends a region and creates two new ones.
 */
public interface Cluster {

  /** Writes the row of {@code rank} and returns the number of its region. */
  int write(int rank);

  /** The server of region {@code region}; -1 when it has split. */
  int server(int region);

  /** The lowest rank of a row in region {@code region}; of a right half, where it starts. */
  int lowest(int region);

  /** How many regions were created so far; their numbers are below it. */
  int made();

  /** How many regions there are. */
  int count();

  /** How many ranges a scan of all rows reads: the regions, or the ranges of a ring. */
  int ranges();

  /** The ranks at which these start, rising; not that of the first. */
  int[] boundaries();

  /** How many splits there have been; each made two regions of one. */
  int splits();

  /**
   * What became of partitions, when all rows are written; null where regions are none.
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
   * How many regions were left half full by a split and had no write since, for at least a window.
   */
  int cold();

  /** A window of rows is over. */
  void endWindow();

  /** Moves regions between servers. */
  void balance();
}
