package keywright.table.model;

import java.util.List;
import keywright.store.EngineTable;

/**
 * The registrations of processes and the tables that killed processes and interrupted statements
 * may have left in an engine. Immutable.
 *
 * @param processes the processes in the process registry, without the current process. Each of them
 *     has the database open, or was killed
 * @param tables tables of the engine that the catalog does not name, such as the table of an index
 *     whose drop was interrupted
 * @param missing tables that the catalog names and the engine does not have
 * @param disabled tables that the catalog names, and that are disabled in the engine: they cannot
 *     be read or written
 */
public record Leftovers(
    List<Registered> processes,
    List<EngineTable> tables,
    List<String> missing,
    List<EngineTable> disabled) {

  /**
   * A process in the process registry.
   *
   * @param process the process
   * @param isAsked whether another process has asked this process to read the catalog again, and
   *     waits for it. A running process reads the catalog within seconds, so a process that stays
   *     asked was probably killed
   */
  public record Registered(DatabaseProcess process, boolean isAsked) {}

  /** Makes an object with its own copies of the lists. */
  public Leftovers {
    processes = List.copyOf(processes);
    tables = List.copyOf(tables);
    missing = List.copyOf(missing);
    disabled = List.copyOf(disabled);
  }
}
