package keywright.table;

import java.util.ArrayList;
import java.util.List;
import keywright.store.UnreadableRowException;

/** What a query has read so far. Used by one thread. */
final class ReadCounts {
  private static final int EXAMPLES = 5;

  long entries;
  long rows;

  /** The sorted runs that were written to disk. */
  int sortedRuns;

  /** The bytes of those. */
  long sortedDiskBytes;

  /** Rows that were skipped since they cannot be read. */
  long unreadable;

  /** The first row keys of those. */
  final List<byte[]> unreadableKeys = new ArrayList<>();

  void skip(UnreadableRowException row) {
    unreadable++;
    if (unreadableKeys.size() < EXAMPLES) {
      unreadableKeys.add(row.rowKey());
    }
  }
}
