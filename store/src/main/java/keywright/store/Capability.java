package keywright.store;

/**
 * The abilities of an engine beyond storing single rows. Code above the engines asks for these
 * abilities, never for an engine by name.
 */
public enum Capability {
  /**
   * The writes of one batch are atomic, for readers and across crashes. Without this capability
   * only the writes of one row are atomic, and index tables are written by {@link TimedWrites}.
   */
  ATOMIC_BATCHES,
  /**
   * All reads of a {@link Snapshot} show the rows at the same moment. Without this capability, each
   * read shows the rows at the time of the read.
   */
  SNAPSHOTS,
  /**
   * Rows are stored under row keys and in their order, so that snapshots are {@link ByteSnapshot}s.
   * Positions in a {@link TablePart} are row keys. A table may have any key format.
   */
  ROW_KEYS
}
