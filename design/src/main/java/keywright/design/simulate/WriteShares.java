package keywright.design.simulate;

/**
 * How regions and servers share the writes of a window in a replay, as means over windows. A window
 * is a group of consecutive writes. Immutable.
 *
 * @param largestRegionShare the share of a window's writes that went to its busiest region, from 0
 *     to 1
 * @param servers the effective number of servers: 1 divided by the sum of the squares of the
 *     servers' shares. With this number of equally loaded servers, each server would be as busy as
 *     the actual servers are
 * @param regions the effective number of regions, computed in the same way
 */
public record WriteShares(double largestRegionShare, Estimate servers, Estimate regions) {

  /** The estimated effective number of servers, without its interval. */
  public double effectiveServers() {
    return servers.value();
  }

  /** The estimated effective number of regions, without its interval. */
  public double effectiveRegions() {
    return regions.value();
  }
}
