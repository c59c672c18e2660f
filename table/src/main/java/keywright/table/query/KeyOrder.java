package keywright.table.query;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.KeySchema.Following;
import keywright.table.model.OrderBy;

/**
 * Compares the order of a key with the ORDER BY of a query, for a scan forwards and for a scan in
 * reverse.
 *
 * <p>The parts of the key and the columns of ORDER BY are compared from left to right. A column
 * that has the same value in all rows is ignored, and so is a key part that uses only such columns.
 * A key part that sorts by a column only roughly, such as the day of a timestamp, may come before
 * the key part that sorts exactly by this column. After the last part of the key no two rows are
 * equal, so the remaining columns of ORDER BY have no effect.
 */
public final class KeyOrder {
  private final KeySchema schema;
  private final List<OrderBy> orderBy;
  private final List<Condition> conditions;

  /** The columns that conditions fix to one value or to null. */
  private final Set<String> constant;

  public KeyOrder(KeySchema schema, List<OrderBy> orderBy, List<Condition> conditions) {
    this.schema = schema;
    this.orderBy = orderBy;
    this.conditions = conditions;
    this.constant = constantColumns(conditions);
  }

  /** The columns that the conditions fix to one value. */
  static Set<String> constantColumns(List<Condition> conditions) {
    Set<String> columns = new HashSet<>();
    for (Condition condition : conditions) {
      if (fixesOneValue(condition)) {
        columns.add(condition.column());
      }
    }
    return columns;
  }

  private static boolean fixesOneValue(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return compare.operator() == Condition.Operator.EQ;
    }
    if (condition instanceof Condition.In in) {
      return in.values().size() == 1;
    }
    return condition instanceof Condition.IsNull isNull && !isNull.negated();
  }

  /**
   * Whether a scan of the key has the order of the ORDER BY: false if a forward scan has this
   * order, true if a reverse scan has it, empty if neither has it.
   */
  public Optional<Boolean> reverse() {
    return walk(0, constant);
  }

  /**
   * As {@link #reverse}, within one range whose first {@code fixedParts} parts have one value each.
   */
  Optional<Boolean> reverseWithin(int fixedParts) {
    Set<String> fixed = new HashSet<>(constant);
    for (OrderBy order : orderBy) {
      for (int part = 0; part < fixedParts; part++) {
        Following following = follows(part, order);
        if (following == Following.FORWARDS || following == Following.BACKWARDS) {
          fixed.add(order.column());
        }
      }
    }
    return walk(fixedParts, fixed);
  }

  private Optional<Boolean> walk(int start, Set<String> fixed) {
    Boolean reverse = null;
    int part = start;
    Set<String> done = new HashSet<>(fixed);
    for (OrderBy order : orderBy) {
      if (done.contains(order.column())) {
        continue;
      }
      part = skipConstantParts(part, done);
      Following weak = null;
      while (part < schema.parts().size()) {
        Following following = follows(part, order);
        if (weak != null && isForwards(following) != isForwards(weak)) {
          return Optional.empty();
        }
        if (!isWeak(following)) {
          break;
        }
        if (following == Following.NO || !nullsFit(part, order)) {
          return Optional.empty();
        }
        weak = following;
        part++;
      }
      if (part == schema.parts().size()) {
        return weak == null ? Optional.of(reverse != null && reverse) : Optional.empty();
      }
      Following following = follows(part, order);
      boolean backwards = !isForwards(following) != order.descending();
      if ((reverse != null && reverse != backwards) || !nullsFit(part, order)) {
        return Optional.empty();
      }
      reverse = backwards;
      done.add(order.column());
      part++;
    }
    return Optional.of(reverse != null && reverse);
  }

  private Following follows(int part, OrderBy order) {
    return schema.follows(part, order.column(), conditions);
  }

  private int skipConstantParts(int start, Set<String> done) {
    int part = start;
    while (part < schema.parts().size()
        && done.containsAll(schema.parts().get(part).expression().columns())
        && !schema.parts().get(part).expression().columns().isEmpty()) {
      part++;
    }
    return part;
  }

  private static boolean isForwards(Following following) {
    return following == Following.FORWARDS || following == Following.WEAKLY_FORWARDS;
  }

  private static boolean isWeak(Following following) {
    return following != Following.FORWARDS && following != Following.BACKWARDS;
  }

  /** Whether the key has nulls where ORDER BY has them: first if ascending, last if descending. */
  private boolean nullsFit(int part, OrderBy order) {
    if (!schema.partNullable(part) || excludesNull(order.column())) {
      return true;
    }
    KeyPart declared = schema.parts().get(part);
    boolean nullsFirst =
        declared.nulls() == KeyPart.Nulls.DEFAULT
            ? !declared.descending()
            : declared.nulls() == KeyPart.Nulls.FIRST;
    return nullsFirst == isForwards(follows(part, order));
  }

  private boolean excludesNull(String column) {
    return conditions.stream()
        .anyMatch(condition -> condition.column().equals(column) && !condition.meetsNull());
  }
}
