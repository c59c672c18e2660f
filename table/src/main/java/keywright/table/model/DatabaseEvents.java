package keywright.table.model;

import java.time.Duration;

/**
 * Events of a database, for metrics and traces such as counters of conflicts or histograms of query
 * times. Passed to {@code Database.open}.
 *
 * <p>The methods are called by the threads that do the work, by several threads at a time. They
 * should return soon; an exception from a method ends the work of its thread. By default each
 * method does nothing.
 */
public interface DatabaseEvents {
  /** A listener that ignores every event. */
  DatabaseEvents NONE = new DatabaseEvents() {};

  /**
   * A write is retried, because of a write conflict or because the engine did not answer: the rows
   * are read and written again.
   *
   * @param attempt how many retries this call had before this one
   */
  default void writeRetried(String table, int attempt) {}

  /**
   * It is unknown whether a row was written. The caller gets an {@link OutcomeUnknownException}.
   */
  default void outcomeUnknown(String table) {}

  /**
   * Index entries that a row no longer has could not be deleted. Readers skip them, and a scrub
   * removes them.
   */
  default void entriesLeft(String table, int entries) {}

  /** The catalog was read again, and this process may use it for another lease. */
  default void leaseRenewed() {}

  /**
   * This process may no longer use the declarations that it has read from the catalog: another
   * process has asked it to read the catalog again, or has removed its registration because it did
   * not answer.
   */
  default void leaseLost() {}

  /** A key was chosen for a query. */
  default void planned(Plan plan) {}

  /**
   * The rows of a query were closed.
   *
   * @param rows how many rows were returned
   * @param elapsed the time since the query was executed, including the time that the program spent
   *     between the rows
   */
  default void queryEnded(Plan plan, long rows, Duration elapsed) {}

  /** The build of an index has made progress. */
  default void buildProgressed(BuildProgress progress) {}
}
