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
 * atomicity, in the order of the methods below. {@link SingleRowWriter} calls them, and starts rows
 * again. Safe for many threads.
 */
public interface CommitSteps {

  /**
   * Reads rows and plans their changes.
   *
   * @param rows the rows of the call, in order
   * @param unread those of the rows that must be read
   */
  void read(List<RowCommit> rows, List<RowCommit> unread);

  /**
   * Reserves the keys of unique indexes that the planned changes add to rows.
   *
   * @return the rows whose keys could not be reserved, with the answer of the engine
   */
  Map<RowCommit, Written> reserve(List<RowCommit> rows);

  /**
   * Chooses the stamp of a row: a new nonce, and a version above everything that was read. The
   * version of a copy is as low as possible.
   */
  RowStamp stamp(RowCommit row, RowPlan plan);

  /**
   * Puts the entries that the rows need and do not have, at the versions of the rows.
   *
   * @param rows the rows that are being written
   * @return false if the engine did not answer
   * @throws StoreException if the engine refused the entries
   */
  boolean putEntries(List<RowCommit> rows);

  /** Writes each row, if it is still as it was read. Returns the answer for each row. */
  List<Written> writeRows(List<RowCommit> rows);

  /**
   * Reads rows again whose writes were not answered or were refused; null for a row that does not
   * exist.
   *
   * @param now the time of the read
   */
  Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> rows, Instant now);

  /**
   * Finds out the outcome of a row whose write was refused or not answered.
   *
   * @param again the row as it is now; null if it does not exist
   * @param now the time at which it was read
   * @return the next stage of the row: written, planned with the old read or with this one, or
   *     failed if the outcome is unknown
   */
  RowStage settle(
      RowCommit row, RowStage.Sent sent, Written answer, @Nullable StoredRow again, Instant now);

  /**
   * Deletes the entries that rows no longer have. Scrub removes entries that could not be deleted.
   *
   * @return how many entries may be left
   */
  int deleteEntries(List<RowCommit> rows);

  /** Frees the unique keys that written rows no longer have. */
  void release(List<RowCommit> rows);
}
