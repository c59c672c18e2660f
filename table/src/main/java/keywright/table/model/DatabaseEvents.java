package keywright.table.model;

import java.time.Duration;

/**
 * A listener for the events of a database. A program implements this interface to collect metrics
 * and traces, such as counters of write conflicts or histograms of query times, and passes its
 * object to {@code Database.open}.
 *
 * <p>The methods are called by the threads that read and write, so several threads may call them at
 * the same time. The methods should return quickly. If a method throws an exception, the call of
 * the database that caused the event ends with this exception. By default each method does nothing.
 */
public interface DatabaseEvents {
  /** A listener that ignores every event. */
  DatabaseEvents NONE = new DatabaseEvents() {};

  /**
   * A write is retried because of a write conflict, or because the engine did not answer. The rows
   * are read and written again.
   *
   * @param attempt how many retries this call had before this retry; 0 for the first retry
   */
  default void writeRetried(String table, int attempt) {}

  /**
   * It is unknown whether a row of {@code table} was written. The caller of the write gets an
   * {@link OutcomeUnknownException}.
   */
  default void outcomeUnknown(String table) {}

  /**
   * After a write, dangling index entries of the table could not be deleted. Queries ignore these
   * entries, and a scrub removes them.
   *
   * @param entries the number of these entries
   */
  default void entriesLeft(String table, int entries) {}

  /**
   * This process has read the catalog again, and its lease was renewed: it may use the declarations
   * for another period.
   */
  default void leaseRenewed() {}

  /**
   * The lease of this process has ended: it may no longer use the declarations that it has read
   * from the catalog. Another process has asked it to read the catalog again, or has removed its
   * registration because it did not answer.
   */
  default void leaseLost() {}

  /** The planner has chosen a key for a query. */
  default void planned(Plan plan) {}

  /**
   * A query has ended: its rows were closed.
   *
   * @param rows how many rows were returned
   * @param elapsed the time since the execution began, including the time that the program spent
   *     between the rows
   */
  default void queryEnded(Plan plan, long rows, Duration elapsed) {}

  /** The build of an index has made progress. Called from time to time during the build. */
  default void buildProgressed(BuildProgress progress) {}
}
