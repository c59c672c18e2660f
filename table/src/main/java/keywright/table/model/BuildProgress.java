package keywright.table.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of the build or of the drop of an index.
 *
 * @param table the name of the table
 * @param index the name of the index
 * @param rowsDone how many rows have their index entries so far. The build reads the rows in the
 *     order of the primary key
 * @param rowsResumed how many of these rows got their index entries in earlier, interrupted builds
 * @param rowsEstimated about how many rows the table has in total; empty if the engine has no
 *     estimate
 * @param waitMillis the longest time, in milliseconds, that the build or the drop of an index may
 *     still wait; 0 if it is not waiting. It waits until every process that has the database open
 *     has read the changed declaration, and until writes that began before have ended
 * @param waitsFor the processes for which it is waiting; empty if it is not waiting
 */
public record BuildProgress(
    String table,
    String index,
    long rowsDone,
    long rowsResumed,
    OptionalLong rowsEstimated,
    long waitMillis,
    List<DatabaseProcess> waitsFor) {

  /** Makes a progress with its own copy of {@code waitsFor}. */
  public BuildProgress {
    waitsFor = List.copyOf(waitsFor);
  }

  /** The number of rows as text, such as {@code "40,000 of about 100,000 rows"}. */
  public String rows() {
    return rowsEstimated.isPresent() && rowsEstimated.getAsLong() >= rowsDone
        ? "%,d of about %,d rows".formatted(rowsDone, rowsEstimated.getAsLong())
        : rowsDone == 1 ? "1 row" : "%,d rows".formatted(rowsDone);
  }
}
