package keywright.table.model;

import java.util.List;
import keywright.store.EngineTable;

/**
 * The registrations and tables that killed processes and interrupted statements may have left in an
 * engine. Immutable.
 *
 * @param processes the registered processes except this one; each has the database open or was
 *     killed
 * @param tables tables of the engine that the catalog does not name, such as the table of an index
 *     whose drop was interrupted
 * @param missing tables that the catalog names and the engine does not have
 * @param disabled tables that the catalog names and that cannot be read or written
 */
public record Leftovers(
    List<Registered> processes,
    List<EngineTable> tables,
    List<String> missing,
    List<EngineTable> disabled) {

  /**
   * A process that is registered.
   *
   * @param isAsked whether another process is waiting until this process has read the catalog; a
   *     running process does so within seconds
   */
  public record Registered(DatabaseProcess process, boolean isAsked) {}

  /** Keeps its own copies. */
  public Leftovers {
    processes = List.copyOf(processes);
    tables = List.copyOf(tables);
    missing = List.copyOf(missing);
    disabled = List.copyOf(disabled);
  }
}
