package keywright.table.model;

/**
 * The limits of a query, and the memory of a sort.
 *
 * @param fanOut the most ranges that one query scans
 * @param sortedBytes the most bytes of rows that one sort keeps in memory, by an estimate that is
 *     never too low. Further rows are written to disk. With a LIMIT, or for a page, the sort keeps
 *     only as many rows as the LIMIT or the page has
 * @param sortedDiskBytes the most bytes of rows that one sort writes to disk; merging temporarily
 *     needs the same space a second time
 * @param unaskedRows the most rows that a sort may read for a query without a condition on a key
 *     that has a LIMIT or returns pages; ALLOW FILTERING lifts this limit
 */
public record Limits(int fanOut, long sortedBytes, long sortedDiskBytes, long unaskedRows) {
  /**
   * The default limits: 1,024 ranges for a query; for a sort, an eighth of the heap but at most 64
   * MiB in memory, and 10 GiB on disk; 100,000 rows for a sort of a whole table without ALLOW
   * FILTERING.
   */
  public static final Limits DEFAULT =
      new Limits(
          1_024, Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8), 10L << 30, 100_000);

  /** The same limits with another fan-out. */
  public Limits withFanOut(int newFanOut) {
    return new Limits(newFanOut, sortedBytes, sortedDiskBytes, unaskedRows);
  }

  /** The same limits with other limits on sorts. */
  public Limits withSorts(long newSortedBytes, long newSortedDiskBytes, long newUnaskedRows) {
    return new Limits(fanOut, newSortedBytes, newSortedDiskBytes, newUnaskedRows);
  }
}
