package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import keywright.store.Engine;
import keywright.store.EngineTable;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.catalog.Tables;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.Leftovers;

/**
 * Finds and removes the tables and registrations that killed processes have left. Safe for many
 * threads.
 */
public final class LeftoverSearch {
  private final Tables tables;
  private final DefinitionChanges definitions;

  public LeftoverSearch(Tables tables, DefinitionChanges definitions) {
    this.tables = tables;
    this.definitions = definitions;
  }

  /** Finds the leftovers. This method changes nothing. */
  public Leftovers find() {
    Engine engine = tables.engine();
    return tables.changing(
        () -> {
          Set<String> known = definitions.engineTables();
          Set<String> filled = definitions.filledTables();
          Set<String> there = new TreeSet<>(engine.tables());
          List<EngineTable> left = new ArrayList<>();
          List<EngineTable> disabled = new ArrayList<>();
          for (String name : there) {
            EngineTable table = engine.table(name);
            if (!known.contains(name)
                && !filled.contains(name)
                && !DefinitionChecks.isReserved(name)) {
              left.add(table);
            } else if (!table.isEnabled()) {
              disabled.add(table);
            }
          }
          List<String> missing = known.stream().filter(name -> !there.contains(name)).toList();
          return new Leftovers(tables.lease().others(), left, missing, disabled);
        });
  }

  /**
   * Removes leftovers, as {@code Database.removeLeftovers} describes.
   *
   * @param goesOn called with the longest time, in milliseconds, for which the call may still wait;
   *     if it returns false, the wait ends
   * @return the removed tables and registrations
   */
  public Leftovers clean(LongPredicate goesOn) {
    List<EngineTable> removed = new ArrayList<>();
    for (EngineTable table : find().tables()) {
      if (definitions.dropLeftover(table)) {
        removed.add(table);
      }
    }
    List<Leftovers.Registered> before = tables.lease().others();
    boolean waited = tables.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
    List<Leftovers.Registered> gone = new ArrayList<>(before);
    if (waited) {
      Set<DatabaseProcess> live = new HashSet<>();
      tables.lease().others().forEach(one -> live.add(one.process()));
      gone.removeIf(one -> live.contains(one.process()));
    } else {
      gone.clear();
    }
    return new Leftovers(gone, removed, List.of(), List.of());
  }
}
