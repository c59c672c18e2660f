package keywright.design.simulate;

import java.util.List;
import keywright.cql.Design;
import keywright.cql.QueryLoad;
import keywright.cql.WriteLoad;

/**
 * The queries of a table and its rate of writes. Immutable.
 *
 * @param queries the queries that read the table
 * @param writesPerSecond the number of rows that are written per second; 0 if it is unknown
 */
public record Workload(List<QueryLoad> queries, double writesPerSecond) {
  /** A workload without queries and with an unknown rate of writes. */
  public static final Workload NONE = new Workload(List.of(), 0);

  /** Makes a workload with its own copy of the list. */
  public Workload {
    queries = List.copyOf(queries);
  }

  /**
   * Whether one of the queries reads the index with the name {@code index}, with the table as it is
   * declared.
   */
  public boolean reads(String index) {
    return queries.stream()
        .map(query -> AccessPath.of(query).plan())
        .anyMatch(plan -> plan.isPresent() && plan.get().index().filter(index::equals).isPresent());
  }

  /**
   * The queries and the rate of writes that {@code design} declares for the table with the name
   * {@code table}.
   */
  public static Workload of(Design design, String table) {
    return new Workload(
        design.queries(table),
        design.writes().stream()
            .filter(write -> write.table().equals(table))
            .mapToDouble(WriteLoad::ratePerSecond)
            .sum());
  }
}
