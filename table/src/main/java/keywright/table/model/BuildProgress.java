package keywright.table.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of an index build.
 *
 * @param rowsDone how many rows have their index entries; rows are done in the order of the primary
 *     key
 * @param rowsResumed how many of these rows were done by earlier, interrupted runs
 * @param rowsEstimated about how many rows the table has; empty if the engine has no estimate
 * @param waitMillis the longest time, in milliseconds, that the build or the drop of an index may
 *     still wait; 0 if it is not waiting. The call waits until every process that has the database
 *     open knows of the build or the drop, and until older writes have ended
 * @param waitsFor the processes for which the call waits
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
