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
    int hash = 31 * System.identityHashCode(table) + query.items().hashCode();
    for (Condition condition : query.conditions()) {
      hash = 31 * hash + condition.column().hashCode();
    }
    this.hashCode = 31 * hash + query.orderBy().hashCode();
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
        && query.items().equals(other.items())
        && query.orderBy().equals(other.orderBy())
        && query.rowConditions().equals(other.rowConditions())
        && query.grouping().equals(other.grouping())
        && query.history().equals(other.history())
        && query.limits().equals(other.limits())
        && areLike(query.conditions(), other.conditions());
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
