package keywright.design.cluster;

/**
 * The existing rows of a range: from rank {@code from} (inclusive) to {@code to} (exclusive). Both
 * ends are tight: rows exist at {@code from} and just before {@code to}.
 *
 * @param rows how many rows exist; if there are none, {@code from} and {@code to} are the start of
 *     the search
 */
public record RowRange(int from, int to, int rows) {

  /**
   * The existing rows with ranks in {@code [start, stop)}.
   *
   * @param limit the most rows to read; 0 for all
   * @param reversed whether rows are read from the end of the range
   * @param ranks the number of ranks
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
