package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
import keywright.store.UnreadableRowException;

/** Counts of the rows and bytes that a query has read so far. Used by one thread. */
public final class ReadCounts {
  private static final int EXAMPLES = 5;

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

  void skip(UnreadableRowException row) {
    unreadable++;
    if (unreadableKeys.size() < EXAMPLES) {
      unreadableKeys.add(row.rowKey());
    }
  }
}
