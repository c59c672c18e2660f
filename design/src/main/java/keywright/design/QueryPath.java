package keywright.design;

/**
 * How a query reads its rows under one key, when there is no other.
 *
 * @param query its name
 * @param ratePerSecond how often it runs
 * @param ranges how many ranges it scans; of a full scan, the regions or the ranges of a ring
 * @param isFullScan whether it goes through every row
 */
public record QueryPath(String query, double ratePerSecond, long ranges, boolean isFullScan) {}
