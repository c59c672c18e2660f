package keywright.table.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyBound;
import keywright.key.KeyExpression;
import keywright.key.KeyPlace;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.key.Type;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.OrderBy;
import keywright.table.model.RowCondition;
import keywright.table.model.TupleCondition;
import org.jspecify.annotations.Nullable;

/**
 * What conditions on several columns mean for the ranges of a plan, and for its rows. A range whose
 * rows are in the order of the columns is cut at the tuple. Every row that is read is also tested.
 * Immutable.
 */
final class TupleRanges {
  private final StoredTable stored;
  private final KeyCandidate key;
  private final List<RowCondition> conditions;

  /**
   * @param key the key whose ranges are read
   * @param conditions those on several columns
   */
  TupleRanges(StoredTable stored, KeyCandidate key, List<RowCondition> conditions) {
    this.stored = stored;
    this.key = key;
    this.conditions = conditions;
  }

  /** The parts of spans that can have rows which meet the conditions. */
  List<KeySpan> cut(List<KeySpan> spans) {
    if (conditions.isEmpty() || key.walks()) {
      return spans;
    }
    List<KeySpan> left = new ArrayList<>(spans.size());
    for (KeySpan span : spans) {
      KeySpan cut = cut(span);
      if (cut != null) {
        left.add(cut);
      }
    }
    return left;
  }

  /** The part of a span that can have rows which meet the conditions; null for none. */
  @Nullable KeySpan cut(KeySpan span) {
    KeySpan cut = span;
    for (RowCondition each : conditions) {
      KeyRange range = span.range();
      if (readsElement(each) || !(each instanceof TupleCondition condition)) {
        continue;
      }
      if (condition.operator() == Operator.EQ) {
        if (condition.tuples().stream().noneMatch(tuple -> mayHave(range, condition, tuple))) {
          return null;
        }
      } else if (range.prefix().size() < key.schema().parts().size()) {
        Optional<Boolean> reverse = reverse(condition, range.prefix().size());
        if (reverse.isPresent()) {
          KeySpan behind = behind(condition, reverse.get(), range);
          cut = behind == null ? null : and(cut, behind);
        }
      }
      if (cut == null) {
        return null;
      }
    }
    return cut;
  }

  /** Whether a column of the condition is a list of which the key has only one element. */
  private boolean readsElement(RowCondition condition) {
    StoredIndex index = key.index();
    String list = index == null ? null : index.listColumn();
    return list != null && condition.columns().contains(list);
  }

  /**
   * Whether rows with the first {@code fixedParts} parts fixed are read from the end of the range
   * to its start in the order in which the condition is met last; empty if the key has not this
   * order.
   */
  private Optional<Boolean> reverse(TupleCondition condition, int fixedParts) {
    boolean descending = isUpper(condition);
    List<OrderBy> order =
        condition.columns().stream().map(column -> new OrderBy(column, descending)).toList();
    Set<String> columns = new HashSet<>(key.schema().keyColumns());
    return columns.containsAll(condition.columns())
        ? new KeyOrder(key.schema(), order, shared(condition)).reverseWithin(fixedParts)
        : Optional.empty();
  }

  /**
   * The conditions that the tuple meets, as all rows do. In some formats a part sorts as its column
   * only among rows that meet a condition, such as numbers of one sign. A tuple that does not meet
   * the condition has no position among these rows.
   */
  private List<Condition> shared(TupleCondition tuple) {
    return key.conditions().stream().filter(condition -> meets(tuple, condition)).toList();
  }

