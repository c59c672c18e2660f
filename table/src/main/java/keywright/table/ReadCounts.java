package keywright.table;

/** What a query has read so far. Used by one thread. */
final class ReadCounts {
  long entries;
  long rows;

  /** The sorted runs that were written to disk. */
  int sortedRuns;

  /** The bytes of those. */
  long sortedDiskBytes;
}
