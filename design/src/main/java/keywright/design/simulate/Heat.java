package keywright.design.simulate;

/** The reads or writes of each band of key space in each column of time. Immutable. */
public final class Heat {
  private final int columns;
  private final int bands;
  private final double[] cells;
  private final double[] totals;

  /**
   * @param cells column by column, the bands of each in key order; kept, not copied
   */
  Heat(int columns, int bands, double[] cells) {
    this.columns = columns;
    this.bands = bands;
    this.cells = cells;
    this.totals = new double[columns];
    for (int column = 0; column < columns; column++) {
      for (int band = 0; band < bands; band++) {
        totals[column] += at(column, band);
      }
    }
  }

  /** The number of columns, in order of time. */
  public int columns() {
    return columns;
  }

  /** The number of bands, in key order. */
  public int bands() {
    return bands;
  }

  /** The reads or writes of {@code band} in {@code column}. */
  public double at(int column, int band) {
    return cells[column * bands + band];
  }

  /** The reads or writes of all bands in {@code column}. */
  public double total(int column) {
    return totals[column];
  }

  /**
   * The share of the requests in the columns {@code [fromColumn, toColumn)} that are in the bands
   * {@code [fromBand, toBand)}, 0 to 1; 0 if those columns have no requests.
   */
  public double share(int fromColumn, int toColumn, int fromBand, int toBand) {
    double sum = 0;
    double total = 0;
    for (int column = fromColumn; column < toColumn; column++) {
      total += totals[column];
      for (int band = fromBand; band < toBand; band++) {
        sum += at(column, band);
      }
    }
    return total == 0 ? 0 : sum / total;
  }
}
