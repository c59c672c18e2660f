package keywright.table;

/**
 * What a query may cost before it is refused.
 *
 * @param fanOut the most ranges that one query scans
 * @param sortedRows the most rows that one sort in memory keeps; it keeps no more than a LIMIT or a
 *     page asks for, however many it reads
 * @param sortedBytes the most bytes that they take, by an estimate from above
 * @param unaskedRows the most rows that a sort of a whole table reads without ALLOW FILTERING
 */
public record Limits(int fanOut, int sortedRows, long sortedBytes, long unaskedRows) {
  /** 1,024 ranges, 100,000 rows and 64 MiB of a sort, which reads 100,000 rows unasked. */
  public static final Limits DEFAULT = new Limits(1_024, 100_000, 64L << 20, 100_000);

  /** The same limits with another fan-out. */
  public Limits withFanOut(int newFanOut) {
    return new Limits(newFanOut, sortedRows, sortedBytes, unaskedRows);
  }

  /** The same limits on other sorts. */
  public Limits withSorts(int newSortedRows, long newSortedBytes, long newUnaskedRows) {
    return new Limits(fanOut, newSortedRows, newSortedBytes, newUnaskedRows);
  }
}