  private boolean meets(TupleCondition tuple, Condition condition) {
    Type type = stored.columns().get(stored.place(condition.column())).type();
    for (int i = 0; i < tuple.columns().size(); i++) {
      if (tuple.columns().get(i).equals(condition.column())
          && !condition.on(type).test(tuple.tuples().get(0).get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUpper(TupleCondition condition) {
    return condition.operator() == Operator.LT || condition.operator() == Operator.LE;
  }

  private @Nullable KeySpan behind(TupleCondition condition, boolean reverse, KeyRange range) {
    List<KeyPlace.Step> steps = new ArrayList<>();
    List<Object> tuple = condition.tuples().get(0);
    for (int i = 0; i < tuple.size(); i++) {
      steps.add(new KeyPlace.Step(condition.columns().get(i), isUpper(condition), tuple.get(i)));
    }
    boolean ties = condition.operator() == Operator.LE || condition.operator() == Operator.GE;
    return KeyPlace.of(key.schema(), shared(condition), steps, reverse).behind(range, ties);
  }

  /** The keys that are in both of two spans of one range; null if there are none. */
  private @Nullable KeySpan and(KeySpan a, KeySpan b) {
    KeySchema schema = key.schema();
    KeySpan both =
        new KeySpan(
            a.range(),
            later(schema, a.range(), a.from(), b.from()),
            earlier(schema, a.range(), a.to(), b.to()));
    return schema.bytes(both).isEmpty() ? null : both;
  }

  private static @Nullable KeyBound later(
      KeySchema schema, KeyRange range, @Nullable KeyBound a, @Nullable KeyBound b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    byte[] startA = schema.bytes(new KeySpan(range, a, null)).start();
    byte[] startB = schema.bytes(new KeySpan(range, b, null)).start();
    return Arrays.compareUnsigned(startA, startB) < 0 ? b : a;
  }

  private static @Nullable KeyBound earlier(
      KeySchema schema, KeyRange range, @Nullable KeyBound a, @Nullable KeyBound b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    byte[] stopA = schema.bytes(new KeySpan(range, null, a)).stop();
    byte[] stopB = schema.bytes(new KeySpan(range, null, b)).stop();
    boolean isBFirst = stopB != null && (stopA == null || Arrays.compareUnsigned(stopB, stopA) < 0);
    return isBFirst ? b : a;
  }

  /** Whether a range can have rows with the values of a tuple. */
  private boolean mayHave(KeyRange range, TupleCondition condition, List<Object> tuple) {
    for (int part = 0; part < range.prefix().size(); part++) {
      KeyExpression expression = key.schema().parts().get(part).expression();
      Object fixed = range.prefix().get(part);
      for (int i = 0; i < tuple.size(); i++) {
        boolean isColumn = expression.equals(KeyExpression.column(condition.columns().get(i)));
        if (isColumn
            && (fixed == null || key.schema().partType(part).compare(fixed, tuple.get(i)) != 0)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The test of the conditions that can be tested on the scanned row or entry, or of all others.
   *
   * @param index that is scanned, if the rows of its entries are then fetched; null otherwise
   */
  RowTest test(@Nullable StoredIndex index, boolean early) {
    RowTest test = RowTest.NONE;
    for (RowCondition condition : conditions) {
      boolean isEarly = index == null || condition.columns().stream().allMatch(index::holds);
      if (isEarly == early) {
        test = test.and(test(stored, condition));
      }
    }
    return test;
  }

  /** Whether a row meets a condition. */
  static RowTest test(StoredTable table, RowCondition condition) {
    if (condition instanceof AlternativeConditions any) {
      List<RowTest> tests =
          any.alternatives().stream().map(each -> RowTest.meets(table, each)).toList();
      return row -> row != null && tests.stream().anyMatch(test -> test.test(row));
    }
    return test(table, (TupleCondition) condition);
  }

  private static RowTest test(StoredTable table, TupleCondition condition) {
    int[] places = condition.columns().stream().mapToInt(table::place).toArray();
    return row -> {
      for (List<Object> tuple : condition.tuples()) {
        if (row != null && meets(table, places, row, condition.operator(), tuple)) {
          return true;
        }
      }
      return false;
    };
  }

  private static boolean meets(
      StoredTable table,
      int[] places,
      @Nullable Object[] row,
      Operator operator,
      List<Object> tuple) {
    for (int i = 0; i < places.length; i++) {
      Object value = row[places[i]];
      if (value == null) {
        return false;
      }
      int order = table.columns().get(places[i]).type().compare(value, tuple.get(i));
      if (order != 0) {
        return switch (operator) {
          case EQ -> false;
          case LT, LE -> order < 0;
          case GT, GE -> order > 0;
        };
      }
    }
    return operator != Operator.LT && operator != Operator.GT;
  }
}
