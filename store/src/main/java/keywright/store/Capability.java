package keywright.store;

/**
 * What an engine can do beyond storing single rows. The layer above asks for these, never for an
 * engine by name.
 */
public enum Capability {
  /**
   * The writes of one batch are atomic, for readers and across crashes. Without it only the writes
   * of one row are atomic, and some tables are written by {@link TimedWrites}.
   */
  ATOMIC_BATCHES,
  /**
   * A {@link Snapshot} shows one moment. Without it, each read shows the rows at the time of the
   * read.
   */
  SNAPSHOTS,
  /**
   * Rows are kept under row keys and in their order, as {@link ByteSnapshot} says; positions in a
   * {@link TablePart} are row keys, and a table may have any key format.
   */
  ROW_KEYS
}
