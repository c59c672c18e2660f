package keywright.table.model;

import java.util.function.Predicate;

/**
 * Options of one run of {@code Database.createIndex}. They are not stored: a later run that resumes
 * an interrupted build uses its own options. Immutable.
 *
 * @param rowsPerSecond the largest number of rows that are read and indexed in one second
 * @param continueWhile called from time to time with the progress. If it returns false, the build
 *     stops; a later call of {@code Database.createIndex} resumes it
 */
public record BuildOptions(long rowsPerSecond, Predicate<BuildProgress> continueWhile) {
  /** Builds as fast as the engine allows; the progress is not reported. */
  public static final BuildOptions DEFAULT = new BuildOptions(Long.MAX_VALUE, progress -> true);

  /**
   * Makes options.
   *
   * @throws TableException if {@code rowsPerSecond} is below 1
   */
  public BuildOptions {
    if (rowsPerSecond < 1) {
      throw new TableException(
          "cannot build an index at %d rows per second: expected 1 or more"
              .formatted(rowsPerSecond));
    }
  }

  /**
   * The same options with another largest number of rows per second.
   *
   * @throws TableException if {@code rows} is below 1
   */
  public BuildOptions withRowsPerSecond(long rows) {
    return new BuildOptions(rows, continueWhile);
  }

  /** The same options with {@code listener} instead of the current {@link #continueWhile}. */
  public BuildOptions telling(Predicate<BuildProgress> listener) {
    return new BuildOptions(rowsPerSecond, listener);
  }
}
