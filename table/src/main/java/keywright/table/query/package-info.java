/**
 * Plans queries and reads their rows. {@link keywright.table.query.Planner} compares the keys of a
 * table ({@link keywright.table.query.KeyCandidate}) and makes a {@link
 * keywright.table.query.QueryPlan}. {@link keywright.table.query.PlanScan} executes the plan by a
 * chain of {@link keywright.table.query.FoundRow.Source}s, which scan ranges, filter, merge or sort
 * rows, and fetch the rows of index entries. {@link keywright.table.query.RowOrder} is the order of
 * the rows. A {@link keywright.table.query.PageToken} has the position in this order after which
 * the next page starts. {@link keywright.table.query.IndexAdvice} computes an index for a query
 * that no key serves. {@link keywright.table.query.SplitCutter} divides a query into splits.
 */
@NullMarked
package keywright.table.query;

import org.jspecify.annotations.NullMarked;
