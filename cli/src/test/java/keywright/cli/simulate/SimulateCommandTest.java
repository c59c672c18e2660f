package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Main;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @TempDir private Path folder;
  private String schema = "";
  private String data = "";

  @BeforeEach
  void writeFiles() throws IOException {
    schema =
        Files.writeString(
                folder.resolve("visits.cql"),
                """
                CREATE TABLE visit (id int, day date, guest int, note text,
                    PRIMARY KEY (day, id));
                CREATE INDEX by_guest ON visit (guest, day);
                """)
            .toString();
    StringBuilder csv = new StringBuilder("id,day,guest,note\n");
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 4_000; i++) {
      String day = "2024-%02d-%02d".formatted(1 + i / 400, 1 + i / 20 % 20);
      int guest = Math.floorMod(i * 7_919, 1_009);
      csv.append("%d,%s,%d,\n".formatted(i, day, guest));
      json.append("{\"id\": %d, \"day\": \"%s\", \"guest\": %d}\n".formatted(i, day, guest));
    }
    data = Files.writeString(folder.resolve("visits.csv"), csv).toString();
    Files.writeString(folder.resolve("visits.jsonl"), json);
  }

  private Outcome simulate(String... more) {
    List<String> all = new ArrayList<>(List.of("simulate", schema));
    all.addAll(List.of("--region-rows", "200", "--servers", "4", "--window", "50"));
    all.addAll(List.of("--balance-every", "200"));
    all.addAll(List.of(more));
    return Keywright.run(all.toArray(String[]::new));
  }

  @Test
  void theDeclaredKeyIsReplayedUnlessToldOtherwise() {
    Outcome outcome = simulate("--data", data);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .startsWith(
            """
            4,000 rows into regions of 200 (policy constant) on 4 servers, balanced every 200 rows
            windows of 50 rows, means over the second half of them; seed 1

            """)
        .contains("declared  day, id")
        .contains("\ndeclared: hot: day rises as rows arrive, so ")
        .contains(" go to 1.0 of 39 regions and keep only 1.0 of 4 servers busy");
  }

  @Test
  void theLoadOfADesignIsReadWithIt() throws IOException {
    Files.writeString(
        Path.of(schema),
        """
        QUERY of_day RATE 10/s AS SELECT * FROM visit WHERE day = ?;
        QUERY of_guest RATE 5/min AS SELECT * FROM visit WHERE guest = :guest;
        QUERY of_id RATE 1/min AS SELECT * FROM visit WHERE id = ?;
        WRITE RATE 1000/min INTO visit;
        """,
        StandardOpenOption.APPEND);
    String[] strategies = {"--strategy", "declared", "--strategy", "bucket(4, id), day, id"};
    Outcome outcome = simulate(both(strategies, "--data", data));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("  cold_regions  read_share  read_servers  all_servers\n")
        .contains(
            """

            query     rate_per_s  strategy                fan_out
            --------  ----------  ----------------------  -------------------
            of_day            10  declared                1
            of_day            10  bucket(4, id), day, id  4
            of_guest     0.08333  declared                1 of index by_guest
            of_guest     0.08333  bucket(4, id), day, id  1 of index by_guest
            of_id        0.01667  declared                full scan: 39
            of_id        0.01667  bucket(4, id), day, id  1

            """)
        .contains("; of_id would read every row.\n");
    assertThat(simulate(both(strategies, "--data", data, "--output", "json")).out())
        .contains(
            "\"fan_out\": {\"of_day\": 1, \"of_guest\": 1, \"of_id\": 39}, \"other_keys\": {\"of_guest\":"
                + " \"index by_guest\"}, \"full_scans\": [\"of_id\"], \"largest_region_read_share\": 0.")
        .contains("\"fan_out\": {\"of_day\": 4, \"of_guest\": 1, \"of_id\": 1}")
        .contains("\"effective_read_servers\": ")
        .contains("\"effective_servers_of_all\": ");
  }

  private static String[] both(String[] first, String... second) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(second));
    return all.toArray(String[]::new);
  }

  @Test
  void otherModelsHaveTheirOwnFigures() {
    Outcome ring = simulate("--data", data, "--model", "ring", "--tokens", "8");
    assertThat(ring.err()).isEmpty();
    assertThat(ring.out())
        .startsWith(
            """
            4,000 rows into partitions on a ring of 4 servers, each with 8 tokens
            windows of 50 rows, means over the second half of them; seed 1

            strategy  key      largest_partition_share  effective_servers  shuffled  partitions  \
            largest_rows  largest_server_share
            """)
        .contains(
            "\ndeclared: uneven: rows that arrive together have the same or neighbouring values of day");
    assertThat(
            simulate(
                    "--data",
                    data,
                    "--model",
                    "ring",
                    "--strategy",
                    "(day, id)",
                    "--output",
                    "json")
                .out())
        .contains("\"seed\": 1, \"model\": \"ring\", \"tokens\": 16,\n")
        .contains("\"key\": \"(day, id)\", ")
        .contains("\"regions\": 4000, \"splits\": 0, ")
        .contains("\"largest_partition_rows\": 1, \"largest_partition_bytes\": 12, ");
    assertThat(simulate("--data", data, "--model", "load").out())
        .startsWith(
            "4,000 rows into regions of 200 (policy constant) or 6 writes in a window on 4 servers,"
                + " balanced by load every 200 rows\n");
    assertThat(simulate("--data", data, "--model", "load", "--output", "json").out())
        .contains("\"model\": \"load\", \"balance\": \"load\", \"split_writes\": 6,\n");
    assertThat(simulate("--data", data, "--balance", "load").out())
        .contains(" on 4 servers, balanced by load every 200 rows\n");
    assertThat(simulate("--data", data, "--balance", "load", "--model", "ring").err())
        .contains("found --balance with --model ring, which has no such option");
    assertThat(simulate("--data", data, "--tokens", "3").err())
        .contains("found --tokens with --model regions, which has no such option");
    assertThat(simulate("--data", data, "--split-writes", "3").err())
        .contains("found --split-writes with --model regions, which has no such option");
    assertThat(simulate("--data", data, "--model", "load", "--split-writes", "0").err())
        .contains("found 0 writes of a region in a window, expected 1 or more");
  }

  @Test
  void strategiesComeInTheOrderTheyAreNamed() {
    Outcome outcome =
        simulate(
            "--data",
            data,
            "--output",
            "json",
            "--strategy",
            "guest, day",
            "--strategy",
            "declared",
            "--strategy",
            "by_guest",
            "--compare");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .startsWith(
            "{\"rows\": 4000, \"region_rows\": 200, \"split_policy\": \"constant\", \"servers\": 4,"
                + " \"window\": 50, \"balance_every\": 200, \"seed\": 1,"
                + " \"model\": \"regions\", \"balance\": \"count\",\n \"strategies\": [\n"
                + "  {\"name\": \"guest, day\", \"key\": \"guest, day\","
                + " \"largest_region_share\": 0.")
        .contains(
            "\"fan_out\": {}, \"grade\": \"fine\", \"cause\": \"none\", \"verdict\": \"fine: ");
    assertThat(
            outcome
                .out()
                .lines()
                .filter(line -> line.startsWith("  {"))
                .map(
                    line ->
                        line.replaceAll(
                            ".*\"name\": \"([^\"]*)\".*\"key\": \"([^\"]*)\".*", "$1 = $2")))
        .containsExactly(
            "guest, day = guest, day",
            "declared = day, id",
            "by_guest = guest, day, id",
            "padded = lpad(id, 19), day",
            "reversed = reverse(lpad(id, 19)), day",
            "hashed = md5(id), day",
            "digest salt = left(md5(id), 4), day, id",
            "unit digit = mod(id, 10), day, id",
            "bucket(4) = bucket(4), day, id",
            "random(4) = random(4), day, id",
            "swapped = id, day");
  }

  @Test
  void jsonLinesAndStandardInputGiveWhatCsvGives() throws IOException {
    String csv = simulate("--data", data).out();
    assertThat(simulate("--data", folder.resolve("visits.jsonl").toString()).out()).isEqualTo(csv);
    Outcome piped =
        Keywright.runWith(
            Files.readString(Path.of(data)),
            "simulate",
            schema,
            "--data",
            "-",
            "--region-rows",
            "200",
            "--servers",
            "4",
            "--window",
            "50",
            "--balance-every",
            "200");
    assertThat(piped.out()).isEqualTo(csv);
  }

  /** A stream that cannot say how much is left, as that of a process at the end of a pipe. */
  private static final class Pipe extends FilterInputStream {
    Pipe(String text) {
      super(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public byte[] readAllBytes() {
      throw new UncheckedIOException(new IOException("Illegal seek"));
    }
  }

  @Test
  void statementsCanComeThroughAPipe() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InputStream in = new Pipe(Files.readString(Path.of(schema)));
    assertThat(Main.run(in, out, out, "simulate", "-", "--data", data)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("declared: hot: day rises");
  }

  @Test
  void rowsCanBeDrawn() {
    String[] arguments = {
      "--generate",
      "3000",
      "--column",
      "id=sequence",
      "--column",
      "guest=zipf(500)",
      "--column",
      "day=bursts",
      "--strategy",
      "id",
      "--strategy",
      "random(4), id"
    };
    Outcome outcome = simulate(arguments);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("id: hot: id rises as rows arrive, so ")
        .isEqualTo(simulate(arguments).out());
  }

  /** The tokens of the three days fall, which says nothing of the days. */
  @Test
  void noPartRisesOrFallsOnARing() throws IOException {
    String script =
        Files.writeString(
                folder.resolve("days.cql"), "CREATE TABLE days (id text PRIMARY KEY, day text)")
            .toString();
    StringBuilder rows = new StringBuilder("id,day\n");
    for (int i = 0; i < 3_000; i++) {
      rows.append("%s,0%d-05-2024\n".formatted(Integer.toHexString(i * 7_919), 1 + i / 1_000));
    }
    String file = Files.writeString(folder.resolve("days.csv"), rows).toString();
    assertThat(
            Keywright.run(
                    "simulate", script, "--data", file, "--model", "ring", "--strategy", "day, id")
                .out())
        .contains(
            "hot: rows that arrive together have the same or neighbouring values of day, so ");
  }

  @Test
  void csvHasTheVerdictToo() {
    Outcome outcome = simulate("--data", data, "--output", "csv");
    assertThat(outcome.out())
        .startsWith(
            "strategy,key,largest_region_share,effective_servers,shuffled,effective_regions,regions,splits,"
                + "cold_regions,verdict\ndeclared,\"day, id\",0.9")
        .contains(",\"hot: day rises as rows arrive, so ");
  }

  @Test
  void aReportIsWrittenWholeAndNeverOverAnotherFile() throws IOException {
    Path report = folder.resolve("report.html");
    String[] arguments = {"--data", data, "--out", report.toString()};
    Outcome outcome = simulate(arguments);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEqualTo("report: " + report + "\n");
    assertThat(outcome.out()).isEqualTo(simulate("--data", data).out());
    String page = Files.readString(report);
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<h1>visit</h1>", data + ": 4,000 rows into regions of 200");
    Files.writeString(report, "mine");
    Outcome refused = simulate(arguments);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            "keywright: cannot write %s: it exists; use --overwrite, or name another file\n"
                .formatted(report));
    assertThat(report).hasContent("mine");
    assertThat(simulate("--data", data, "--out", report.toString(), "--overwrite").status())
        .isZero();
    assertThat(report).hasContent(page);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".partial"));
    }
  }

  @Test
  void aHeatMapIsDrawnWhereItIsAskedFor() {
    assertThat(simulate("--data", data, "--heat-map", "never").out())
        .isEqualTo(simulate("--data", data).out());
    Outcome outcome = simulate("--data", data, "--heat-map", "always");
    assertThat(outcome.out().lines().filter(line -> line.contains("|")))
        .hasSize(10)
        .first()
        .asString()
        .startsWith("             2024-01-01, 0 |@");
    assertThat(simulate("--data", data, "--heat-map", "always", "--output", "json").out())
        .doesNotContain("|");
  }

  @Test
  void whatCannotBeSimulatedIsRefusedInOneLine() throws IOException {
    assertRefused(2, "found no rows to replay, expected --data or --generate");
    assertRefused(
        2,
        "found both --data and --generate, expected only one of them",
        "--data",
        data,
        "--generate",
        "9");
    assertRefused(
        2, "found --column without --generate", "--data", data, "--column", "id=sequence");
    for (String option : List.of("--map=a=b", "--ignore=note", "--format=csv")) {
      assertRefused(
          2,
          "found --map, --ignore, --set, --parse, --skip-bad or --format without --data, expected --data too",
          "--generate",
          "9",
          option);
    }
    assertRefused(2, "found no --column for ", "--generate", "9000");
    assertRefused(2, "found --overwrite without --out", "--data", data, "--overwrite");
    assertRefused(2, "found --out -, expected a file", "--data", data, "--out", "-");
    assertRefused(
        2,
        "found --out map.png, expected a name that ends in .html for a report, or in .svg",
        "--data",
        data,
        "--out",
        "map.png");
    Outcome twice = Keywright.run("simulate", "-", "--data", "-");
    assertThat(twice.status()).isEqualTo(2);
    assertThat(twice.err()).contains("found - for the design and for --data");
    assertRefused(1, "cannot find table", "--data", data, "--table", "guest");
    assertRefused(
        1,
        "cannot simulate 4,000 rows: expected at least two windows of 9,000 rows",
        "--data",
        data,
        "--window",
        "9000");
    assertRefused(1, "cannot use column nobody in a key", "--data", data, "--strategy", "nobody");
    assertRefused(1, "found 0 servers, expected 1 or more", "--data", data, "--servers", "0");
    Files.writeString(Path.of(data), "id,day,guest,note\n1,2024-01-01,1,\nx,2024-01-01,1,\n");
    assertRefused(1, "cannot read " + data + ": line 3: id: ", "--data", data);
    Files.writeString(
        Path.of(schema),
        "CREATE TABLE a (b int PRIMARY KEY);\nQUERY q RATE 1/s AS SELECT c FROM a;");
    assertRefused(
        1,
        schema + " line 2: cannot find column \"c\" in table a; its columns are b",
        "--data",
        data);
    Files.writeString(Path.of(schema), "CREATE TABLE a (b int PRIMARY KEX);");
    assertRefused(1, schema + " line 1: cannot read statement", "--data", data);
  }

  /** Each line is reported once, although each strategy reads the file again. */
  @Test
  void wrongLinesAreSkippedUpToTheGivenNumber() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(data)));
    lines.set(1_000, "x,2024-01-01,1,");
    lines.set(2_000, "1,2024-01-01");
    lines.set(3_000, "1,,1,");
    lines.set(3_500, "1,\"2024\"-01-01,1,");
    Files.write(Path.of(data), lines);
    String json =
        Files.writeString(
                folder.resolve("bad.jsonl"),
                Files.readString(folder.resolve("visits.jsonl"))
                    + "{\"id\": 1, \"day\": null, \"guest\": 1}\n{\"id\": \"x\"}\n")
            .toString();
    String[] strategies = {"--strategy", "day, id", "--strategy", "bucket(4, id), day, id"};
    Outcome outcome = simulate(both(strategies, "--data", data, "--skip-bad", "4"));
    assertThat(outcome.err().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("keywright: skipped " + data + " line 1001: id: "),
            line -> assertThat(line).contains(" line 2001: found 2 fields, expected 4"),
            line -> assertThat(line).contains(" line 3001: cannot encode day: found null"),
            line -> assertThat(line).contains(" line 3501: found text after the closing quote"));
    assertThat(outcome.out()).startsWith("3,996 rows into regions");
    assertThat(simulate("--data", json, "--skip-bad", "2").out()).startsWith("4,000 rows into");
    assertRefused(1, "cannot read %s: line 1001: id: found 'x'".formatted(data), "--data", data);
    assertThat(simulate("--data", data, "--skip-bad", "3").err())
        .endsWith("; --skip-bad 30 skips such lines\n");
    assertThat(simulate("--data", json).err())
        .startsWith("keywright: " + json + " line 4001: cannot encode day: found null")
        .endsWith("; --skip-bad 10 skips such lines\n");
    Files.write(
        Path.of(data),
        lines.stream()
            .map(line -> line.replaceFirst("^7,", "-7,").replaceFirst("^8,[^,]*", "8,"))
            .toList());
    Outcome compared = simulate("--data", data, "--skip-bad", "6", "--compare");
    assertThat(compared.out()).startsWith("3,995 rows into regions");
    assertThat(compared.err())
        .contains("keywright: left out padded: " + data + " line 9: cannot encode lpad(id, 19)")
        .doesNotContain("skips such lines");
    Outcome other =
        simulate("--data", data, "--skip-bad", "6", "--strategy", "id", "--strategy", "day, id");
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).endsWith("give the column a value\n");
    assertRefused(2, "cannot use --skip-bad -1: expected 0 or more", "--skip-bad", "-1");
  }

  private void assertRefused(int status, String message, String... more) {
    List<String> all = new ArrayList<>(List.of("simulate", schema));
    all.addAll(List.of(more));
    Outcome outcome = Keywright.run(all.toArray(String[]::new));
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ", "internal error");
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
  }
}
