package keywright.design.cluster;

import keywright.key.KeyException;

/**
 * Settings of a replay: regions, servers and windows. Immutable.
 *
 * @param regionRows the most rows of a region; a region with more rows is split
 * @param servers the number of servers
 * @param windowRows how many rows form a window
 * @param balanceRows after how many rows the balancer runs
 * @param policy when regions split
 * @param seed of all random choices: the shuffle, and the values of {@code random(n)}
 */
public record RegionSettings(
    int regionRows, int servers, int windowRows, int balanceRows, SplitPolicy policy, long seed) {

  /** The largest number of servers. */
  public static final int MOST_SERVERS = 10_000;

  /** Refuses numbers that are too small, and more than {@link #MOST_SERVERS} servers. */
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
