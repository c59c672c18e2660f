package keywright.design.lint;

import static keywright.design.LintRuns.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import keywright.cql.Design;
import keywright.design.rows.Arrivals;
import keywright.design.rows.GeneratedRows;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lint finds of partitions on Cassandra, and the fix that it computes. */
class PartitionRulesTest {
  private static final String LOG =
      "CREATE TABLE log (at timestamp, host int, body blob, PRIMARY KEY (%s, at, host));";

  private static List<Finding> lint(String script) {
    return Lint.of(Design.read(script)).on(TargetEngine.CASSANDRA).findings();
  }

  private static String fix(Finding finding) {
    return finding.fix() == null ? "none" : finding.fix().declaration();
  }

  private static List<Finding> lint(String script, Arrivals rows) {
    return Lint.of(Design.read(script)).withRows("log", rows).on(TargetEngine.CASSANDRA).findings();
  }

  private static List<Column> columns(String script) {
    return Design.read(script).tables().get(0).allColumns();
  }

  /** Eight partitions, and the longest period in which one of them gets at most 100,000 rows. */
  @ParameterizedTest
  @CsvSource({
    "36/h, year",
    "2/min, month",
    "9/s, day",
    "10/s, hour",
    "222/s, hour",
    "223/s, minute"
  })
  void thePeriodIsTheLongestThatStaysBelowTheLimit(String rate, String unit) {
    Finding found =
        only(
            lint(LOG.formatted("(bucket(8))") + "WRITE RATE %s INTO log".formatted(rate)),
            Code.LARGE_PARTITION);
    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(fix(found))
        .isEqualTo("PRIMARY KEY ((bucket(8), date_trunc('%s', at)), at, host)".formatted(unit));
  }

  @Test
  void whatTakesTenYearsIsNotWarnedOf() {
    String script = LOG.formatted("(bucket(8))") + "WRITE RATE %s/h INTO log";
    assertThat(lint(script.formatted("9"))).isEmpty();
    assertThat(lint(script.formatted("10"))).hasSize(1);
  }

  @Test
  void aPeriodThatLeavesAQueryRefusedIsNoFix() {
    String script =
        LOG.formatted("(bucket(8))")
            + "WRITE RATE 9/s INTO log; QUERY newest RATE 1/s AS SELECT * FROM log WHERE at >= ?%s";
    assertThat(fix(only(lint(script.formatted("")), Code.LARGE_PARTITION))).isEqualTo("none");
    assertThat(fix(only(lint(script.formatted(" AND at < ?")), Code.LARGE_PARTITION)))
        .contains("date_trunc('day', at)");
  }

  @Test
  @Tag("large")
  void aPartitionOfMoreThan100000RowsIsFoundInTheRows() {
    String script = LOG.formatted("(host)").replace("at, host", "at");
    Map<String, String> drawn = Map.of("host", "uniform(1)", "at", "clock");
    Arrivals few = new GeneratedRows(columns(script), drawn, 1_000, 1);
    Arrivals many = new GeneratedRows(columns(script), drawn, 100_001, 1);
    assertThat(only(lint(script, few), Code.LARGE_PARTITION).reason())
        .contains("grows without end and is full in about a day");
    Finding found = only(lint(script, many), Code.LARGE_PARTITION);
    assertThat(found.reason()).contains("has 100,001 rows").contains("and grows without end");
    assertThat(fix(found)).isEqualTo("PRIMARY KEY ((host, date_trunc('day', at)), at)");
  }

  /** The buckets hash the columns of the whole key. */
  @Test
  void thePartitionsOfBucketsAreFoundInTheRows() {
    String script = LOG.formatted("(bucket(8))");
    Map<String, String> drawn = Map.of("host", "uniform(5)", "at", "clock");
    Arrivals rows = new GeneratedRows(columns(script), drawn, 1_000, 1);
    Finding found = only(lint(script, rows), Code.LARGE_PARTITION);
    assertThat(found.reason()).contains("grows without end and is full in about");
    assertThat(fix(found)).startsWith("PRIMARY KEY ((bucket(8), date_trunc('");
  }

