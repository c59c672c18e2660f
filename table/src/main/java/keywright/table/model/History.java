package keywright.table.model;

/**
 * The versions of rows that a query returns. Each write that changes a column starts a new version
 * of the row.
 *
 * @param versions the largest number of versions that are returned of each row, the newest first; 0
 *     for only the current version, without its time
 * @param asOfMicros the time as of which rows are read, in microseconds since 1970: the query
 *     returns the rows as they were at this time
 */
public record History(int versions, long asOfMicros) {
  /** The current rows. */
  public static final History NONE = new History(0, Long.MAX_VALUE);

  /**
   * The name of the column with the time of each version, in the result of a query for versions.
   */
  public static final String WRITTEN_AT = "written_at";

  /** Refuses fewer versions than none. */
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
