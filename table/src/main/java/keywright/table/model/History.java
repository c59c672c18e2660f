package keywright.table.model;

/**
 * Which versions of rows a query asks for. Each write that changes a column starts a new version of
 * the row.
 *
 * @param versions the most versions of each row, the newest first; 0 for the current one, without
 *     its time
 * @param asOfMicros the time as of which rows are read, microseconds since 1970
 */
public record History(int versions, long asOfMicros) {
  /** The current rows. */
  public static final History NONE = new History(0, Long.MAX_VALUE);

  /** The column in the result of a query for versions: it has the time of each version. */
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
