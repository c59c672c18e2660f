package keywright.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;

class KeyCheckTest {
  private static Outcome check(String columns, String key, String... more) {
    String[] all = new String[6 + more.length];
    System.arraycopy(
        new String[] {"key", "check", "--columns", columns, "--key", key}, 0, all, 0, 6);
    System.arraycopy(more, 0, all, 6, more.length);
    return Keywright.run(all);
  }

  @Test
  void aCertificateSaysWhatAKeyKeeps() {
    Outcome outcome =
        check("a tinyint NULL, b uuid", "mod(a, 9), a DESC, b", "--pairs", "1000", "--seed", "7");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith("laws       hold on ")
        .contains(" pairs of corner values and 1,000 random pairs (seed 7)\n")
        .contains("1     mod(a, 9)  tinyint unsigned  2      yes    -            -         9\n")
        .contains("2     a DESC     tinyint           2      yes    a backwards  a         -\n")
        .contains("longest    20 bytes\n")
        .contains("hbase      32,751 less the table's name  holds every key\n")
        .contains("rows       each combination of a, b has its own key\n")
        .contains("fan-out    mod(a, 9): 9\n")
        .endsWith("descriptor kw1 xxh64 (a tinyint NULL, b uuid) (mod(a, 9), a DESC, b)\n");
  }

  /** The check of a table of HBase is tested with the guide that shows it. */
  @Test
  void aTableIsCheckedOnlyWhereOtherClientsHaveTables() {
    Outcome memory = check("a int", "a", "--against-table", "t", "--db", "memory:");
    assertThat(memory.status()).isEqualTo(1);
    assertThat(memory.err())
        .isEqualTo(
            "keywright: cannot check the row keys of t: found an engine without tables of other programs, expected HBase; name the database with --db hbase:HOST/NAMESPACE\n");
    Outcome both = check("a int", "a", "--against-table", "t", "--db", "memory:", "--seed", "1");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("found --seed and --against-table, expected only one of them");
  }

  @Test
  void theSeedIsPrintedAndRepeatsThePairs() {
    String[] text = {"--format", "text", "--pairs", "5000", "--seed", "3"};
    String out = check("a int", "a", text).out();
    assertThat(out)
        .contains(
            "order      part 1 does not sort, and its declaration does not promise an order:\n");
    assertThat(check("a int", "a", text).out()).isEqualTo(out);
    assertThat(check("a int", "a", "--pairs", "10").out()).containsPattern("\\(seed [0-9]+\\)");
  }

  @Test
  void aCertificateIsJsonToo() {
    Outcome outcome =
        check(
            "a int", "a", "--format", "text", "--pairs", "5000", "--seed", "3", "--output", "json");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .startsWith("{\"holds\": true, \"corner_pairs\": ")
        .contains("\"random_pairs\": 5000, \"seed\": 3, \"violation\": null")
        .contains("\"unsorted\": {\"law\": \"row keys sort as their keys do\", \"part\": 1")
        .contains(
            "\"longest\": 11, \"limits\": [{\"name\": \"advised\", \"bytes\": 2048, \"holds\": true}")
        .endsWith("\"descriptor\": \"text '' xxh64 (a int) (a)\"}\n");
  }

  @Test
  void rowsThatShareAKeyAreNamed() {
    assertThat(check("a text", "left(md5(a), 4)", "--pairs", "100").out())
        .contains(
            "rows       cannot use (left(md5(a), 4)) as a primary key: a cannot be recovered");
  }

  @Test
  void whatCannotBeCheckedIsRefused() {
    assertThat(check("a int", "a", "--pairs", "-1").err())
        .startsWith("keywright: found --pairs -1, expected 0 or more; see ");
    assertThat(check("a int", "a", "--output", "csv").err())
        .startsWith("keywright: cannot print a certificate as csv: expected table or json; see ");
    Outcome none = check("a decimal(38,0)", "99 - (1000 - lpad(a, 1))");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err().lines()).hasSize(1);
  }
}
