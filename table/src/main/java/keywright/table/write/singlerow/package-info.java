/**
 * Rows and their index entries on engines with single-row atomicity. {@link
 * keywright.table.write.singlerow.SingleRowWriter} takes the changes of a row ({@link
 * keywright.table.write.singlerow.RowCommit}) through stages ({@link
 * keywright.table.write.singlerow.RowStage}) by the steps of {@link
 * keywright.table.write.singlerow.CommitSteps}: put entries, write the row if it is as it was read,
 * delete old entries. {@link keywright.table.write.singlerow.RowMover} moves a row to another key,
 * {@link keywright.table.write.singlerow.Reservations} reserve keys of unique indexes, {@link
 * keywright.table.write.singlerow.EntryRepair} repairs single entries beside writers.
 */
@NullMarked
package keywright.table.write.singlerow;

import org.jspecify.annotations.NullMarked;
