package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.design.cluster.RegionOptions;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Severity;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;
import keywright.key.KeyFormat;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is known of data and keys is what {@code simulate} and {@code lint} find by default. */
@Tag("large")
class VerdictCorpusTest {
  private static final List<VerdictCase> ALL = VerdictCorpus.all();
  private static final List<Grade> GRADES =
      List.of(Grade.FINE, Grade.TAILS, Grade.UNEVEN, Grade.HOT);
  private static final Map<String, Verdict> VERDICTS = new HashMap<>();

  /** All data sets are written alike from the first row to the last, so fewer rows do. */
  private static final int ROWS_OF_INDEXES = 3000;

  static List<VerdictCase> all() {
    return ALL;
  }

  /**
   * All in the nightly profile, elsewhere a quarter of them, drawn: lint takes long, and so do
   * simulations.
   */
  private static List<VerdictCase> some(List<VerdictCase> pairs) {
    List<VerdictCase> drawn = new ArrayList<>(pairs);
    Collections.shuffle(drawn, new Random(Seeds.base()));
    return drawn.subList(0, Math.min(drawn.size(), Trials.of(drawn.size())));
  }

  static List<VerdictCase> drawn() {
    return some(ALL);
  }

  static Verdict verdict(CorpusRows rows, String key, RegionOptions options) {
    Strategy strategy = Strategy.parse(key, rows.columns(), KeyFormat.kw1());
    return Simulation.of(strategy, rows, options).verdict();
  }

  static Verdict verdict(VerdictCase pair) {
    return VERDICTS.computeIfAbsent(
        pair.toString(), any -> verdict(pair.rows(), pair.key(), RegionOptions.defaults()));
  }

  @Test
  void halfOfThePairsAreFineAndEveryVerdictIsAmongThem() {
    assertThat(ALL).hasSizeGreaterThanOrEqualTo(70);
    assertThat(ALL.stream().filter(VerdictCase::isClean).count())
        .isBetween(ALL.size() * 4L / 10, ALL.size() * 6L / 10);
    for (Grade grade : EnumSet.complementOf(EnumSet.of(Grade.UNDECIDED))) {
      assertThat(ALL).filteredOn(pair -> pair.grades().equals(Set.of(grade))).isNotEmpty();
    }
    for (Cause cause : Cause.values()) {
      assertThat(ALL).filteredOn(pair -> pair.causes().equals(Set.of(cause))).isNotEmpty();
    }
    assertThat(ALL).extracting(VerdictCase::toString).doesNotHaveDuplicates();
  }

  @Test
  void halfOfTheLinesOfTheWebLogAreOlderThanTheOneBefore() {
    CorpusRows log = CorpusData.webLog(10_000);
    int back = 0;
    for (int i = 1; i < log.count(); i++) {
      Instant before = (Instant) log.all().get(i - 1)[0];
      back += before.isAfter((Instant) log.all().get(i)[0]) ? 1 : 0;
    }
    assertThat(back).isBetween(4800, 5000);
  }

  /** A label that this does not bear out is the fault of the label. */
  @Test
  void labelsAgreeWithTheNumberOfPlacesThatAMomentWritesTo() {
    for (VerdictCase pair : ALL) {
      double places = MomentMeasure.places(pair.rows(), pair.key());
      int ranges = MomentMeasure.ranges(pair.rows());
      assertThat(pair.grades())
          .as("%s writes to %.1f of %d places", pair, places, ranges)
          .anyMatch(
              grade ->
                  switch (grade) {
                    case FINE -> places > ranges / 2.0;
                    case TAILS -> places > 7.5 && places < ranges / 1.5;
                    case UNEVEN -> places > 3.8 && places < 6.5;
                    case HOT -> places < 3.6;
                    case UNDECIDED -> false;
                  });
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void simulateFindsTheVerdictAndItsCause(VerdictCase pair) {
    Verdict found = verdict(pair);
    assertThat(found.grade()).as(found.text()).isIn(pair.grades());
    assertThat(found.cause()).as(found.text()).isIn(pair.causes());
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void lintFindsThePrimaryKeyAsHot(VerdictCase pair) {
    List<Finding> findings = HotFindings.ofPrimaryKey(pair.rows(), pair.key());
    Set<String> codes =
        pair.causes().stream().flatMap(HotFindings::codes).collect(Collectors.toSet());
    assertSeverity(pair, findings);
    assertThat(findings).as("%s", pair).allMatch(found -> codes.contains(found.code().id()));
  }

  static List<VerdictCase> ofIndexes() {
    return some(ALL.stream().filter(pair -> !pair.key().startsWith("random(")).toList());
  }

  /** An index of a table whose own key is spread. */
  @ParameterizedTest
  @MethodSource("ofIndexes")
  void lintFindsAnIndexAsHot(VerdictCase pair) {
    CorpusRows rows = pair.rows().first(Math.min(pair.rows().count(), ROWS_OF_INDEXES));
    List<Finding> findings = HotFindings.ofIndex(rows, pair.key());
    if (pair.isOfRows()) {
      // Entries are never overwritten: those of one value differ in the random key of the row.
      assertThat(findings).as("%s", pair).isEmpty();
      return;
    }
    assertSeverity(pair, findings);
    assertThat(findings).as("%s", pair).allMatch(found -> found.code() == Code.HOT_INDEX);
  }

  private static void assertSeverity(VerdictCase pair, List<Finding> findings) {
    Set<Severity> right =
        pair.grades().stream()
            .filter(grade -> grade == Grade.HOT || grade == Grade.UNEVEN)
            .map(grade -> grade == Grade.HOT ? Severity.ERROR : Severity.WARNING)
            .collect(Collectors.toSet());
    assertThat(findings)
        .as("%s: %s", pair, findings)
        .hasSize(right.isEmpty() ? 0 : 1)
        .allMatch(found -> right.contains(found.severity()));
  }

  /** How far apart grades are; what is undecided is beside each. */
  static int steps(Grade a, Grade b) {
    return a == Grade.UNDECIDED || b == Grade.UNDECIDED
        ? 0
        : Math.abs(GRADES.indexOf(a) - GRADES.indexOf(b));
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void theVerdictIsStableOverTheSizeOfRegions(VerdictCase pair) {
    if (pair.isOfRows() || pair.rows().count() > 20_000) {
      return;
    }
    int rows = pair.rows().count();
    int size = RegionOptions.defaults().forRows(rows, rows).regionRows();
    Grade grade = verdict(pair).grade();
    for (int other : List.of(size / 2, size * 2)) {
      RegionOptions options = RegionOptions.defaults().withRegionRows(other);
      Verdict found = verdict(pair.rows(), pair.key(), options);
      assertThat(steps(grade, found.grade()))
          .as("%s in regions of %d and not %d: %s", grade, other, size, found.text())
          .isLessThanOrEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void halfOfTheRowsHaveTheSameVerdict(VerdictCase pair) {
    if (pair.rows().count() > 20_000) {
      return;
    }
    CorpusRows half = pair.rows().first(pair.rows().count() / 2);
    Verdict found = verdict(half, pair.key(), RegionOptions.defaults());
    assertThat(pair.grades()).as(found.text()).anyMatch(grade -> steps(grade, found.grade()) <= 1);
  }
}
