package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random tables, indexes, writes and queries, on every engine, compared with plain Java over a list
 * of rows. Each query is answered by the key that the planner chooses and by every other key that
 * could, whole and page by page.
 *
 * <p>A failure leaves the shortest history that was found for it in a file, which {@code
 * -Dkeywright.history=FILE} runs again.
 */
class QueryDifferentialTest {
  private static final int TABLES = Integer.getInteger("keywright.tables", 80);
  private static final int QUERIES_PER_TABLE = 130;
  private static final int HBASE_TABLES = Integer.getInteger("keywright.hbase.tables", 4);
  private static final int QUERIES_PER_HBASE_TABLE = 40;
  private static final int SHRINKING_SECONDS = 30;

  @Test
  void everyAnswerIsWhatABruteForcePassFinds() {
    String file = System.getProperty("keywright.history");
    if (file == null) {
      run(TABLES);
      return;
    }
    try (TestEngines engines = new TestEngines()) {
      run(QueryHistory.read(Path.of(file)), engines, new TreeMap<>());
    }
  }

  @Test
  @Tag("nightly")
  void everyAnswerOfAHundredThousandIsWhatABruteForcePassFinds() {
    run(10 * TABLES);
  }

  @Test
  void anHBaseAnswersAsTheOthersDo() {
    try (TestEngines engines = TestEngines.withHBase("queries")) {
      run(engines, HBASE_TABLES, QUERIES_PER_HBASE_TABLE);
    }
  }

  private static void run(int tables) {
    try (TestEngines engines = new TestEngines()) {
      run(engines, tables, QUERIES_PER_TABLE);
    }
  }

  private static void run(TestEngines engines, int tables, int queriesPerTable) {
    long start = System.nanoTime();
    long base = Seeds.base();
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < tables; i++) {
      QueryHistory history = QueryHistory.random(base + i, queriesPerTable);
      try {
        run(history, engines, counts);
      } catch (Throwable e) {
        throw failure(history, engines, i, e);
      }
    }
    System.out.printf("seed %d, %.1f s: %s%n", base, (System.nanoTime() - start) / 1e9, counts);
    assertThat(counts.get("queries")).isGreaterThanOrEqualTo(tables * queriesPerTable);
  }

  private static void run(QueryHistory history, TestEngines engines, Map<String, Integer> counts) {
    new QueryTrial(history.tableSeed(), engines, counts).run(history.steps());
  }

  private static AssertionError failure(
      QueryHistory history, TestEngines engines, int table, Throwable e) {
    Throwable[] last = {e};
    QueryHistory shortest =
        history.shrink(
            smaller -> {
              try {
                run(smaller, engines, new TreeMap<>());
                return false;
              } catch (Throwable again) {
                last[0] = again;
                return true;
              }
            },
            SHRINKING_SECONDS);
    Path file = Path.of("target", "query-history-" + history.tableSeed() + ".txt");
    shortest.write(file);
    return new AssertionError(
        "table %d, %s -Dkeywright.tables=1, or its %d steps of %s alone by -Dkeywright.history=%s: %s"
            .formatted(
                table,
                Seeds.reproduction(history.tableSeed()),
                shortest.steps().size(),
                history.steps().size(),
                file.toAbsolutePath(),
                last[0].getMessage()),
        last[0]);
  }
}
