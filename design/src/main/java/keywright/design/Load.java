package keywright.design;

/**
 * How writes were shared, as means over the second half of the windows of a replay.
 *
 * @param largestRegionShare the share of a window's writes that its busiest region took, 0 to 1
 * @param effectiveServers 1/Σshare² over the servers: as many, loaded alike, would be as busy
 * @param effectiveRegions the same over the regions
 */
public record Load(double largestRegionShare, double effectiveServers, double effectiveRegions) {}
