package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import keywright.table.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads of large files into empty embedded tables, which add all rows at the end. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SortedLoadCommandTest {
  private static final String SAID =
      "event: bulk load into the empty table: sorts the rows and index entries, and adds all of them at the end (--no-bulk adds them one after the other)\n";

  /** With their notes, more bytes than a small file has. */
  private static final int ROWS = 25_000;

  @TempDir private Path directory;

  private static Outcome create(String url, String more) {
    Outcome created =
        Keywright.run(
            "run",
            "--db",
            url,
            "-e",
            "CREATE TABLE event (id int PRIMARY KEY, kind int, note text); CREATE INDEX by_kind ON event (kind) INCLUDE (note);"
                + more);
    assertThat(created.status()).as(created.err()).isZero();
    return created;
  }

  private String url(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private Path file(String... last) throws IOException {
    Path file = directory.resolve("event.csv");
    String note = "x".repeat(400);
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("id,kind,note\n");
      for (int id = 0; id < ROWS; id++) {
        // In no order.
        out.write("%d,%d,%s%n".formatted(id * 7_919L % ROWS, id, id % 5 == 0 ? "" : note));
      }
      for (String line : last) {
        out.write(line + "\n");
      }
    }
    return file;
  }

  private static Outcome load(String url, Path file, String... options) {
    String[] arguments = new String[5 + options.length];
    System.arraycopy(
        new String[] {"load", "event", file.toString(), "--db", url}, 0, arguments, 0, 5);
    System.arraycopy(options, 0, arguments, 5, options.length);
    return Keywright.run(arguments);
  }

  private static String counts(Outcome load) {
    return load.err().replaceAll("(?s).*(event: [0-9,]+ rows read.* skipped), in .*", "$1");
  }

  private static String rows(String url) {
    try (Database database = Database.open(url)) {
      assertThat(database.verify("event")).isEmpty();
      assertThat(database.leftovers().tables()).isEmpty();
    }
    return Keywright.out("export", "event", "-", "--db", url);
  }

  @Test
  void aLargeFileIsLoadedAtOnceWithTheRowsAndCountsOfANormalLoad() throws IOException {
    Path file =
        file("7,70,again", "7,70,again", "wrong,1,", "1,2,3,4", "8,,", ROWS + ",9,\"a\nb\"");
    create(url("bulk"), "");
    create(url("normal"), "");
    Outcome bulk = load(url("bulk"), file, "--skip-bad", "2", "--memory", "1m");
    Outcome normal = load(url("normal"), file, "--skip-bad", "2", "--no-bulk");
    assertThat(bulk.status()).as(bulk.err()).isZero();
    assertThat(bulk.err())
        .startsWith(SAID)
        .contains("skipped " + file + " line 25004: ", "skipped " + file + " line 25005: ");
    assertThat(normal.err()).doesNotContain("bulk");
    assertThat(counts(bulk))
        .isEqualTo(
            "event: 25,004 rows read, 25,001 inserted, 2 overwrote another, 1 unchanged, 2 skipped")
        .isEqualTo(counts(normal));
    assertThat(rows(url("bulk"))).isEqualTo(rows(url("normal"))).hasLineCount(ROWS + 3);
    // Into rows, a file is loaded normally.
    Outcome again = load(url("bulk"), file, "--skip-bad", "2");
    assertThat(again.err()).doesNotContain("bulk");
    assertThat(counts(again)).startsWith("event: 25,004 rows read, 0 inserted, 4 overwrote");
  }

  @Test
  void rowsThatOnlyANormalLoadRefusesOneByOneAreLoadedSo() throws IOException {
    String unique = "CREATE UNIQUE INDEX u ON event (kind)";
    Path file = file("30000,5,", "30001,30001,");
    create(url("bulk"), unique);
    create(url("normal"), unique);
    Outcome bulk = load(url("bulk"), file, "--skip-bad", "1");
    Outcome normal = load(url("normal"), file, "--skip-bad", "1", "--no-bulk");
    assertThat(bulk.status()).as(bulk.err()).isZero();
    assertThat(bulk.err())
        .startsWith(SAID)
        .contains(
            "cannot bulk load event: found rows (",
            " with the same key (5) of unique index u; change one of them, or load "
                + "without --bulk, which refuses only the later row; Keywright now loads the "
                + "file row by row\n")
        .contains("skipped " + file + " line 25002: cannot write row (30000) of event: row (");
    assertThat(counts(bulk))
        .isEqualTo(counts(normal))
        .isEqualTo(
            "event: 25,001 rows read, 25,001 inserted, 0 overwrote another, 0 unchanged, 1 skipped");
    assertThat(rows(url("bulk"))).isEqualTo(rows(url("normal")));
    create(url("asked"), unique);
    Outcome asked = load(url("asked"), file, "--bulk", "--skip-bad", "1");
    assertThat(asked.status()).isEqualTo(1);
    assertThat(asked.err())
        .contains("keywright: cannot bulk load event: found rows (")
        .doesNotContain("row by row");
    assertThat(rows(url("asked"))).isEqualTo("id,kind,note\n");
  }

  @Test
  void aWrongLineStopsTheLoadAndNothingIsLoaded() throws IOException {
    Path file = file("wrong,1,");
    create(url("db"), "");
    Outcome stopped = load(url("db"), file);
    assertThat(stopped.status()).isEqualTo(1);
    assertThat(stopped.err())
        .startsWith(SAID)
        .contains(
            "event.csv: line 25002: ",
            "; no row is loaded; fix this line and load again, which is safe, or use --skip-bad 10\n");
    assertThat(rows(url("db"))).isEqualTo("id,kind,note\n");
  }

  @Test
  void anInterruptedLoadLeavesNothing() throws Exception {
    create(url("db"), "");
    byte[] rows = Files.readAllBytes(file());
    Path folder = directory.resolve("db/KEYWRIGHT-LOAD");
    try (KeywrightProcess load =
        KeywrightProcess.start(
            directory.resolve("messages"),
            "load",
            "event",
            "-",
            "--bulk",
            "--memory",
            "1m",
            "--db",
            url("db"))) {
      load.input().write(rows);
      load.input().flush();
      // It sorts on disk, and waits for more of the file.
      load.waitFor(() -> Files.isDirectory(folder));
      assertThat(load.interrupt()).as(load.said()).isEqualTo(130);
      assertThat(load.said())
          .startsWith(SAID)
          .endsWith("keywright: interrupted: no row of the file is in event; load it again\n");
    }
    assertThat(rows(url("db"))).isEqualTo("id,kind,note\n");
    assertThat(folder).doesNotExist();
  }

  @Test
  void smallFilesAreLoadedAtOnceOnlyIfAskedAndSizesAreChecked() throws IOException {
    Path file = directory.resolve("small.csv");
    Files.writeString(file, "id,kind\n1,2\n1,3\n");
    create(url("db"), "");
    assertThat(load(url("db"), file).err()).startsWith("event: 2 rows read, 1 inserted, 1 over");
    assertThat(load(url("db"), file, "--bulk").err())
        .startsWith("keywright: cannot bulk load event: found rows");
    create(url("other"), "");
    Outcome bulk =
        Keywright.runWith(
            Files.readAllBytes(file),
            "load",
            "event",
            "-",
            "--bulk",
            "--memory",
            "64M",
            "--db",
            url("other"));
    assertThat(bulk.err()).startsWith(SAID).contains("event: 2 rows read, 1 inserted, 1 over");
    Outcome little = load(url("other"), file, "--bulk", "--memory", "12k");
    assertThat(little.status()).isEqualTo(2);
    assertThat(little.err())
        .startsWith(
            "keywright: cannot use --memory 12k: expected a size of 1m or more, such as 64m or 1g");
    assertThat(load(url("other"), file, "--memory", "much").err())
        .startsWith("keywright: cannot use --memory much: expected a size of 1m or more");
    assertThat(load(url("other"), file, "--memory", "900000g").err())
        .matches(
            "(?s)keywright: cannot use --memory 900000g: expected at most [0-9,]+m, half of the memory that Java may use; give Java more memory, such as JAVA_OPTS=-Xmx4g.*");
  }
}
