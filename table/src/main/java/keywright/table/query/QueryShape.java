package keywright.table.query;

import java.util.List;
import keywright.key.Condition;
import keywright.table.layout.StoredTable;
import keywright.table.model.Query;
import org.jspecify.annotations.Nullable;

/**
 * A query without the values of its comparisons ({@code =}, {@code <}, {@code >=} …) and without
 * the number of its LIMIT. Queries of one shape have the same plan, but for these, unless the
 * values of bounds decide between plans. Immutable.
 */
final class QueryShape {
  private final StoredTable table;
  private final Query query;
  private final boolean inPages;
  private final int hashCode;

  private QueryShape(StoredTable table, Query query, boolean inPages) {
    this.table = table;
    this.query = query;
    this.inPages = inPages;
    // Items and orders are compared, not hashed: a hash of them takes longer than the comparison.
    int hash = 31 * System.identityHashCode(table) + query.items().size();
    for (Condition condition : query.conditions()) {
      hash = 31 * hash + condition.column().hashCode();
    }
    this.hashCode = 31 * hash + query.orderBy().size();
  }

  /**
   * The shape of a query; null for one that has values in other conditions than comparisons, which
   * may lead to another plan each time.
   *
   * @param inPages whether it is read page by page
   */
  static @Nullable QueryShape of(StoredTable table, Query query, boolean inPages) {
    for (Condition condition : query.conditions()) {
      if (!(condition instanceof Condition.Compare) && !(condition instanceof Condition.IsNull)) {
        return null;
      }
    }
    return new QueryShape(table, query, inPages);
  }

  @Override
  @SuppressWarnings(
      "ReferenceEquality") // Another declaration, even an equal one, has its own plans.
  public boolean equals(@Nullable Object other) {
    return other instanceof QueryShape shape
        && hashCode == shape.hashCode
        && table == shape.table
        && inPages == shape.inPages
        && isLike(shape.query);
  }

  private boolean isLike(Query other) {
    return (query.limit() == null) == (other.limit() == null)
        && query.allowFiltering() == other.allowFiltering()
        && query.skipUnreadable() == other.skipUnreadable()
        && same(query.items(), other.items())
        && same(query.orderBy(), other.orderBy())
        && same(query.rowConditions(), other.rowConditions())
        && same(query.grouping(), other.grouping())
        && same(query.history(), other.history())
        && same(query.limits(), other.limits())
        && areLike(query.conditions(), other.conditions());
  }

  /** Most of them are the same object, above all in statements that are executed again. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(Object a, Object b) {
    return a == b || a.equals(b);
  }

  private static boolean areLike(List<Condition> some, List<Condition> others) {
    if (some.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < some.size(); i++) {
      if (!some.get(i).hasShapeOf(others.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return hashCode;
  }
}
