/**
 * Databases and tables: catalog, rows, families, index tables, the planner and scans.
 *
 * <p>A table knows its key schema, an index table is a table whose key is another order of the same
 * columns. The planner chooses the key that serves a query and derives its ranges; a scan runs
 * them, fanned out over small parts and merged in key order.
 */
@NullMarked
package keywright.table;

import org.jspecify.annotations.NullMarked;
