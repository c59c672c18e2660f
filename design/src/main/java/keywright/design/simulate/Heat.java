package keywright.design.simulate;

/**
 * A table of numbers for a heat map of the reads or the writes of a replay. The columns of the
 * table are periods of time. Its bands are intervals of key space, in key order. Immutable.
 */
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

  /** The number of columns, which are in the order of time. */
  public int columns() {
    return columns;
  }

  /** The number of bands, which are in key order. */
  public int bands() {
    return bands;
  }

  /**
   * The number of reads or writes in one column and one band. Columns and bands are numbered from
   * 0.
   */
  public double at(int column, int band) {
    return cells[column * bands + band];
  }

  /** The number of reads or writes of all bands in one column. */
  public double total(int column) {
    return totals[column];
  }

  /**
   * The share of some bands in the reads or writes of some columns, from 0 to 1; 0 if these columns
   * have no reads or writes.
   *
   * @param fromColumn the first column
   * @param toColumn the column after the last one
   * @param fromBand the first band
   * @param toBand the band after the last one
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
