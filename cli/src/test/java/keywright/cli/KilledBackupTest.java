package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import keywright.cli.Keywright.Outcome;
import keywright.key.Condition;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.Query;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are killed ({@code kill -9}) while they write and back up. A folder that has the
 * name of a backup is a whole one, with exact indexes and all rows that were acknowledged before it
 * began; what is not complete has another name, and does not stand in the way of the next backup.
 */
@Tag("large")
class KilledBackupTest {
  private static final long ROWS_PER_PROGRAM = 1_000_000;

  /** Those of a failure stay: a kill at the same moment cannot be repeated by a seed. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private KillLog log = new KillLog(Path.of(""));

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aKilledBackupIsNoBackup() {
    run(Trials.of(12));
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void fortyKilledBackupsAreNoBackups() {
    run(40);
  }

  private void run(int kills) {
    log = new KillLog(directory);
    log.reproducibly(
        () -> {
          Random random = new Random(Seeds.base());
          String url = "rocksdb:" + directory.resolve("db");
          Path backups = Files.createDirectory(directory.resolve("backups"));
          Outcome created = Keywright.run("run", "--db", url, "-e", Payments.STATEMENTS);
          assertThat(created.status()).as(created.err()).isZero();
          int next = 0;
          int halfMade = 0;
          for (int kill = 0; kill < kills; kill++) {
            long firstRow = kill * ROWS_PER_PROGRAM;
            boolean inTheMiddle = kill % 3 > 0;
            int wanted = 1 + random.nextInt(4);
            Map<Integer, Long> said = runAndKill(url, backups, next, firstRow, wanted, inTheMiddle);
            halfMade += isHalfMade(backups) ? 1 : 0;
            log.add("backups and rows before them: %s, then %s", said, list(backups));
            // The name of the backup that was cut off is used again.
            for (; said.containsKey(next); next++) {
              check(backups.resolve("backup" + next), firstRow, said.get(next));
            }
            Path unsaid = backups.resolve("backup" + next);
            if (Files.exists(unsaid)) {
              check(unsaid, firstRow, 0);
            }
          }
          log.add("%d kills, %d of them in the middle of a backup", kills, halfMade);
          assertThat(halfMade)
              .as("kills in the middle of a backup, of %d", kills)
              .isGreaterThanOrEqualTo(2 * (kills / 3));
        });
  }

  /**
   * What the program said before it was killed: rows by backup.
   *
   * @param wanted the backups that it completes first
   * @param inTheMiddle whether it is killed while it makes one more
   */
  private Map<Integer, Long> runAndKill(
      String url, Path backups, int first, long firstRow, int wanted, boolean inTheMiddle)
      throws Exception {
    try (KeywrightProcess program =
        KeywrightProcess.start(
            directory.resolve("messages"),
            BackingUpDatabase.class,
            url,
            backups.toString(),
            Integer.toString(first),
            Long.toString(firstRow))) {
      BooleanSupplier hasSaid = () -> said(program).size() >= wanted;
      if (inTheMiddle) {
        program.killWhile(() -> hasSaid.getAsBoolean() && isHalfMade(backups));
      } else {
        program.waitFor(hasSaid);
        assertThat(program.kill()).as(program.said()).isTrue();
      }
      return said(program);
    }
  }

  private static Map<Integer, Long> said(KeywrightProcess program) {
    Map<Integer, Long> said = new TreeMap<>();
    String whole = program.said();
    for (String line : whole.substring(0, whole.lastIndexOf('\n') + 1).lines().toList()) {
      String[] words = line.split(" ");
      assertThat(words[0]).as(whole).isEqualTo("backup");
      said.put(Integer.parseInt(words[1]), Long.parseLong(words[2]));
    }
    return said;
  }

  private static boolean isHalfMade(Path backups) {
    return list(backups).stream().anyMatch(name -> name.endsWith(".tmp"));
  }

  private static List<String> list(Path folder) {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of the program that made it are those from the first on, without a gap. */
  private static void check(Path backup, long firstRow, long rowsBefore) throws IOException {
    try (Database database = Database.open("rocksdb:" + backup)) {
      assertThat(database.verify("payment")).isEmpty();
      long next = firstRow;
      Condition sinceFirst = new Condition.Compare("payment_id", Condition.Operator.GE, firstRow);
      Query query = Query.all().where(sinceFirst).allowingFiltering();
      Set<Long> ids = new TreeSet<>();
      try (Rows rows = database.table("payment").query(query)) {
        rows.forEach(row -> ids.add(row.getLong("payment_id")));
      }
      for (long id : ids) {
        assertThat(id).isEqualTo(next++);
      }
      assertThat(next - firstRow).as("rows of %s", backup).isGreaterThanOrEqualTo(rowsBefore);
    }
    DatabaseFiles.delete(backup);
  }
}
