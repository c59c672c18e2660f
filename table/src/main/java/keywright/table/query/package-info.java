/**
 * From a query to its rows. {@link keywright.table.query.Planner} compares the keys of a table
 * ({@link keywright.table.query.KeyCandidate}) and makes a {@link keywright.table.query.QueryPlan};
 * {@link keywright.table.query.PlanScan} carries it out as a chain of {@link
 * keywright.table.query.FoundRow.Source}s: ranges, filters, merges, rows fetched by index entries,
 * sorts. {@link keywright.table.query.RowOrder} is the total order of the rows, by which a {@link
 * keywright.table.query.PageToken} continues. {@link keywright.table.query.IndexAdvice} finds the
 * index that a refused query needs, {@link keywright.table.query.SplitCutter} cuts a query into
 * parts.
 */
@NullMarked
package keywright.table.query;

import org.jspecify.annotations.NullMarked;
