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
 * The plan by which a query of a design would read its rows: the key and the number of ranges. For
 * an existing table, EXPLAIN shows the same. Immutable.
 *
 * <p>The parameters of the query get sample values. The key and the number of ranges do not depend
 * on these values, except that {@code IN ?} counts as one value, and {@code LIKE ?} counts as a
 * pattern that begins with a fixed text.
 */
public final class AccessPath {
  private final QueryLoad query;
  private final @Nullable Plan plan;
  private final String refusal;

  private AccessPath(QueryLoad query, @Nullable Plan plan, String refusal) {
    this.query = query;
    this.plan = plan;
    this.refusal = refusal;
  }

  /** Plans {@code query} on its table as declared. */
  public static AccessPath of(QueryLoad query) {
    return of(query, query.table());
  }

  /**
   * Plans {@code query} on a table with the same columns, which may have another key or other
   * indexes.
   */
  public static AccessPath of(QueryLoad query, TableDefinition table) {
    return of(query, DeclaredTable.of(table));
  }

  /**
   * Plans {@code query} on a table as a certain kind of engine stores it. On an engine with
   * partitions, two bounds of a column that are both parameters count as a narrow range.
   */
  public static AccessPath of(QueryLoad query, DeclaredTable table) {
    try {
      Query sample = table.isInPartitions() ? query.narrowSampleQuery() : query.sampleQuery();
      return new AccessPath(query, table.plan(sample), "");
    } catch (TableException | KeyException e) {
      return new AccessPath(query, null, String.valueOf(e.getMessage()));
    }
  }

  /** The plan of the query. Empty if no key serves the query. */
  public Optional<Plan> plan() {
    return Optional.ofNullable(plan);
  }

  /**
   * The reason why no key serves the query, with an index that would serve it, as text. Empty if a
   * key serves the query.
   */
  public String refusal() {
    return refusal;
  }

  /** The key that the query reads and the number of its ranges, as a short text. */
  public String text() {
    if (plan == null) {
      return "no key serves it";
    }
    String key = plan.index().map(index -> "index " + index).orElse("the primary key");
    String ranges = fanOut() == 1 ? "1 range" : "%,d ranges".formatted(fanOut());
    return switch (plan.accessClass()) {
      case FULL_KEY -> ranges.replace("range", "row") + " of " + key;
      case PARTIAL_KEY -> ranges + " of " + key;
      case FULL_SCAN -> scanned(plan) + " of " + key;
    };
  }

  private String scanned(Plan scan) {
    if (readsEveryRow()) {
      return "every row";
    }
    return scan.seeksGroups() ? "a few rows of each group" : "the first rows";
  }

  /**
   * Whether the query reads every row of a key, so that it takes longer the more rows there are.
   */
  public boolean readsEveryRow() {
    return plan != null && QueryReads.isFullScan(query, plan);
  }

  /** How many ranges one execution of the query scans; 0 if no key serves the query. */
  public long fanOut() {
    return plan == null ? 0 : plan.fanOut();
  }
}
