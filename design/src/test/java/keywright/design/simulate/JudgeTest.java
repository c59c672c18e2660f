package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import keywright.design.rows.ArrivalOrder;
import keywright.design.rows.Leading;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where one grade ends and the next begins, and which order of rows names which cause. */
class JudgeTest {
  private static final int SERVERS = 8;
  private static final int[] RANKS = IntStream.range(0, 1_000).toArray();

  private static Estimate sure(double value) {
    return new Estimate(value, value, value);
  }

  private static WriteShares load(Estimate regions) {
    return new WriteShares(1 / regions.value(), sure(Math.min(SERVERS, regions.value())), regions);
  }

  private static Leading leading(int values, boolean rises) {
    int[] first = IntStream.range(0, RANKS.length).map(i -> i * values / RANKS.length).toArray();
    int[] ranks =
        rises ? RANKS : IntStream.range(0, RANKS.length).map(i -> i * 7 % RANKS.length).toArray();
    int[] ofRow = IntStream.of(ranks).map(rank -> first[rank]).toArray();
    return Leading.of(ranks, RANKS.length, List.of(row -> ofRow[row]), 1);
  }

  private static ArrivalOrder noTimes() {
    return new ArrivalOrder(List.of());
  }

  private static Grade grade(Estimate ordered, Estimate shuffled) {
    return new Judge(
            SERVERS, load(ordered), load(shuffled), null, leading(4, true), rows -> load(shuffled))
        .of(RANKS, RANKS, noTimes())
        .grade();
  }

  @Test
  void theLimitsOfTheGrades() {
    assertThat(grade(sure(3.59), sure(40))).isEqualTo(Grade.HOT);
    assertThat(grade(sure(3.61), sure(40))).isEqualTo(Grade.UNEVEN);
    assertThat(grade(sure(6.39), sure(40))).isEqualTo(Grade.UNEVEN);
    assertThat(grade(sure(6.41), sure(40))).isEqualTo(Grade.TAILS);
    assertThat(grade(sure(20), sure(40))).isEqualTo(Grade.TAILS);
    assertThat(grade(sure(20.1), sure(40))).isEqualTo(Grade.FINE);
  }

  @Test
  void fewRegionsDoNotHideAnOrderAndDoNotMakeOne() {
    assertThat(grade(sure(1), sure(4.3))).isEqualTo(Grade.HOT);
    assertThat(grade(sure(4.2), sure(4.3))).isEqualTo(Grade.FINE);
    assertThat(grade(sure(1), sure(1.49))).isEqualTo(Grade.UNDECIDED);
    assertThat(grade(sure(1), sure(1.51))).isEqualTo(Grade.HOT);
  }

  @Test
  void whatMayBeHotAndMayBeFineIsUndecided() {
    assertThat(grade(new Estimate(5, 3.5, 7), sure(40))).isEqualTo(Grade.UNDECIDED);
    assertThat(grade(new Estimate(5, 3.7, 7), sure(40))).isEqualTo(Grade.UNEVEN);
    assertThat(grade(new Estimate(5, 3.5, 6.3), sure(40))).isEqualTo(Grade.UNEVEN);
  }

  /** What becomes of rows whose values, and of rows whose order within a value, were shuffled. */
  private static Cause cause(double ordered, double values, double rows, boolean rises) {
    Leading leading = leading(10, rises);
    int[] mixed = IntStream.range(0, RANKS.length).map(i -> i * 13 % RANKS.length).toArray();
    int[] mixedValues = leading.withValuesOf(mixed);
    return new Judge(
            SERVERS,
            load(sure(ordered)),
            load(sure(40)),
            null,
            leading,
            order -> load(sure(java.util.Arrays.equals(order, mixedValues) ? values : rows)))
        .of(RANKS, mixed, noTimes())
        .cause();
  }

  @Test
  void theOrderThatSpreadsTheWritesNamesTheCause() {
    assertThat(cause(1, 40, 1, true)).isEqualTo(Cause.RISING);
    assertThat(cause(1, 40, 1, false)).isEqualTo(Cause.TOGETHER);
    assertThat(cause(1, 1, 40, false)).isEqualTo(Cause.FEW_VALUES);
    assertThat(cause(1, 2, 2, false)).isEqualTo(Cause.BOTH);
    assertThat(cause(1, 1.2, 1.2, false)).isEqualTo(Cause.FEW_VALUES);
    assertThat(cause(8, 40, 40, true)).isEqualTo(Cause.NONE);
    // Six tenths of the way from one server to eight: 5.2.
    assertThat(cause(1, 5.1, 1, true)).isEqualTo(Cause.BOTH);
    assertThat(cause(1, 5.3, 1, true)).isEqualTo(Cause.RISING);
  }

  @Test
  void rowKeysThatAreWrittenAgainAreTheCauseWhateverTheirOrder() {
    int[] three = IntStream.range(0, 999).map(i -> i % 3).toArray();
    Leading leading = Leading.of(three, 3, List.of(row -> three[row]), 1);
    Judge.Diagnosis found =
        new Judge(SERVERS, load(sure(3)), load(sure(3)), null, leading, rows -> load(sure(3)))
            .of(three, three, noTimes());
    assertThat(found.grade()).isEqualTo(Grade.HOT);
    assertThat(found.cause()).isEqualTo(Cause.HOT_ROWS);
    assertThat(found.keys()).isBetween(2.9, 3.1);
  }

  /** Rows whose times are drawn; in the order of these the key is hot. */
  @Test
  void rowsThatContradictTheirTimesAreJudgedInBothOrders() {
    List<Column> columns = Column.parseList("at timestamp, n int");
    java.util.SplittableRandom random = new java.util.SplittableRandom(3);
    ArrivalOrder shuffled = new ArrivalOrder(columns);
    ArrivalOrder followed = new ArrivalOrder(columns);
    for (int i = 0; i < RANKS.length; i++) {
      java.time.Instant drawn = java.time.Instant.ofEpochSecond(random.nextInt(1_000_000));
      shuffled.add(new @Nullable Object[] {drawn, random.nextInt()});
      followed.add(new @Nullable Object[] {drawn, i});
    }
    assertThat(judged(shuffled, 40, 1)).isEqualTo(Grade.UNDECIDED);
    assertThat(judged(shuffled, 40, 5)).isEqualTo(Grade.UNDECIDED);
    assertThat(judged(shuffled, 40, 40)).isEqualTo(Grade.FINE);
    assertThat(judged(shuffled, 1, 40)).as("rows count as they come").isEqualTo(Grade.HOT);
    assertThat(judged(followed, 40, 1)).as("they come in sequence").isEqualTo(Grade.FINE);
  }

  private static Grade judged(ArrivalOrder order, double asTheyCome, double byTime) {
    Leading leading = leading(10, true);
    return new Judge(
            SERVERS,
            load(sure(asTheyCome)),
            load(sure(40)),
            null,
            leading,
            rows -> load(sure(byTime)))
        .of(RANKS, RANKS, order)
        .grade();
  }
}
