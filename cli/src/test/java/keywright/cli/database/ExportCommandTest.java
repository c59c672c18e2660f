package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import keywright.cli.console.OutputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  @TempDir private Path directory;
  private Shop shop;
  private Path target;

  @BeforeEach
  void loadTable() {
    shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    target = directory.resolve("out.csv");
  }

  /** The files beside the database, which must not grow by ones half written. */
  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String withoutTime(Outcome outcome) {
    return outcome.err().replaceFirst(", in [0-9.]+ s \\([0-9,]+ rows/s\\)\n$", "");
  }

  @Test
  void aTableIsWrittenAsCsv() throws Exception {
    Outcome outcome = shop.run("export", "PAYMENT", target.toString());
    assertThat(withoutTime(outcome)).isEqualTo("payment: 3 rows exported to " + target);
    assertThat(outcome.out()).isEmpty();
    assertThat(Files.readString(target))
        .isEqualTo(
            """
            payment_id,customer_id,amount,paid_at,note
            1,5,2.50,2017-01-01T09:00:00Z,"a, ""b\"""
            2,5,10.00,2017-01-02T10:00:00Z,
            3,6,,2018-01-01T00:00:00Z,""
            """);
    assertThat(files()).containsExactly("db", "out.csv", "payment.csv");
  }

  @Test
  void aNameOfAnotherFormatIsRefusedUnlessTheFormatIsNamed() throws Exception {
    String file = directory.resolve("out.parquet").toString();
    Outcome refused = shop.run("export", "payment", file);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "keywright: cannot tell the format of %s: found .parquet, expected .csv or .jsonl, with .gz after it for gzip; rename it, or use --format\n"
                .formatted(file));
    assertThat(Files.exists(Path.of(file))).isFalse();
    shop.out("export", "payment", file, "--format", "csv");
    assertThat(Files.readString(Path.of(file))).startsWith("payment_id,customer_id,");
    assertThat(shop.run("load", "payment", file).err()).contains("found .parquet, expected .csv");
  }

  @Test
  void aNameThatEndsInGzIsCompressedAndLoadedAgain() throws Exception {
    for (String name : List.of("out.csv.gz", "OUT.JSONL.GZ")) {
      String file = directory.resolve(name).toString();
      shop.out("export", "payment", file);
      try (InputStream in = new GZIPInputStream(new FileInputStream(file))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines())
            .hasSize(name.startsWith("out") ? 4 : 3);
      }
      assertThat(shop.run("load", "payment", file).err())
          .contains("payment: 3 rows read, 0 inserted, 0 overwrote another, 3 unchanged");
    }
  }

  /** The longest numbers that are written, with signs, points and zeros in front. */
  @Test
  void numbersOfAThousandDigitsAreLoadedAgain() throws Exception {
    String digits = "7".repeat(1_000);
    String point = "0." + "7".repeat(999);
    shop.out(
        "run", "-e", "CREATE TABLE n (id int PRIMARY KEY, d decimal, v varint, l list<decimal>)");
    shop.out(
        "load",
        "n",
        shop.file(
            "n.csv",
            "id,d,v,l\n1,%1$s,%1$s,[%1$s]\n2,-%1$s,-%1$s,[-%1$s]\n3,%2$s,,[%2$s]\n4,-%2$s,,[-%2$s]\n5,-1E-20000,,\n"
                .formatted(digits, point)));
    for (String name : List.of("n.out.csv", "n.out.jsonl")) {
      String file = directory.resolve(name).toString();
      shop.out("export", "n", file);
      assertThat(shop.run("load", "n", file).err())
          .contains("n: 5 rows read, 0 inserted, 0 overwrote another, 5 unchanged");
    }
    String longer = shop.file("longer.csv", "id,d\n6,8" + digits + "\n");
    assertThat(shop.refusal("load", "n", longer)).contains("more than 1,000 digits");
  }

  @Test
  void jsonLinesHaveEveryColumn() throws Exception {
    Path lines = directory.resolve("out.jsonl");
    shop.out("export", "payment", lines.toString());
    assertThat(Files.readString(lines))
        .isEqualTo(
            """
            {"payment_id": 1, "customer_id": 5, "amount": 2.50, "paid_at": "2017-01-01T09:00:00Z", \
            "note": "a, \\"b\\""}
            {"payment_id": 2, "customer_id": 5, "amount": 10.00, "paid_at": "2017-01-02T10:00:00Z", \
            "note": null}
            {"payment_id": 3, "customer_id": 6, "amount": null, "paid_at": "2018-01-01T00:00:00Z", \
            "note": ""}
            """);
  }

  @Test
  void aSelectIsExportedAndStandardOutputIsAFileToo() {
    Outcome outcome =
        shop.run(
            "export",
            " select payment_id AS id, amount FROM payment WHERE customer_id = 5",
            "-",
            "--format",
            "jsonl");
    assertThat(outcome.out())
        .isEqualTo("{\"id\": 2, \"amount\": 10.00}\n{\"id\": 1, \"amount\": 2.50}\n");
    assertThat(withoutTime(outcome)).isEqualTo("query: 2 rows exported to standard output");
    assertThat(shop.out("export", "SELECT note FROM payment WHERE payment_id = 9", "-"))
        .isEqualTo("note\n");
  }

  @Test
  void anExistingFileIsKeptByDefault() throws Exception {
    Files.writeString(target, "mine");
    String there =
        "cannot write %s: it exists; use --overwrite, or name another file".formatted(target);
    assertThat(shop.refusal("export", "payment", target.toString())).isEqualTo(there);
    assertThat(target).hasContent("mine");
    Path link = Files.createSymbolicLink(directory.resolve("link.csv"), target);
    shop.out("export", "payment", link.toString(), "--overwrite");
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(target)).startsWith("payment_id,");
    assertThat(files()).containsExactly("db", "link.csv", "out.csv", "payment.csv");
  }

  @Test
  void placesThatCannotBeWrittenAreSaid() throws Exception {
    Path missing = directory.resolve("no/out.csv");
    assertThat(shop.refusal("export", "payment", missing.toString()))
        .isEqualTo(
            "cannot write %s: there is no directory %s; create it first"
                .formatted(missing, missing.getParent()));
    assertThat(shop.refusal("export", "payment", directory.toString()))
        .isEqualTo(
            "cannot write %s: it is a directory, expected the name of a file".formatted(directory));
    assertThat(shop.refusal("export", "payment", "/dev/null", "--overwrite"))
        .isEqualTo(
            "cannot write /dev/null: it is no regular file; write to - and redirect standard"
                + " output");
    assertThat(shop.run("export", "payment").err())
        .isEqualTo(
            "keywright: Missing required parameter: 'FILE'; for example: keywright export payment"
                + " payment.csv; see 'keywright export --help'\n");
  }

  /**
   * What is refused in the middle of the rows leaves no file, neither half nor under another name.
   */
  @Test
  void whatIsRefusedLeavesNothing() throws Exception {
    assertThat(shop.refusal("export", "payments", target.toString()))
        .isEqualTo("cannot find table payments; did you mean payment?");
    assertThat(shop.refusal("export", "DROP TABLE payment", target.toString()))
        .startsWith("cannot find table \"DROP TABLE payment\"");
    assertThat(shop.refusal("export", "SELECT * FROM payment WHERE amount > 5", target.toString()))
        .startsWith("cannot read payment by these conditions: ");
    assertThat(shop.refusal("export", "SELECT note, note FROM payment", target.toString()))
        .isEqualTo(
            "cannot export SELECT note, note FROM payment: found two columns named note, expected different names; give one of them another name with AS");
    assertThat(files()).containsExactly("db", "payment.csv");
    assertThat(shop.out("tables")).contains("payment");
  }

  @Test
  void aFileDoesNotExistBeforeItIsComplete() throws Exception {
    try (OutputFile file = OutputFile.of(target.toString(), false)) {
      file.open().print("half").flush();
      assertThat(target).doesNotExist();
      assertThat(files()).hasSize(3);
    }
    assertThat(files()).containsExactly("db", "payment.csv");
    try (OutputFile file = OutputFile.of(target.toString(), false)) {
      file.open().print("mine");
      Files.writeString(target, "another's");
      assertThat(org.assertj.core.api.Assertions.catchThrowable(file::complete))
          .hasMessageEndingWith("it exists; use --overwrite, or name another file");
    }
    assertThat(target).hasContent("another's");
    assertThat(files()).containsExactly("db", "out.csv", "payment.csv");
  }
}
