package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
import keywright.store.UnreadableRowException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;

/**
 * Counts of the rows and bytes that a query has read so far. The query looks at its cancellation
 * when it counts. Used by one thread.
 */
public final class ReadCounts {
  private static final int EXAMPLES = 5;

  /** A query looks at its cancellation before the first row, and then once for so many rows. */
  private static final int ROWS_OF_A_LOOK = 64;

  private final Cancellation cancellation;
  private int untilLook;

  public long entries;
  public long rows;

  /** The number of sorted runs that were written to disk. */
  public int sortedRuns;

  /** The number of bytes of the sorted runs that were written to disk. */
  public long sortedDiskBytes;

  /** The number of rows that were skipped because they cannot be decoded. */
  public long unreadable;

  /** The row keys of the first few rows that were skipped because they cannot be decoded. */
  public final List<byte[]> unreadableKeys = new ArrayList<>();

  /** Counts of a query that nothing ends early. */
  public ReadCounts() {
    this(Cancellation.NONE);
  }

  /**
   * Makes counts of 0.
   *
   * @param cancellation ends the query early
   */
  public ReadCounts(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /** Ends the query early. */
  Cancellation cancellation() {
    return cancellation;
  }

  /**
   * Ends the query if it must end. It is called before each row that is read; few of the calls
   * look.
   *
   * @throws StoppedException if the query must end
   */
  void check(QueryPlan plan) {
    if (untilLook-- == 0) {
      untilLook = ROWS_OF_A_LOOK;
      if (cancellation.isOver()) {
        throw cancellation.stopped("read " + plan.table(), "");
      }
    }
  }

  void skip(UnreadableRowException row) {
    unreadable++;
    if (unreadableKeys.size() < EXAMPLES) {
      unreadableKeys.add(row.rowKey());
    }
  }
}
