package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright;
import keywright.cli.Shop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanCommandTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        """
        CREATE TABLE t (id int, day text, n int, PRIMARY KEY (lpad(id, 3)))
          WITH key_format = 'text' AND key_delimiter = '_';
        CREATE INDEX by_day ON t (day, lpad(id, 3)) WITH key_format = 'text' AND key_delimiter = '_';
        CREATE INDEX by_n ON t (n);
        INSERT INTO t (id, day, n) VALUES (1, '01-01', 7), (2, '01-02', 6), (3, '01-02', 5);
        """);
  }

  private String scan(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "scan";
    all[1] = "--output";
    all[2] = "csv";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return shop.out(all);
  }

  @Test
  void textKeysAreShownAsTheyAreStored() {
    assertThat(scan("t")).isEqualTo("key\n001\n002\n003\n");
    assertThat(scan("by_day"))
        .isEqualTo("key,row_key\n01-01_001,001\n01-02_002,002\n01-02_003,003\n");
  }

  @Test
  void theStopIncludesAllThatItPrefixes() {
    assertThat(scan("by_day", "--start", "01-02", "--stop", "01-02"))
        .isEqualTo("key,row_key\n01-02_002,002\n01-02_003,003\n");
    assertThat(scan("by_day", "--stop", "01-02_002"))
        .isEqualTo("key,row_key\n01-01_001,001\n01-02_002,002\n");
    assertThat(scan("t", "--start", "002")).isEqualTo("key\n002\n003\n");
  }

  @Test
  void binaryKeysAreGivenAndShownInHexBesideTheirValues() {
    assertThat(scan("by_n", "--start", "2080000005", "--stop", "2080000006"))
        .isEqualTo(
            """
            key,decoded,row_key
            208000000580000003,"(5, 3)",003
            208000000680000002,"(6, 2)",002
            """);
    assertThat(scan("t", "--hex", "--start", "303032"))
        .isEqualTo("key,decoded\n303032,(2)\n303033,(3)\n");
  }

  /** A key that is not hex is answered with the command that makes it so. */
  @Test
  void aValueInPlaceOfABinaryKeyIsAnsweredWithTheCommandThatEncodesIt() {
    String range = "keywright key range --columns 'id int, n int NULL' --key 'n, id' --where";
    assertThat(shop.refusal("scan", "by_n", "--start", "n=5"))
        .isEqualTo(
            "cannot read key 'n=5': found 'n' at character 1, expected hex digits, because the key of by_n is binary; "
                + range
                + " CONDITIONS prints keys in hex; SELECT reads rows by column values");
    assertThat(shop.refusal("scan", "by_n", "--stop", "5"))
        .contains(
            "found 1 hex digits, expected an even number, because the key of by_n is binary; ");
    assertThat(shop.refusal("scan", "t", "--hex", "--stop-before", "x"))
        .isEqualTo("cannot read key 'x': found 'x' at character 1, expected hex digits");
    String csv =
        Keywright.run(
                "key",
                "range",
                "--columns",
                "id int, n int NULL",
                "--key",
                "n, id",
                "--where",
                "n = 5",
                "--output",
                "csv")
            .out();
    String start = csv.lines().skip(1).findFirst().orElseThrow().split(",")[0];
    assertThat(scan("by_n", "--start", start, "--limit", "1")).contains(",\"(5, 3)\",003");
  }

  @Test
  void keysAreLimitedReversedAndShownWithTheirRows() {
    assertThat(scan("t", "--limit", "2")).isEqualTo("key\n001\n002\n");
    assertThat(scan("t", "--limit", "2", "--reverse")).isEqualTo("key\n003\n002\n");
    assertThat(scan("by_day", "--values", "--reverse", "--limit", "1"))
        .isEqualTo("key,row_key,id,day,n\n01-02_003,003,3,01-02,5\n");
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThereAre() {
    assertThat(shop.refusal("scan", "x")).isEqualTo("cannot find table x; did you mean t?");
  }

  @Test
  void anExclusiveStopLeavesOutAllThatItPrefixes() {
    assertThat(scan("t", "--stop-before", "003")).isEqualTo("key\n001\n002\n");
    assertThat(scan("by_day", "--start", "01-02", "--stop-before", "01-03"))
        .isEqualTo("key,row_key\n01-02_002,002\n01-02_003,003\n");
    assertThat(scan("by_day", "--stop-before", "01-02")).isEqualTo("key,row_key\n01-01_001,001\n");
    assertThat(scan("by_n", "--stop-before", "2080000006"))
        .isEqualTo("key,decoded,row_key\n208000000580000003,\"(5, 3)\",003\n");
    Keywright.Outcome both = shop.run("scan", "t", "--stop", "002", "--stop-before", "003");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("found --stop and --stop-before, expected only one of them");
  }

  @Test
  void aScanThatFindsNothingForItsDelimiterSaysSo() {
    String found = "found '%s' where the keys of by_day have '_' between their parts; expected %s";
    assertThat(nothing("by_day", "--start", "01-02|002", "--stop", "01-02|003"))
        .isEqualTo(found.formatted("|", "--start '01-02_002' --stop '01-02_003'"));
    assertThat(nothing("by_day", "--start", "01-02-002", "--stop", "01-02-003"))
        .isEqualTo(found.formatted("-", "--start '01-02_002' --stop '01-02_003'"));
    assertThat(nothing("by_day", "--start", "01-02-002", "--stop-before", "01-02-003"))
        .isEqualTo(found.formatted("-", "--start '01-02_002' --stop-before '01-02_003'"));
    assertThat(scan("by_day", "--start", "01-02_002", "--stop", "01-02_003"))
        .isEqualTo("key,row_key\n01-02_002,002\n01-02_003,003\n");
  }

  @Test
  void aScanThatFindsNothingForOtherReasonsSaysNothingOfTheDelimiter() {
    assertThat(nothing("by_day", "--start", "02-02", "--stop", "02-02")).isEmpty();
    assertThat(nothing("by_day", "--start", "01-02_004", "--stop", "01-02_005")).isEmpty();
    assertThat(nothing("by_day", "--start", "01-05", "--stop", "01-09")).isEmpty();
    assertThat(nothing("t", "--start", "9")).isEmpty();
    assertThat(nothing("by_n", "--start", "ff", "--stop", "ff")).isEmpty();
    assertThat(shop.run("scan", "by_day", "--limit", "0", "--start", "01-02|002").err())
        .isEqualTo("(0 keys)\n");
  }

  /** What a scan that finds nothing says after the count. */
  private String nothing(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "scan";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Keywright.Outcome outcome = shop.run(all);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.err()).startsWith("(0 keys)\n");
    return outcome.err().substring("(0 keys)\n".length()).strip();
  }
}
