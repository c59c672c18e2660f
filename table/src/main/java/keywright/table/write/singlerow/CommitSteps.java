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
 * The steps by which rows of one call are written with their entries on engines with single-row
 * atomicity, in the order of the methods here. {@link SingleRowWriter} takes rows through them, and
 * starts them again. Safe for many threads.
 */
public interface CommitSteps {

  /**
   * Reads rows and plans their changes.
   *
   * @param rows those of the call, in order
   * @param unread those of them that are to be read
   */
  void read(List<RowCommit> rows, List<RowCommit> unread);

  /**
   * Reserves the keys of unique indexes that planned rows come to.
   *
   * @return the rows for which it could not be done, and how that was answered
   */
  Map<RowCommit, Written> reserve(List<RowCommit> rows);

  /**
   * Chooses a version above everything that was read, that of a copy as low as may be, and a nonce
   * that nobody has.
   */
  RowStamp stamp(RowCommit row, RowPlan plan);

  /**
   * Puts the entries that the rows need and do not have, at the versions of the rows.
   *
   * @param rows that are being written
   * @return false when that was not answered
   * @throws StoreException when it was refused
   */
  boolean putEntries(List<RowCommit> rows);

  /** Writes the rows, each if it is still as it was read; what became of each. */
  List<Written> writeRows(List<RowCommit> rows);

  /**
   * Reads rows again of which it is not known whether they were written; null for none.
   *
   * @param now the moment of the read
   */
  Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> rows, Instant now);

  /**
   * Finds out what became of a row whose write was refused or not answered.
   *
   * @param again the row as it is now; null for none
   * @param now the moment at which it was read
   * @return the stage at which the row is: written, planned by the old read or by this one, or
   *     failed when that is unknown
   */
  RowStage settle(
      RowCommit row, RowStage.Sent sent, Written answer, @Nullable StoredRow again, Instant now);

  /**
   * Deletes the entries that rows have no longer; what is not deleted is for scrub.
   *
   * @return how many may be left
   */
  int deleteEntries(List<RowCommit> rows);

  /** Gives back the keys of unique indexes that written rows have left. */
  void release(List<RowCommit> rows);
}
