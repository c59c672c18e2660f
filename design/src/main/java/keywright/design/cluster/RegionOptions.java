package keywright.design.cluster;

import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * The options of a simulation. For an option that is null, {@link #forRows} computes a value from
 * the number of rows. Immutable.
 *
 * @param regionRows the largest number of rows of a region; a region with more rows is split
 * @param servers the number of servers
 * @param windowRows how many rows form a window, which is a group of consecutive writes
 * @param balanceRows the number of written rows after which the balancer runs each time
 * @param policy the rule by which regions split
 * @param seed the seed of all random choices
 */
public record RegionOptions(
    @Nullable Integer regionRows,
    int servers,
    @Nullable Integer windowRows,
    @Nullable Integer balanceRows,
    SplitPolicy policy,
    long seed) {

  /** The number of servers in {@link #defaults}. */
  public static final int SERVERS = 8;

  /** The largest number of rows that count as one moment. */
  private static final int LONGEST_WINDOW = 64;

  /** The smallest window; a shorter one has too few pairs of rows. */
  private static final int SHORTEST_WINDOW = 8;

  /** The usual number of windows. From so many windows the error of a figure can be estimated. */
  private static final int WINDOWS = 64;

  /** The smallest number of windows. */
  private static final int FEWEST_WINDOWS = 8;

  private static final int SMALLEST_REGION = 4;

  /**
   * The number of full regions of each server, which is enough to distinguish an even spread from
   * an uneven one.
   */
  private static final int REGIONS_OF_A_SERVER = 4;

  /** The default options: eight servers; all other options are computed from the number of rows. */
  public static RegionOptions defaults() {
    return new RegionOptions(null, SERVERS, null, null, SplitPolicy.CONSTANT, 1);
  }

  /** The options that give exactly the settings {@code settings} for any number of rows. */
  public static RegionOptions of(RegionSettings settings) {
    return new RegionOptions(
        settings.regionRows(),
        settings.servers(),
        settings.windowRows(),
        settings.balanceRows(),
        settings.policy(),
        settings.seed());
  }

  /** The same options with another largest number of rows of a region. */
  public RegionOptions withRegionRows(int rows) {
    return new RegionOptions(rows, servers, windowRows, balanceRows, policy, seed);
  }

  /**
   * Computes the settings for a number of rows. By default the rows fill four regions for each
   * server, a window has 8 to 64 rows, and the balancer runs each time after as many writes as a
   * region can have rows.
   *
   * @param rows how many rows are written
   * @param keys how many different keys these rows have
   * @throws KeyException if a number is too small
   */
  public RegionSettings forRows(int rows, int keys) {
    int spread = Math.max(1, REGIONS_OF_A_SERVER * Math.max(1, servers));
    int region = regionRows == null ? Math.max(SMALLEST_REGION, keys / spread) : regionRows;
    int written = regionRows == null ? Math.max(1, rows / spread) : regionRows;
    int window = windowRows == null ? window(rows) : windowRows;
    int balance = balanceRows == null ? Math.max(1, written) : balanceRows;
    return new RegionSettings(region, servers, window, balance, policy, seed);
  }

  /** The rows of a window. Its length does not depend on the size of regions. */
  private static int window(int rows) {
    int least = Math.max(2, Math.min(SHORTEST_WINDOW, rows / FEWEST_WINDOWS));
    return Math.max(least, Math.min(LONGEST_WINDOW, rows / WINDOWS));
  }
}
