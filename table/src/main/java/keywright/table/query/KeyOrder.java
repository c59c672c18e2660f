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
 * Whether the order of a key is the order that a query asks for, forwards or in reverse.
 *
 * <p>The parts of the key and the columns of ORDER BY are walked side by side. A column that is the
 * same in every row at hand has no say, and neither has a part that reads such columns alone. A
 * part that follows the column weakly (the day of a timestamp) may stand before the part that
 * follows it strictly. When the parts run out, rows are told apart completely and what is left of
 * ORDER BY has no say either.
 */
public final class KeyOrder {
  private final KeySchema schema;
  private final List<OrderBy> orderBy;
  private final List<Condition> conditions;

  /** Columns that a condition holds to one value, or to null. */
  private final Set<String> constant;

  public KeyOrder(KeySchema schema, List<OrderBy> orderBy, List<Condition> conditions) {
    this.schema = schema;
    this.orderBy = orderBy;
    this.conditions = conditions;
    this.constant = constantColumns(conditions);
  }

  /** The columns that the conditions hold to one value. */
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
   * Whether the whole key, scanned forwards (false) or in reverse (true), gives the order; empty
   * when neither does.
   */
  public Optional<Boolean> reverse() {
    return walk(0, constant);
  }

  /** The same within one range, whose first {@code fixedParts} parts are one value each. */
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

  /** ORDER BY puts nulls first ascending, last descending; a key may put them elsewhere. */
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
        .anyMatch(
            condition ->
                condition.column().equals(column)
                    && !(condition instanceof Condition.IsNull isNull && !isNull.negated()));
  }
}
