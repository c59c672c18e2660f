package keywright.design.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How queries read under one key.
 *
 * @param paths one for each query, in the order of the design
 * @param load how their reads were shared, as means over the second half of the replay; null when
 *     there were none
 * @param serversWithWrites 1/Σshare² over the servers for reads and writes together, by their
 *     rates; 0 when the rate of writes is unknown
 */
public record Reads(List<QueryPath> paths, @Nullable Load load, double serversWithWrites) {
  /** Keeps its own copy of the list. */
  public Reads {
    paths = List.copyOf(paths);
  }

  /** The queries that read every row. */
  public List<String> fullScans() {
    return paths.stream().filter(QueryPath::isFullScan).map(QueryPath::query).toList();
  }
}
