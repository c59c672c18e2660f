/**
 * Databases and tables: catalog, rows, families, index tables, the planner and scans.
 *
 * <p>A {@link keywright.table.Database} opens on an engine and keeps {@link
 * keywright.table.TableDefinition}s in its catalog. A {@link keywright.table.Table} writes rows:
 * what is stored is read, the row and its index entries after the change are worked out, and all of
 * it is written on the condition that the row is at the version that was read: in one atomic step
 * where the engine has atomic batches, the entries before and after the row elsewhere. An index
 * table is a table whose key is another order of the same columns and whose value is the row key of
 * the main row.
 *
 * <p>{@link keywright.table.Database#apply} makes {@link keywright.table.Change}s, of several
 * tables perhaps, together or not at all: inserts, updates, moves to another key and deletes, each
 * under a condition on its row when it asks for one.
 *
 * <p>A {@link keywright.table.DatabaseCopy} brings tables into a database of another engine and
 * compares both sides.
 *
 * <p>A write may say {@link keywright.table.Using} which time and for how long; a query may ask for
 * the {@link keywright.table.History} of rows. One clock, that of the database, gives versions and
 * says what has expired.
 *
 * <p>A {@link keywright.table.Query} becomes a {@link keywright.table.Plan}: the key that serves it
 * best, its ranges, its order; {@link keywright.table.Rows} carries it out, a {@link
 * keywright.table.Page} some rows of it. A query that no key serves is refused with the index that
 * would. What it reads can be cut into {@link keywright.table.TableSplit}s, for several readers.
 * What is found is a {@link keywright.table.Row}, which {@link keywright.table.RowMapper} makes a
 * record of.
 */
@NullMarked
package keywright.table;

import org.jspecify.annotations.NullMarked;
