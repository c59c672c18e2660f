package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a row of one table. A null row means that the row does not exist. Safe for many
 * threads.
 */
@FunctionalInterface
public interface RowTest {
  /** The condition that every row meets, and also a row that does not exist. */
  RowTest NONE = row -> true;

  /** The condition that only a row meets that does not exist. */
  RowTest ABSENT = row -> row == null;

  /** The condition that only an existing row meets. */
  RowTest PRESENT = row -> row != null;

  /**
   * Whether a row meets the condition.
   *
   * @param row one value for each column of the table; null if the row does not exist
   */
  boolean test(@Nullable Object @Nullable [] row);

  /** A test that is met by rows which meet both. */
  default RowTest and(RowTest other) {
    return this == NONE ? other : other == NONE ? this : row -> test(row) && other.test(row);
  }

  /**
   * Makes the condition that a row meets if it meets all of {@code conditions}. For a row that does
   * not exist, every column counts as null.
   *
   * @throws keywright.key.KeyException for a condition that no value of its column can meet
   */
  static RowTest meets(StoredTable table, List<Condition> conditions) {
    if (conditions.isEmpty()) {
      return NONE;
    }
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
