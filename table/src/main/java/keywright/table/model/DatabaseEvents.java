package keywright.table.model;

import java.time.Duration;

/**
 * Events of a database, for metrics and traces such as counters of conflicts or histograms of query
 * times. Passed to {@code Database.open}.
 *
 * <p>Methods are called by the threads that do the work, several at a time, and should return soon;
 * an exception that they throw ends that work. Each does nothing by default.
 */
public interface DatabaseEvents {
  /** Of a database that nobody listens to. */
  DatabaseEvents NONE = new DatabaseEvents() {};

  /**
   * Rows of a table were changed by others between reading and writing, or their write was not
   * answered: they are read and written once more.
   *
   * @param attempt how often that has happened to this call before; from 0 on
   */
  default void writeRetried(String table, int attempt) {}

  /** Nobody knows whether a row was written: the caller gets an {@link OutcomeUnknownException}. */
  default void outcomeUnknown(String table) {}

  /**
   * Index entries that a row no longer has could not be deleted. Readers skip them, and a scrub
   * removes them.
   */
  default void entriesLeft(String table, int entries) {}

  /** The catalog was read again, and this process may use it for another lease. */
  default void leaseRenewed() {}

  /** Another process has asked this one to read the catalog again, or has taken it for dead. */
  default void leaseLost() {}

  /** A key was chosen for a query. */
  default void planned(Plan plan) {}

  /**
   * The rows of a query were closed.
   *
   * @param rows how many were returned
   * @param elapsed since the query was executed, the program's own time between its rows included
   */
  default void queryEnded(Plan plan, long rows, Duration elapsed) {}

  /** The build of an index has come so far. */
  default void buildProgressed(BuildProgress progress) {}
}
