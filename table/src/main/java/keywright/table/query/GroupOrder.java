package keywright.table.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.KeySchema.Following;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a key returns the groups of a query. The columns of GROUP BY have no direction
 * and no order among themselves: they take those of the key. So rows of one group are adjacent if
 * the key has this order.
 */
final class GroupOrder {
  private GroupOrder() {}

  /**
   * The query with the ORDER BY in which a key would return its groups.
   *
   * @param conditions those that the key can be asked for
   */
  static Query of(KeySchema schema, List<Condition> conditions, Query query) {
    if (!query.grouping().hasGroups()) {
      return query;
    }
    List<OrderBy> order = new ArrayList<>(query.orderBy());
    Set<String> left = new LinkedHashSet<>(query.grouping().columns());
    query.orderBy().forEach(asked -> left.remove(asked.column()));
    boolean reverse = false;
    boolean hasDirection = false;
    for (int part = 0; part < schema.parts().size(); part++) {
      for (String column : schema.parts().get(part).expression().columns()) {
        Following following = schema.follows(part, column, conditions);
        boolean descends = following == Following.BACKWARDS;
        if (!descends && following != Following.FORWARDS) {
          continue;
        }
        OrderBy asked = asked(query, column);
        if (asked != null && !hasDirection) {
          reverse = asked.descending() != descends;
          hasDirection = true;
        }
        if (left.remove(column)) {
          order.add(new OrderBy(column, descends != reverse));
        }
      }
    }
    left.forEach(column -> order.add(new OrderBy(column, false)));
    return query.orderedBy(order.toArray(OrderBy[]::new));
  }

  private static @Nullable OrderBy asked(Query query, String column) {
    for (OrderBy order : query.orderBy()) {
      if (order.column().equals(column)) {
        return order;
      }
    }
    return null;
  }

  /**
   * Whether the first parts of a key tell which group a row belongs to, and every column of the
   * groups is one of these parts. Then the rows of a group are adjacent wherever rows with equal
   * parts are adjacent.
   */
  static boolean isPartition(KeySchema schema, int parts, List<Condition> conditions, Query query) {
    Set<String> columns = new LinkedHashSet<>();
    Set<String> exact = new LinkedHashSet<>();
    for (int part = 0; part < parts; part++) {
      KeyPart declared = schema.parts().get(part);
      if (declared.expression().columns().isEmpty()) {
        return false; // A bucket of other parts of the key.
      }
      columns.addAll(declared.expression().columns());
      for (String column : declared.expression().columns()) {
        Following following = schema.follows(part, column, conditions);
        if (following == Following.FORWARDS || following == Following.BACKWARDS) {
          exact.add(column);
        }
      }
    }
    return exact.equals(columns) && columns.equals(Set.copyOf(query.grouping().columns()));
  }
}
