package keywright.table.model;

import java.util.List;
import keywright.store.EngineTable;

/**
 * What killed processes and interrupted statements may have left in an engine. Immutable.
 *
 * @param processes that are registered, except this one: they have the database open, or were
 *     killed
 * @param tables of the engine that the catalog does not name, such as those of an index whose drop
 *     was cut off
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
   * @param isAsked whether another process waits for it to read the catalog: a live one answers
   *     within seconds
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
