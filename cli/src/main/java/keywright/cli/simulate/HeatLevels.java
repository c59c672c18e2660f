package keywright.cli.simulate;

import keywright.design.simulate.Heat;

/**
 * A heat map in cells of a few levels: which share of the writes of its time each cell took.
 * Immutable.
 */
final class HeatLevels {
  /** The least share of the highest level. */
  static final double HIGHEST = 0.5;

  private final Heat heat;
  private final int columns;
  private final int bands;
  private final int levels;
  private final double lowest;

  /**
   * @param columns how many cells stand side by side
   * @param bands how many cells stand above each other
   * @param levels how many levels there are above 0, which is for cells without writes; at least 2
   * @param lowest from which share on the levels rise: level 2 begins above it
   */
  HeatLevels(Heat heat, int columns, int bands, int levels, double lowest) {
    this.heat = heat;
    this.columns = columns;
    this.bands = bands;
    this.levels = levels;
    this.lowest = lowest;
  }

  /**
   * The level of a cell: 0 for no writes, else one more for each {@link #least} that it reaches.
   */
  int at(int column, int band) {
    double share =
        heat.share(
            from(column, columns, heat.columns()),
            to(column, columns, heat.columns()),
            from(band, bands, heat.bands()),
            to(band, bands, heat.bands()));
    int level = share > 0 ? 1 : 0;
    while (level > 0 && level < levels && share >= least(level + 1)) {
      level++;
    }
    return level;
  }

  /** The least share of a level above 1: equal ratios from the lowest to {@link #HIGHEST}. */
  double least(int level) {
    return lowest * Math.pow(HIGHEST / lowest, (level - 1.0) / (levels - 1));
  }

  private static int from(int cell, int cells, int all) {
    return cell * all / cells;
  }

  /** A map of fewer columns or bands than cells shows some of them in several cells. */
  private static int to(int cell, int cells, int all) {
    return Math.max(from(cell, cells, all) + 1, from(cell + 1, cells, all));
  }
}
