package keywright.design.simulate;

import org.jspecify.annotations.Nullable;

/**
 * The number of ranges that a query reads under one key. Immutable.
 *
 * @param query the name of the query
 * @param ratePerSecond how often the query is executed per second
 * @param ranges how many ranges the query scans; if it reads every row, the number of regions, or
 *     the number of ranges of the token ring
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
