package keywright.table.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * How far the build of an index is.
 *
 * @param rowsDone how many rows have their entries, in the order of the primary key
 * @param rowsResumed how many of these earlier runs had done
 * @param rowsEstimated about how many rows the table has, when the engine can say
 * @param waitMillis how long the build, or the end of an index, still waits at most, until every
 *     process that has the database open knows of it and nothing is under way that was sent
 *     without; 0 once it continues
 * @param waitsFor the processes that are waited for
 */
public record BuildProgress(
    String table,
    String index,
    long rowsDone,
    long rowsResumed,
    OptionalLong rowsEstimated,
    long waitMillis,
    List<DatabaseProcess> waitsFor) {

  /** Takes its own copy of the processes. */
  public BuildProgress {
    waitsFor = List.copyOf(waitsFor);
  }

  /** {@code "40,000 of about 100,000 rows"}. */
  public String rows() {
    return rowsEstimated.isPresent() && rowsEstimated.getAsLong() >= rowsDone
        ? "%,d of about %,d rows".formatted(rowsDone, rowsEstimated.getAsLong())
        : rowsDone == 1 ? "1 row" : "%,d rows".formatted(rowsDone);
  }
}
