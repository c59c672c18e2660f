package keywright.table;

/** What a query has read so far. Used by one thread. */
final class ReadCounts {
  long entries;
  long rows;
}
