package keywright.table;

import org.jspecify.annotations.Nullable;

/** What an insert did. */
public enum WriteResult {
  /** There was no such row. */
  INSERTED,
  /** The row was there and has changed. */
  OVERWRITTEN,
  /** The row was there as it is; nothing was written. */
  UNCHANGED;

  static WriteResult of(RowChange.@Nullable Outcome outcome) {
    return outcome == RowChange.Outcome.INSERTED
        ? INSERTED
        : outcome == RowChange.Outcome.CHANGED ? OVERWRITTEN : UNCHANGED;
  }
}
