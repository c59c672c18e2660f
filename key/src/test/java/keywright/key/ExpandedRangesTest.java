package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;

/** Bounds on discrete parts that become their values. */
final class ExpandedRangesTest {
  private static final String COLUMNS =
      "day date, at timestamp, customer int, id bigint, level enum('low' = 1, 'mid' = 5, 'high' = 9)";
  private static final long MOST = 1_000;

  private static KeyRanges ranges(String key, int fixedParts, long most, Condition... conditions) {
    return KeySchema.parse(COLUMNS, key).ranges(List.of(conditions), fixedParts, most);
  }

  private static Condition compare(String column, Operator operator, Object value) {
    return new Compare(column, operator, value);
  }

  private static Condition[] between(
      String column, Object from, Operator end, Object to, Condition... more) {
    List<Condition> conditions = new ArrayList<>(List.of(more));
    conditions.add(compare(column, Operator.GE, from));
    conditions.add(compare(column, end, to));
    return conditions.toArray(Condition[]::new);
  }

  private static List<Object> first(KeyRanges ranges) {
    return ranges.ranges().stream().map(range -> range.prefix().get(0)).toList();
  }

  private static final Condition CUSTOMER = new Compare("customer", Operator.EQ, 7);

  @Test
  void aWeekOfDaysBeforeAKnownCustomerIsSevenKeys() {
    KeyRanges found =
        ranges(
            "day, customer",
            0,
            MOST,
            between("day", "2024-02-26", Operator.LT, "2024-03-04", CUSTOMER));
    assertThat(first(found)).hasSize(7).map(Object::toString).contains("2024-02-29", "2024-03-03");
    assertThat(found.count()).isEqualTo(7);
    assertThat(found.isFullKey()).isTrue();
    assertThat(found.residual()).isEmpty();
    assertThat(found.hasRange()).isTrue();
    assertThat(found.isBounded()).isTrue();
    assertThat(found.equalities()).isEqualTo(1);
    assertThat(found.fanOuts()).containsExactly("7 values of day");
  }

  @Test
  void timesAreTheUnitsThatTheyAreCutTo() {
    String key = "date_trunc('day', at), customer";
    KeyRanges whole =
        ranges(key, 0, MOST, between("at", "2024-02-28", Operator.LT, "2024-03-02", CUSTOMER));
    assertThat(first(whole))
        .map(Object::toString)
        .containsExactly("2024-02-28T00:00:00Z", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z");
    assertThat(whole.residual()).isEmpty();
    KeyRanges cut =
        ranges(
            key,
            0,
            MOST,
            between("at", "2024-02-28T12:00:00Z", Operator.LE, "2024-03-01", CUSTOMER));
    assertThat(first(cut)).hasSize(3);
    assertThat(cut.residual()).hasSize(2);
    KeyRanges months =
        ranges(
            "date_trunc('month', at), customer",
            0,
            MOST,
            between("at", "2023-11-15", Operator.LT, "2024-02-01", CUSTOMER));
    assertThat(first(months)).hasSize(3);
  }

  @Test
  void aBoundStaysARangeWhereNothingStandsBehindIt() {
    Condition[] week = between("day", "2024-02-26", Operator.LT, "2024-03-04");
    assertThat(ranges("day, customer", 0, MOST, week).count()).isEqualTo(1);
    assertThat(ranges("day", 0, MOST, week).count()).isEqualTo(1);
    // The times of a day lie together already.
    Condition[] times = between("at", "2024-02-28", Operator.LT, "2024-03-02");
    assertThat(ranges("date_trunc('day', at), at", 0, MOST, times).count()).isEqualTo(1);
    assertThat(ranges("day, customer", 1, MOST, week).count()).isEqualTo(7);
    assertThat(ranges("date_trunc('day', at), at", 1, MOST, times).count()).isEqualTo(3);
  }

  @Test
  void aFewValuesAreExpandedAndMoreWhereThePartMustBeFixed() {
    Condition[] few = between("id", 1, Operator.LE, 64, CUSTOMER);
    Condition[] more = between("id", 1, Operator.LE, 65, CUSTOMER);
    assertThat(ranges("id, customer", 0, MOST, few).count()).isEqualTo(64);
    assertThat(ranges("id, customer", 0, MOST, more).count()).isEqualTo(1);
    assertThat(ranges("id, customer", 0, 63, few).count()).isEqualTo(1);
    assertThat(ranges("id, customer", 1, MOST, more).count()).isEqualTo(65);
    assertThat(ranges("id, customer", 1, 64, more).count()).isEqualTo(1);
    Condition[] ends = between("id", Long.MAX_VALUE - 1, Operator.LE, Long.MAX_VALUE, CUSTOMER);
    assertThat(ranges("id, customer", 0, MOST, ends).count()).isEqualTo(2);
  }

  @Test
  void whatWouldBeTooManyRangesInAllStaysARange() {
    Condition in = new Condition.In("customer", List.of(1, 2, 3, 4));
    Condition[] week = between("day", "2024-02-26", Operator.LT, "2024-03-04", in);
    assertThat(ranges("day, customer", 0, 28, week).count()).isEqualTo(28);
    KeyRanges range = ranges("day, customer", 0, 27, week);
    assertThat(range.count()).isEqualTo(1);
    assertThat(range.hasRange()).isTrue();
  }

  @Test
  void labelsOfAnEnumAreExpandedToItsEnds() {
    Condition above = compare("level", Operator.GE, "mid");
    assertThat(first(ranges("level, customer", 0, MOST, above, CUSTOMER)))
        .containsExactly("mid", "high");
  }

  @Test
  void anOpenBoundIsARange() {
    Condition since = compare("day", Operator.GE, "2024-02-26");
    assertThat(ranges("day, customer", 1, MOST, since, CUSTOMER).fixedParts()).isZero();
  }

  @Test
  void boundsAreTheValuesBetweenThem() {
    for (int from = -3; from <= 3; from++) {
      for (int to = from; to <= 3; to++) {
        for (Operator lower : List.of(Operator.GT, Operator.GE)) {
          for (Operator upper : List.of(Operator.LT, Operator.LE)) {
            List<Object> expected = new ArrayList<>();
            for (int id = -4; id <= 4; id++) {
              boolean isAbove = lower == Operator.GE ? id >= from : id > from;
              boolean isBelow = upper == Operator.LE ? id <= to : id < to;
              if (isAbove && isBelow) {
                expected.add(id);
              }
            }
            requireValues("id", from, lower, upper, to, expected, number -> (long) number);
            requireValues(
                "day", from, lower, upper, to, expected, number -> LocalDate.ofEpochDay(number));
          }
        }
      }
    }
  }

  private static void requireValues(
      String column,
      int from,
      Operator lower,
      Operator upper,
      int to,
      List<Object> expected,
      IntFunction<Object> value) {
    KeyRanges found =
        ranges(
            column + ", customer",
            1,
            MOST,
            compare(column, lower, value.apply(from)),
            compare(column, upper, value.apply(to)),
            CUSTOMER);
    assertThat(first(found))
        .as("%s %s %d, %s %d", column, lower, from, upper, to)
        .isEqualTo(expected.stream().map(number -> value.apply((Integer) number)).toList());
    assertThat(found.residual()).isEmpty();
  }
}
