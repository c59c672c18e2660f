package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.ojai.ValueOrder.Group;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.OrderBy;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.ojai.store.QueryCondition.Op;
import org.ojai.store.SortOrder;
import org.ojai.types.ODate;
import org.ojai.types.OTimestamp;

/**
 * The columns that are derived from fields, for plans: conditions on these fields become conditions
 * on the columns, with which the table finds its key or an index.
 *
 * <p>Every document that meets the condition on the field meets that on the column. The opposite
 * need not hold, because a column also takes values of other types of the API. So the condition on
 * the field is tested too. Threads may share it.
 */
final class FieldColumns {
  /** The most ranges that lists of values add to a plan. */
  private static final long VALUES_MAX = 50;

  /** Paths that mean the same here and in the API. */
  private static final Pattern PLAIN = Pattern.compile("\\w+(\\.\\w+|\\[\\d+])*");

  private static final Set<Class<?>> WHOLE =
      Set.of(Byte.class, Short.class, Integer.class, Long.class);

  /** A derived column; no row has null in one of the key. */
  private record Derived(String name, Type type, boolean inKey) {}

  private final Map<String, List<Derived>> byPath = new HashMap<>();
  private final String ofKey;

  FieldColumns(TableDefinition definition) {
    List<String> keyColumns = definition.keyColumns();
    List<String> paths = new ArrayList<>();
    for (String key : keyColumns) {
      definition.column(key).map(ColumnDefinition::from).ifPresent(from -> paths.add(from.path()));
    }
    this.ofKey = String.join(", ", paths);
    for (ColumnDefinition column : definition.columns()) {
      DocumentPath from = column.from();
      if (from != null
          && PLAIN.matcher(from.path()).matches()
          && !DocumentTable.ID.equals(from.firstField())) {
        byPath
            .computeIfAbsent(Paths.text(Paths.parse(from.path())), path -> new ArrayList<>())
            .add(new Derived(column.name(), column.type(), keyColumns.contains(column.name())));
      }
    }
  }

  /** The paths from which the key is derived, in its order, with commas between them. */
  String ofKey() {
    return ofKey;
  }

  /**
   * Conditions on columns that every document meets that meets {@code condition}.
   *
   * @param withLists whether lists of values may become ranges of their own
   */
  List<keywright.key.Condition> conditions(@Nullable Condition condition, boolean withLists) {
    List<keywright.key.Condition> conditions = new ArrayList<>();
    add(condition, conditions);
    long values = 1;
    for (keywright.key.Condition one : conditions) {
      values *= one instanceof keywright.key.Condition.In in ? in.values().size() : 1;
    }
    if (!withLists || values > VALUES_MAX) {
      conditions.removeIf(keywright.key.Condition.In.class::isInstance);
    }
    return conditions;
  }

  private void add(@Nullable Condition condition, List<keywright.key.Condition> conditions) {
    if (condition instanceof Condition.And and) {
      and.parts().forEach(part -> add(part, conditions));
    } else if (condition instanceof Condition.Leaf leaf) {
      for (Derived column : byPath.getOrDefault(Paths.text(leaf.path()), List.of())) {
        add(column, leaf, conditions);
      }
    }
  }

  private static void add(
      Derived column, Condition.Leaf leaf, List<keywright.key.Condition> conditions) {
    if (leaf instanceof Condition.Compare compare) {
      compare(column, compare.op(), compare.value(), conditions);
    } else if (leaf instanceof Condition.Between between) {
      if (ValueOrder.group(between.low()) == ValueOrder.group(between.high())) {
        compare(column, Op.GREATER_OR_EQUAL, between.low(), conditions);
        compare(column, Op.LESS_OR_EQUAL, between.high(), conditions);
      }
    } else if (leaf instanceof Condition.In in && !in.isNegated()) {
      List<Object> values = new ArrayList<>();
      for (Object value : in.values()) {
        Object literal = literal(column, value);
        if (literal == null || !fits(column, literal)) {
          return;
        }
        values.add(literal);
      }
      if (!values.isEmpty()) {
        conditions.add(new keywright.key.Condition.In(column.name, values));
      }
    } else if (leaf instanceof Condition.Like like
        && !like.isNegated()
        && isText(column)
        && !like.matcher().prefix().isEmpty()) {
      String prefix = like.matcher().prefix().replaceAll("[\\\\%_]", "\\\\$0");
      conditions.add(new keywright.key.Condition.Like(column.name, prefix + "%"));
    }
  }

