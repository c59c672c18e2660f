package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LintTest {

  private static List<Finding> lint(String script) {
    return Lint.of(Design.readAsFarAsPossible(script)).findings();
  }

  private static List<String> told(List<Finding> findings) {
    return findings.stream().map(f -> f.severity() + " " + f.code().id()).toList();
  }

  private static Finding only(List<Finding> findings, Code code) {
    List<Finding> found = findings.stream().filter(f -> f.code() == code).toList();
    assertThat(found).as("%s", findings).hasSize(1);
    return found.get(0);
  }

  private static List<Finding> lintRows(
      String script, String table, int rows, Map<String, String> columns) {
    Design design = Design.read(script);
    List<Column> all = design.table(table).orElseThrow().allColumns();
    return Lint.of(design).withRows(table, new GeneratedRows(all, columns, rows, 3)).findings();
  }

  /** Rows whose values a test gives. */
  private record Rows(List<Column> columns, List<@Nullable Object[]> all) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      all.forEach(row);
    }
  }

  private static List<Finding> lintRows(String script, List<@Nullable Object[]> rows) {
    Design design = Design.read(script);
    List<Column> all = design.tables().get(0).allColumns();
    return Lint.of(design).withRows(design.tables().get(0).name(), new Rows(all, rows)).findings();
  }

  @Test
  void aFindingHasItsPlaceInTheFile() {
    List<Finding> findings =
        lint(
            """
            CREATE TABLE a (id uuid PRIMARY KEY);
            CREATE TABLE b (
              at timestamp, id uuid, /* 😀 */ PRIMARY KEY (at, id)
            );
            """);
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).place()).isEqualTo(new Place(3, 47, 3, 49));
  }

  @Test
  void typesDecideAndNotNames() {
    assertThat(lint("CREATE TABLE t (timestamp uuid, created_at text, PRIMARY KEY (timestamp))"))
        .isEmpty();
    assertThat(told(lint("CREATE TABLE t (name timestamp, x uuid, PRIMARY KEY (name, x))")))
        .containsExactly("warning KW101");
  }

  /** A birthday is a time by its type; rows show that it does not rise. */
  @Test
  void rowsDecideWhatTypesOnlySuggest() {
    String script =
        "CREATE TABLE person (born date, id int, joined timestamp, PRIMARY KEY (born, id))";
    assertThat(told(lint(script))).containsExactly("warning KW101");
    List<@Nullable Object[]> rows =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    new @Nullable Object[] {
                      LocalDate.ofEpochDay(Math.floorMod(i * 7_919L, 20_000L)),
                      i,
                      Instant.ofEpochSecond(i)
                    })
            .toList();
    assertThat(lintRows(script, rows)).isEmpty();
    assertThat(
            told(
                lintRows(
                    script,
                    "person",
                    3_000,
                    Map.of("born", "clock", "id", "sequence", "joined", "clock"))))
        .as("all rows are of one day, and the id behind it rises")
        .containsExactly("error KW101");
  }

  @Test
  void paddingFarWiderThanTheValuesIsPricedInBytes() {
    String script =
        "CREATE TABLE t (id bigint, PRIMARY KEY (reverse(lpad(id, %d)))) WITH key_format = 'text' AND key_delimiter = '_';";
    List<Finding> wide =
        lintRows(script.formatted(20), "t", 2_000, Map.of("id", "sequence")).stream()
            .filter(finding -> finding.code() == Code.WIDE_PADDING)
            .toList();
    assertThat(wide).hasSize(1);
    assertThat(wide.get(0).reason())
        .isEqualTo(
            "lpad(id, 20) in the primary key of t pads to 20 digits, and the largest sample value has 4: with room for values a thousand times as large, 7 would do, which spares 13 bytes in each row and 13 MB in a million rows");
    assertThat(String.valueOf(wide.get(0).fix())).contains("PRIMARY KEY (reverse(lpad(id, 7)))");
    String named = script.formatted(20).replace("20))", "20)) AS turned");
    assertThat(
            lintRows(named, "t", 2_000, Map.of("id", "sequence")).stream()
                .map(finding -> String.valueOf(finding.fix()))
                .toList())
        .anyMatch(fix -> fix.contains("PRIMARY KEY (reverse(lpad(id, 7)) AS turned)"));
    assertThat(told(lintRows(script.formatted(13), "t", 2_000, Map.of("id", "sequence"))))
        .containsExactly("info KW405");
    assertThat(told(lintRows(script.formatted(12), "t", 2_000, Map.of("id", "sequence"))))
        .isEmpty();
    assertThat(told(lintRows(script.formatted(20), "t", 99, Map.of("id", "sequence"))))
        .doesNotContain("info KW405");
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

  private static String fixOf(String script, String code) {
    return lint(script).stream()
        .filter(finding -> finding.code().id().equals(code))
        .map(finding -> String.valueOf(finding.fix() == null ? null : finding.fix().declaration()))
        .findFirst()
        .orElse("");
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

  @Test
  void whatMayBeASequenceIsAdviceForKeysAndIndexesAlike() {
    String script =
        """
        CREATE TABLE t (customer_id bigint, at timestamp, n int, PRIMARY KEY (customer_id, at, n));
        CREATE INDEX by_n ON t (n DESC);
        """;
    assertThat(told(lint(script))).containsExactly("info KW102", "info KW102");
    assertThat(lint(script).get(0).reason())
        .isEqualTo(
            "customer_id comes first in the primary key of t: if it rises with each new row, as the numbers of a sequence do, one region takes all writes");
    assertThat(
            told(
                lintRows(
                    script,
                    "t",
                    2_000,
                    Map.of("customer_id", "uniform(99999)", "at", "clock", "n", "uniform(99999)"))))
        .isEmpty();
  }

  @Test
  void whatRowsShowToRiseIsAnError() {
    String script = "CREATE TABLE t (id bigint, at timestamp, PRIMARY KEY (id))";
    assertThat(told(lint(script))).containsExactly("info KW102");
    assertThat(told(lintRows(script, "t", 2_000, Map.of("id", "sequence", "at", "clock"))))
        .containsExactly("error KW101");
    assertThat(told(lintRows(script, "t", 2_000, Map.of("id", "uniform(99999999)", "at", "clock"))))
        .isEmpty();
  }

  /** Rows count as they come; that their times come otherwise is said. */
  @Test
  void rowsThatAreNotInTheOrderOfTheirTimesAreJudgedAsTheyCome() {
    String script = "CREATE TABLE t (guest int, at timestamp, PRIMARY KEY (guest, at))";
    List<@Nullable Object[]> sorted =
        IntStream.range(0, 2_000)
            .mapToObj(
                i ->
                    new @Nullable Object[] {
                      i / 2, Instant.ofEpochSecond(Math.floorMod(i * 7_919L, 65_537L))
                    })
            .toList();
    List<Finding> findings = lintRows(script, sorted);
    assertThat(told(findings)).containsExactly("error KW101");
    assertThat(findings.get(0).reason())
        .contains("guest rises as rows arrive")
        .endsWith(
            "the rows are not in the order of at: this holds for the order in which they come");
  }

  /** Few values in front are found whatever the order of the rows. */
  @Test
  void fewValuesAreFoundInAShuffledFileToo() {
    String script = "CREATE TABLE t (status int, at timestamp, PRIMARY KEY (status, at))";
    List<@Nullable Object[]> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      rows.add(new @Nullable Object[] {i % 11 == 0 ? i % 3 : 9, Instant.ofEpochSecond(i)});
    }
    java.util.Collections.shuffle(rows, new java.util.Random(4));
    List<Finding> findings = lintRows(script, rows);
    assertThat(told(findings)).containsExactly("warning KW103");
    assertThat(findings.get(0).reason())
        .contains("in the order of at, which they do not have, only to 1.")
        .contains(": status has 1.2 effective values");
  }

  @Test
  void aKeyThatSpreadsWithinItsFewValuesIsNotHot() {
    String script = "CREATE TABLE t (kind int, id int, at timestamp, PRIMARY KEY (kind, id))";
    assertThat(
            lintRows(
                script,
                "t",
                3_000,
                Map.of("kind", "uniform(3)", "id", "uniform(99999999)", "at", "clock")))
        .isEmpty();
    assertThat(
            told(
                lintRows(
                    script,
                    "t",
                    3_000,
                    Map.of("kind", "uniform(3)", "id", "sequence", "at", "clock"))))
        .containsExactly("error KW103");
  }

  @Test
  void anIndexIsNotBlamedForWhatItsTableIs() {
    String index = "; CREATE INDEX by_at ON t (at, id)";
    assertThat(told(lint("CREATE TABLE t (id uuid PRIMARY KEY, at timestamp)" + index)))
        .containsExactly("warning KW106");
    assertThat(
            told(lint("CREATE TABLE t (id uuid, at timestamp, PRIMARY KEY (at DESC, id))" + index)))
        .containsExactly("warning KW101");
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
    assertThat(first.declaration()).isEqualTo("PRIMARY KEY (bucket(8), at, at, id)");
    Fix behind =
        only(
                lint(
                    "CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY (id, date_format(at, 'dd-MM-yyyy'), at))"),
                Code.UNSORTED_DATE_TEXT)
            .fix();
    assertThat(behind).isNotNull();
    assertThat(behind.declaration()).isEqualTo("PRIMARY KEY (id, at, at)");
  }

  @Test
  void thePriceNamesTheQueriesThatPay() {
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
  void aTableThatIsAlteredIsMendedWithoutEdits() {
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

  @Test
  void aUniqueIndexHasRowsThatItRefuses() {
    String script =
        """
        CREATE TABLE t (id int, mail int, PRIMARY KEY (reverse(lpad(id, 9))));
        CREATE UNIQUE INDEX by_mail ON t (mail);
        """;
    Finding finding =
        only(
            lintRows(script, "t", 500, Map.of("id", "sequence", "mail", "uniform(300)")),
            Code.COLLIDING_ROWS);
    assertThat(finding.reason()).contains("of index by_mail").endsWith("rows would be refused");
  }

  @Test
  void partitionsThatAreHashedAreHotOnlyWhenManyRowsShareThem() {
    String byMoment = "CREATE TABLE t (at timestamp, id uuid, PRIMARY KEY ((at), id))";
    String byDay = "CREATE TABLE t (day date, id uuid, PRIMARY KEY ((day), id))";
    assertThat(told(Lint.of(Design.read(byMoment)).on(TargetEngine.CASSANDRA).findings()))
        .isEmpty();
    assertThat(told(Lint.of(Design.read(byMoment)).on(TargetEngine.HBASE).findings()))
        .containsExactly("warning KW101");
    Finding day =
        only(Lint.of(Design.read(byDay)).on(TargetEngine.CASSANDRA).findings(), Code.RISING_KEY);
    assertThat(day.reason()).contains("all rows of one value are written to one partition");
  }

  @Test
  void theLongestKeyDependsOnTheEngine() {
    String script =
        "CREATE TABLE t (a char(1000), b char(1000), c char(1000), PRIMARY KEY (a, b, c))";
    assertThat(told(lint(script))).containsExactly("warning KW402");
    Design design = Design.read(script);
    for (TargetEngine engine : TargetEngine.values()) {
      assertThat(told(Lint.of(design).on(engine).findings()))
          .as("%s", engine)
          .containsExactly("warning KW402");
      int limit = engine.limit("t").bytes();
      assertThat(limit).isGreaterThan(3_000);
    }
  }

  @Test
  void rowsAreHeldAgainstTheLimitsOfKeys() {
    String script = "CREATE TABLE t (path text, id int, PRIMARY KEY (path, id))";
    List<@Nullable Object[]> rows =
        IntStream.range(0, 200)
            .mapToObj(i -> new @Nullable Object[] {i * 7_919 % 200 + "/x".repeat(20 * i), i})
            .toList();
    Finding finding = only(lintRows(script, rows), Code.LONG_KEY);
    assertThat(finding.reason())
        .startsWith("a sample row of the primary key of t has a row key of");
    assertThat(finding.fix()).isNotNull();
    assertThat(finding.fix().declaration()).isEqualTo("PRIMARY KEY (md5(path), id)");
  }

  @Test
  void wideRowsAreToldByTheirBytes() {
    String script = "CREATE TABLE t (id uuid PRIMARY KEY, name text, picture blob)";
    List<@Nullable Object[]> rows =
        IntStream.range(0, 4)
            .mapToObj(
                i -> new @Nullable Object[] {new UUID(i * 7_919L, i), "n" + i, new byte[3 << 20]})
            .toList();
    Finding finding = only(lintRows(script, rows), Code.WIDE_ROWS);
    assertThat(finding.reason()).contains("have 3,145,");
    assertThat(finding.fix()).isNotNull();
    assertThat(finding.fix().declaration())
        .contains("CREATE TABLE t_more (")
        .contains("picture blob");
  }

  @Test
  void aValueWithTheDelimiterIsAnErrorAndNoneIsNothing() {
    String script =
        "CREATE TABLE t (host text, id int, PRIMARY KEY (host, lpad(id, 6))) WITH key_format ="
            + " 'text' AND key_delimiter = '_'";
    assertThat(told(lint(script))).containsExactly("warning KW304");
    assertThat(lintRows(script, hosts("web-"))).isEmpty();
    assertThat(told(lintRows(script, hosts("web_")))).containsExactly("error KW304");
    Finding finding = only(lintRows(script, hosts("web_")), Code.DELIMITER_IN_VALUE);
    assertThat(finding.reason())
        .isEqualTo(
            "150 sample values of host hold the delimiter '_' of the primary key of t, and their"
                + " rows are refused");
  }

  private static List<@Nullable Object[]> hosts(String prefix) {
    return IntStream.range(0, 150)
        .mapToObj(i -> new @Nullable Object[] {Math.floorMod(i * 7_919, 997) + prefix, i})
        .toList();
  }

  @Test
  void rowsThatTellNothingAreNotTakenForGoodOnes() {
    String script =
        "CREATE TABLE t (id int, room text, PRIMARY KEY (room, id));"
            + " CREATE INDEX t_by_id ON t (id)";
    assertThat(only(lintRows(script, List.of()), Code.UNSEEN_KEY).reason())
        .isEqualTo("there is no sample row of t, so rows do not tell what is wrong with it");
    List<@Nullable Object[]> rows =
        IntStream.range(0, 150)
            .mapToObj(i -> new @Nullable Object[] {Math.floorMod(i * 7_919, 997), null})
            .toList();
    assertThat(lintRows(script, rows).stream().filter(f -> f.code() == Code.UNSEEN_KEY))
        .extracting(Finding::reason)
        .containsExactly(
            "no sample row has a value of room, which the primary key of t reads, so rows do not"
                + " tell what is wrong with it",
            "no sample row has a value of room, which index t_by_id reads, so rows do not tell"
                + " what is wrong with it");
  }

  @Test
  void whatIsRefusedHidesNothingElse() {
    List<Finding> findings =
        lint(
            """
            CREATE TABEL a (x int);
            CREATE TABLE b (x int, PRIMARY KEY (y));
            CREATE INDEX i ON b (x);
            QUERY q RATE 1/s AS SELECT * FROM b WHERE x = 1;
            CREATE TABLE c (at timestamp, id uuid, PRIMARY KEY (at, id));
            """);
    assertThat(told(findings)).containsExactly("error KW001", "error KW001", "warning KW101");
    assertThat(findings).extracting(f -> f.place().line()).containsExactly(1, 2, 5);
  }
}
