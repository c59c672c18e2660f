package keywright.design.lint;

import static keywright.design.LintRuns.lint;
import static keywright.design.LintRuns.lintRows;
import static keywright.design.LintRuns.only;
import static keywright.design.LintRuns.told;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import keywright.cql.Design;
import keywright.cql.Place;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LintTest {
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

  @ParameterizedTest
  @CsvSource({
    "kw1, timestamp",
    "hbase, timestamp",
    "hbase, date",
    "hbase-ordered, timestamp",
    "phoenix, timestamp",
    "fdb, timestamp"
  })
  void aTimeInFrontIsFoundInEveryFormat(String format, String type) {
    String key = "CREATE TABLE t (at %s, id int, PRIMARY KEY (%s)) WITH key_format = '%s'";
    assertThat(told(lint(key.formatted(type, "at, id", format)))).contains("warning KW101");
    assertThat(told(lint(key.formatted(type, "id, at", format))))
        .contains("info KW102")
        .doesNotContain("warning KW101");
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
  void theBucketsOfAUniqueIndexAreOverItsOwnColumns() {
    String script =
        "CREATE TABLE token (code uuid PRIMARY KEY, issued timestamp); CREATE UNIQUE INDEX token_issued ON token (issued)";
    assertThat(lint(script))
        .singleElement()
        .extracting(finding -> String.valueOf(finding.fix()))
        .asString()
        .contains("CREATE UNIQUE INDEX token_issued ON token (bucket(8, issued), issued)");
    assertThat(lint(script.replace("(issued)", "(bucket(8, issued), issued)"))).isEmpty();
  }

  /** Of 3,001 rows, one has no key. */
  @Test
  void aColumnTellsRowsApartThoughOneOfThemHasNoKey() {
    String script =
        "CREATE TABLE event (at bigint, seq int, day date, kind text, PRIMARY KEY (%s))";
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      rows.add(
          new @Nullable Object[] {
            (i * 7_919L) % 1_000_003, i / 2, LocalDate.ofEpochDay(i / 1_000), "pay"
          });
    }
    rows.add(1_500, new @Nullable Object[] {-1L, null, LocalDate.EPOCH, "pay"});
    assertThat(fixOf(Code.COLLIDING_ROWS, lintRows(script.formatted("seq, day, kind"), rows)))
        .contains("PRIMARY KEY (seq, day, kind, at)");
    List<Finding> four = lintRows(script.formatted("seq, day, kind, at"), rows);
    assertThat(four).extracting(Finding::code).contains(Code.MANY_KEY_COLUMNS);
    assertThat(fixOf(Code.MANY_KEY_COLUMNS, four))
        .as("rows have the same key without the column")
        .isEqualTo("null");
    assertThat(fixOf(Code.MANY_KEY_COLUMNS, lintRows(script.formatted("at, seq, day, kind"), rows)))
        .contains("PRIMARY KEY (at, seq, day)");
  }

  @Test
  void theFixOfAnAttachedTableIsANewTable() {
    String script =
        "ATTACH TABLE t (at timestamp, id int, n int, PRIMARY KEY (at, id)) WITH column_names = 'plain'";
    Finding finding = lint(script).get(0);
    assertThat(finding.code().id()).isEqualTo("KW101");
    assertThat(finding.fix().declaration()).isEqualTo("PRIMARY KEY (bucket(8), at, id)");
    assertThat(finding.fix().cost())
        .startsWith(
            "the stored rows of an attached table keep their keys, so copy them into a new table with this fix; a scan that");
    assertThat(finding.fix().edits()).isEmpty();
    String created = script.replace("ATTACH", "CREATE");
    assertThat(lint(created).get(0).fix().edits()).isNotEmpty();
  }

  private static String fixOf(Code code, List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.code() == code)
        .findFirst()
        .map(finding -> String.valueOf(finding.fix()))
        .orElseThrow();
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
            "lpad(id, 20) in the primary key of t pads to 20 digits, and the largest sample value has 4: for values up to a thousand times as large, 7 are enough, which saves 13 bytes in each row and 13 MB in a million rows");
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
            "the rows are not in the order of at, so this verdict holds only for the order in which they were given");
  }

  /** An element that most rows have makes its index hot, as a value that most rows have does. */
  @Test
  void anElementThatMostRowsHaveIsHot() {
    String script =
        "CREATE TABLE t (id uuid PRIMARY KEY, at timestamp, tags list<text>); CREATE INDEX by_tag ON t (values(tags), at)";
    List<@Nullable Object[]> shared = articles(i -> i % 11 == 0 ? "t" + i : "new");
    assertThat(told(lintRows(script, shared))).containsExactly("error KW106");
    assertThat(lintRows(script, shared).get(0).reason()).contains("tags");
    assertThat(lintRows(script, articles(i -> "t" + i * 7_919 % 5_000))).isEmpty();
  }

  /** A primary key has no elements, so the index that most queries read cannot become it. */
  @Test
  void anIndexOfElementsIsNotAdvisedAsPrimaryKey() {
    String script =
        """
        CREATE TABLE t (id uuid PRIMARY KEY, tags list<text>);
        CREATE INDEX by_tag ON t (values(tags));
        QUERY tagged RATE 5/s AS SELECT * FROM t WHERE tags CONTAINS ?;
        """;
    assertThat(Lint.of(Design.read(script)).findings()).isEmpty();
  }

  private static List<@Nullable Object[]> articles(java.util.function.IntFunction<String> tag) {
    java.util.Random random = new java.util.Random(5);
    List<@Nullable Object[]> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      java.util.UUID id = new java.util.UUID(random.nextLong(), random.nextLong());
      rows.add(new @Nullable Object[] {id, Instant.ofEpochSecond(i), List.of(tag.apply(i))});
    }
    return rows;
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
        .contains("but in the order of at only to 1.")
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
    String byMoment = "CREATE TABLE t (at timestamp, id int, PRIMARY KEY ((at), id))";
    String asked = byMoment + "; QUERY q RATE 1/s AS SELECT * FROM t WHERE at = ?";
    String byDay = "CREATE TABLE t (day date, id uuid, PRIMARY KEY ((day), id))";
    assertThat(told(Lint.of(Design.read(asked)).on(TargetEngine.CASSANDRA).findings())).isEmpty();
    Finding moment =
        only(Lint.of(Design.read(byMoment)).on(TargetEngine.CASSANDRA).findings(), Code.RISING_KEY);
    assertThat(moment.reason()).contains("it serves no range and no ORDER BY of this column");
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
  void rowsAreComparedWithTheLimitsOfKeys() {
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
        .isEqualTo("there is no sample row of t, so the sample rows say nothing about this key");
    List<@Nullable Object[]> rows =
        IntStream.range(0, 150)
            .mapToObj(i -> new @Nullable Object[] {Math.floorMod(i * 7_919, 997), null})
            .toList();
    assertThat(lintRows(script, rows).stream().filter(f -> f.code() == Code.UNSEEN_KEY))
        .extracting(Finding::reason)
        .containsExactly(
            "no sample row has a value of room, which the primary key of t reads, so the sample rows say nothing about this key",
            "no sample row has a value of room, which index t_by_id reads, so the sample rows say nothing about this key");
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
