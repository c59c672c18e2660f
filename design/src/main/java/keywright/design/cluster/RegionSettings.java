package keywright.design.cluster;

import keywright.key.KeyException;

/**
 * The settings of a replay, which writes rows to the regions of a simulated cluster. Immutable.
 *
 * @param regionRows the largest number of rows of a region; a region with more rows is split
 * @param servers the number of servers
 * @param windowRows how many rows form a window, which is a group of consecutive writes
 * @param balanceRows the number of written rows after which the balancer runs each time
 * @param policy the rule by which regions split
 * @param seed the seed of all random choices: the random order of rows, and the values of {@code
 *     random(n)}
 */
public record RegionSettings(
    int regionRows, int servers, int windowRows, int balanceRows, SplitPolicy policy, long seed) {

  /** The largest number of servers. */
  public static final int MOST_SERVERS = 10_000;

  /**
   * Makes settings.
   *
   * @throws keywright.key.KeyException if a number is too small, or if there are more than {@link
   *     #MOST_SERVERS} servers
   */
  public RegionSettings {
    require("rows of a region", regionRows, 1);
    require("servers", servers, 1);
    if (servers > MOST_SERVERS) {
      throw KeyException.of(
          "cannot simulate: found %,d servers, expected at most %,d"
              .formatted(servers, MOST_SERVERS));
    }
    require("rows of a window", windowRows, 1);
    require("rows between balancings", balanceRows, 1);
  }

  private static void require(String what, int found, int least) {
    if (found < least) {
      throw KeyException.of(
          "cannot simulate: found %d %s, expected %d or more".formatted(found, what, least));
    }
  }
}
