package keywright.table.model;

/**
 * The limits on the cost of a query. Immutable.
 *
 * @param fanOut the largest number of ranges that one query may scan
 * @param sortedBytes the largest memory, in bytes, for the rows of one sort. It is compared with an
 *     estimate that is never too low. Further rows are written to disk. A query with a LIMIT, or
 *     for a page, keeps only as many rows as the LIMIT or the page has
 * @param sortedDiskBytes the largest number of bytes that one sort may write to disk. While sorted
 *     files are merged, the sort temporarily needs the same space a second time
 * @param unaskedRows the largest number of rows that a sort may read in a query that has no
 *     condition on a key. This limit does not apply to queries with ALLOW FILTERING
 */
public record Limits(int fanOut, long sortedBytes, long sortedDiskBytes, long unaskedRows) {
  /**
   * The default limits: 1,024 ranges for a query; for a sort, an eighth of the heap but at most 64
   * MiB in memory, and 10 GiB on disk; 100,000 rows for the sort of a query that has neither a
   * condition on a key nor ALLOW FILTERING.
   */
  public static final Limits DEFAULT =
      new Limits(
          1_024, Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8), 10L << 30, 100_000);

  /** The same limits with another largest number of ranges. */
  public Limits withFanOut(int newFanOut) {
    return new Limits(newFanOut, sortedBytes, sortedDiskBytes, unaskedRows);
  }

  /**
   * The same limits with other limits on sorts.
   *
   * @param newSortedBytes the largest memory, in bytes, for the rows of one sort
   * @param newSortedDiskBytes the largest number of bytes that one sort may write to disk
   * @param newUnaskedRows the largest number of rows that a sort may read in a query that has
   *     neither a condition on a key nor ALLOW FILTERING
   */
  public Limits withSorts(long newSortedBytes, long newSortedDiskBytes, long newUnaskedRows) {
    return new Limits(fanOut, newSortedBytes, newSortedDiskBytes, newUnaskedRows);
  }
}
