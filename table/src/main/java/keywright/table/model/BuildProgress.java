package keywright.table.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of an index build.
 *
 * @param rowsDone how many rows have their entries, in the order of the primary key
 * @param rowsResumed how many of these earlier runs had done
 * @param rowsEstimated about how many rows the table has, when the engine can say
 * @param waitMillis the most milliseconds that the build or the drop of an index may still wait:
 *     until every process that has the database open knows of it, and no older write is under way;
 *     0 when it does not wait
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
