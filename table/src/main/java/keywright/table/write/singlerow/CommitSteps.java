package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import keywright.store.RowStamp;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.Written;
import org.jspecify.annotations.Nullable;

/**
 * The steps that write the rows of one call with their entries on engines with single-row
 * atomicity, in the order of the methods below. {@link SingleRowWriter} calls these steps, and
 * repeats them for rows after a write conflict. Safe for many threads.
 */
public interface CommitSteps {

  /**
   * Reads the stored rows, and plans their changes.
   *
   * @param rows the rows of the call, in order
   * @param unread those of {@code rows} that must be read
   */
  void read(List<RowCommit> rows, List<RowCommit> unread);

  /**
   * Reserves the keys of unique indexes that the planned changes add to rows.
   *
   * @return the rows whose keys could not be reserved, each with the answer of the engine
   */
  Map<RowCommit, Written> reserve(List<RowCommit> rows);

  /**
   * Chooses the stamp of a written row: a new nonce, and a version above everything that was read.
   * The version of a copied row is as low as possible.
   */
  RowStamp stamp(RowCommit row, RowPlan plan);

  /**
   * Puts the index entries that the changed rows need and do not have, with the versions of the
   * rows as timestamps.
   *
   * @param rows the rows that are being written
   * @return false if the engine did not answer
   * @throws StoreException if the engine refused the entries
   */
  boolean putEntries(List<RowCommit> rows);

  /**
   * Writes each row, if its stored row is still as it was read.
   *
   * @return the answer for each row, in order
   */
  List<Written> writeRows(List<RowCommit> rows);

  /**
   * Reads the rows again whose writes were refused or not answered.
   *
   * @param now the time of the read
   * @return the stored row for each of {@code rows}; null for a row that does not exist
   */
  Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> rows, Instant now);

  /**
   * Determines the outcome of a write of a row that was refused or not answered.
   *
   * @param sent the stage of the row with this write
   * @param answer whether the write was refused or not answered
   * @param again the stored row, read again after the write; null if it does not exist
   * @param now the time at which the row was read again
   * @return the next stage of the row: done if the write was executed, planned if the row must be
   *     written again, or failed if the outcome is unknown
   */
  RowStage settle(
      RowCommit row, RowStage.Sent sent, Written answer, @Nullable StoredRow again, Instant now);

  /**
   * Deletes the index entries that rows no longer have. A scrub later removes entries that could
   * not be deleted.
   *
   * @return how many entries may not have been deleted
   */
  int deleteEntries(List<RowCommit> rows);

  /** Frees the keys of unique indexes that the written rows no longer have. */
  void release(List<RowCommit> rows);
}
