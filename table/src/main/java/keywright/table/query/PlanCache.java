package keywright.table.query;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import keywright.table.layout.StoredTable;
import keywright.table.model.Query;

/**
 * Keeps the plans of queries for queries that differ only in their values. A plan is used again for
 * a query of the same shape on the same declaration of the table. The chosen key and the order are
 * kept, and the ranges are computed from the new values. If the new values may lead to another
 * plan, the query is planned again. Safe for many threads.
 */
public final class PlanCache {
  /** The number of kept plans at which all are dropped. Programs have few shapes of queries. */
  private static final int PLANS_MAX = 256;

  private final Map<QueryShape, QueryPlan> plans = new ConcurrentHashMap<>();
  private final Predicate<String> isUsed;

  /**
   * Makes an empty cache.
   *
   * @param isUsed tells whether a name is already the name of a table or an index of the database
   */
  public PlanCache(Predicate<String> isUsed) {
    this.isUsed = isUsed;
  }

  /**
   * The plan of a query, from the cache or computed.
   *
   * @throws keywright.table.model.TableException as {@link Planner#plan}
   */
  public QueryPlan plan(StoredTable table, Query query) {
    return plan(table, query, false);
  }

  /**
   * The plan of a query that is read page by page, from the cache or computed.
   *
   * @throws keywright.table.model.TableException as {@link Planner#planPages}
   */
  public QueryPlan planPages(StoredTable table, Query query) {
    return plan(table, query, true);
  }

  private QueryPlan plan(StoredTable table, Query query, boolean inPages) {
    Integer limit = query.limit();
    QueryShape shape = limit != null && limit < 1 ? null : QueryShape.of(table, query, inPages);
    QueryPlan known = shape == null ? null : plans.get(shape);
    QueryPlan plan = known == null ? null : known.withValuesOf(query);
    if (plan != null) {
      return plan;
    }
    Planner planner = Planner.of(table, query, inPages, isUsed);
    plan = planner.choose();
    if (shape != null && planner.isReusable()) {
      if (plans.size() >= PLANS_MAX) {
        plans.clear();
      }
      plans.put(shape, plan);
    }
    return plan;
  }
}
