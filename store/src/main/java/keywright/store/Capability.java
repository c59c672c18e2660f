package keywright.store;

/**
 * An ability of an engine beyond storing single rows. Other code asks an engine for its
 * capabilities, never for its name.
 */
public enum Capability {
  /**
   * The writes of one batch are atomic: readers see all of them or none, also after a crash.
   * Without this capability only the writes of one row are atomic, and index entries are written by
   * {@link TimedWrites}.
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
