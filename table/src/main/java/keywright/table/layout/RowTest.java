package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a row of one table; a null row means that no row exists. Safe for many threads.
 */
@FunctionalInterface
public interface RowTest {
  /** Is met by every row, and by a missing row. */
  RowTest NONE = row -> true;

  /** Is met if no row exists. */
  RowTest ABSENT = row -> row == null;

  /** Is met if a row exists. */
  RowTest PRESENT = row -> row != null;

  /**
   * Whether the row meets the condition. The row has one value per column of its table; null if no
   * row exists.
   */
  boolean test(@Nullable Object @Nullable [] row);

  /**
   * A test that is met by rows which meet all of {@code conditions}. A missing row counts as a row
   * of nulls.
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
