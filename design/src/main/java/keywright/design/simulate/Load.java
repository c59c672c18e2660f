package keywright.design.simulate;

import java.util.List;

/**
 * How regions and servers shared the writes of a window of a replay, or the means over several
 * windows. A window is a group of consecutive writes. Immutable.
 *
 * @param largestRegionShare the share of a window's writes that went to its busiest region, from 0
 *     to 1
 * @param effectiveServers the effective number of servers: 1 divided by the sum of the squares of
 *     the servers' shares. With this number of equally loaded servers, each server would be as busy
 *     as the actual servers are
 * @param effectiveRegions the effective number of regions, computed in the same way
 */
public record Load(double largestRegionShare, double effectiveServers, double effectiveRegions) {

  static Load mean(List<Load> windows) {
    return new Load(
        windows.stream().mapToDouble(Load::largestRegionShare).average().orElseThrow(),
        windows.stream().mapToDouble(Load::effectiveServers).average().orElseThrow(),
        windows.stream().mapToDouble(Load::effectiveRegions).average().orElseThrow());
  }
}
