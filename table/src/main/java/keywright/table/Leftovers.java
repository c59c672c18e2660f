package keywright.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import keywright.store.Engine;
import keywright.store.EngineTable;

/**
 * What processes that were killed, and statements that were cut off, may have left in an engine.
 * Immutable.
 *
 * @param processes that are registered, without the one that asks: they have the database open, or
 *     were killed
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

  /** Finds what there is now; changes nothing. */
  public static Leftovers find(Database database) {
    Engine engine = database.engine();
    return database.changing(
        () -> {
          Set<String> known = database.definitions().engineTables();
          Set<String> there = new TreeSet<>(engine.tables());
          List<EngineTable> left = new ArrayList<>();
          List<EngineTable> disabled = new ArrayList<>();
          for (String name : there) {
            EngineTable table = engine.table(name);
            if (!known.contains(name) && !DefinitionChecks.isReserved(name)) {
              left.add(table);
            } else if (!table.isEnabled()) {
              disabled.add(table);
            }
          }
          List<String> missing = known.stream().filter(name -> !there.contains(name)).toList();
          return new Leftovers(database.lease().others(), left, missing, disabled);
        });
  }

  /**
   * Removes tables that the catalog does not name, then the registrations of processes that do not
   * answer within the time that a write of theirs may still happen. Processes that have the
   * database open stay registered; a {@code CREATE} that is under way in one of them may be refused
   * and is to be repeated.
   *
   * @param goesOn told at times for how many milliseconds it will wait at most; false ends the wait
   * @return what was removed
   */
  public static Leftovers clean(Database database, LongPredicate goesOn) {
    List<EngineTable> removed = new ArrayList<>();
    for (EngineTable table : find(database).tables()) {
      if (database.definitions().dropLeftover(table)) {
        removed.add(table);
      }
    }
    List<Registered> before = database.lease().others();
    boolean waited = database.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
    List<Registered> gone = new ArrayList<>(before);
    if (waited) {
      Set<DatabaseProcess> live = new HashSet<>();
      database.lease().others().forEach(one -> live.add(one.process()));
      gone.removeIf(one -> live.contains(one.process()));
    } else {
      gone.clear();
    }
    return new Leftovers(gone, removed, List.of(), List.of());
  }
}
