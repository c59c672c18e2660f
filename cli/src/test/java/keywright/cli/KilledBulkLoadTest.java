package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import keywright.key.Condition;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Query;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bulk loads of an embedded table that are killed ({@code kill -9}) while they read, sort, write
 * files, and hand them over. After each, the table is empty or has the whole file, indexes are
 * exact, nothing else is left, and everybody writes to it again.
 */
@Tag("large")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledBulkLoadTest {
  private static final int ROWS = 30_000;

  /** When a load is killed. */
  private enum Moment {
    OPENING,
    READING,
    WRITING_FILES,
    HANDING_OVER,
    END
  }

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Random random = new Random(Seeds.base());
  private final Map<Moment, Integer> killed = new EnumMap<>(Moment.class);

  @Test
  void aKilledBulkLoadLeavesTheTableEmptyOrWhole() {
    KillLog log = new KillLog(directory);
    log.reproducibly(
        () -> {
          Path file = file();
          Path path = directory.resolve("db");
          create(path);
          int rounds = Trials.of(40, Moment.values().length);
          // On a loaded machine more loads end before their process is killed.
          for (int round = 0; round < rounds || (!isEnough() && round < 4 * rounds); round++) {
            Moment moment = Moment.values()[round % Moment.values().length];
            boolean isKilled = killed(path, file, moment);
            long rows = look(path);
            log.add("%s at %s: %,d rows", isKilled ? "killed" : "ended", moment, rows);
            if (isKilled) {
              killed.merge(moment, 1, Integer::sum);
            } else {
              assertThat(rows).isEqualTo(ROWS);
            }
            if (rows == ROWS) {
              DatabaseFiles.delete(path);
              create(path);
            }
          }
          assertThat(killed).containsKeys(Moment.READING, Moment.WRITING_FILES);
          try (KeywrightProcess load = load(path, file)) {
            load.waitFor(() -> false);
            assertThat(load.kill()).isFalse();
          }
          assertThat(look(path)).isEqualTo(ROWS);
        });
  }

  private boolean isEnough() {
    return killed.keySet().containsAll(List.of(Moment.READING, Moment.WRITING_FILES));
  }

  private Path file() throws IOException {
    Path file = directory.resolve("event.csv");
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("id,kind,at,note\n");
      for (int id = 0; id < ROWS; id++) {
        out.write("%d,%d,%d,note of event %d%n".formatted(id, id % 100, id * 1_000L, id));
      }
    }
    return file;
  }

  private static void create(Path path) {
    Keywright.out(
        "run",
        "--db",
        "rocksdb:" + path,
        "-e",
        "CREATE TABLE event (id int PRIMARY KEY, kind int, at timestamp, note text);"
            + "CREATE INDEX by_kind ON event (kind, at DESC);"
            + "CREATE UNIQUE INDEX by_note ON event (note);");
  }

  private KeywrightProcess load(Path path, Path file) {
    return KeywrightProcess.start(
        directory.resolve("messages"),
        "load",
        "event",
        file.toString(),
        "--db",
        "rocksdb:" + path,
        "--bulk",
        "--memory",
        "1m");
  }

  private boolean killed(Path path, Path file, Moment moment) throws Exception {
    DatabaseFiles files = new DatabaseFiles(path);
    Path folder = path.resolve("KEYWRIGHT-LOAD");
    long tablesBefore = files.tableFiles();
    int changes = 1 + random.nextInt(4);
    int written = 1 + random.nextInt(4);
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(random.nextInt(40));
    BooleanSupplier reached =
        switch (moment) {
          case OPENING -> () -> files.changes() >= changes;
          case READING -> () -> Files.isDirectory(folder);
          case WRITING_FILES -> () -> sortedFiles(folder) > 0;
          case HANDING_OVER -> () -> files.tableFiles() >= tablesBefore + written;
          case END -> () -> files.tableFiles() >= tablesBefore + 4;
        };
    try (KeywrightProcess load = load(path, file)) {
      load.waitFor(reached);
      long reachedAt = System.nanoTime();
      load.waitFor(() -> System.nanoTime() - reachedAt > delayNanos);
      return load.kill();
    }
  }

  private static long sortedFiles(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    } catch (IOException e) {
      return 0;
    }
  }

  private static long look(Path path) {
    try (Database database = Database.open("rocksdb:" + path)) {
      assertThat(path.resolve("KEYWRIGHT-LOAD")).doesNotExist();
      assertThat(database.leftovers().tables()).isEmpty();
      assertThat(database.unfinishedLoads()).isEmpty();
      assertThat(database.verify("event")).isEmpty();
      Table table = database.table("event");
      long rows = table.query(Query.all()).toList().size();
      assertThat(rows).isIn(0L, (long) ROWS);
      Map<String, Object> other =
          Map.of("id", -1, "kind", 5, "at", "2017-01-01T00:00:00Z", "note", "another");
      table.insert(other);
      assertThat(table.delete(List.of(new Condition.Compare("id", Condition.Operator.EQ, -1))))
          .isEqualTo(1);
      return rows;
    }
  }
}
