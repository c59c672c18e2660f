package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import keywright.design.cluster.RegionOptions;
import keywright.design.simulate.Verdict;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/hot-spots.md} that say how often a verdict is right. */
@Tag("large")
class VerdictPageTest {
  private static final List<VerdictCase> ALL = VerdictCorpus.all();
  private static final Path PAGE = Path.of("../docs/hot-spots.md");

  @Test
  void thePageShowsWhatWasFound() throws IOException {
    List<Verdict> found = ALL.stream().map(VerdictCorpusTest::verdict).toList();
    String grades =
        table(
            List.of(Grade.values()),
            pair -> pair.grades().stream().sorted().map(VerdictPageTest::words).toList(),
            found,
            Verdict::grade);
    String causes =
        table(
            List.of(Cause.values()),
            pair -> pair.causes().stream().sorted().map(VerdictPageTest::words).toList(),
            found,
            Verdict::cause);
    assertOnPage(grades + "\n" + causes);
  }

  private static void assertOnPage(String table) throws IOException {
    assertThat(Files.readString(PAGE)).as("expected:\n%s", table).contains(table);
  }

  /**
   * Fewer rows: the first ones of those data sets that are written alike from row to row, and not
   * in files or runs.
   */
  @Test
  void thePageSaysWhatFewerRowsTell() throws IOException {
    StringBuilder text =
        new StringBuilder("| rows | pairs | right | one step off | undecided | wrong |\n");
    text.append("|---:|---:|---:|---:|---:|---:|\n");
    for (int count : List.of(100, 300, 1000, 3000)) {
      List<VerdictCase> pairs =
          ALL.stream()
              .filter(pair -> pair.rows().isSteady() && pair.rows().count() >= count)
              .toList();
      int[] found = new int[4];
      for (VerdictCase pair : pairs) {
        CorpusRows rows = pair.rows().first(count);
        Grade grade = VerdictCorpusTest.verdict(rows, pair.key(), RegionOptions.defaults()).grade();
        found[kind(pair, grade)]++;
      }
      text.append("| %,d | %d |".formatted(count, pairs.size()));
      for (int number : found) {
        text.append(" %d |".formatted(number));
      }
      text.append('\n');
    }
    assertOnPage(text.toString());
  }

  private static int kind(VerdictCase pair, Grade grade) {
    if (grade == Grade.UNDECIDED) {
      return 2;
    }
    int steps =
        pair.grades().stream()
            .mapToInt(right -> VerdictCorpusTest.steps(right, grade))
            .min()
            .orElseThrow();
    return steps == 0 ? 0 : steps == 1 ? 1 : 3;
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** A row for each label, by name, and a column for each verdict. */
  private static String table(
      List<? extends Enum<?>> verdicts,
      Function<VerdictCase, List<String>> labels,
      List<Verdict> found,
      Function<Verdict, Enum<?>> verdict) {
    Map<String, Map<Enum<?>, Integer>> counts = new TreeMap<>();
    for (int i = 0; i < found.size(); i++) {
      List<String> label = labels.apply(ALL.get(i));
      counts
          .computeIfAbsent(String.join(" or ", label), any -> new HashMap<>())
          .merge(verdict.apply(found.get(i)), 1, Integer::sum);
    }
    StringBuilder text = new StringBuilder("| label |");
    verdicts.forEach(name -> text.append(' ').append(words(name)).append(" |"));
    text.append("\n|---|").append("---:|".repeat(verdicts.size())).append('\n');
    counts.forEach(
        (label, row) -> {
          text.append("| ").append(label).append(" |");
          verdicts.forEach(
              name ->
                  text.append(' ').append(row.containsKey(name) ? row.get(name) : "").append(" |"));
          text.append('\n');
        });
    return text.toString();
  }
}
