package keywright.store;

/**
 * What an engine can do beyond storing single rows. The layer above asks for these, never for an
 * engine by name.
 */
public enum Capability {
  /**
   * The writes of one batch happen together or not at all, for readers and through crashes; without
   * it that holds for the writes of one row, and rows of some tables are written by {@link
   * TimedWrites}.
   */
  ATOMIC_BATCHES,
  /** A {@link Snapshot} shows one moment; without it, each read shows the moment it happens. */
  SNAPSHOTS,
  /**
   * Rows are kept under row keys and in their order, as {@link ByteSnapshot} says; positions in a
   * {@link TablePart} are row keys, and a table may have any key format.
   */
  ROW_KEYS
}
