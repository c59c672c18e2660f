/**
 * Writes rows and their index entries on engines with single-row atomicity. {@link
 * keywright.table.write.singlerow.SingleRowWriter} takes the changes of a row ({@link
 * keywright.table.write.singlerow.RowCommit}) through several stages ({@link
 * keywright.table.write.singlerow.RowStage}). It executes the steps of {@link
 * keywright.table.write.singlerow.CommitSteps}: put new index entries, write the row if it has not
 * changed since it was read, and delete old index entries. {@link
 * keywright.table.write.singlerow.RowMover} moves a row to another key. {@link
 * keywright.table.write.singlerow.Reservations} reserves keys of unique indexes. {@link
 * keywright.table.write.singlerow.EntryRepair} repairs single index entries while other writers
 * write.
 */
@NullMarked
package keywright.table.write.singlerow;

import org.jspecify.annotations.NullMarked;
