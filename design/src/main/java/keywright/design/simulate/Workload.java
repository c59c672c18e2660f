package keywright.design.simulate;

import java.util.List;
import keywright.cql.Design;
import keywright.cql.QueryLoad;
import keywright.cql.WriteLoad;

/**
 * What a table bears beside the rows that are replayed. Immutable.
 *
 * @param queries those that read it
 * @param writesPerSecond how many rows are written; 0 when nobody says
 */
public record Workload(List<QueryLoad> queries, double writesPerSecond) {
  /** Nothing is known of it. */
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

  /** What {@code design} says of table {@code table}. */
  public static Workload of(Design design, String table) {
    return new Workload(
        design.queries(table),
        design.writes().stream()
            .filter(write -> write.table().equals(table))
            .mapToDouble(WriteLoad::ratePerSecond)
            .sum());
  }
}
