package keywright.table.model;

import java.util.List;

/**
 * How the rows of a query are grouped.
 *
 * @param columns the columns of GROUP BY: rows with equal values in all of them are one group, and
 *     each group is one row of the result. Empty for a query without groups
 * @param rowsOfPartition the number of rows that are returned of each partition at most; 0 for all
 */
public record Grouping(List<String> columns, int rowsOfPartition) {
  /** No groups: every row is returned. */
  public static final Grouping NONE = new Grouping(List.of(), 0);

  /**
   * Keeps its own copy of the columns.
   *
   * @throws TableException for a number of rows below 0
   */
  public Grouping {
    columns = List.copyOf(columns);
    if (rowsOfPartition < 0) {
      throw new TableException(
          "cannot read rows of each partition: found PER PARTITION LIMIT %d, expected 1 or more"
              .formatted(rowsOfPartition));
    }
  }

  /** One group for each combination of values of these columns. */
  public static Grouping by(String... columns) {
    return new Grouping(List.of(columns), 0);
  }

  /** Whether rows are one group if they have equal values in columns. */
  public boolean hasGroups() {
    return !columns.isEmpty();
  }

  /** Whether only some rows of each partition are returned. */
  public boolean limitsPartitions() {
    return rowsOfPartition > 0;
  }
}
