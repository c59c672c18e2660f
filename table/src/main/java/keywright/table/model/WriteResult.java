package keywright.table.model;

/** What an insert did. */
public enum WriteResult {
  /** There was no such row. */
  INSERTED,
  /** The row existed and has changed. */
  OVERWRITTEN,
  /** The row existed as it is; nothing was written. */
  UNCHANGED,
  /** The row is written; in a plain table it is not known whether it existed. */
  WRITTEN
}
