/**
 * Databases and tables, as a program uses them.
 *
 * <p>A {@link keywright.table.Database} opens on an engine and keeps the declarations of its tables
 * in a catalog. A {@link keywright.table.Table} writes rows with their index entries and answers
 * queries: {@link keywright.table.Rows}, or a {@link keywright.table.Page} of them. {@link
 * keywright.table.Database#apply} executes changes of several rows: all of them or none. A {@link
 * keywright.table.BatchWriter} inserts many rows, a {@link keywright.table.BulkLoad} fills an empty
 * table, and a {@link keywright.table.DatabaseCopy} copies tables into another database. A {@link
 * keywright.table.DeclaredTable} plans queries without a database.
 *
 * <p>The classes of the values that these types take and return are in {@link
 * keywright.table.model}. This package only combines the packages below it: {@code catalog}, {@code
 * query}, {@code write} and {@code maintenance}.
 */
@NullMarked
package keywright.table;

import org.jspecify.annotations.NullMarked;
