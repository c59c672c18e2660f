package keywright.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = Shop.open(directory);
  }

  private void insert() {
    shop.out(
        "run",
        "-e",
        "INSERT INTO payment (payment_id, customer_id, amount, paid_at, note) VALUES"
            + " (1, 5, 2.5, '2017-01-01', 'a, \"b\"'), (2, 5, NULL, '2017-01-02', ''),"
            + " (30, 6, 100, NULL, 'two\nlines')");
  }

  @Test
  void aTableIsAlignedAndItsRowsAreCountedOnStandardError() {
    insert();
    Outcome outcome =
        shop.run("run", "-e", "SELECT payment_id, amount, note, paid_at FROM payment");
    assertThat(outcome.out())
        .isEqualTo(
            """
            payment_id  amount  note        paid_at
            ----------  ------  ----------  --------------------
                    30  100.00  two\\nlines  NULL
                     1    2.50  a, "b"      2017-01-01T00:00:00Z
                     2    NULL              2017-01-02T00:00:00Z
            """);
    assertThat(outcome.err()).isEqualTo("(3 rows)\n");
    assertThat(outcome.status()).isZero();
  }

  /** The keyspace of a USE is that of the statements after it. */
  @Test
  void tablesAreInTheKeyspaceThatAScriptUses() {
    shop.out("run", "-e", "DROP TABLE payment; USE lab; CREATE TABLE reading (a int PRIMARY KEY)");
    assertThat(shop.run("run", "-e", "SELECT * FROM lab.reading").status()).isZero();
    assertThat(shop.run("run", "-e", "SELECT * FROM shop.reading").err())
        .contains("cannot find table shop.reading; there is lab.reading");
    assertThat(shop.run("run", "-e", "USE shop").err())
        .contains("cannot use keyspace shop: there is no such keyspace; the only name is lab");
  }

  @Test
  void jsonIsAnArrayOfObjectsForEachQuery() {
    insert();
    assertThat(
            shop.out(
                "run",
                "--output",
                "json",
                "-e",
                "SELECT payment_id, amount, note FROM payment WHERE payment_id IN (1, 2);"
                    + "SELECT paid_at FROM payment WHERE payment_id = 77"))
        .isEqualTo(
            """
            [
              {"payment_id": 1, "amount": 2.50, "note": "a, \\"b\\""},
              {"payment_id": 2, "amount": null, "note": ""}
            ]
            []
            """);
  }

  @Test
  void csvHasAHeaderAndTellsNullFromTheEmptyText() {
    insert();
    assertThat(
            shop.out(
                "run", "--output", "csv", "-e", "SELECT payment_id, amount, note FROM payment"))
        .isEqualTo(
            """
            payment_id,amount,note
            30,100.00,"two
            lines"
            1,2.50,"a, ""b\"""
            2,,""
            """);
  }

  @Test
  void aQueryThatNoKeyServesIsRefusedWithTheIndexThatWould() {
    insert();
    assertThat(shop.refusal("run", "-e", "SELECT * FROM payment WHERE amount > 5"))
        .startsWith("cannot read payment by these conditions: ")
        .contains("CREATE INDEX payment_by_amount ON payment (amount) would serve the query");
    assertThat(
            shop.out(
                "run",
                "--output",
                "csv",
                "-e",
                "SELECT payment_id FROM payment WHERE amount > 5 ALLOW FILTERING"))
        .isEqualTo("payment_id\n30\n");
  }

  @Test
  void aKeyColumnIsNotSetAndTheWayOutIsNamed() {
    assertThat(shop.refusal("run", "-e", "UPDATE payment SET payment_id = 4 WHERE payment_id = 1"))
        .contains("payment_id")
        .contains("REKEY");
  }

  @Test
  void statementsRunInOrderAndStopAtTheFirstError() {
    Outcome outcome =
        shop.run(
            "run",
            "-e",
            "INSERT INTO payment (payment_id) VALUES (1); SELECT payment_id FROM payment",
            "-e",
            "SELEC 1",
            "-e",
            "DROP TABLE payment");
    assertThat(outcome.out()).isEqualTo("payment_id\n----------\n         1\n");
    assertThat(outcome.err())
        .startsWith("1 row inserted\n(1 row)\nkeywright: cannot read statement: line 1, column 1: ")
        .endsWith("SELEC 1\n^^^^^\n");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(shop.out("tables", "--output", "csv"))
        .isEqualTo(
            """
            table,primary_key,indexes
            payment,"reverse(lpad(payment_id, 9))",payments_by_customer
            """);
  }

  @Test
  void errorsInFilesHaveTheLineOfTheFile() {
    String file =
        shop.file("x.cql", "-- a comment\nDESCRIBE TABLES;\n\nSELECT nothing FROM payment;");
    Outcome outcome = shop.run("run", "-f", file);
    assertThat(outcome.err()).contains("keywright: " + file + " line 4: ").contains("nothing");
    assertThat(outcome.status()).isEqualTo(1);

    Outcome refused = shop.runWith("\nSELECT * FROM payment\n WHERE amount > 5", "run", "-f", "-");
    assertThat(refused.err()).startsWith("keywright: standard input line 2: cannot read payment");
    assertThat(refused.err().lines()).hasSize(1);
  }

  @Test
  void withoutStatementsTheyAreReadFromStandardInput() {
    insert();
    Outcome outcome =
        shop.runWith(
            "-- rows\nSELECT payment_id FROM payment WHERE payment_id = 2;\n\nSELEC 1;",
            "run",
            "--output",
            "csv");
    assertThat(outcome.out()).isEqualTo("payment_id\n2\n");
    assertThat(outcome.err())
        .startsWith("(1 row)\nkeywright: standard input line 4: cannot read statement: ");
    assertThat(shop.runWith("SELECT * FROM payment", "run", "--page-size", "1").err())
        .startsWith("(1 row)\nnext page: --page ");
    Outcome ignored = shop.runWith("DROP TABLE payment", "run", "-e", "DESCRIBE TABLES");
    assertThat(ignored.out()).contains("payment");
    assertThat(shop.out("tables")).contains("payment");
    Outcome empty = shop.runWith("-- nothing\n;\n", "run");
    assertThat(empty.err()).startsWith("keywright: found no statements, expected ");
    assertThat(empty.status()).isEqualTo(2);
  }

  /** An empty input must not create a database. */
  @Test
  void withoutStatementsNoDatabaseIsMade() {
    Path none = directory.resolve("none");
    Outcome empty = Keywright.run("run", "--db", "rocksdb:" + none);
    assertThat(empty.status()).isEqualTo(2);
    assertThat(none).doesNotExist();
  }

  @Test
  void filesThatCannotBeReadAreSaidBeforeAnythingRuns() {
    String missing = directory.resolve("no.cql").toString();
    assertThat(shop.refusal("run", "-e", "DROP TABLE payment", "-f", missing))
        .startsWith("cannot read " + missing + ": no such file in ");
    assertThat(shop.refusal("run", "-f", directory.toString()))
        .isEqualTo("cannot read " + directory + ": it is a directory, expected a file");
    String latin = shop.file("latin.cql", new byte[] {(byte) 0xE9});
    assertThat(shop.refusal("run", "-f", latin))
        .isEqualTo(
            "cannot read "
                + latin
                + ": it is not UTF-8; convert it, for example: iconv -f ISO-8859-1 -t UTF-8");
    assertThat(shop.out("tables")).contains("payment");
  }

  @Test
  void wrongUsageIsTwo() {
    Outcome nothing = shop.run("run");
    assertThat(nothing.err())
        .isEqualTo(
            "keywright: found no statements, expected -e CQL, -f FILE or statements on standard input; see 'keywright run --help'\n");
    assertThat(nothing.status()).isEqualTo(2);
    Outcome format = shop.run("run", "--output", "xml", "-e", "DESCRIBE TABLES");
    assertThat(format.status()).isEqualTo(2);
    assertThat(format.err()).startsWith("keywright: Invalid value for option '--output'");
    assertThat(format.err().lines()).hasSize(1);
    Outcome url = Keywright.run("tables", "--db", "redis:1");
    assertThat(url.err())
        .isEqualTo(
            "keywright: cannot open redis:1: expected a URL that starts with one of cassandra:, hbase:, memory:, rocksdb:,"
                + " such as rocksdb:./data\n");
    assertThat(url.status()).isEqualTo(1);
  }

  @Test
  void describeAndExplainPrintLines() {
    assertThat(shop.out("describe", "payments_by_customer"))
        .isEqualTo(
            """
            CREATE INDEX payments_by_customer ON payment (customer_id, paid_at DESC, payment_id);
            -- stored key: customer_id, paid_at DESC, payment_id
            """);
    assertThat(shop.out("describe", "PAYMENT")).startsWith("CREATE TABLE payment (\n");
    assertThat(shop.out("run", "-e", "EXPLAIN SELECT * FROM payment WHERE payment_id = 7"))
        .startsWith("reads: table payment");
    assertThat(shop.refusal("describe", "nothing")).contains("payment");
  }

  @Test
  void pagesResumeByTheTokenOfThePageBefore() {
    insert();
    String select = "SELECT payment_id FROM payment ORDER BY amount";
    Outcome first = shop.run("run", "--page-size", "2", "--output", "csv", "-e", select);
    assertThat(first.out()).isEqualTo("payment_id\n2\n1\n");
    assertThat(first.err()).startsWith("(2 rows)\nnext page: --page ");
    String token = first.err().strip().replaceFirst("(?s).* ", "");
    Outcome second =
        shop.run("run", "--page-size", "2", "--page", token, "--output", "csv", "-e", select);
    assertThat(second.out()).isEqualTo("payment_id\n30\n");
    assertThat(second.err()).isEqualTo("(1 row)\n");
    Outcome other = shop.run("run", "--page-size", "2", "--page", token, "-e", select + " DESC");
    assertThat(other.err())
        .isEqualTo(
            "keywright: cannot resume at page token '%s…': the token belongs to another query; repeat the query that returned it, or start without a token\n"
                .formatted(token.substring(0, 16)));
    assertThat(other.status()).isEqualTo(1);
  }

  @Test
  void aPageIsOfOneSelectAndHasASize() {
    Outcome two = shop.run("run", "--page-size", "2", "-e", "USE a; USE b");
    assertThat(two.err())
        .startsWith("keywright: found 2 statements, expected one SELECT with --page-size; see ");
    assertThat(two.status()).isEqualTo(2);
    assertThat(shop.run("run", "--page", "x", "-e", "USE a").err())
        .startsWith("keywright: found --page without --page-size, expected both; see ");
    assertThat(shop.run("run", "--page-size", "0", "-e", "USE a").err())
        .startsWith("keywright: found --page-size 0, expected 1 or more; see ");
    assertThat(shop.run("run", "--page-size", "1", "-e", "USE a").err())
        .isEqualTo(
            "keywright: cannot read a page: found another statement, expected SELECT; run it without pages\n");
  }

  @Test
  void aStatementThatTakesLongerThanItsLimitEnds() {
    StringBuilder rows =
        new StringBuilder("INSERT INTO payment (payment_id, note) VALUES (0, 'a')");
    for (int id = 1; id < 10_000; id++) {
      rows.append(", (").append(id).append(", 'a')");
    }
    shop.out("run", "--timeout", "10m", "-e", rows.toString());
    Outcome outcome =
        shop.run(
            "run",
            "--timeout",
            "1ms",
            "-e",
            "SELECT payment_id FROM payment WHERE note = 'b' ALLOW FILTERING");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith(
            "keywright: cannot read payment: found no end within 1 ms, the time limit; set a longer limit\n");
  }

  @Test
  void aTimeLimitHasAUnit() {
    for (String wrong : List.of("5", "0s", "-1s", "1 s", "1.5s", "s", "9999999999s")) {
      for (List<String> command :
          List.of(
              List.of("run", "-e", "SELECT * FROM payment", "--timeout=" + wrong),
              List.of("serve", "--statement-timeout=" + wrong))) {
        Outcome outcome = shop.run(command.toArray(String[]::new));
        assertThat(outcome.status()).as(wrong).isEqualTo(2);
        assertThat(outcome.err())
            .contains(
                " "
                    + wrong
                    + ": expected a number above 0 with its unit ms, s, m or h, such as 30s");
      }
    }
  }
}
