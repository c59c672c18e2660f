package keywright.table;

/**
 * What a query may cost before it is refused.
 *
 * @param fanOut the most ranges that one query scans
 * @param sortedRows the most rows that are read for one sort in memory, which is made under a LIMIT
 *     or for a page, and keeps no more rows than that asks for
 */
public record Limits(int fanOut, int sortedRows) {
  /** 1,024 ranges and 100,000 rows. */
  public static final Limits DEFAULT = new Limits(1_024, 100_000);
}
