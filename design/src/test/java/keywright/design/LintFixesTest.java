package keywright.design;

import static keywright.design.LintRuns.lint;
import static keywright.design.LintRuns.lintRows;
import static keywright.design.LintRuns.only;
import static keywright.design.LintRuns.told;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import keywright.design.lint.Code;
import keywright.design.lint.Edit;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.TargetEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fix of a finding: what it declares, what it costs, and that it is one to follow. */
class LintFixesTest {
  private static String fixOf(String script, String code) {
    return lint(script).stream()
        .filter(finding -> finding.code().id().equals(code))
        .map(finding -> String.valueOf(finding.fix() == null ? null : finding.fix().declaration()))
        .findFirst()
        .orElse("");
  }

  @Test
  void theFixOfATableOfManyColumnsIsShortToReadAndWholeToApply() {
    StringBuilder script = new StringBuilder("CREATE TABLE wide (id uuid PRIMARY KEY");
    for (int i = 1; i <= 300; i++) {
      script.append(", c").append(i).append(" int");
    }
    Finding finding = lint(script + ");").get(0);
    assertThat(finding.code()).isEqualTo(Code.WIDE_ROWS);
    Fix fix = Objects.requireNonNull(finding.fix());
    assertThat(fix.shortDeclaration().lines().count()).isLessThan(20);
    assertThat(fix.shortDeclaration())
        .contains("… 253 more", "… 43 more", "PRIMARY KEY (id)")
        .contains("CREATE TABLE wide_more (");
    assertThat(fix.declaration()).contains("    c300 int").contains("    c150 int");
    String edits = fix.edits().stream().map(Edit::text).collect(Collectors.joining());
    for (int i = 1; i <= 300; i++) {
      assertThat(edits).contains("    c" + i + " int");
    }
  }

  /** A fix that may be hot by the same rules is not offered where another one is not. */
  @Test
  void noFixPutsASequenceInFront() {
    assertThat(
            fixOf(
                "CREATE TABLE t (kind enum('a' = 1, 'b' = 2), id bigint, PRIMARY KEY (kind, id));",
                "KW103"))
        .isEqualTo("PRIMARY KEY (bucket(8), kind, id)");
    assertThat(
            fixOf(
                "CREATE TABLE t (kind enum('a' = 1, 'b' = 2), id uuid, PRIMARY KEY (kind, id));",
                "KW103"))
        .isEqualTo("PRIMARY KEY (id, kind)");
    assertThat(
            fixOf(
                "CREATE TABLE t (kind text, status text, id uuid, PRIMARY KEY (kind, status, id));",
                "KW103"))
        .isEqualTo("PRIMARY KEY (bucket(8), kind, status, id)");
    assertThat(
            fixOf(
                "CREATE TABLE t (on_sale boolean, id bigint, PRIMARY KEY (on_sale, id));", "KW303"))
        .isEqualTo("PRIMARY KEY (bucket(8), id)");
  }

