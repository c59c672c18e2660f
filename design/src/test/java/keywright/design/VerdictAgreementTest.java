package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.design.cluster.RegionOptions;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Severity;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.design.simulate.Verdict.Grade;
import keywright.key.KeyFormat;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random keys over random rows: what {@code lint} says of a key, as a primary key and as an index,
 * is what {@code simulate} says of it.
 */
@Tag("large")
class VerdictAgreementTest {
  private static final int TRIALS = 320;

  /** A property of keys that are all fine, or all hot, would hold nothing. */
  private static final List<Grade> GRADES =
      List.of(Grade.FINE, Grade.TAILS, Grade.UNEVEN, Grade.HOT);

  private static final List<String> CODES = List.of("KW101", "KW103", "KW108");

  /** How the values of a column come. */
  private enum Kind {
    SEQUENCE("bigint"),
    FALLING("bigint"),
    BLOCKS("bigint"),
    CLOCK("timestamp"),
    ZIPF("int"),
    UNIFORM("int"),
    FEW("int"),
    SKEWED("text"),
    RUNS("int"),
    RUNS_OF_TEXT("text"),
    ROUND("int"),
    RANDOM("uuid"),
    CONSTANT("text");

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    /** The value of row {@code row} of {@code count}; {@code size} is drawn once for a column. */
    Object value(int row, int count, int size, SplittableRandom random) {
      return switch (this) {
        case SEQUENCE -> (long) row * size + random.nextInt(size);
        case FALLING -> (long) (count - row) * size;
        case BLOCKS -> (long) (row / 200 * 200 + random.nextInt(4) * 50 + row % 50);
        case CLOCK -> Instant.ofEpochSecond(1_700_000_000L + row * 10L + random.nextInt(size * 10));
        case ZIPF -> (int) (Math.pow(5000, random.nextDouble()) * 199_999) % 5003;
        case UNIFORM -> random.nextInt(100 * size);
        case FEW -> random.nextInt(1 + size / 2);
        case SKEWED -> random.nextInt(100) < 5 * size ? "most" : "v" + random.nextInt(40);
        case RUNS -> row / (10 * size) * 7919 % 101;
        case RUNS_OF_TEXT -> "r" + row / (20 * size) % 3;
        case ROUND -> row % (50 * size);
        case RANDOM -> new UUID(random.nextLong(), random.nextLong());
        case CONSTANT -> "same";
      };
    }
  }

  /**
   * A data set and a key: columns {@code a}, {@code b} and {@code c}, and a number {@code n} of
   * each row that makes the key one of a single row.
   */
  private record Trial(List<Kind> kinds, List<Integer> sizes, String key, int count, long seed) {
    CorpusRows rows() {
      String declarations =
          IntStream.range(0, kinds.size())
              .mapToObj(i -> name(i) + " " + kinds.get(i).type)
              .collect(Collectors.joining(", ", "", ", n bigint"));
      return CorpusRows.of(
          toString(),
          declarations,
          seed,
          (random, rows) -> {
            for (int row = 0; row < count; row++) {
              @Nullable Object[] values = new @Nullable Object[kinds.size() + 1];
              for (int i = 0; i < kinds.size(); i++) {
                values[i] = kinds.get(i).value(row, count, sizes.get(i), random);
              }
              values[kinds.size()] = row + 1L;
              rows.add(values);
            }
          });
    }
  }

  private static String name(int column) {
    return String.valueOf((char) ('a' + column));
  }

  private static Gen<Trial> trials() {
    Gen<Integer> counts = Gens.oneOf(300, 700, 1500, 4000, 6000);
    Gen<Kind> kinds = Gens.oneOf(Kind.values());
    return random -> {
      List<Kind> drawn = new ArrayList<>();
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        drawn.add(kinds.generate(random));
        sizes.add(1 + random.nextInt(18));
      }
      return new Trial(
          drawn, sizes, key(drawn, random), counts.generate(random), random.nextLong());
    };
  }

  /** One to three parts, and the number of the row where it is not among them. */
  private static String key(List<Kind> kinds, SplittableRandom random) {
    List<String> parts = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      parts.add("bucket(" + (1 << (1 + random.nextInt(4))) + ")");
    }
    List<Integer> columns = new ArrayList<>(List.of(0, 1, 2));
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      int column = columns.remove(random.nextInt(columns.size()));
      String name = name(column);
      boolean isWhole = kinds.get(column).type.equals("bigint");
      switch (random.nextInt(8)) {
        case 0 -> parts.add(name + " DESC");
        case 1 -> parts.add("bucket(8, " + name + "), " + name);
        case 2 -> parts.add(isWhole ? "bit_reverse(" + name + ")" : name);
        case 3 -> parts.add(isWhole ? "mod(" + name + ", 6), " + name : name);
        default -> parts.add(name);
      }
    }
    return String.join(", ", parts) + (random.nextInt(4) == 0 ? ", bit_reverse(n)" : ", n");
  }

  private static Verdict verdict(CorpusRows rows, Strategy strategy) {
    return Simulation.of(strategy, rows, RegionOptions.defaults()).verdict();
  }

  private static void assertAgree(List<Finding> findings, Verdict verdict) {
    List<Severity> severities = findings.stream().map(Finding::severity).toList();
    switch (verdict.grade()) {
      case FINE, TAILS -> assertThat(severities).as(verdict.text()).isEmpty();
      case UNEVEN -> assertThat(severities).as(verdict.text()).containsExactly(Severity.WARNING);
      case HOT -> assertThat(severities).as(verdict.text()).containsExactly(Severity.ERROR);
      // Where rows do not tell, lint may go by types, and is not certain then.
      case UNDECIDED -> assertThat(severities).as(verdict.text()).doesNotContain(Severity.ERROR);
    }
  }

  @Test
  void lintAndSimulateSayTheSameOfEveryKey() {
    Map<Grade, Integer> seen = new EnumMap<>(Grade.class);
    Map<String, Integer> codes = new TreeMap<>();
    Property.checkUntil(
        "lint and simulate agree",
        TRIALS,
        trials(),
        trial -> {
          CorpusRows rows = trial.rows();
          Strategy strategy = Strategy.parse(trial.key(), rows.columns(), KeyFormat.kw1());
          Verdict verdict = verdict(rows, strategy);
          List<Finding> findings = HotFindings.ofPrimaryKey(rows, trial.key());
          assertAgree(findings, verdict);
          if (verdict.grade() != Grade.UNDECIDED) {
            assertThat(findings)
                .as(verdict.text())
                .extracting(found -> found.code().id())
                .containsExactlyElementsOf(
                    HotFindings.codes(verdict.cause()).collect(Collectors.toList()));
          }
          seen.merge(verdict.grade(), 1, Integer::sum);
          findings.forEach(found -> codes.merge(found.code().id(), 1, Integer::sum));

          Strategy index = HotFindings.indexStrategy(rows, trial.key());
          List<Finding> ofIndex = HotFindings.ofIndex(rows, trial.key());
          assertAgree(ofIndex, verdict(rows.withRowId(), index));
          assertThat(ofIndex).allMatch(found -> found.code() == Code.HOT_INDEX);
        },
        () -> seen.keySet().containsAll(GRADES) && codes.keySet().containsAll(CODES));
    assertThat(seen).containsKeys(GRADES.toArray(Grade[]::new));
    assertThat(codes).containsKeys(CODES.toArray(String[]::new));
  }
}
