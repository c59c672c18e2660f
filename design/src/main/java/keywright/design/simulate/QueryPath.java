package keywright.design.simulate;

import org.jspecify.annotations.Nullable;

/**
 * How a query reads its rows under one key.
 *
 * @param query the name of the query
 * @param ratePerSecond how often the query runs
 * @param ranges how many ranges the query scans; for a full scan, the number of regions or of
 *     ranges of the ring
 * @param isFullScan whether the query reads every row
 * @param otherKey another key of the table that serves the query better, such as {@code index
 *     orders_by_customer}; null if the query reads this key
 */
public record QueryPath(
    String query,
    double ratePerSecond,
    long ranges,
    boolean isFullScan,
    @Nullable String otherKey) {}