  /** A key of another order would spread the rows too, but then no key would serve the query. */
  @Test
  void theFixOfAHotKeyServesTheQueriesThatTheKeyServes() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Random random = new Random(7);
    for (long no = 0; no < 20_000; no++) {
      int tenant = random.nextInt(100);
      rows.add(new Object[] {tenant < 80 ? "a" : tenant < 95 ? "b" : "c", no});
    }
    String table = "CREATE TABLE ticket (tenant text, no bigint, PRIMARY KEY (tenant, no));";
    String query =
        " QUERY newest RATE 9/s AS SELECT no FROM ticket WHERE tenant = ? ORDER BY no DESC LIMIT 9;";
    assertThat(hotKeyFix(table, rows)).isEqualTo("PRIMARY KEY (no, tenant)");
    assertThat(hotKeyFix(table + query, rows)).isEqualTo("PRIMARY KEY ((bucket(16), tenant), no)");
  }

  /** The type keeps the time of the day, and load reads the texts with the pattern. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%02d-03-2024 13:05 | timestamp(s) | dd-MM-yyyy HH:mm",
        "3/%d/2024 | date | M/d/yyyy",
        "%02d.03.2024 | date | dd.MM.yyyy",
        "03-%02d-2024T08:15:59 | timestamp(s) | MM-dd-yyyy'T'HH:mm:ss",
        "%d-3-2024 9:05 | timestamp(s) | d-M-yyyy H:mm",
        "%02d-03-2024 01:05 PM | timestamp(s) | ",
        "%02d-03-2024 01:05:00.5 | timestamp | ",
        "%02d-03-2024 01:05:00,123456 | timestamp(us) | ",
        "%02d-03-2024 99:05 | timestamp(s) | ",
        "03-0%.1s-2024 | date | ",
      })
  void aDateInATextBecomesTheTypeThatKeepsAllOfIt(
      String form, String type, @Nullable String pattern) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int day = 1; day <= 28; day++) {
      rows.add(new Object[] {form.formatted(day), day});
    }
    Finding finding =
        only(
            lintRows("CREATE TABLE n (code text, id int, PRIMARY KEY (id, code));", rows),
            Code.UNSORTED_DATE_TEXT);
    Fix fix = Objects.requireNonNull(finding.fix());
    assertThat(fix.declaration()).contains("code " + type);
    if (pattern == null) {
      assertThat(fix.cost()).doesNotContain("--parse");
    } else {
      assertThat(fix.cost())
          .endsWith("; load reads the sample values with --parse \"code=" + pattern + "\"");
    }
  }

  private static String hotKeyFix(String script, List<@Nullable Object[]> rows) {
    Finding finding = only(lintRows(script, rows, TargetEngine.CASSANDRA), Code.FEW_FIRST_VALUES);
    return Objects.requireNonNull(finding.fix()).declaration();
  }

  @Test
  void anIndexForAQueryIsOfferedInBucketsWhereRowsWouldMakeItHot() {
    String script =
        "CREATE TABLE t (id bigint PRIMARY KEY, kind int, at timestamp);"
            + " QUERY q RATE 1/s AS SELECT id FROM t WHERE kind = ? ORDER BY at DESC LIMIT 10;"
            + " WRITE RATE 1000/s INTO t";
    Map<String, String> rows =
        Map.of("id", "uniform(99999999)", "kind", "uniform(2)", "at", "clock");
    Fix fix = only(lintRows(script, "t", 3_000, rows), Code.UNSERVED_QUERY).fix();
    assertThat(fix).isNotNull();
    assertThat(fix.declaration()).contains("ON t (bucket(8), kind, at DESC)");
    assertThat(told(lintRows(script + "; " + fix.declaration(), "t", 3_000, rows))).isEmpty();
    Map<String, String> spread =
        Map.of("id", "uniform(99999999)", "kind", "uniform(99999999)", "at", "clock");
    Fix plain = only(lintRows(script, "t", 3_000, spread), Code.UNSERVED_QUERY).fix();
    assertThat(plain).isNotNull();
    assertThat(plain.declaration()).contains("ON t (kind, at DESC)");
  }

  @Test
  void aDigestByWhichAQueryFindsRowsStaysBehindTheBucket() {
    String script =
        "CREATE TABLE t (id bigint, tenant int, at timestamp, PRIMARY KEY (%s, at, id));"
            + " QUERY q RATE 100/s AS SELECT * FROM t WHERE tenant = ?;"
            + " WRITE RATE 1000/s INTO t";
    Map<String, String> rows = Map.of("id", "sequence", "tenant", "uniform(2)", "at", "clock");
    Fix digest =
        only(lintRows(script.formatted("sha256(tenant)"), "t", 3_000, rows), Code.FEW_FIRST_VALUES)
            .fix();
    assertThat(digest).isNotNull();
    assertThat(digest.declaration()).isEqualTo("PRIMARY KEY (bucket(8), sha256(tenant), at, id)");
    assertThat(digest.cost()).doesNotContain("every row", "refused");
  }

  /** A sorted date in front rises, which lint would find next. */
  @Test
  void aFixIsOneThatLintDoesNotWarnOf() {
    String script = "CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY (%s, id))";
    Fix first =
        only(lint(script.formatted("date_format(at, 'dd-MM-yyyy'), at")), Code.UNSORTED_DATE_TEXT)
            .fix();
    assertThat(first).isNotNull();
    assertThat(first.declaration()).isEqualTo("PRIMARY KEY (bucket(8), at, id)");
    Fix behind =
        only(
                lint(
                    "CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY (id, date_format(at, 'dd-MM-yyyy'), at))"),
                Code.UNSORTED_DATE_TEXT)
            .fix();
    assertThat(behind).isNotNull();
    assertThat(behind.declaration()).isEqualTo("PRIMARY KEY (id, at)");
  }

  @Test
  void theCostNamesTheQueriesThatPay() {
    Fix fix =
        only(
                lint(
                    """
                    CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY (at, id));
                    QUERY of_an_hour RATE 1/s AS SELECT * FROM t WHERE at >= ? AND at < ?;
                    QUERY one RATE 9/s AS SELECT * FROM t WHERE at = ? AND id = ?;
                    """),
                Code.RISING_KEY)
            .fix();
    assertThat(fix).isNotNull();
    assertThat(fix.declaration()).isEqualTo("PRIMARY KEY (bucket(8), at, id)");
    assertThat(fix.cost())
        .endsWith(
            "; query of_an_hour: 1 range of the primary key, then 8 ranges of the primary key");
  }

  @Test
  void aTableThatIsAlteredIsFixedWithoutEdits() {
    String script =
        """
        CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY (at, id));
        ALTER TABLE t RENAME at TO seen;
        """;
    Fix fix = only(lint(script), Code.RISING_KEY).fix();
    assertThat(fix).isNotNull();
    assertThat(fix.declaration()).isEqualTo("PRIMARY KEY (bucket(8), seen, id)");
    assertThat(fix.edits()).isEmpty();
  }

  @Test
  void theColumnThatTellsRowsApartIsNamed() {
    String script =
        "CREATE TABLE t (guest int, day date, note int, visit_no int, PRIMARY KEY (guest, day))";
    Map<String, String> columns =
        Map.of(
            "guest", "uniform(50)", "day", "clock", "note", "uniform(900)", "visit_no", "sequence");
    Finding finding = only(lintRows(script, "t", 2_000, columns), Code.COLLIDING_ROWS);
    assertThat(finding.reason())
        .startsWith("50 keys of the primary key of t are shared by several sample rows (")
        .endsWith(", …), so 1,950 of 2,000 rows would be overwritten");
    assertThat(finding.fix()).isNotNull();
    assertThat(finding.fix().declaration()).isEqualTo("PRIMARY KEY (guest, day, visit_no)");
  }

  /** Each fix would otherwise be what the other finding warns of. */
  @Test
  void aMeasuredValueIsNotAddedToAKeyNorLeftOutWhereRowsDifferInItAlone() {
    String script = "CREATE TABLE d (dev int, at timestamp, val double, PRIMARY KEY (%s))";
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(new @Nullable Object[] {i % 50, Instant.EPOCH.plusSeconds(i / 100), i * 0.5});
    }
    Fix without = only(lintRows(script.formatted("dev, at"), rows), Code.COLLIDING_ROWS).fix();
    assertThat(without).isNotNull();
    assertThat(without.declaration()).contains("PRIMARY KEY (dev, at, row_id)");
    Fix with = only(lintRows(script.formatted("dev, at, val"), rows), Code.MUTABLE_KEY).fix();
    assertThat(with).isNotNull();
    assertThat(with.declaration()).contains("PRIMARY KEY (dev, at, row_id)");
    assertThat(with.cost()).startsWith("some sample rows differ in val alone: ");
  }

  /** With and without sample rows: the index would be a primary key whose writes are hot. */
  @Test
  void anIndexIsNotProposedAsAPrimaryKeyThatWouldBeHot() {
    String script =
        "CREATE TABLE o (id bigint, cust int, at timestamp, state text, PRIMARY KEY (reverse(lpad(id, 9))));"
            + "CREATE INDEX oc ON o (%s); QUERY q RATE 5/s AS SELECT * FROM o WHERE %s";
    String byTime = script.formatted("at, cust", "at >= ? AND at < ?");
    Map<String, String> columns =
        Map.of("id", "sequence", "cust", "uniform(500)", "at", "clock", "state", "uniform(3)");
    assertThat(lint(byTime)).noneMatch(finding -> finding.code() == Code.COLUMN_ORDER);
    assertThat(lintRows(byTime, "o", 3_000, columns))
        .noneMatch(finding -> finding.code() == Code.COLUMN_ORDER);
    String byCustomer = script.formatted("cust, at", "cust = ?");
    Fix fix = only(lintRows(byCustomer, "o", 3_000, columns), Code.COLUMN_ORDER).fix();
    assertThat(fix).isNotNull();
    assertThat(fix.declaration()).startsWith("PRIMARY KEY (cust, at, id)");
  }
}
