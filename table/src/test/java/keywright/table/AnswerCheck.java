package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keywright.key.ComputedPart;
import keywright.key.KeySchema;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.query.QueryPlan;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a plan finds to the rows that match: the same rows, in the order asked for where it
 * says anything, no more than the limit, the right aggregates. Rows are arrays in the order of the
 * names.
 */
final class AnswerCheck {
  private final List<String> names;
  private final KeySchema primaryKey;

  AnswerCheck(List<String> names, KeySchema primaryKey) {
    this.names = names;
    this.primaryKey = primaryKey;
  }

  /** Executes {@code plan} on table t; {@code matching} are all rows that meet its conditions. */
  void check(Database database, Plan plan, List<@Nullable Object[]> matching) {
    try (Rows rows = database.table("t").execute(plan)) {
      check(rows.toList(), database, plan, matching);
    }
  }

  /** Holds {@code found} to what {@code plan} should find. */
  void check(List<Row> found, Database database, Plan plan, List<@Nullable Object[]> matching) {
    Query query = ((QueryPlan) plan).query();
    Supplier<String> context =
        () -> query + "\non " + database.find("t") + "\nby " + String.join("\n   ", plan.explain());
    if (query.grouping().hasGroups()) {
      checkGroups(found, query, context, matching);
      return;
    }
    if (query.grouping().limitsPartitions()) {
      int parts = ((QueryPlan) plan).stored().layout().partitionParts();
      checkPartitions(found, query, context, matching, parts);
      return;
    }
    boolean aggregates =
        query.items().stream().anyMatch(item -> !(item instanceof SelectItem.Column));
    if (aggregates) {
      assertThat(found).as(context).hasSize(1);
      for (int i = 0; i < query.items().size(); i++) {
        Object value = found.get(0).get(i);
        assertThat(calculated(value))
            .as(context)
            .isEqualTo(calculated(aggregate(query.items().get(i), matching)));
      }
      return;
    }
    List<String> columns =
        query.items().isEmpty() ? names : query.items().stream().map(SelectItem::label).toList();
    List<@Nullable Object[]> expected = new ArrayList<>(matching);
    expected.sort(order(query));
    int limit = query.limit() == null ? Integer.MAX_VALUE : query.limit();
    int size = Math.min(limit, expected.size());
    List<String> allExpected =
        new ArrayList<>(expected.stream().map(row -> projected(row, columns)).toList());
    List<String> allFound = found.stream().map(AnswerCheck::shownRow).toList();
    if (size == expected.size()) {
      assertThat(allFound).as(context).containsExactlyInAnyOrderElementsOf(allExpected);
    } else {
      assertThat(allFound).as(context).hasSize(size);
      for (String row : allFound) {
        assertThat(allExpected.remove(row)).as(() -> row + " in " + context.get()).isTrue();
      }
    }
    List<String> orderColumns =
        query.orderBy().stream().map(OrderBy::column).filter(columns::contains).toList();
    if (orderColumns.size() == query.orderBy().size()) {
      List<String> foundOrder =
          found.stream()
              .map(
                  row ->
                      orderColumns.stream()
                          .map(c -> shown(row.get(c)))
                          .collect(Collectors.joining(",")))
              .toList();
      List<String> expectedOrder =
          expected.subList(0, size).stream().map(row -> projected(row, orderColumns)).toList();
      assertThat(foundOrder).as(context).isEqualTo(expectedOrder);
    }
  }

