package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/** What a row of one table may be asked: null stands for no row. Safe for many threads. */
@FunctionalInterface
public interface RowTest {
  /** Asks nothing. */
  RowTest NONE = row -> true;

  /** Whether there is no row. */
  RowTest ABSENT = row -> row == null;

  /** Whether there is a row. */
  RowTest PRESENT = row -> row != null;

  /** Whether the row, one value per column of its table, passes. */
  boolean test(@Nullable Object @Nullable [] row);

  /**
   * Whether a row meets all of {@code conditions}; no row is taken for a row of nulls.
   *
   * @throws keywright.key.KeyException for a condition that no value of its column can meet
   */
  static RowTest meets(StoredTable table, List<Condition> conditions) {
    int[] places = new int[conditions.size()];
    List<Predicate<@Nullable Object>> predicates = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      places[i] = table.place(conditions.get(i).column());
      predicates.add(conditions.get(i).on(table.columns().get(places[i]).type()));
    }
    return row -> {
      for (int i = 0; i < places.length; i++) {
        if (!predicates.get(i).test(row == null ? null : row[places[i]])) {
          return false;
        }
      }
      return true;
    };
  }
}
