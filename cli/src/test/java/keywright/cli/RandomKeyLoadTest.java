package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code load} into a table whose key draws random(n), where loading again is not safe. */
class RandomKeyLoadTest {
  private static final String ROWS = "id,note\n1,a\n2,b\n3,c\n4,d\n";

  private static final String WARNING =
      "event: warning: the file has no column r, so this key part (random(1000)) gets a random value in each row: loading a row again adds the row a second time\n";

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        "CREATE TABLE event (id int, note text, PRIMARY KEY (random(1000) AS r, id));"
            + "CREATE TABLE plain (id int, note text, PRIMARY KEY (id));"
            + "CREATE INDEX plain_by_note ON plain (note)");
  }

  private String count(String table) {
    return shop.out("run", "--output", "csv", "-e", "SELECT count(*) FROM " + table);
  }

  @Test
  void theUserIsWarnedBeforeRowsAreAddedASecondTime() {
    String file = shop.file("event.csv", ROWS);
    for (int load = 1; load <= 2; load++) {
      Outcome outcome = shop.run("load", "event", file);
      assertThat(outcome.status()).isZero();
      assertThat(outcome.err())
          .startsWith(WARNING + "event: 4 rows read, ")
          .contains(" inserted, ")
          .containsOnlyOnce("warning");
    }
  }

  @Test
  void linesOfJsonAreWarnedOfToo() {
    String lines = "{\"id\": 1, \"r\": 7}\n{\"id\": 2}\n{\"id\": 3}\n";
    Outcome outcome = shop.runWith(lines, "load", "event", "-", "--format", "jsonl");
    assertThat(outcome.err()).startsWith(WARNING).containsOnlyOnce("warning");
  }

  @Test
  void aFileThatHasTheRandomNumberIsLoadedAgainWithoutChange() {
    String file = shop.file("event.csv", "r,id,note\n5,1,a\n999,2,b\n");
    for (String counts : new String[] {"2 inserted", "0 inserted"}) {
      Outcome outcome = shop.run("load", "event", file);
      assertThat(outcome.err()).startsWith("event: 2 rows read, " + counts);
    }
    assertThat(count("event")).isEqualTo("count(*)\n2\n");
  }

  @Test
  void otherTablesAreLoadedWithoutAWarning() {
    assertThat(shop.run("load", "plain", shop.file("plain.csv", ROWS)).err())
        .startsWith("plain: 4 rows read");
  }

  @Test
  void aLoadThatStopsDoesNotSayThatLoadingAgainIsSafe() {
    String file = shop.file("bad.csv", "id,note\n1,a\n2,b\nx,c\n");
    assertThat(shop.run("load", "event", file).err())
        .startsWith(WARNING + "keywright: cannot load " + file + ": line 4: id: found 'x', ")
        .endsWith(
            "; 2 rows before this line are loaded; fix this line and load only the other "
                + "rows, because a key part (r, random(1000)) gets a random value in each row, "
                + "and rows that are loaded again are added a second time, or TRUNCATE event "
                + "and use --skip-bad 10\n");
    assertThat(count("event")).isEqualTo("count(*)\n2\n");
  }
}
