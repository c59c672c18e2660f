package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cql.Design;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Lint;
import keywright.design.lint.TargetEngine;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each limit that a rule of lint has, on both sides. */
class LintLimitsTest {
  private static final String TEXT = " WITH key_format = 'text' AND key_delimiter = ''";

  private record Rows(List<Column> columns, List<@Nullable Object[]> all) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      all.forEach(row);
    }
  }

  private static boolean finds(Code code, String script) {
    return Lint.of(Design.readAsFarAsPossible(script)).findings().stream()
        .anyMatch(finding -> finding.code() == code);
  }

  private static List<Finding> lint(
      String script, int rows, IntFunction<@Nullable Object[]> row, @Nullable TargetEngine engine) {
    Design design = Design.read(script);
    List<Column> columns = design.tables().get(0).allColumns();
    List<@Nullable Object[]> all = new ArrayList<>();
    IntStream.range(0, rows).forEach(i -> all.add(row.apply(i)));
    Lint lint = Lint.of(design).withRows(design.tables().get(0).name(), new Rows(columns, all));
    return (engine == null ? lint : lint.on(engine)).findings();
  }

  private static boolean finds(
      Code code, String script, int rows, IntFunction<@Nullable Object[]> row) {
    return lint(script, rows, row, null).stream().anyMatch(finding -> finding.code() == code);
  }

  private static String columns(String form, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> form.formatted(i))
        .collect(Collectors.joining(", "));
  }

  @Test
  void aPrimaryKeyHasThreeColumns() {
    String table = "CREATE TABLE t (%s, PRIMARY KEY (%s))";
    assertThat(finds(Code.MANY_KEY_COLUMNS, table.formatted(columns("c%d uuid", 3), "c0, c1, c2")))
        .isFalse();
    assertThat(
            finds(Code.MANY_KEY_COLUMNS, table.formatted(columns("c%d uuid", 4), "c0, c1, c2, c3")))
        .isTrue();
  }

  @Test
  void aRowKeyHasTwoKilobytesByItsDeclarationOrItsRows() {
    String table = "CREATE TABLE t (a char(1000), b char(1000), c char(%d), PRIMARY KEY (a, b, c))";
    int length = 1;
    while (Design.read(table.formatted(length))
            .tables()
            .get(0)
            .primaryKeySchema()
            .longestKey()
            .orElseThrow()
        < 2_048) {
      length++;
    }
    int longest =
        Design.read(table.formatted(length))
            .tables()
            .get(0)
            .primaryKeySchema()
            .longestKey()
            .orElseThrow();
    assertThat(finds(Code.LONG_KEY, table.formatted(length))).isEqualTo(longest > 2_048);
    assertThat(finds(Code.LONG_KEY, table.formatted(length - 1))).isFalse();
    assertThat(finds(Code.LONG_KEY, table.formatted(length + 1))).isTrue();
    String path = "CREATE TABLE t (path text PRIMARY KEY)" + TEXT;
    assertThat(finds(Code.LONG_KEY, path, 1, i -> new Object[] {"x".repeat(2_048)})).isFalse();
    assertThat(finds(Code.LONG_KEY, path, 1, i -> new Object[] {"x".repeat(2_049)})).isTrue();
  }

  @Test
  void aRowKeyHasNoMoreBytesThanItsEngineTakes() {
    String path = "CREATE TABLE t (path text PRIMARY KEY)" + TEXT;
    for (TargetEngine engine : List.of(TargetEngine.HBASE, TargetEngine.BIGTABLE)) {
      int limit = engine.limit("t").bytes();
      assertThat(lint(path, 1, i -> new Object[] {"x".repeat(limit)}, engine))
          .extracting(Finding::code)
          .contains(Code.LONG_KEY);
      assertThat(lint(path, 1, i -> new Object[] {"x".repeat(limit + 1)}, engine))
          .extracting(Finding::code)
          .contains(Code.KEY_OVER_LIMIT);
    }
  }

  @Test
  void aRowHas256ColumnsAndAMegabyteOnAverage() {
    String table = "CREATE TABLE t (%s, PRIMARY KEY (c0))";
    assertThat(finds(Code.WIDE_ROWS, table.formatted(columns("c%d uuid", 256)))).isFalse();
    assertThat(finds(Code.WIDE_ROWS, table.formatted(columns("c%d uuid", 257)))).isTrue();
    String picture = "CREATE TABLE t (id uuid PRIMARY KEY, picture blob)";
    // Of each value 16 bytes beside its own: 32 for the id, 16 for the picture.
    int fits = (1 << 20) - 48;
    assertThat(
            finds(Code.WIDE_ROWS, picture, 1, i -> new Object[] {new UUID(1, 2), new byte[fits]}))
        .isFalse();
    assertThat(
            finds(
                Code.WIDE_ROWS, picture, 1, i -> new Object[] {new UUID(1, 2), new byte[fits + 1]}))
        .isTrue();
  }

  @Test
  void aTableHas64Families() {
    String table = "CREATE TABLE t (%s, PRIMARY KEY (c0), FAMILY f (c0), " + "%s)";
    for (int families : new int[] {64, 65}) {
      String more =
          IntStream.range(1, families)
              .mapToObj(i -> "FAMILY f%d (c%d)".formatted(i, i))
              .collect(Collectors.joining(", "));
      assertThat(finds(Code.MANY_FAMILIES, table.formatted(columns("c%d uuid", families), more)))
          .isEqualTo(families == 65);
    }
  }

  @Test
  void aFamilyIsSparseFromATenthOfTheRowsOn() {
    String table =
        "CREATE TABLE t (id uuid PRIMARY KEY, a int, b int, FAMILY full (id, a), FAMILY sparse (b))";
    for (int having : new int[] {10, 11}) {
      assertThat(
              finds(
                  Code.UNEVEN_FAMILIES,
                  table,
                  100,
                  i -> new @Nullable Object[] {new UUID(i * 7_919L, i), i, i < having ? i : null}))
          .isEqualTo(having == 10);
    }
  }

  @Test
  void aStoredNameIsLongFromNineCharactersOn() {
    String table = "CREATE TABLE t (id uuid PRIMARY KEY, %s int) WITH column_names = 'plain'";
    assertThat(finds(Code.LONG_STORED_NAMES, table.formatted("eight_ch"))).isFalse();
    assertThat(finds(Code.LONG_STORED_NAMES, table.formatted("nine_char"))).isTrue();
  }

  @Test
  void aQueryFansOutOverMoreThan64Values() {
    String design =
        "CREATE TABLE t (id int, k uuid, PRIMARY KEY (mod(id, %d), k, id));"
            + " QUERY q RATE 1/s AS SELECT * FROM t WHERE k = ?;";
    assertThat(finds(Code.FAN_OUT, design.formatted(64))).isFalse();
    assertThat(finds(Code.FAN_OUT, design.formatted(65))).isTrue();
    String without = "CREATE TABLE t (id int, k uuid, PRIMARY KEY (mod(id, %d), k, id))";
    assertThat(finds(Code.FAN_OUT, without.formatted(64))).isFalse();
    assertThat(finds(Code.FAN_OUT, without.formatted(65))).isTrue();
    String ofTheTime = "CREATE TABLE t (at timestamp(s), PRIMARY KEY (mod(at, %d), at))";
    assertThat(finds(Code.FAN_OUT, ofTheTime.formatted(1_024))).isFalse();
    assertThat(finds(Code.FAN_OUT, ofTheTime.formatted(1_025))).isTrue();
  }

  @Test
  void aDrawnNumberInFrontBecomesAtMost64Buckets() {
    String table = "CREATE TABLE t (id uuid, PRIMARY KEY (random(%d), id))";
    for (int n : new int[] {63, 64, 65}) {
      Finding finding =
          Lint.of(Design.read(table.formatted(n))).findings().stream()
              .filter(found -> found.code() == Code.RANDOM_KEY)
              .findFirst()
              .orElseThrow();
      assertThat(finding.fix()).isNotNull();
      assertThat(finding.fix().declaration())
          .isEqualTo("PRIMARY KEY (bucket(%d), id)".formatted(Math.min(n, 64)));
    }
  }

  private static String textType(int rows, IntFunction<String> value) {
    String table = "CREATE TABLE t (id uuid, name text, PRIMARY KEY (id, name))";
    return lint(table, rows, i -> new Object[] {new UUID(i * 7_919L, i), value.apply(i)}, null)
        .stream()
        .filter(f -> f.code() == Code.NUMBER_AS_TEXT || f.code() == Code.NAME_FOR_CODE)
        .map(f -> String.valueOf(f.fix() == null ? null : f.fix().declaration()))
        .collect(Collectors.joining());
  }

  @Test
  void textsAreNumbersWhereTheirDigitsComeBack() {
    assertThat(textType(20, i -> String.valueOf(i + 5))).isEqualTo("name bigint");
    assertThat(textType(19, i -> String.valueOf(i + 5))).as("too few").isEmpty();
    assertThat(textType(40, i -> i % 2 == 0 ? "007" : "12")).as("007 would be 7").isEmpty();
    assertThat(textType(40, i -> i % 2 == 0 ? "007" : "123")).isEqualTo("name digits(3)");
    assertThat(textType(40, i -> i % 2 == 0 ? "0" : "12")).isEqualTo("name bigint");
    assertThat(textType(40, i -> i % 2 == 0 ? "-7" : "12")).as("digits alone").isEmpty();
    assertThat(textType(20, i -> Long.MAX_VALUE - i + "")).isEqualTo("name bigint");
    assertThat(textType(20, i -> i == 0 ? "9223372036854775808" : "7")).as("too large").isEmpty();
    assertThat(textType(20, i -> "1".repeat(38))).isEqualTo("name digits(38)");
    assertThat(textType(20, i -> "1".repeat(39))).isEmpty();
  }

  @Test
  void aCodeIsProposedForAClosedSetOfNamesAlone() {
    List<String> names = List.of("north", "south");
    IntFunction<String> two = i -> names.get(i % 2);
    assertThat(textType(40, two)).isEqualTo("name enum('north' = 1, 'south' = 2)");
    assertThat(textType(39, two)).as("each 20 times").isEmpty();
    assertThat(textType(40, i -> i % 2 == 0 ? "nort" : "sout")).as("short ones").isEmpty();
    assertThat(textType(40, i -> i % 2 == 0 ? "north" : "sout")).isNotEmpty();
    IntFunction<IntFunction<String>> many = n -> i -> "name " + (char) ('a' + i % n);
    assertThat(textType(400, many.apply(16))).isNotEmpty();
    assertThat(textType(400, many.apply(17))).as("17 names").isEmpty();
    assertThat(textType(400, i -> "web-" + i % 3)).as("ids").isEmpty();
    assertThat(textType(400, i -> "host" + (char) ('\u0661' + i % 3)))
        .as("ids, in the digits of another script")
        .isEmpty();
    assertThat(textType(400, i -> i < 199 ? "north" : "south")).isNotEmpty();
    assertThat(textType(400, i -> i < 200 ? "north" : "south"))
        .as("a name that is new in the later half: there may be more")
        .isEmpty();
  }

  @Test
  void aCodeSaysThatATypeCannotChange() {
    Finding finding =
        lint(
                "CREATE TABLE t (id uuid, name text, PRIMARY KEY (id, name))",
                400,
                i -> new Object[] {new UUID(i * 7_919L, i), i % 2 == 0 ? "north" : "south"},
                null)
            .stream()
            .filter(found -> found.code() == Code.NAME_FOR_CODE)
            .findFirst()
            .orElseThrow();
    assertThat(finding.fix()).isNotNull();
    assertThat(finding.fix().cost())
        .isEqualTo(
            "one byte in place of up to 5; a type cannot change later, so a row with any other name"
                + " is refused until all rows are loaded into a new table");
  }
}
