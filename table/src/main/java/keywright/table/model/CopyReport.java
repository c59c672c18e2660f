package keywright.table.model;

import java.util.Optional;

/**
 * The result of the copy of a table, found by reading both sides completely. Immutable.
 *
 * @param rowsCopied how many rows this run has written
 * @param rowsAtSource how many rows the table has at the source
 * @param rowsAtTarget how many rows the table has at the target after the copy
 * @param differences how many rows exist only on one side, or differ between the sides
 * @param firstDifference the first difference in the order of the primary key, such as {@code "row
 *     (12) differs in amount"}; empty if there is none
 */
public record CopyReport(
    String table,
    long rowsCopied,
    long rowsAtSource,
    long rowsAtTarget,
    long differences,
    Optional<String> firstDifference) {

  /** Whether source and target have the same rows. */
  public boolean isSame() {
    return differences == 0;
  }
}
