package keywright.design.simulate;

import org.jspecify.annotations.Nullable;

/**
 * How a query reads its rows under one key.
 *
 * @param query its name
 * @param ratePerSecond how often it runs
 * @param ranges how many ranges it scans; of a full scan, the regions or the ranges of a ring
 * @param isFullScan whether it goes through every row
 * @param otherKey the key of the table that serves it instead, such as {@code index
 *     orders_by_customer}; null when it reads this one
 */
public record QueryPath(
    String query,
    double ratePerSecond,
    long ranges,
    boolean isFullScan,
    @Nullable String otherKey) {}
