/**
 * The values that a program passes to a database and gets from it: declarations of tables ({@link
 * keywright.table.model.TableDefinition}), queries ({@link keywright.table.model.Query}) and their
 * plans, changes ({@link keywright.table.model.Change}) and what became of them, rows ({@link
 * keywright.table.model.Row}), options and reports of long work, and refusals ({@link
 * keywright.table.model.TableException}). Immutable; nothing here reads or writes.
 */
@NullMarked
package keywright.table.model;

import org.jspecify.annotations.NullMarked;
