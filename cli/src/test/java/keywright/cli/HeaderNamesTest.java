package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns the names in a file mean, and columns that it does not have. */
class HeaderNamesTest {
  private static final String INVOICE =
      "CREATE TABLE invoice (invoice_id int, billing_city text, total decimal(8,2), host text,"
          + " PRIMARY KEY (invoice_id));";

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTables() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        INVOICE
            + "CREATE TABLE twin (id int PRIMARY KEY, user_id int, \"userId\" int, \"User_Id\" int);");
  }

  private String rows(String table) {
    return shop.out("run", "--output", "csv", "-e", "SELECT * FROM " + table);
  }

  @Test
  void camelCaseMeansTheColumnWithUnderscoresAndIsSaidInOneLine() {
    String file = shop.file("i.csv", "InvoiceId,billing-city,TOTAL\n7,Ulm,1.5\n8,Bonn,2\n");
    Outcome load = shop.run("load", "invoice", file);
    assertThat(load.err())
        .startsWith(
            file
                + ": read InvoiceId as invoice_id, billing-city as billing_city\n"
                + "invoice: 2 rows read, 2 inserted");
    assertThat(rows("invoice"))
        .isEqualTo("invoice_id,billing_city,total,host\n7,Ulm,1.50,\n8,Bonn,2.00,\n");
  }

  @Test
  void namesOfJsonDoTooAndEachIsSaidOnce() {
    String lines =
        """
        {"invoiceId": 1, "total": 1}
        {"invoiceId": 2, "billingCity": "Ulm"}
        {"invoiceId": 3, "billingCity": null}
        """;
    Outcome load = shop.runWith(lines, "load", "invoice", "-", "--format", "jsonl");
    assertThat(load.err())
        .startsWith(
            """
            standard input: read invoiceId as invoice_id
            standard input: read billingCity as billing_city
            invoice: 3 rows read, 3 inserted""");
    assertThat(rows("invoice"))
        .isEqualTo("invoice_id,billing_city,total,host\n1,,1.00,\n2,Ulm,,\n3,,,\n");
  }

  @Test
  void anExactNameWinsAndAnAmbiguousOneIsRefused() {
    String exact = shop.file("e.csv", "id,user_id,userId,User_Id\n1,2,3,4\n");
    assertThat(shop.run("load", "twin", exact).err()).startsWith("twin: 1 row read");
    assertThat(rows("twin")).isEqualTo("id,user_id,userId,User_Id\n1,2,3,4\n");
    String ambiguous = shop.file("a.csv", "id,userID\n1,2\n");
    assertThat(shop.refusal("load", "twin", ambiguous))
        .isEqualTo(
            "cannot load "
                + ambiguous
                + ": found header \"userID\", expected columns of twin (id, user_id, userId,"
                + " User_Id); use --map userID=COLUMN, or --ignore userID");
    String both = shop.file("b.csv", "invoice_id,InvoiceId\n1,2\n");
    assertThat(shop.refusal("load", "invoice", both))
        .isEqualTo(
            "cannot load "
                + both
                + ": found headers \"invoice_id\" and \"InvoiceId\" for column invoice_id, "
                + "expected only one of the two; leave the header out with --ignore InvoiceId");
    String same = shop.file("c.csv", "invoice_id,invoice_id\n1,2\n");
    assertThat(shop.refusal("load", "invoice", same))
        .endsWith("expected only one of the two; rename one of them in the file");
  }

  /** The words of a suggestion go through a shell, and each has all that is unknown. */
  @Test
  void whatIsSuggestedForUnknownNamesCanBePasted() {
    String file = shop.file("u.csv", "InvoiceId,Unit price,it's,staff\n7,1,2,3\n");
    String refusal = shop.refusal("load", "invoice", file);
    assertThat(refusal)
        .endsWith(
            "; use --map 'Unit price'=COLUMN --map 'it'\\''s'=COLUMN --map staff=COLUMN, or --ignore"
                + " 'Unit price,it'\\''s,staff'");
    Outcome load = shop.run("load", "invoice", file, "--ignore", "Unit price,it's,staff");
    assertThat(load.status()).as(load.err()).isZero();
    Outcome mapped =
        shop.run("load", "invoice", file, "--map", "Unit price=total", "--ignore", "it's,staff");
    assertThat(mapped.status()).as(mapped.err()).isZero();
    assertThat(rows("invoice")).endsWith("\n7,,1.00,\n");
  }

  /** To map or to ignore all of such a header would not help. */
  @Test
  void aFileWithoutCommasOrWithoutHeaderIsSaidToBeSo() {
    for (String sign : List.of(";", "\t", "|")) {
      String shown = sign.replace("\t", "\\t");
      String file = shop.file("s.csv", String.join(sign, "invoice_id", "Total") + "\n");
      assertThat(shop.refusal("load", "invoice", file))
          .isEqualTo(
              "cannot load %s: found '%s' between the names of its header, expected ','; write the file with commas, and put a field that contains a comma between double quotes"
                  .formatted(file, shown));
    }
    String rows = shop.file("r.csv", "7,Ulm,1.00,web1\n");
    assertThat(shop.refusal("load", "invoice", rows))
        .isEqualTo(
            "cannot load %s: found \"7\", \"Ulm\", \"1.00\", \"web1\" in its first line, expected a header with columns of invoice (invoice_id, billing_city, total, host); add such a line before the rows"
                .formatted(rows));
  }

  @Test
  void allUnknownNamesOfALineOfJsonAreNamed() {
    String lines = "{\"invoice_id\": 1, \"x\": 1, \"total\": 2, \"y\": {\"z\": [1]}}\n";
    assertThat(shop.runWith(lines, "load", "invoice", "-", "--format", "jsonl").err())
        .contains("found headers \"x\", \"y\", ")
        .contains("; use --map x=COLUMN --map y=COLUMN, or --ignore x,y; 0 rows");
  }

  @Test
  void aConstantColumnIsInEveryRow() {
    String csv = shop.file("c.csv", "invoice_id,total\n1,2\n2,3\n");
    assertThat(shop.run("load", "invoice", csv, "--set", "host=web1").err())
        .startsWith("invoice: 2 rows read, 2 inserted");
    shop.runWith(
        "{\"total\": 9}\n", "load", "invoice", "-", "--format", "jsonl", "--set", "invoice_id=3");
    assertThat(rows("invoice"))
        .isEqualTo("invoice_id,billing_city,total,host\n1,,2.00,web1\n2,,3.00,web1\n3,,9.00,\n");
  }

  @Test
  void aConstantThatDoesNotFitIsRefused() {
    String csv = shop.file("c.csv", "invoice_id,total\n1,2\n");
    assertThat(shop.refusal("load", "invoice", csv, "--set", "invoice_id=x"))
        .startsWith("cannot use --set invoice_id=x: found 'x', expected a whole number");
    assertThat(shop.refusal("load", "invoice", csv, "--set", "hosts=x"))
        .isEqualTo(
            "cannot use --set hosts=x: invoice has no column \"hosts\", only invoice_id,"
                + " billing_city, total, host");
    assertThat(shop.refusal("load", "invoice", csv, "--set", "total=7"))
        .isEqualTo(
            "cannot load "
                + csv
                + ": found header \"total\" and --set for column total, expected only one of "
                + "the two; leave the header out with --ignore total");
    assertThat(
            shop.runWith(
                    "{\"invoice_id\": 1, \"total\": 9}\n",
                    "load",
                    "invoice",
                    "-",
                    "--format",
                    "jsonl",
                    "--set",
                    "total=7")
                .err())
        .contains("line 1: found header \"total\" and --set for column total");
  }

  /** Rows are gone through more than once; what their names mean is said once. */
  @Test
  void otherCommandsReadTheSameNames() {
    String csv =
        shop.file(
            "c.csv",
            IntStream.range(0, 1_000)
                .mapToObj(id -> id + "," + id % 7 + "\n")
                .collect(Collectors.joining("", "InvoiceId,total\n", "")));
    String schema = shop.file("i.cql", INVOICE);
    String said = csv + ": read InvoiceId as invoice_id\n";
    Outcome lint = Keywright.run("lint", schema, "--data", csv, "--set", "host=web1");
    assertThat(lint.err()).isEqualTo(said);
    Outcome simulate = Keywright.run("simulate", schema, "--data", csv, "--compare");
    assertThat(simulate.err()).startsWith(said).containsOnlyOnce("InvoiceId");
    assertThat(simulate.status()).isZero();
    Outcome splits =
        Keywright.run(
            "key",
            "splits",
            "--columns",
            "host text, invoice_id int",
            "--key",
            "host, invoice_id",
            "--data",
            csv,
            "--ignore",
            "total",
            "--set",
            "host=web1",
            "--regions",
            "3");
    assertThat(splits.err()).isEqualTo(said);
    assertThat(splits.out()).contains("1,000 different keys of 1,000 rows").contains("web1");
  }
}
