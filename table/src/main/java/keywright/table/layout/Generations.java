package keywright.table.layout;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The generations of the storage of a table and its indexes. Immutable.
 *
 * @param current the generation of each index by its name, and of the table under {@link #TABLE}.
 *     Without a generation, the name in the engine has none, see {@link EngineNames}
 * @param replaced the names of the engine's tables that the current storage replaces, and that may
 *     still exist. A process that reads these names drops the tables before it uses the current
 *     storage
 */
public record Generations(Map<String, Long> current, Set<String> replaced) {
  /** The key in the map of generations for the generation of the table itself. */
  public static final String TABLE = "";

  /** Of a table whose name was never used before. */
  static final Generations NONE = new Generations(Map.of(), Set.of());

  public Generations(Map<String, Long> current, Collection<String> replaced) {
    this(Map.copyOf(current), Set.copyOf(replaced));
  }

  long of(String index) {
    return current.getOrDefault(index, 0L);
  }

  Generations with(String index, long generation) {
    Map<String, Long> all = new HashMap<>(current);
    all.put(index, generation);
    return new Generations(all, replaced);
  }

  Generations without(String index) {
    Map<String, Long> left = new HashMap<>(current);
    left.remove(index);
    return new Generations(left, replaced);
  }

  Generations replacing(Collection<String> names) {
    return new Generations(current, names);
  }
}
