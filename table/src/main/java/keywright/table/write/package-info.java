/**
 * Executes changes of rows. {@link keywright.table.write.ChangeResolver} divides a change into
 * changes of single rows. {@link keywright.table.write.RowState} computes the row after its
 * changes, {@link keywright.table.write.RowCells} computes its cells with their times, and {@link
 * keywright.table.write.Claims} has the owners of the keys of unique indexes. A {@link
 * keywright.table.write.RowWriter} writes rows with their index entries. On engines with atomic
 * batches this is {@link keywright.table.write.AtomicRowWriter}, which writes them in one atomic
 * step. The writer for other engines is in {@code write.singlerow}.
 */
@NullMarked
package keywright.table.write;

import org.jspecify.annotations.NullMarked;
