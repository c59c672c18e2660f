package keywright.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintCommandTest {
  @TempDir private Path folder;
  private String good = "";
  private String bad = "";
  private String data = "";

  @BeforeEach
  void writeFiles() throws IOException {
    good = write("good.cql", "CREATE TABLE guest (id uuid PRIMARY KEY, name text);");
    bad =
        write(
            "bad stay.cql",
            """
            CREATE TABLE stay (arrived date, guest int, note text,
                PRIMARY KEY (arrived, guest));
            CREATE TABLE room (id int PRIMARY KEY);
            """);
    StringBuilder csv = new StringBuilder("arrived,guest,remark\n");
    for (int i = 0; i < 3_000; i++) {
      csv.append("2024-01-%02d,%d,\n".formatted(1 + i / 100, i % 60));
    }
    data = write("stays.csv", csv.toString());
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static Outcome lint(String... arguments) {
    List<String> all = new ArrayList<>(List.of("lint"));
    all.addAll(List.of(arguments));
    return Keywright.run(all.toArray(String[]::new));
  }

  @Test
  void aFindingIsALineWithItsFixAndItsCost() {
    Outcome outcome = lint(bad);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            """
            %1$s:2:18: warning KW101: arrived comes first in the primary key of stay and is later in each new row, so one region takes all writes, and each split leaves a half-full region that gets no more writes
                fix: PRIMARY KEY (bucket(8), arrived, guest)
                cost: a scan that does not fix the whole key reads 8 ranges, merged in order; a read by the whole key still reads one range
            %1$s:3:20: info KW102: id comes first in the primary key of room: if it rises with each new row, as the numbers of a sequence do, one region takes all writes
                fix: PRIMARY KEY (bit_reverse(id))
                cost: a range of id is no longer a range of keys; a read of one value still reads one range
            0 errors, 1 warning, 1 info
            """
                .formatted(bad));
  }

  @Test
  void theExitStatusFollowsFailOn() {
    assertThat(lint(good).status()).isZero();
    assertThat(lint(good).out()).isEqualTo("nothing found\n");
    assertThat(lint(good, "--fail-on", "info").status()).isZero();
    assertThat(lint(bad).status()).isZero();
    assertThat(lint(bad, "--fail-on", "warning").status()).isEqualTo(1);
    assertThat(lint(bad, "--fail-on", "WARNING").status()).isEqualTo(1);
    assertThat(lint(bad, "--table", "stay", "--data", data, "--ignore", "remark").status())
        .isEqualTo(1);
  }

  @Test
  void sampleRowsAreReadAsLoadReadsThem() throws IOException {
    Outcome outcome = lint(bad, "--table", "STAY", "--data", data, "--map", "remark=note");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains(":2:18: error KW101: under the primary key of stay, arrived rises")
        .contains(":2:5: error KW301: 1,200 keys of the primary key of stay are shared by several")
        .contains("so 1,200 of 3,000 rows would be overwritten");
    String dirty = write("dirty.csv", Files.readString(Path.of(data)) + "2024-13-01,1,\n");
    Outcome skipping =
        lint(bad, "--table", "stay", "--data", dirty, "--ignore", "remark", "--skip-bad", "1");
    assertThat(skipping.err()).startsWith("keywright: skipped " + dirty + " line 3002: arrived: ");
    assertThat(skipping.out()).contains("so 1,200 of 3,000 rows would be overwritten");
    String json = write("stays.jsonl", "{\"arrived\": \"2024-01-01\", \"guest\": 1}\n".repeat(2));
    assertThat(lint(bad, "--table", "stay", "--data", json).out())
        .contains("1 key of the primary key of stay is shared by several sample rows");
  }

  @Test
  void anEngineHasItsOwnRules() throws IOException {
    String file =
        write(
            "stay.cql", "CREATE TABLE stay (at timestamp, guest int, PRIMARY KEY ((at), guest));");
    assertThat(lint(file, "--engine", "hbase").out()).contains("KW101", "one region");
    assertThat(lint(file, "--engine", "cassandra").out())
        .contains("KW101", "the key finds rows only by an exact value")
        .doesNotContain("region");
    assertThat(lint(file, "--engine", "abacus").status()).isEqualTo(2);
  }

  @Test
  void whatCannotBeReadIsAFindingAndTheRestIsRead() throws IOException {
    String file =
        write("torn.cql", "CREATE TABLE a (b int PRIMARY KEX);\n" + Files.readString(Path.of(bad)));
    Outcome outcome = lint(file);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out())
        .contains(":1:31: error KW001: cannot read statement: line 1, column 31: found 'KEX'")
        .contains(":3:18: warning KW101")
        .endsWith("1 error, 1 warning, 1 info\n");
  }

  /** The statement that cannot be read is what is wrong, not that no table is found. */
  @Test
  void rowsOfATableThatIsRefusedLeaveTheFindingsOfItsStatement() throws IOException {
    String file = write("lost.cql", "CREATE TABLE stay (at timestamp, PRIMARY KEY (year(at)));");
    for (String[] more : new String[][] {{}, {"--table", "stay"}}) {
      String[] arguments =
          Stream.concat(Stream.of(file, "--data", data), Stream.of(more)).toArray(String[]::new);
      Outcome outcome = lint(arguments);
      assertThat(outcome.out()).contains("error KW001: ").endsWith("1 error, 0 warnings, 0 info\n");
      assertThat(outcome.err())
          .isEqualTo(
              data
                  + ": the rows of this file are not read, since a statement is refused; correct the statement first\n");
      assertThat(outcome.status()).isEqualTo(1);
    }
  }

  @Test
  void wrongUsageIsTwoAndUnreadableFilesAreOne() {
    for (String option : List.of("--table=stay", "--ignore=note", "--map=a=b", "--format=csv")) {
      assertRefused(
          2,
          "found --table, --map, --ignore, --set, --parse, --skip-bad or --format without --data",
          bad,
          option);
    }
    assertRefused(2, "found --data -, expected a file", bad, "--data", "-");
    assertRefused(2, "Invalid value for option '--fail-on'", bad, "--fail-on", "never");
    assertRefused(1, "no such file", folder.resolve("none.cql").toString());
    assertRefused(1, "cannot choose a table: found room, stay", bad, "--data", data);
    assertRefused(
        1, "cannot find table inn: found room, stay", bad, "--data", data, "--table", "inn");
    assertRefused(1, "found header \"remark\"", bad, "--data", data, "--table", "stay");
  }

  private static void assertRefused(int status, String message, String... arguments) {
    Outcome outcome = lint(arguments);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ", "internal error");
    assertThat(outcome.status()).isEqualTo(status);
  }

  @Test
  void jsonHasEveryFinding() throws IOException {
    Map<?, ?> json = object(parse(lint(bad, "--output", "json").out()));
    assertThat(json.get("file")).isEqualTo(bad);
    assertThat(json.get("warning")).isEqualTo(1);
    List<?> findings = (List<?>) json.get("findings");
    assertThat(findings).hasSize(2);
    Map<?, ?> first = object(findings.get(0));
    assertThat(first.get("code")).isEqualTo("KW101");
    assertThat(first.get("severity")).isEqualTo("warning");
    assertThat(List.of(first.get("line"), first.get("column"), first.get("end_line")))
        .isEqualTo(List.of(2, 18, 2));
    assertThat(first.get("fix")).isEqualTo("PRIMARY KEY (bucket(8), arrived, guest)");
    assertThat((String) first.get("cost")).contains("8 ranges");
    assertThat(object(parse(lint(good, "--output", "json").out())).get("findings"))
        .isEqualTo(List.of());
  }

  /** The members that the schema of SARIF 2.1.0 requires, and those that viewers go by. */
  @Test
  void sarifIsAsItsSchemaAsks() throws IOException {
    Map<?, ?> log = object(parse(lint(bad, "--output", "sarif").out()));
    assertThat(log.get("version")).isEqualTo("2.1.0");
    assertThat((String) log.get("$schema")).endsWith("/sarif-schema-2.1.0.json");
    List<?> runs = (List<?>) log.get("runs");
    assertThat(runs).hasSize(1);
    Map<?, ?> run = object(runs.get(0));
    Map<?, ?> driver = object(object(run.get("tool")).get("driver"));
    assertThat(driver.get("name")).isEqualTo("keywright");
    List<?> rules = (List<?>) driver.get("rules");
    assertThat(run.get("columnKind")).isEqualTo("unicodeCodePoints");
    List<?> results = (List<?>) run.get("results");
    assertThat(results).hasSize(2);
    for (Object each : results) {
      Map<?, ?> result = object(each);
      assertThat((String) object(result.get("message")).get("text")).contains("; fix: ");
      assertThat((String) result.get("level")).isIn("note", "warning", "error");
      Map<?, ?> rule = object(rules.get((Integer) result.get("ruleIndex")));
      assertThat(rule.get("id")).isEqualTo(result.get("ruleId"));
      assertThat((String) object(rule.get("shortDescription")).get("text")).isNotEmpty();
      Map<?, ?> place =
          object(object(((List<?>) result.get("locations")).get(0)).get("physicalLocation"));
      assertThat((String) object(place.get("artifactLocation")).get("uri"))
          .startsWith("file:/")
          .endsWith("/bad%20stay.cql");
      assertRegion(place.get("region"));
      Map<?, ?> fix = object(((List<?>) result.get("fixes")).get(0));
      Map<?, ?> change = object(((List<?>) fix.get("artifactChanges")).get(0));
      assertThat(change.get("artifactLocation")).isEqualTo(place.get("artifactLocation"));
      for (Object replacement : (List<?>) change.get("replacements")) {
        assertRegion(object(replacement).get("deletedRegion"));
        assertThat(object(object(replacement).get("insertedContent")).get("text")).isNotNull();
      }
    }
    assertThat(object(results.get(1)).get("level")).isEqualTo("note");
  }

  /** What is read from standard input is nowhere, so that a fix could not be applied. */
  @Test
  void sarifOfStandardInputNamesNoFileAndHasNoFixes() throws IOException {
    String design = Files.readString(Path.of(bad));
    Outcome outcome = Keywright.runWith(design, "lint", "-", "--output", "sarif");
    assertThat(outcome.out())
        .contains("; fix: ", "\"artifactLocation\": {\"uri\": \"-\"}")
        .doesNotContain("standard", "fixes");
    assertThat(Keywright.runWith(design, "lint", "-").out()).startsWith("standard input:2:18: ");
  }

  @Test
  void sarifNamesFilesByUrisOfAscii() {
    assertThat(SarifWriter.uri("so:weit/früh 1%.cql")).isEqualTo("./so:weit/fr%C3%BCh%201%25.cql");
    assertThat(SarifWriter.uri("a/so:weit.cql")).isEqualTo("a/so:weit.cql");
  }

  @Test
  void noNameReachesTheTerminalAsItsCommand() throws IOException {
    Path odd = folder.resolve("odd.cql");
    Files.writeString(odd, "CREATE TABLE t (\"a\u001b[31m\" timestamp PRIMARY KEY);");
    assertThat(lint(odd.toString()).out())
        .contains("fix: PRIMARY KEY (bucket(8), \"a\\u001b[31m\")")
        .doesNotContain("\u001b");
  }

  private static void assertRegion(@Nullable Object region) {
    Map<?, ?> lines = object(region);
    assertThat((Integer) lines.get("startLine")).isPositive();
    assertThat((Integer) lines.get("startColumn")).isPositive();
    assertThat((Integer) lines.get("endLine"))
        .isGreaterThanOrEqualTo((Integer) lines.get("startLine"));
    assertThat((Integer) lines.get("endColumn")).isPositive();
  }

  private static Map<?, ?> object(@Nullable Object json) {
    return (Map<?, ?>) Objects.requireNonNull(json);
  }

  private static @Nullable Object parse(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<@Nullable Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser));
      }
      return list;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, value(parser));
      }
      return members;
    }
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        ? (Object) parser.getIntValue()
        : parser.getText().equals("null") ? null : parser.getText();
  }
}
