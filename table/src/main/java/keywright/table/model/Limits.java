package keywright.table.model;

/**
 * What a query may cost before it is refused, and the memory of a sort.
 *
 * @param fanOut the most ranges that one query scans
 * @param sortedBytes the most bytes of rows that one sort keeps in memory, by an estimate from
 *     above; what exceeds them it writes to disk. It keeps no more rows than a LIMIT or a page asks
 *     for, however many it reads
 * @param sortedDiskBytes the most bytes of rows that one sort writes to disk; it takes as many
 *     again while it merges
 * @param unaskedRows the most rows that a sort of a whole table reads for a LIMIT or a page without
 *     ALLOW FILTERING
 */
public record Limits(int fanOut, long sortedBytes, long sortedDiskBytes, long unaskedRows) {
  /**
   * 1,024 ranges; sorts of an eighth of the heap, at most 64 MiB, and 10 GiB on disk, that read
   * 100,000 rows unasked.
   */
  public static final Limits DEFAULT =
      new Limits(
          1_024, Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8), 10L << 30, 100_000);

  /** The same limits with another fan-out. */
  public Limits withFanOut(int newFanOut) {
    return new Limits(newFanOut, sortedBytes, sortedDiskBytes, unaskedRows);
  }

  /** The same limits on other sorts. */
  public Limits withSorts(long newSortedBytes, long newSortedDiskBytes, long newUnaskedRows) {
    return new Limits(fanOut, newSortedBytes, newSortedDiskBytes, newUnaskedRows);
  }
}
