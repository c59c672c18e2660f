package keywright.table.model;

/**
 * One column of an {@code ORDER BY}. In ascending order nulls come first, in descending order they
 * come last.
 *
 * @param column the name of the column
 * @param descending whether the order is descending
 */
public record OrderBy(String column, boolean descending) {
  /** The ascending order of a column, as {@code column ASC}. */
  public static OrderBy asc(String column) {
    return new OrderBy(column, false);
  }

  /** The descending order of a column, as {@code column DESC}. */
  public static OrderBy desc(String column) {
    return new OrderBy(column, true);
  }
}
