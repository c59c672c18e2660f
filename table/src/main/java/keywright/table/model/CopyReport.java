package keywright.table.model;

import java.util.Optional;

/**
 * The result of the copy of one table. After the copy, all rows at the source and at the target
 * were read and compared. Immutable.
 *
 * @param table the name of the table
 * @param rowsCopied how many rows this run has written
 * @param rowsAtSource how many rows the table has at the source, not counting those of {@code
 *     rowsUnreadable}
 * @param rowsAtTarget how many rows the table has at the target after the copy
 * @param rowsUnreadable how many rows of the source cannot be decoded, and so were neither copied
 *     nor compared; 0 unless the copy skips such rows
 * @param differences how many rows exist only at the source, exist only at the target, or differ
 *     between source and target
 * @param firstDifference the description of the first difference in the order of the primary key,
 *     such as {@code "row (12) differs in amount"}; empty if there is no difference
 */
public record CopyReport(
    String table,
    long rowsCopied,
    long rowsAtSource,
    long rowsAtTarget,
    long rowsUnreadable,
    long differences,
    Optional<String> firstDifference) {

  /** Whether no differences were found between the rows at the source and at the target. */
  public boolean isSame() {
    return differences == 0;
  }
}
