/**
 * What can be told of a key before anything is stored under it.
 *
 * <p>{@link keywright.design.OrderCertificate} tries the laws of a key format on one declaration,
 * on the values of {@code Corners} and on random ones near them.
 *
 * <p>{@link keywright.design.Simulation} replays {@link keywright.design.Arrivals} under a {@link
 * keywright.design.Strategy}: {@code KeyArena} keeps the row keys and gives their ranks, {@code
 * Replay} writes these into a {@code Cluster}, of regions that split and are balanced or of
 * partitions on a ring, as a {@link keywright.design.Model} says, and measures the {@link
 * keywright.design.Load}; the queries of a {@link keywright.design.Workload} read meanwhile; {@code
 * Verdict} says what it means. A {@code Recorder} is told of every row and split, and what it keeps
 * is a {@link keywright.design.KeySpaceMap}.
 *
 * <p>{@link keywright.design.Lint} finds what is wrong with a {@link keywright.cql.Design}: each
 * {@link keywright.design.Finding} has a {@link keywright.design.Code} and mostly a {@link
 * keywright.design.Fix}. Rules ask a {@code LintedTable}; {@link keywright.design.AccessPath} says
 * how a query would be answered, {@code DataProfile} what sample rows look like.
 *
 * <p>{@link keywright.design.SplitPoints} cut a table into regions before it has rows.
 *
 * <p>Nothing here runs through an engine, and whatever is drawn is drawn from a seed.
 */
@NullMarked
package keywright.design;

import org.jspecify.annotations.NullMarked;
