package keywright.table;

import java.util.OptionalLong;

/**
 * How far the build of an index is.
 *
 * @param rowsDone how many rows have their entries, in the order of the primary key
 * @param rowsResumed how many of these earlier runs had done
 * @param rowsEstimated about how many rows the table has, when the engine can say
 * @param waitMillis how long the build, or the end of an index, still waits, until every process
 *     that has the database open knows of it and nothing is under way that was sent without; 0 once
 *     it goes on
 */
public record BuildProgress(
    String table,
    String index,
    long rowsDone,
    long rowsResumed,
    OptionalLong rowsEstimated,
    long waitMillis) {

  /** {@code "40,000 of about 100,000 rows"}. */
  public String rows() {
    return rowsEstimated.isPresent() && rowsEstimated.getAsLong() >= rowsDone
        ? "%,d of about %,d rows".formatted(rowsDone, rowsEstimated.getAsLong())
        : rowsDone == 1 ? "1 row" : "%,d rows".formatted(rowsDone);
  }
}
