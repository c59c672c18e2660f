package keywright.table.model;

/**
 * Which versions of rows a query asks for. A version of a row is what it held from the moment that
 * one of its columns was written until the next was.
 *
 * @param versions at most how many versions of each row, the newest first; 0 for the one that
 *     counts, without its time
 * @param asOfMicros the moment that counts, microseconds since 1970
 */
public record History(int versions, long asOfMicros) {
  /** Rows as they are. */
  public static final History NONE = new History(0, Long.MAX_VALUE);

  /** The column that has the time of each version, when versions are asked for. */
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
