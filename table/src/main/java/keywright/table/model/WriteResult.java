package keywright.table.model;

/** What an insert did. */
public enum WriteResult {
  /** There was no such row. */
  INSERTED,
  /** The row was there and has changed. */
  OVERWRITTEN,
  /** The row was there as it is; nothing was written. */
  UNCHANGED
}
