package keywright.table.model;

import java.util.function.Predicate;

/**
 * Options of one run of {@code Database.createIndex}. They are not stored: a later run that resumes
 * an interrupted build uses its own options. Immutable.
 *
 * @param rowsPerSecond the most rows that are read and indexed in a second
 * @param continueWhile called after each step with the progress. If it returns false, the build
 *     stops; it can be resumed later
 */
public record BuildOptions(long rowsPerSecond, Predicate<BuildProgress> continueWhile) {
  /** As fast as the engine allows, without reports of progress. */
  public static final BuildOptions DEFAULT = new BuildOptions(Long.MAX_VALUE, progress -> true);

  /** Refuses a rate below 1. */
  public BuildOptions {
    if (rowsPerSecond < 1) {
      throw new TableException(
          "cannot build an index at %d rows per second: expected 1 or more"
              .formatted(rowsPerSecond));
    }
  }

  /** The same options with another rate. */
  public BuildOptions withRowsPerSecond(long rows) {
    return new BuildOptions(rows, continueWhile);
  }

  /** The same options with {@code listener} in place of {@link #continueWhile}. */
  public BuildOptions telling(Predicate<BuildProgress> listener) {
    return new BuildOptions(rowsPerSecond, listener);
  }
}
