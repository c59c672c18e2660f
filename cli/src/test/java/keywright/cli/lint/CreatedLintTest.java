package keywright.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the keys of what is created, and of how rows are found. */
@Tag("large")
class CreatedLintTest {
  private static final String EVENT =
      "CREATE TABLE event (at timestamp, id bigint, PRIMARY KEY (at, id))";
  private static final String BY_DATE =
      """
      CREATE TABLE p (paid_at timestamp(s), id bigint,
        PRIMARY KEY (date_format(paid_at, 'MM-dd-yyyy HH:mm:ss'), lpad(id, 6)))
        WITH key_format = 'text' AND key_delimiter = '_'""";
  private static final String FINDING = "warning KW101: at comes first in the primary key of event";
  private static final String FIX = "; fix: PRIMARY KEY (bucket(8), at, id)";
  private static final String MORE =
      "shows each fix with its cost; a key cannot change: DROP the table or index first, then create it with the fix";

  @TempDir private Path directory;

  private Shop shop() {
    return new Shop(directory);
  }

  private static List<String> findings(Outcome outcome) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.err().lines().filter(line -> line.matches("(warning|error|info) KW.*")).toList();
  }

  @Test
  void aCreatedTableIsLintedInOneLineForEachFinding() {
    Outcome outcome = shop().run("run", "-e", EVENT);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEmpty();
    List<String> lines = outcome.err().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("table event created");
    assertThat(lines.get(1)).startsWith(FINDING).endsWith(FIX);
    assertThat(lines.get(2)).isEqualTo("keywright lint FILE " + MORE);
  }

  @Test
  void anErrorOfLintIsNoErrorOfTheStatement() {
    Outcome outcome = shop().run("run", "-e", BY_DATE);
    assertThat(findings(outcome)).hasSize(1).first().asString().startsWith("error KW201: ");
  }

  @Test
  void existingTablesAreNotLintedAndNoneWithQuiet() {
    assertThat(findings(shop().run("run", "--quiet", "-e", EVENT))).isEmpty();
    Outcome again =
        shop().run("run", "-e", EVENT.replace("TABLE event", "TABLE IF NOT EXISTS event"));
    assertThat(again.err()).isEqualTo("table event exists; nothing changed\n");
  }

  @Test
  void theKeyOfACreatedIndexIsLintedAndNotThatOfItsTableAgain() {
    String file = shop().file("schema.cql", EVENT + ";\nCREATE INDEX by_time ON event (at, id);");
    Outcome outcome = shop().run("run", "-f", file);
    List<String> findings = findings(outcome);
    assertThat(findings).hasSize(2);
    assertThat(findings.get(0)).startsWith(FINDING);
    assertThat(findings.get(1)).startsWith("warning KW705: ").endsWith("; fix: DROP INDEX by_time");
    assertThat(outcome.err()).containsOnlyOnce(MORE).contains("keywright lint " + file + " shows");
  }

  @Test
  void theFixOfAnIndexCanBeRunAsItStands() {
    Outcome created =
        shop()
            .run(
                "run",
                "-e",
                "CREATE TABLE t (id text PRIMARY KEY, at timestamp); CREATE INDEX by_at ON t (at, id)");
    String finding = findings(created).get(0);
    String fix = finding.substring(finding.indexOf("; fix: ") + "; fix: ".length());
    assertThat(findings(shop().run("run", "-e", fix))).isEmpty();
  }

  @Test
  void theShellAndTheDemoSayItToo() {
    assertThat(findings(shop().runWith(EVENT + ";", "shell"))).hasSize(1);
    assertThat(findings(shop().runWith(EVENT.replace("event", "e2") + ";", "shell", "--quiet")))
        .isEmpty();
    Shop demo = new Shop(directory.resolve("demo"));
    assertThat(findings(demo.run("demo", "--rows", "0"))).hasSize(4);
    assertThat(findings(demo.run("demo", "--rows", "0"))).isEmpty();
  }

  @Test
  void howRowsWereFoundIsSaidOnRequest() {
    Shop shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("p.csv", Shop.PAYMENTS_CSV));
    assertThat(access(shop, "SELECT * FROM payment WHERE customer_id = 5"))
        .isEqualTo("partial key by index payments_by_customer, 2 entries, 2 rows");
    assertThat(access(shop, "SELECT payment_id FROM payment WHERE customer_id = 5"))
        .isEqualTo("partial key by index payments_by_customer, 2 entries");
    assertThat(access(shop, "SELECT * FROM payment WHERE payment_id = 1"))
        .isEqualTo("full key by the primary key, 1 row");
    assertThat(access(shop, "SELECT * FROM payment WHERE payment_id IN (1, 2, 3)"))
        .isEqualTo("full key by the primary key, 3 ranges, 3 rows");
    assertThat(access(shop, "SELECT count(*) FROM payment"))
        .isEqualTo("full scan by the primary key, 3 rows");
  }

  private static String access(Shop shop, String select) {
    Outcome outcome = shop.run("run", "--access", "-e", select);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    List<String> lines = outcome.err().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).matches("\\(\\d rows?\\)");
    return lines.get(1);
  }

  @Test
  void whereStandardErrorIsNoTerminalItIsNotSaid() {
    Shop shop = Shop.open(directory);
    assertThat(shop.run("run", "-e", "SELECT * FROM payment").err()).isEqualTo("(0 rows)\n");
    assertThat(shop.run("run", "--no-access", "-e", "SELECT * FROM payment").err())
        .isEqualTo("(0 rows)\n");
    assertThat(shop.runWith("SELECT * FROM payment;", "shell", "--access").err())
        .isEqualTo("(0 rows)\nfull scan by the primary key, 0 rows\n");
    assertThat(shop.run("run", "--access", "--page-size", "2", "-e", "SELECT * FROM payment").err())
        .startsWith("(0 rows)\nfull scan by the primary key, 0 rows\n");
    assertThat(shop.run("run", "--access", "-e", "EXPLAIN SELECT * FROM payment").err()).isEmpty();
  }

  @Test
  void aLoadCountsTheRowsWhoseKeysAreLong() {
    Shop shop = shop();
    shop.out("run", "-e", "CREATE TABLE page (site text, path text, PRIMARY KEY (site, path))");
    // Each text is followed by two bytes.
    String exact = "p".repeat(2_048 - 5);
    assertThat(load(shop, "page", "site,path\na,%s\n".formatted(exact)).lines()).hasSize(1);
    assertThat(load(shop, "page", "site,path\na,%s\na,%sp\n".formatted(exact, exact)))
        .contains(
            "\npage: warning: 1 row has a row key or an index key of more than 2 KB (2,048 bytes)");

    shop.out("run", "-e", "CREATE TABLE noted (id int PRIMARY KEY, note text)");
    shop.out("run", "-e", "CREATE INDEX by_note ON noted (note)");
    String notes = "id,note\n1,%s\n2,short\n3,%s\n".formatted(exact + "1", exact + "2");
    assertThat(load(shop, "noted", notes)).contains("\nnoted: warning: 2 rows have a row key or");
  }

  private static String load(Shop shop, String table, String csv) {
    Outcome outcome = shop.run("load", table, shop.file(table + ".csv", csv));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.err();
  }
}
