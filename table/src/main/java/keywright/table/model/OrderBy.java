package keywright.table.model;

/** One column of an ORDER BY. Nulls come first ascending and last descending. */
public record OrderBy(String column, boolean descending) {
  /** {@code column ASC}. */
  public static OrderBy asc(String column) {
    return new OrderBy(column, false);
  }

  /** {@code column DESC}. */
  public static OrderBy desc(String column) {
    return new OrderBy(column, true);
  }
}
