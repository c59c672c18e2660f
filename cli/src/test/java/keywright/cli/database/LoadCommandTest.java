package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadCommandTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = Shop.open(directory);
  }

  /** The report without seconds and rate. */
  private String report(String... arguments) {
    Outcome outcome = shop.run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).matches("(?s).*, in [0-9.]+ s \\([0-9,]+ rows/s\\)\n");
    return outcome.err().replaceFirst(", in [^\n]*\n$", "");
  }

  private String rows() {
    return shop.out("run", "--output", "csv", "-e", "SELECT * FROM payment");
  }

  private static final String THREE_ROWS =
      """
      payment_id,customer_id,amount,paid_at,note
      1,5,2.50,2017-01-01T09:00:00Z,"a, ""b\"""
      2,5,10.00,2017-01-02T10:00:00Z,
      3,6,,2018-01-01T00:00:00Z,""
      """;

  @Test
  void csvIsLoadedAndLoadingItAgainChangesNothing() {
    String file = shop.file("payment.csv", Shop.PAYMENTS_CSV);
    assertThat(report("load", "payment", file))
        .isEqualTo("payment: 3 rows read, 3 inserted, 0 overwrote another, 0 unchanged, 0 skipped");
    assertThat(rows()).isEqualTo(THREE_ROWS);
    assertThat(report("load", "payment", file))
        .isEqualTo("payment: 3 rows read, 0 inserted, 0 overwrote another, 3 unchanged, 0 skipped");
    assertThat(rows()).isEqualTo(THREE_ROWS);
  }

  @Test
  void whatRunPrintsAsCsvLoadsBackAsItIs() {
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    String printed = rows();
    shop.out("run", "-e", "TRUNCATE payment");
    shop.out("load", "payment", shop.file("again.csv", printed));
    assertThat(rows()).isEqualTo(printed);
  }

  @Test
  void rowsWithAnotherRowsKeyAreCounted() {
    String file = shop.file("twice.csv", "payment_id,note\n1,a\n2,b\n1,c\n2,b\n");
    assertThat(report("load", "payment", file))
        .isEqualTo("payment: 4 rows read, 2 inserted, 1 overwrote another, 1 unchanged, 0 skipped");
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT payment_id, note FROM payment"))
        .isEqualTo("payment_id,note\n1,c\n2,b\n");
  }

  @Test
  void aHeaderThatIsNoColumnIsNamedWithTheWaysOut() {
    String file = shop.file("p.csv", "Payment_ID,payment_date,staff\n1,2017-01-01,3\n");
    assertThat(shop.refusal("load", "payment", file))
        .isEqualTo(
            "cannot load "
                + file
                + ": found headers \"payment_date\", \"staff\", expected columns of payment"
                + " (payment_id, customer_id, amount, paid_at, note); use --map"
                + " payment_date=COLUMN --map staff=COLUMN, or --ignore payment_date,staff");
    assertThat(
            report("load", "payment", file, "--map", "payment_date=paid_at", "--ignore", "staff"))
        .startsWith("payment: 1 row read, 1 inserted");
    assertThat(shop.refusal("load", "payment", file, "--map", "payment_date=paid"))
        .isEqualTo(
            "cannot use --map payment_date=paid: payment has no column \"paid\", only payment_id,"
                + " customer_id, amount, paid_at, note");
    assertThat(shop.refusal("load", "payment", file, "--ignore", "x,payment_date,staff"))
        .isEqualTo(
            "cannot load "
                + file
                + ": found no header \"x\" for --ignore, only Payment_ID, payment_date, staff");
    assertThat(shop.refusal("load", "payment", shop.file("k.csv", "note\nx\n")))
        .isEqualTo(
            "cannot load "
                + directory.resolve("k.csv")
                + ": found no header for key column payment_id of payment; use --map"
                + " HEADER=payment_id, or --set payment_id=VALUE");
  }

  @Test
  void aBadLineStopsWithItsNumberAndWhatWasLoaded() {
    String file =
        shop.file(
            "bad.csv", "payment_id,amount,note\n1,1,\"two\nlines\"\n2,x,\n3,1.234,\n4,1\n5,5,ok\n");
    assertThat(shop.refusal("load", "payment", file))
        .startsWith("cannot load " + file + ": line 4: amount: found 'x', expected ")
        .endsWith(
            "; 1 row before this line is loaded; fix this line and load again, which is "
                + "safe, or use --skip-bad 10");
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT payment_id FROM payment"))
        .isEqualTo("payment_id\n1\n");

    String report = report("load", "payment", file, "--skip-bad", "3");
    assertThat(report.lines().toList())
        .hasSize(4)
        .satisfiesExactly(
            line -> assertThat(line).startsWith("keywright: skipped " + file + " line 4: amount: "),
            line -> assertThat(line).startsWith("keywright: skipped " + file + " line 5: amount: "),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "keywright: skipped " + file + " line 6: found 2 fields, expected 3"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "payment: 2 rows read, 1 inserted, 0 overwrote another, 1 unchanged,"
                            + " 3 skipped"));
    assertThat(shop.run("load", "payment", file, "--skip-bad", "2").status()).isEqualTo(1);
  }

  @Test
  void aKeyThatDoesNotFitIsABadLine() {
    String file = shop.file("wide.csv", "payment_id\n1\n1234567890\n\n");
    assertThat(shop.refusal("load", "payment", file))
        .startsWith("cannot load " + file + ": line 3: ")
        .contains("1234567890", "999999999");
  }

  @Test
  void jsonLinesAreLoadedWithoutAnySilentConversion() {
    String file =
        shop.file(
            "p.jsonl",
            """
            {"payment_id": 1, "customer_id": 5, "amount": 2.5, "paid_at": "2017-01-01T09:00:00Z", \
            "note": "a, \\"b\\""}

            {"payment_id": 2, "customer_id": 5, "amount": 1e1, "paid_at": "2017-01-02 10:00:00"}
            {"payment_id": 3, "customer_id": 6, "amount": null, "paid_at": "2018-01-01", "note": ""}
            """);
    assertThat(report("load", "payment", file))
        .isEqualTo("payment: 3 rows read, 3 inserted, 0 overwrote another, 0 unchanged, 0 skipped");
    assertThat(rows()).isEqualTo(THREE_ROWS);
  }

  @Test
  void badJsonLinesSayWhatIsWrong() {
    assertBadJson("{\"payment_id\": 1, \"note\": 5}", "note: found ");
    assertBadJson("{\"payment_id\": \"1\"}", "payment_id: found ");
    assertBadJson("{\"payment_id\": 1, \"amount\": 1.999}", "amount: found ");
    assertBadJson("{\"payment_id\": 1, \"note\": [1]}", "note: found an array, expected a value");
    assertBadJson(
        "{\"payment_id\": 1, \"x\": 1}", "found header \"x\", expected columns of payment");
    assertBadJson(
        "{\"payment_id\": 1, \"payment_id\": 2}",
        "found the name \"payment_id\" a second time, expected each once");
    assertBadJson(
        "{\"payment_id\": 1, \"Payment_ID\": 2}", "found a second value for column payment_id");
    assertBadJson("[1]", "found an array, expected one JSON object on each line");
    assertBadJson("{\"payment_id\": 1} 2", "found a number after the object");
  }

  private void assertBadJson(String line, String problem) {
    Outcome outcome =
        shop.runWith(
            "{\"payment_id\": 7}\n" + line + "\n", "load", "payment", "-", "--format", "jsonl");
    assertThat(outcome.err())
        .startsWith("keywright: cannot load standard input: line 2: " + problem)
        .contains("; 1 row before this line is loaded; ");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void filesThatHoldNoRowsAreSaid() {
    String empty = shop.file("empty.csv", "");
    assertThat(shop.refusal("load", "payment", empty))
        .isEqualTo("cannot load " + empty + ": it is empty, expected a header with column names");
    String emptyJson = shop.file("empty.jsonl", "\n");
    assertThat(shop.refusal("load", "payment", emptyJson))
        .isEqualTo(
            "cannot load " + emptyJson + ": it is empty, expected one JSON object on each line");
    assertThat(report("load", "payment", shop.file("header.csv", "payment_id,note\n")))
        .isEqualTo("payment: 0 rows read, 0 inserted, 0 overwrote another, 0 unchanged, 0 skipped");
    String gap = shop.file("gap.csv", "payment_id,,note\n1,2,3\n");
    assertThat(shop.refusal("load", "payment", gap))
        .isEqualTo(
            "cannot load " + gap + ": field 2 of its header is empty, expected a column name");
  }

  @Test
  void filesThatCannotBeReadAreSaid() {
    String missing = directory.resolve("no.csv").toString();
    assertThat(shop.refusal("load", "payment", missing))
        .startsWith("cannot read " + missing + ": no such file in ");
    assertThat(shop.refusal("load", "payment", directory.toString()))
        .isEqualTo("cannot read " + directory + ": it is a directory, expected a file");
    String utf16 = shop.file("utf16.csv", "payment_id\n1\n".getBytes(StandardCharsets.UTF_16));
    assertThat(shop.refusal("load", "payment", utf16))
        .isEqualTo(
            "cannot load "
                + utf16
                + ": line 1: found UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8");
    String latin =
        shop.file("latin.csv", "payment_id,note\n1,é\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(shop.refusal("load", "payment", latin))
        .startsWith("cannot load " + latin + ": line 2: field 2 is not UTF-8; convert the input");
    assertThat(shop.refusal("load", "payments", missing)).contains("no such file");
    assertThat(shop.refusal("load", "payments", latin))
        .isEqualTo("cannot find table payments; did you mean payment?");
    shop.run("run", "-e", "CREATE INDEX notes ON payment (note)");
    assertThat(shop.refusal("load", "notes", latin))
        .isEqualTo(
            "cannot find table notes: it is an index of payment; name the table payment instead; the planner reads the index if it is the best key for the query");
  }

  /** An index key of a column that the file lacks is only known with the stored row. */
  @Test
  void aLineThatIsRefusedWithItsStoredRowIsNamed() {
    shop.run(
        "run",
        "-e",
        "CREATE TABLE v (id int PRIMARY KEY, note text, n int);"
            + "CREATE INDEX v_notes ON v (note, n)");
    String tooLong = "x".repeat(70_000);
    String file =
        shop.file("v.csv", "id,note\n1,a\n2," + tooLong + "\n3,b\n4," + tooLong + "\n5,c\n");
    assertThat(shop.refusal("load", "v", file))
        .startsWith(
            "cannot load "
                + file
                + ": line 3: cannot write to v: the key of its index v_notes would be")
        .contains("; 3 rows of the file are loaded; ");
    Outcome skipped = shop.run("load", "v", file, "--skip-bad", "2");
    assertThat(skipped.status()).isZero();
    assertThat(skipped.err())
        .contains("skipped " + file + " line 3: ")
        .contains("skipped " + file + " line 5: ")
        .contains("v: 3 rows read, 0 inserted, 0 overwrote another, 3 unchanged, 2 skipped");
    Outcome oneTooMany = shop.run("load", "v", file, "--skip-bad", "1");
    assertThat(oneTooMany.status()).isEqualTo(1);
    assertThat(oneTooMany.err()).contains("skipped " + file + " line 3: ").contains(": line 5: ");
  }

  @Test
  void wrongUsageIsTwo() {
    Outcome outcome = shop.run("load", "payment");
    assertThat(outcome.err())
        .isEqualTo(
            "keywright: Missing required parameter: 'FILE'; for example: keywright load payment"
                + " payment.csv --map payment_date=paid_at --ignore staff_id; see 'keywright load"
                + " --help'\n");
    assertThat(outcome.status()).isEqualTo(2);
  }
}