  /** Values of a whole file that all rows share, so that the test needs no memory for them. */
  private record Files(List<Column> columns, int count, int bytes) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      byte[] body = new byte[bytes];
      IntStream.range(0, count)
          .forEach(
              i ->
                  row.accept(
                      new @Nullable Object[] {Instant.EPOCH.plusSeconds(100L * i), i % 5, body}));
    }
  }

  @Test
  void aPartitionOfMoreThan100MegabytesIsFoundInTheRows() {
    String script = LOG.formatted("(host)").replace("at, host", "at");
    Files files = new Files(columns(script), 400, 2_000_000);
    Finding found = only(lint(script, files), Code.LARGE_PARTITION);
    assertThat(found.reason()).contains("has 80 rows and 160 MB of values");
    // A day would have 345 MB of a host, an hour has 14.
    assertThat(fix(found)).isEqualTo("PRIMARY KEY ((host, date_trunc('hour', at)), at)");
  }

  @Test
  void theRateOfTheDesignCountsWhereTheSampleIsSmall() {
    String script = LOG.formatted("(host, date_trunc('day', at))") + "WRITE RATE %s/s INTO log";
    Map<String, String> drawn = Map.of("host", "uniform(100)", "at", "clock");
    String plain = script.replace("at, host", "at");
    Arrivals rows = new GeneratedRows(columns(plain.formatted(1)), drawn, 3_000, 1);
    assertThat(lint(plain.formatted(50), rows)).isEmpty();
    assertThat(fix(only(lint(plain.formatted(500), rows), Code.LARGE_PARTITION)))
        .isEqualTo("PRIMARY KEY ((host, date_trunc('hour', at)), at)");
  }

  @Test
  void anIndexHasPartitionsToo() {
    String script =
        "CREATE TABLE log (id bigint PRIMARY KEY, at timestamp NOT NULL);"
            + "CREATE INDEX log_by_at ON log (bucket(8), at); WRITE RATE 9/s INTO log";
    assertThat(fix(only(lint(script), Code.LARGE_PARTITION)))
        .isEqualTo("CREATE INDEX log_by_at ON log ((bucket(8), date_trunc('day', at)), at)");
  }

  @Test
  void aQueryOfHalfAPartitionIsServedByAPartitionOfThatHalf() {
    String script =
        "CREATE TABLE log (tenant int, app int, id bigint, PRIMARY KEY ((tenant, app), id));"
            + "QUERY of_tenant RATE 1/s AS SELECT * FROM log WHERE tenant = ?";
    assertThat(fix(only(lint(script), Code.UNSERVED_QUERY)))
        .isEqualTo("PRIMARY KEY (tenant, app, id)");
  }

  @Test
  void aRangeOfPartitionsIsServedByAnIndexInBuckets() {
    String script =
        "CREATE TABLE log (name text PRIMARY KEY, v int);"
            + "QUERY from_name RATE 1/s AS SELECT * FROM log WHERE name > ?;"
            + "QUERY in_order RATE 1/s AS SELECT * FROM log ORDER BY name LIMIT 5";
    Finding range = only(lint(script), Code.UNSERVED_QUERY);
    assertThat(range.reason()).contains("this key needs all of (name) fixed");
    assertThat(fix(range)).isEqualTo("CREATE INDEX log_by_name ON log (bucket(8), name)");
    assertThat(fix(only(lint(script), Code.FULL_SCAN)))
        .isEqualTo("CREATE INDEX log_by_name ON log (bucket(8), name)");
    assertThat(lint(script + ";" + fix(range)))
        .allMatch(finding -> finding.severity() == Severity.INFO);
  }

  /** A bucket stands beside the column, not in its place. */
  @Test
  void bucketsComeIntoThePartition() {
    String script =
        "CREATE TABLE log (kind enum('a' = 1, 'b' = 2), id bigint, at timestamp,"
            + " PRIMARY KEY ((kind), at, id))";
    assertThat(fix(only(lint(script), Code.FEW_FIRST_VALUES)))
        .isEqualTo("PRIMARY KEY ((bucket(8), kind), at, id)");
  }
}
