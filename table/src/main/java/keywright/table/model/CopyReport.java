package keywright.table.model;

import java.util.Optional;

/**
 * What the copy of a table has come to, by reading both sides from end to end. Immutable.
 *
 * @param rowsCopied how many rows this run has written
 * @param rowsAtSource how many rows there were to copy
 * @param rowsAtTarget how many rows there are now
 * @param differences how many rows one side has and the other has not, or has otherwise
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
