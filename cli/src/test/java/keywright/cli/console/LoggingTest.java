package keywright.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import keywright.cli.Keywright;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command shows of what the libraries log. */
class LoggingTest {
  @TempDir private Path folder;

  private String err(String... more) {
    String[] arguments = new String[4 + more.length];
    System.arraycopy(
        new String[] {"scrub", "t", "--db", "rocksdb:" + folder.resolve("db")}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    Keywright.Outcome outcome = Keywright.run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.err();
  }

  @Test
  void whatIsLoggedIsShownWithDebug() {
    Keywright.out(
        "run",
        "--db",
        "rocksdb:" + folder.resolve("db"),
        "-e",
        "CREATE TABLE t (a int PRIMARY KEY)");
    assertThat(err()).doesNotContain("begun");
    assertThat(err("--debug"))
        .contains("keywright: debug: keywright.table: scrub of t: begun")
        .containsPattern("debug: keywright.table: scrub of t: ended after 0 rows in [0-9,]+ ms");
    assertThat(err()).doesNotContain("begun");
  }
}
