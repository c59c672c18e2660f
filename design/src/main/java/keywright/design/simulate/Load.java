package keywright.design.simulate;

import java.util.List;

/**
 * How writes were shared in a window of a replay, or the means over several.
 *
 * @param largestRegionShare the share of a window's writes that its busiest region took, 0 to 1
 * @param effectiveServers the effective number of servers, 1/Σshare²: this many equally loaded
 *     servers would be as busy as the actual servers
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
