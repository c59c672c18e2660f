package keywright.table.model;

import java.util.Optional;

/**
 * The result of the copy of a table, found by reading both sides completely. Immutable.
 *
 * @param rowsCopied how many rows this run has written
 * @param rowsAtSource how many rows there were to copy
 * @param rowsAtTarget how many rows there are now
 * @param differences how many rows only one side has, or both have with different contents
 * @param firstDifference in the order of the primary key, such as {@code "row (12) differs in
 *     amount"}; empty when all is the same
 */
public record CopyReport(
    String table,
    long rowsCopied,
    long rowsAtSource,
    long rowsAtTarget,
    long differences,
    Optional<String> firstDifference) {

  /** Whether both sides have the same rows. */
  public boolean isSame() {
    return differences == 0;
  }
}