  /** The groups and their values are those of the rows that match, in the order asked for. */
  private void checkGroups(
      List<Row> found, Query query, Supplier<String> context, List<@Nullable Object[]> matching) {
    Map<String, List<@Nullable Object[]>> groups = new HashMap<>();
    for (@Nullable Object[] row : matching) {
      groups
          .computeIfAbsent(projected(row, query.grouping().columns()), key -> new ArrayList<>())
          .add(row);
    }
    List<String> expected = new ArrayList<>();
    for (List<@Nullable Object[]> rows : groups.values()) {
      List<String> values = new ArrayList<>();
      for (SelectItem item : query.items()) {
        values.add(
            item instanceof SelectItem.Column column
                ? projected(rows.get(0), List.of(column.name()))
                : calculated(aggregate(item, rows)));
      }
      expected.add(String.join(",", values));
    }
    List<String> shown = new ArrayList<>();
    for (Row row : found) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        boolean isColumn = query.items().get(i) instanceof SelectItem.Column;
        values.add(isColumn ? shown(row.get(i)) : calculated(row.get(i)));
      }
      shown.add(String.join(",", values));
    }
    int limit = query.limit() == null ? Integer.MAX_VALUE : query.limit();
    assertThat(shown).as(context).hasSize(Math.min(limit, expected.size()));
    assertThat(shown).as(context).doesNotHaveDuplicates();
    assertThat(expected).as(context).containsAll(shown);
    for (int i = 1; i < found.size(); i++) {
      Row before = found.get(i - 1);
      Row after = found.get(i);
      for (OrderBy order : query.orderBy()) {
        int compared =
            BruteForce.compare(
                before.get(order.column()), after.get(order.column()), order.descending());
        assertThat(compared).as(context).isNotPositive();
        if (compared < 0) {
          break;
        }
      }
    }
  }

  /** Of each partition the first rows in the order of the query. */
  private void checkPartitions(
      List<Row> found,
      Query query,
      Supplier<String> context,
      List<@Nullable Object[]> matching,
      int parts) {
    int rows = query.grouping().rowsOfPartition();
    Map<String, List<@Nullable Object[]>> expected = partitions(matching, parts);
    Map<String, List<@Nullable Object[]>> shown =
        partitions(found.stream().map(row -> row.values().toArray()).toList(), parts);
    int limit = query.limit() == null ? Integer.MAX_VALUE : query.limit();
    long all = expected.values().stream().mapToLong(list -> Math.min(rows, list.size())).sum();
    assertThat(found.size()).as(context).isEqualTo((int) Math.min(limit, all));
    List<String> columns = query.orderBy().stream().map(OrderBy::column).toList();
    shown.forEach(
        (partition, list) -> {
          List<@Nullable Object[]> sorted = new ArrayList<>(expected.get(partition));
          sorted.sort(order(query));
          assertThat(list.size()).as(context).isLessThanOrEqualTo(Math.min(rows, sorted.size()));
          assertThat(sorted.stream().map(row -> projected(row, names)).toList())
              .as(context)
              .containsAll(list.stream().map(row -> projected(row, names)).toList());
          assertThat(list.stream().map(row -> projected(row, columns)).toList())
              .as(context)
              .isEqualTo(
                  sorted.subList(0, list.size()).stream()
                      .map(row -> projected(row, columns))
                      .toList());
        });
  }

  private Map<String, List<@Nullable Object[]>> partitions(
      List<@Nullable Object[]> rows, int parts) {
    Map<String, List<@Nullable Object[]>> partitions = new HashMap<>();
    for (@Nullable Object[] row : rows) {
      String partition =
          primaryKey.key(row).parts().subList(0, parts).stream()
              .map(AnswerCheck::shown)
              .collect(Collectors.joining(","));
      partitions.computeIfAbsent(partition, key -> new ArrayList<>()).add(row);
    }
    return partitions;
  }

  /** Where {@code row} is among rows of all columns; -1 when it is not. */
  int place(List<Row> found, @Nullable Object[] row) {
    return found.stream().map(AnswerCheck::shownRow).toList().indexOf(projected(row, names));
  }

  private Comparator<@Nullable Object[]> order(Query query) {
    return (a, b) -> {
      for (OrderBy order : query.orderBy()) {
        int place = names.indexOf(order.column());
        int result = BruteForce.compare(a[place], b[place], order.descending());
        if (result != 0) {
          return result;
        }
      }
      return 0;
    };
  }

  private String projected(@Nullable Object[] row, List<String> columns) {
    return columns.stream().map(c -> shown(value(row, c))).collect(Collectors.joining(","));
  }

  /** The value of a column, or that of a computed part in the key of the row. */
  private @Nullable Object value(@Nullable Object[] row, String name) {
    ComputedPart part = primaryKey.computedParts().get(name);
    return part == null ? row[names.indexOf(name)] : primaryKey.key(row).part(part.index());
  }

  private @Nullable Object aggregate(SelectItem item, List<@Nullable Object[]> rows) {
    if (item instanceof SelectItem.Count) {
      return (long) rows.size();
    }
    if (!(item instanceof SelectItem.Extreme extreme)) {
      return calculated(item, rows);
    }
    boolean max = extreme.function() == SelectItem.Function.MAX;
    int place = names.indexOf(extreme.column());
    return rows.stream()
        .map(row -> row[place])
        .filter(value -> value != null)
        .min((a, b) -> BruteForce.compare(a, b, max))
        .orElse(null);
  }

  private @Nullable Object calculated(SelectItem item, List<@Nullable Object[]> rows) {
    int place = names.indexOf(item.reads().orElseThrow());
    if (item instanceof SelectItem.CountOf) {
      return rows.stream().filter(row -> row[place] != null).count();
    }
    List<Number> values =
        rows.stream().map(row -> (Number) row[place]).filter(value -> value != null).toList();
    boolean isFloating = values.stream().anyMatch(v -> v instanceof Double || v instanceof Float);
    BigDecimal sum =
        values.stream()
            .map(v -> isFloating ? new BigDecimal(v.doubleValue()) : new BigDecimal(v.toString()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal count = BigDecimal.valueOf(values.size());
    if (item instanceof SelectItem.Sum) {
      return isFloating ? sum.doubleValue() : sum;
    }
    if (values.isEmpty()) {
      return null;
    }
    return isFloating
        ? nearest(sum, count)
        : sum.divide(
            count, Math.max(0, sum.stripTrailingZeros().scale()) + 6, RoundingMode.HALF_EVEN);
  }

  /** The double nearest to the exact quotient; of two, the even one. */
  private static double nearest(BigDecimal sum, BigDecimal count) {
    double near = sum.divide(count, MathContext.DECIMAL128).doubleValue();
    return Stream.of(near, Math.nextUp(near), Math.nextDown(near))
        .min(
            Comparator.comparing(
                    (Double each) -> new BigDecimal(each).multiply(count).subtract(sum).abs())
                .thenComparing(each -> Double.doubleToLongBits(each) & 1))
        .orElseThrow();
  }

  /** A value of an aggregate, and numbers of other types as the same number. */
  private static String calculated(@Nullable Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros().toString()
        : shown(value);
  }

  static String shownRow(Row row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      values.add(shown(row.get(i)));
    }
    return String.join(",", values);
  }

  private static String shown(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (value instanceof Map<?, ?> map) {
      return shown(map.keySet()) + shown(map.values());
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(AnswerCheck::shown).toList().toString();
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
