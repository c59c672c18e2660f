package keywright.table.model;

/** The effect of an insert on its row. */
public enum WriteResult {
  /** The row did not exist before and was inserted. */
  INSERTED,
  /** The row existed and has changed. */
  OVERWRITTEN,
  /** The row already existed with the same values; nothing was written. */
  UNCHANGED,
  /** The row was written to a plain table, so it is not known whether it existed before. */
  WRITTEN
}
