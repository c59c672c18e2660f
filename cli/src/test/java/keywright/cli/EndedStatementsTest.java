package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cli.Keywright.Outcome;
import keywright.table.Database;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements and loads that a signal or a time limit ends: they say what they have changed. */
@Tag("large")
class EndedStatementsTest {
  private static final int ROWS = 100_000;

  /** More than a database writes that is only opened. */
  private static final long BYTES_OF_ROWS = 10_000;

  private static final Pattern CANCELLED =
      Pattern.compile(
          "keywright: cannot delete all rows of t that meet the conditions: cancelled; (\\d+) rows were deleted before; run the statement again to delete the others\n");

  @TempDir private Path directory;

  private String url() {
    return "rocksdb:" + directory.resolve("db");
  }

  @BeforeEach
  void fill() throws Exception {
    String rows =
        IntStream.range(0, ROWS)
            .mapToObj(id -> "1," + id + ",note " + id % 100 + "\n")
            .collect(Collectors.joining("", "p,id,note\n", ""));
    Path file = Files.writeString(directory.resolve("t.csv"), rows);
    succeeds(
        "run",
        "-e",
        "CREATE TABLE t (p int, id int, note text, PRIMARY KEY (p, id)); CREATE INDEX t_by_note ON t (note)");
    succeeds("load", "t", file.toString());
  }

  private Outcome succeeds(String... arguments) {
    String[] all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--db";
    all[arguments.length + 1] = url();
    Outcome outcome = Keywright.run(all);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome;
  }

  /** Starts a DELETE of all rows, and waits until the engine's log shows that it deletes. */
  private KeywrightProcess deleting() throws Exception {
    DatabaseFiles files = new DatabaseFiles(directory.resolve("db"));
    KeywrightProcess run =
        KeywrightProcess.start(
            directory.resolve("messages"), "run", "--db", url(), "-e", "DELETE FROM t WHERE p = 1");
    run.waitFor(() -> files.bytesLogged() > BYTES_OF_ROWS);
    return run;
  }

  private void saysHowManyRowsAreDeleted(String said) {
    Matcher matcher = CANCELLED.matcher(said);
    assertThat(matcher.matches()).as(said).isTrue();
    long deleted = Long.parseLong(matcher.group(1));
    assertThat(deleted).isBetween(1L, ROWS - 1L);
    try (Database database = Database.open(url())) {
      assertThat(database.verify("t")).isEmpty();
    }
    assertThat(succeeds("run", "--output", "csv", "-e", "SELECT count(*) FROM t WHERE p = 1").out())
        .isEqualTo("count(*)\n" + (ROWS - deleted) + "\n");
  }

  @Test
  void afterCtrlCTheRunSaysWhatItHasChanged() throws Exception {
    try (KeywrightProcess run = deleting()) {
      assertThat(run.interrupt()).as(run.said()).isEqualTo(130);
      saysHowManyRowsAreDeleted(run.said());
    }
  }

  @Test
  void afterSigtermTheRunSaysWhatItHasChanged() throws Exception {
    try (KeywrightProcess run = deleting()) {
      assertThat(run.terminate()).as(run.said()).isEqualTo(143);
      saysHowManyRowsAreDeleted(run.said());
    }
  }

  @Test
  void aLoadEndsAtItsTimeLimit() throws Exception {
    String file = directory.resolve("t.csv").toString();
    succeeds("run", "-e", "CREATE TABLE empty (p int, id int, note text, PRIMARY KEY (p, id))");
    for (String kind : new String[] {"--bulk", "--no-bulk"}) {
      Outcome outcome =
          Keywright.run("load", "empty", file, kind, "--timeout", "1ms", "--db", url());
      assertThat(outcome.status()).isEqualTo(1);
      assertThat(outcome.err())
          .contains("found no end within 1 ms, the time limit; ")
          .contains("a longer limit");
      assertThat(succeeds("run", "--output", "csv", "-e", "SELECT count(*) FROM empty").out())
          .isEqualTo("count(*)\n0\n");
    }
    succeeds("load", "empty", file, "--timeout", "10m");
    assertThat(succeeds("run", "--output", "csv", "-e", "SELECT count(*) FROM empty").out())
        .isEqualTo("count(*)\n" + ROWS + "\n");
    Outcome wrong = Keywright.run("load", "empty", file, "--timeout", "soon", "--db", url());
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("cannot use --timeout soon: expected a number above 0");
  }
}
