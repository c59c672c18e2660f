package keywright.table.model;

import java.util.function.Predicate;

/**
 * How one run of {@code Database.createIndex} goes about its work. Nothing of it is kept: the run
 * that finishes an interrupted build has options of its own. Immutable.
 *
 * @param rowsPerSecond how many rows are read and indexed in a second at most
 * @param goesOn told after each step how far the build is; false stops it, to be finished later
 */
public record BuildOptions(long rowsPerSecond, Predicate<BuildProgress> goesOn) {
  /** As fast as the engine takes it, without a word. */
  public static final BuildOptions DEFAULT = new BuildOptions(Long.MAX_VALUE, progress -> true);

  /** Refuses a rate below 1. */
  public BuildOptions {
    if (rowsPerSecond < 1) {
      throw new TableException(
          "cannot build an index at %d rows per second: expected 1 or more"
              .formatted(rowsPerSecond));
    }
  }

  /** The same with another rate. */
  public BuildOptions withRowsPerSecond(long rows) {
    return new BuildOptions(rows, goesOn);
  }

  /** The same, telling {@code listener}. */
  public BuildOptions telling(Predicate<BuildProgress> listener) {
    return new BuildOptions(rowsPerSecond, listener);
  }
}
