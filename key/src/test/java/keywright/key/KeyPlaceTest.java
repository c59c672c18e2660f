package keywright.key;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.Operator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of every range exactly the rows after a place are left, where the key tells them apart. */
final class KeyPlaceTest {
  private static final String COLUMNS = "id int, a int NULL, b int NULL, t text";

  private static List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int id = 0; id < 3; id++) {
      for (Integer a : new @Nullable Integer[] {null, -1, 0, 5}) {
        for (Integer b : new @Nullable Integer[] {null, 0, 7}) {
          rows.add(new @Nullable Object[] {id, a, b, "x"});
        }
      }
    }
    return rows;
  }

  private static int compare(KeySchema schema, @Nullable Object[] row, KeyPlace.Step step) {
    Object value = row[schema.indexOf(step.column())];
    Comparator<Object> numbers = (x, y) -> Integer.compare((Integer) x, (Integer) y);
    int order = Comparator.nullsFirst(numbers).compare(value, step.value());
    return step.descending() ? -order : order;
  }

  /** How a row lies to the place, by the columns alone. */
  private static int compare(KeySchema schema, @Nullable Object[] row, List<KeyPlace.Step> steps) {
    for (KeyPlace.Step step : steps) {
      int order = compare(schema, row, step);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static void check(
      String key, List<Condition> conditions, boolean reverse, String first, String second) {
    KeySchema schema = KeySchema.parse(COLUMNS, key);
    List<KeyRange> ranges = schema.rangesInOrder(conditions).ranges();
    List<@Nullable Object[]> rows = rows();
    rows.removeIf(
        row ->
            !conditions.stream()
                .allMatch(
                    c -> {
                      int column = schema.indexOf(c.column());
                      return c.test(schema.columns().get(column).type(), row[column]);
                    }));
    for (@Nullable Object[] at : rows) {
      List<KeyPlace.Step> steps = new ArrayList<>();
      for (String order : List.of(first, second)) {
        String column = order.replace(" DESC", "");
        steps.add(new KeyPlace.Step(column, order.endsWith(" DESC"), at[schema.indexOf(column)]));
      }
      KeyPlace place = KeyPlace.of(schema, conditions, steps, reverse);
      for (KeyRange range : ranges) {
        for (boolean ties : new boolean[] {false, true}) {
          KeySpan behind = place.behind(range, ties);
          for (@Nullable Object[] row : rows) {
            byte[] rowKey = schema.rowKey(row);
            int order = compare(schema, row, steps);
            assertThat(behind != null && schema.bytes(behind).contains(rowKey))
                .as("%s %s, %s behind %s", key, conditions, List.of(row[0]), steps)
                .isEqualTo(schema.bytes(range).contains(rowKey) && (ties ? order >= 0 : order > 0));
          }
        }
      }
    }
  }

  @Test
  void fannedOutRangesResumeAfterThePosition() {
    check("bucket(4, id), a, b, id", List.of(), false, "a", "b");
    check("bucket(4, id), a, b, id", List.of(), true, "a DESC", "b DESC");
    check("bucket(4, id), a DESC, b, id", List.of(), false, "a DESC", "b");
    check("bucket(4, id), a DESC, b, id", List.of(), true, "a", "b DESC");
  }

  @Test
  void aColumnThatARangeFixesDecidesForAllItsRows() {
    List<Condition> some = List.of(new In("a", List.of(-1, 5)));
    check("a, b, id", some, false, "b", "a");
    check("a, b, id", some, false, "a", "b");
    check("a DESC, b, id", some, true, "b DESC", "a");
    check("bucket(4, id), a, b, id", some, false, "a DESC", "b");
    check("999 - a, b, id", List.of(new In("a", List.of(0, 5))), false, "b", "a DESC");
  }

  @Test
  void partsOfConstantsAndOfKnownColumnsAreStepped() {
    List<Condition> constant = List.of(new Compare("t", Operator.EQ, "x"));
    check("bucket(4, id), a, t, b, id", constant, false, "a", "b");
    check("bucket(4, id), a, mod(a, 3), b, id", constant, false, "a", "b");
  }

  @Test
  void whatTheKeyDoesNotTellApartStaysIn() {
    KeySchema schema = KeySchema.parse(COLUMNS, "a, id, b");
    List<KeyPlace.Step> steps =
        List.of(new KeyPlace.Step("a", false, 5), new KeyPlace.Step("b", false, 7));
    KeySpan span = KeyPlace.of(schema, List.of(), steps, false).behind(KeyRange.all(), false);
    ByteRange behind = schema.bytes(requireNonNull(span));
    assertThat(behind.contains(schema.rowKey(1, 0, 9, "x"))).isFalse();
    assertThat(behind.contains(schema.rowKey(1, 5, 0, "x"))).isTrue();
    assertThat(behind.contains(schema.rowKey(1, 5, 9, "x"))).isTrue();
  }

  @Test
  void rangesMeet() {
    ByteRange low = ByteRange.between(new byte[] {1}, new byte[] {5});
    ByteRange high = ByteRange.between(new byte[] {3}, null);
    assertThat(low.and(high)).hasToString("[03, 05)").isEqualTo(high.and(low));
    assertThat(low.and(ByteRange.all())).isEqualTo(low);
    assertThat(high.and(high)).isEqualTo(high);
    assertThat(low.and(ByteRange.between(new byte[] {6}, null)).isEmpty()).isTrue();
  }
}
