package keywright.table;

/**
 * What a query may cost before it is refused.
 *
 * @param fanOut the most ranges that one query scans
 * @param sortedRows the most rows that are sorted in memory when no key gives the order
 */
public record Limits(int fanOut, int sortedRows) {
  /** 1,024 ranges and 10,000 rows. */
  public static final Limits DEFAULT = new Limits(1_024, 10_000);
}
