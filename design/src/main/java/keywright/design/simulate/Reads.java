package keywright.design.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the queries of a table read under one key.
 *
 * @param paths one path for each query, in the order of the design
 * @param load how servers and regions shared the reads: means over the second half of the replay;
 *     null if there were no reads
 * @param serversWithWrites the effective number of servers, 1/Σshare², for reads and writes
 *     together, weighted by their rates; 0 if the rate of writes is unknown
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
