package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    boolean aggregates =
        query.items().stream().anyMatch(item -> !(item instanceof SelectItem.Column));
    if (aggregates) {
      assertThat(found).as(context).hasSize(1);
      for (int i = 0; i < query.items().size(); i++) {
        Object value = found.get(0).get(i);
        assertThat(shown(value))
            .as(context)
            .isEqualTo(shown(aggregate(query.items().get(i), matching)));
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
    SelectItem.Extreme extreme = (SelectItem.Extreme) item;
    boolean max = extreme.function() == SelectItem.Function.MAX;
    int place = names.indexOf(extreme.column());
    return rows.stream()
        .map(row -> row[place])
        .filter(value -> value != null)
        .min((a, b) -> BruteForce.compare(a, b, max))
        .orElse(null);
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
    if (value instanceof List<?> list) {
      return list.stream().map(AnswerCheck::shown).toList().toString();
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
