package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
import keywright.store.UnreadableRowException;

/** What a query has read so far. Used by one thread. */
public final class ReadCounts {
  private static final int EXAMPLES = 5;

  public long entries;
  public long rows;

  /** The sorted runs that were written to disk. */
  public int sortedRuns;

  /** The bytes of those. */
  public long sortedDiskBytes;

  /** Rows that were skipped since they cannot be read. */
  public long unreadable;

  /** The first row keys of those. */
  public final List<byte[]> unreadableKeys = new ArrayList<>();

  void skip(UnreadableRowException row) {
    unreadable++;
    if (unreadableKeys.size() < EXAMPLES) {
      unreadableKeys.add(row.rowKey());
    }
  }
}
