package keywright.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeySplitsTest {
  private static Outcome splits(String columns, String key, String regions, String... more) {
    String[] all = new String[8 + more.length];
    System.arraycopy(
        new String[] {"key", "splits", "--columns", columns, "--key", key, "--regions", regions},
        0,
        all,
        0,
        8);
    System.arraycopy(more, 0, all, 8, more.length);
    return Keywright.run(all);
  }

  @Test
  void theKeyAloneSplitsBetweenItsBuckets() {
    Outcome outcome = splits("at timestamp, id int", "bucket(4), at, id", "4");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .isEqualTo(
            """
            4 regions, if all values of bucket(4) are equally frequent

            region  start  split
            ------  -----  -----
                 2  (1)    01
                 3  (2)    02
                 4  (3)    03

            create 't', 'f', SPLITS => ['\\x01', '\\x02', '\\x03']
            """);
  }

  @Test
  void fewerRegionsThanAskedForAreSaid() {
    Outcome outcome = splits("at timestamp, id int", "bucket(4), at, id", "100");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err())
        .isEqualTo(
            "keywright: made 4 regions instead of 100: bucket(4) has 4 values, and it is "
                + "unknown how often each value of at occurs; give rows with --data\n");
    assertThat(splits("id int", "mod(id, 3)", "100").err())
        .isEqualTo("keywright: made 3 regions instead of 100: mod(id, 3) has 3 values\n");
  }

  @Test
  void rowsSplitWhateverTheKeyIs(@TempDir Path folder) throws IOException {
    StringBuilder csv = new StringBuilder("id,Name,extra\n");
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      csv.append("%d,n%d,\n".formatted(i, i)).append("%d,n%d,\n".formatted(i, i));
      json.append("{\"id\": %d, \"name\": \"n%d\"}\n".formatted(i, i));
    }
    String data = Files.writeString(folder.resolve("rows.csv"), csv).toString();
    String lines = Files.writeString(folder.resolve("rows.jsonl"), json).toString();
    String[] more = {"--data", data, "--ignore", "extra", "--map", "Name=name"};
    Outcome outcome = splits("id int, name text", "name, id", "3", more);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines())
        .containsExactly(
            "3 regions by 10 different keys of 20 rows",
            "",
            "region  start    split  keys",
            "------  -------  -----  ----",
            "     2  (n3, 3)  6e33      3",
            "     3  (n6, 6)  6e36      4",
            "",
            "create 't', 'f', SPLITS => ['n3', 'n6']");
    String asJson =
        splits("id int, name text", "name, id", "3", "--data", lines, "--output", "json").out();
    assertThat(asJson)
        .isEqualTo(
            """
            {"regions": 3, "asked": 3, "keys": 10,
             "splits": [
              {"start": "(n3, 3)", "split": "6e33"},
              {"start": "(n6, 6)", "split": "6e36"}],
             "hbase_shell": "create 't', 'f', SPLITS => ['n3', 'n6']"}
            """);
    Outcome tooMany = splits("id int, name text", "id", "64", "--data", lines, "--output", "csv");
    assertThat(tooMany.err())
        .isEqualTo("keywright: made 10 regions instead of 64: the rows have 10 different keys\n");
    assertThat(tooMany.out()).startsWith("region,start,split,keys\n2,(1),80000001,1\n");
  }

  @Test
  void theShellGetsBytesInItsOwnEscapes() {
    assertThat(HBaseShell.quoted(new byte[] {0, 'a', '\'', '"', '\\', '#', '{', ' ', 'x', 127, -1}))
        .isEqualTo("'\\x00a\\x27\"\\x5C#{ x\\x7F\\xFF'");
  }

  @Test
  void whatCannotBeSplitIsRefusedInOneLine() {
    assertRefused(
        1,
        "cannot split (at, id) by the key alone: it is unknown how frequent each value of at is; give rows with --data, or put bucket(16) in front",
        splits("at timestamp, id int", "at, id", "4"));
    assertRefused(
        1, "cannot split into 1 regions: expected 2 to 10,000", splits("id int", "md5(id)", "1"));
    assertRefused(
        2,
        "found --map, --ignore, --set, --parse or --skip-bad without --data, expected --data too",
        splits("id int", "md5(id)", "4", "--ignore", "a"));
    assertRefused(
        1,
        "cannot read nowhere.csv: no such file",
        splits("id int", "id", "4", "--data", "nowhere.csv"));
  }

  private static void assertRefused(int status, String message, Outcome outcome) {
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ", "internal error");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(status);
  }
}
