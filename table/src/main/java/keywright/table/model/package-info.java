/**
 * The values that a program passes to a database and gets from it: declarations of tables ({@link
 * keywright.table.model.TableDefinition}), queries ({@link keywright.table.model.Query}) and their
 * plans, changes ({@link keywright.table.model.Change}) and their results, rows ({@link
 * keywright.table.model.Row}), options and reports of long operations, and errors ({@link
 * keywright.table.model.TableException}). All types are immutable values; they do not read or write
 * the database.
 */
@NullMarked
package keywright.table.model;

import org.jspecify.annotations.NullMarked;
