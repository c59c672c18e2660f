package keywright.table.model;

/**
 * Selects the versions of rows that a query returns. Each write that changes a row makes a new
 * version of the row. Immutable.
 *
 * @param versions the largest number of versions that the query returns of each row, the newest
 *     version first. 0 means one version without its time: the row as of {@code asOfMicros}
 * @param asOfMicros the query returns the rows as they were at this time, in microseconds since
 *     1970
 */
public record History(int versions, long asOfMicros) {
  /** Selects the current version of each row. */
  public static final History NONE = new History(0, Long.MAX_VALUE);

  /**
   * The name of the result column with the time of each version, in queries for several versions.
   */
  public static final String WRITTEN_AT = "written_at";

  /**
   * Makes a selection.
   *
   * @throws TableException if {@code versions} is negative
   */
  public History {
    if (versions < 0) {
      throw new TableException("cannot read %d versions: expected 1 or more".formatted(versions));
    }
  }

  public boolean isAsOf() {
    return asOfMicros != Long.MAX_VALUE;
  }

  public boolean isNone() {
    return versions == 0 && !isAsOf();
  }
}
