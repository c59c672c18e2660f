/**
 * From a change to what is written. {@link keywright.table.write.ChangeResolver} makes a change
 * into changes of single rows, {@link keywright.table.write.RowState} works out the row after them,
 * {@link keywright.table.write.RowCells} the cells with their times, {@link
 * keywright.table.write.Claims} the keys of unique indexes. A {@link
 * keywright.table.write.RowWriter} writes rows with their index entries: {@link
 * keywright.table.write.AtomicRowWriter} in one atomic step, where the engine has atomic batches;
 * {@code write.singlerow} elsewhere.
 */
@NullMarked
package keywright.table.write;

import org.jspecify.annotations.NullMarked;
