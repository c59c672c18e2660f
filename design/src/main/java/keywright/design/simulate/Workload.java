package keywright.design.simulate;

import java.util.List;
import keywright.cql.Design;
import keywright.cql.QueryLoad;
import keywright.cql.WriteLoad;

/**
 * The queries of a table and its rate of writes. Immutable.
 *
 * @param queries the queries that read the table
 * @param writesPerSecond the rate of writes; 0 when it is unknown
 */
public record Workload(List<QueryLoad> queries, double writesPerSecond) {
  /** No queries, and an unknown rate of writes. */
  public static final Workload NONE = new Workload(List.of(), 0);

  /** Keeps its own copy of the list. */
  public Workload {
    queries = List.copyOf(queries);
  }

  /** Whether one of the queries reads index {@code index} of the table as it is declared. */
  public boolean reads(String index) {
    return queries.stream()
        .map(query -> AccessPath.of(query).plan())
        .anyMatch(plan -> plan.isPresent() && plan.get().index().filter(index::equals).isPresent());
  }

  /** The load of table {@code table} in {@code design}. */
  public static Workload of(Design design, String table) {
    return new Workload(
        design.queries(table),
        design.writes().stream()
            .filter(write -> write.table().equals(table))
            .mapToDouble(WriteLoad::ratePerSecond)
            .sum());
  }
}
