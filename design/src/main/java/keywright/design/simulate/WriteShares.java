package keywright.design.simulate;

/**
 * How regions and servers share the writes of a window in a replay. Immutable.
 *
 * @param largestRegionShare the mean over windows of the share that the busiest region took, 0 to 1
 * @param servers the effective number of servers, 1/Σshare²: this many equally loaded servers would
 *     be as busy as the actual servers
 * @param regions the effective number of regions, computed in the same way
 */
public record WriteShares(double largestRegionShare, Estimate servers, Estimate regions) {

  /** The effective number of servers. */
  public double effectiveServers() {
    return servers.value();
  }

  /** The effective number of regions. */
  public double effectiveRegions() {
    return regions.value();
  }
}
