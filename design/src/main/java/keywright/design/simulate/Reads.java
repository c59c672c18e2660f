package keywright.design.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of the queries of a table under one key, in a replay. Immutable.
 *
 * @param paths one path for each query, in the order of the design
 * @param load how servers and regions shared the reads, as means over the second half of the
 *     replay; null if there were no reads
 * @param serversWithWrites the effective number of servers for reads and writes together, weighted
 *     by their rates. It is 1 divided by the sum of the squares of the servers' shares; 0 if the
 *     rate of writes is unknown
 */
public record Reads(List<QueryPath> paths, @Nullable Load load, double serversWithWrites) {
  /** Makes an object with its own copy of the list. */
  public Reads {
    paths = List.copyOf(paths);
  }

  /** The names of the queries that read every row. */
  public List<String> fullScans() {
    return paths.stream().filter(QueryPath::isFullScan).map(QueryPath::query).toList();
  }
}
