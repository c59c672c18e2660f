package keywright.design.simulate;

import java.util.Optional;
import keywright.cql.QueryLoad;
import keywright.key.KeyException;
import keywright.table.DeclaredTable;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * How a query of a design would read its rows. EXPLAIN shows the same for an existing table.
 * Immutable.
 *
 * <p>Parameters have sample values. Neither the key nor the number of ranges depends on them,
 * except that {@code IN ?} counts as one value and {@code LIKE ?} as a prefix.
 */
public final class AccessPath {
  private final @Nullable Plan plan;
  private final String refusal;

  private AccessPath(@Nullable Plan plan, String refusal) {
    this.plan = plan;
    this.refusal = refusal;
  }

  /** The path of {@code query} on the table as it is declared. */
  public static AccessPath of(QueryLoad query) {
    return of(query, query.table());
  }

  /**
   * The path of {@code query} on a table with the same columns, possibly with another key or other
   * indexes.
   */
  public static AccessPath of(QueryLoad query, TableDefinition table) {
    return of(query, DeclaredTable.of(table));
  }

  /**
   * The path of {@code query} on a table as a certain engine stores it. On an engine with
   * partitions, two bounds of a column that are both parameters count as a narrow range.
   */
  public static AccessPath of(QueryLoad query, DeclaredTable table) {
    try {
      Query sample = table.isInPartitions() ? query.narrowSampleQuery() : query.sampleQuery();
      return new AccessPath(table.plan(sample), "");
    } catch (TableException | KeyException e) {
      return new AccessPath(null, String.valueOf(e.getMessage()));
    }
  }

  /** The plan of the query: key, ranges and filter. Empty if no key serves the query. */
  public Optional<Plan> plan() {
    return Optional.ofNullable(plan);
  }

  /**
   * The reason why no key serves the query, and an index that would serve it. Empty if a key serves
   * the query.
   */
  public String refusal() {
    return refusal;
  }

  /** The key that is read and the number of ranges, in a few words. */
  public String text() {
    if (plan == null) {
      return "no key serves it";
    }
    String key = plan.index().map(index -> "index " + index).orElse("the primary key");
    String ranges = fanOut() == 1 ? "1 range" : "%,d ranges".formatted(fanOut());
    return switch (plan.accessClass()) {
      case FULL_KEY -> ranges.replace("range", "row") + " of " + key;
      case PARTIAL_KEY -> ranges + " of " + key;
      case FULL_SCAN -> "every row of " + key;
    };
  }

  /** The ranges that one run of the query scans; 0 when no key serves it. */
  public long fanOut() {
    return plan == null ? 0 : plan.fanOut();
  }
}