  private static void compare(
      Derived column, Op op, @Nullable Object value, List<keywright.key.Condition> conditions) {
    Object literal = literal(column, value);
    if (literal == null || op == Op.NOT_EQUAL) {
      return;
    } else if (op == Op.EQUAL ? !fits(column, literal) : !holdsAll(column, literal)) {
      return;
    }
    boolean isWeak = literal instanceof Instant && !isFine(column);
    Operator operator =
        switch (op) {
          case LESS -> isWeak ? Operator.LE : Operator.LT;
          case LESS_OR_EQUAL -> Operator.LE;
          case GREATER -> isWeak ? Operator.GE : Operator.GT;
          case GREATER_OR_EQUAL -> Operator.GE;
          default -> Operator.EQ;
        };
    conditions.add(new keywright.key.Condition.Compare(column.name, operator, literal));
  }

  private static boolean isText(Derived column) {
    return column.type.toString().equals("text");
  }

  /**
   * A value of a condition as one that the column is compared with in the same order; null if the
   * column has no such order.
   */
  private static @Nullable Object literal(Derived column, @Nullable Object value) {
    Class<?> kind = column.type.valueClass();
    Group group = ValueOrder.group(value);
    if (group == Group.NUMBER && (WHOLE.contains(kind) || kind == Instant.class)) {
      Number number = (Number) requireNonNull(value);
      return ValueOrder.isFinite(number) ? ValueOrder.exact(number) : null;
    } else if (value instanceof String text) {
      return isText(column) ? text : null;
    } else if (value instanceof OTimestamp timestamp) {
      return kind == Instant.class ? Instant.ofEpochMilli(timestamp.getMillis()) : null;
    } else if (value instanceof ODate date) {
      return kind == LocalDate.class ? LocalDate.ofEpochDay(date.toDaysSinceEpoch()) : null;
    }
    return null;
  }

  /** Whether each document with this value at the path has it in the column. */
  private static boolean fits(Derived column, Object literal) {
    return column.inKey || converts(column, literal);
  }

  /** Whether each document with a value of this type at the path has it in the column. */
  private static boolean holdsAll(Derived column, Object literal) {
    return column.inKey
        || literal instanceof String
        || literal instanceof LocalDate
        || (literal instanceof Instant
            && converts(column, Instant.ofEpochMilli(Long.MAX_VALUE))
            && converts(column, Instant.ofEpochMilli(Long.MIN_VALUE)));
  }

  /** Whether the column tells milliseconds apart. */
  private static boolean isFine(Derived column) {
    Instant one = Instant.ofEpochMilli(1);
    return converts(column, one) && column.type.convert(one).equals(one);
  }

  private static boolean converts(Derived column, Object value) {
    try {
      Object unused = column.type.convert(value);
      return true;
    } catch (KeyException e) {
      return false;
    }
  }

  /**
   * The order of fields as an order of the table; empty if it is not the same for every document.
   */
  List<OrderBy> order(List<OjaiQuery.Order> orders) {
    List<OrderBy> order = new ArrayList<>();
    for (OjaiQuery.Order one : orders) {
      Derived column =
          byPath.getOrDefault(Paths.text(one.path()), List.of()).stream()
              .filter(derived -> derived.inKey && hasOneOrder(derived))
              .findFirst()
              .orElse(null);
      if (column == null) {
        return List.of();
      }
      order.add(new OrderBy(column.name, one.order() == SortOrder.DESC));
    }
    return order;
  }

  /** Whether all values that the column takes are of one group. */
  private static boolean hasOneOrder(Derived column) {
    return isText(column) || WHOLE.contains(column.type.valueClass());
  }
}
