package keywright.design.cluster;

/**
 * The existing rows of a range of ranks, which are positions in key order. Immutable.
 *
 * @param from the rank of the first existing row
 * @param to the rank of the last existing row, plus 1
 * @param rows how many rows exist from {@code from} to {@code to}. If it is 0, {@code from} and
 *     {@code to} are both the start of the range that was searched
 */
public record RowRange(int from, int to, int rows) {

  /**
   * Finds the existing rows with ranks from {@code start}, inclusive, to {@code stop}, exclusive.
   *
   * @param present the set of all existing rows
   * @param limit the largest number of rows to find; 0 for all rows
   * @param reversed whether the rows are counted from the end of the range, so that the limit keeps
   *     the last rows
   * @param ranks the number of all ranks
   */
  public static RowRange of(
      RowBits present, int start, int stop, int limit, boolean reversed, int ranks) {
    int found = present.count(start, stop);
    int rows = limit == 0 ? found : Math.min(found, limit);
    if (rows == 0) {
      int sought = Math.min(reversed ? Math.max(start, stop - 1) : start, ranks - 1);
      return new RowRange(sought, sought, 0);
    }
    return reversed
        ? new RowRange(
            present.selectBefore(stop, rows - 1), 1 + present.selectBefore(stop, 0), rows)
        : new RowRange(present.select(start, 0), 1 + present.select(start, rows - 1), rows);
  }
}
