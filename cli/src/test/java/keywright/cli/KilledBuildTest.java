package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import keywright.cli.BusyDatabase.Placed;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that write and move rows while they build an index, killed ({@code kill -9}) at any
 * moment.
 *
 * <p>After each, what was acknowledged is there, indexes are exact, and the next process continues
 * with the build where this one was.
 */
@Tag("large")
class KilledBuildTest {
  /** How long a build takes that nobody kills. */
  private static final int SECONDS_OF_BUILD = 4;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private KillLog log = new KillLog(Path.of(""));
  private Map<Long, Placed> stored = new HashMap<>();

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void nothingAcknowledgedIsLostAndBuildsResume() {
    run(Trials.of(16));
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 90, unit = TimeUnit.MINUTES)
  void nothingAcknowledgedIsLostInFortyKills() {
    run(40);
  }

  private void run(int killsWanted) {
    log = new KillLog(directory);
    log.reproducibly(
        () -> {
          Random random = new Random(Seeds.base());
          String url = "rocksdb:" + directory.resolve("db");
          create(url);
          int kills = 0;
          int resumed = 0;
          int resumedWanted = killsWanted / 4 + 1;
          // On a loaded machine more builds end, or do not begin, before their process is killed.
          for (int round = 1; kills < killsWanted || resumed < resumedWanted; round++) {
            assertThat(round)
                .as("%d kills, %d resumed", kills, resumed)
                .isLessThan(10 * killsWanted);
            long before = rowsDone(url);
            boolean killed = killed(url, round, before, random);
            kills += killed ? 1 : 0;
            long after = look(url, round);
            assertThat(after).isGreaterThanOrEqualTo(before);
            resumed += before > 0 ? 1 : 0;
            if (after == Long.MAX_VALUE) {
              // A new index begins at the first row.
              try (Database database = Database.open(url)) {
                database.dropIndex(BusyDatabase.INDEX, false);
              }
            }
          }
          log.add("%d kills, %d builds resumed", kills, resumed);
        });
  }

  private void create(String url) {
    try (Database database = Database.open(url)) {
      var created =
          keywright.cql.CqlSession.over(database)
              .execute(
                  "CREATE TABLE payment (shelf int, payment_id bigint, customer_id int, note text, PRIMARY KEY (shelf, payment_id))");
      assertThat(created.message()).isEqualTo("table payment created");
      try (BatchWriter writer = database.table("payment").batchWriter()) {
        for (long id = 0; id < BusyDatabase.IDS; id++) {
          writer.add(Map.of("shelf", 0, "payment_id", id, "customer_id", 0));
          stored.put(id, new Placed(0, 0));
        }
      }
    }
  }

  /** How far the build is; 0 when it has not begun, and no longer than it is not at its end. */
  private static long rowsDone(String url) {
    try (Database database = Database.open(url)) {
      return database.unfinishedIndexes().stream()
          .mapToLong(BuildProgress::rowsDone)
          .findFirst()
          .orElse(0);
    }
  }

  private Path messages(int round) {
    return directory.resolve("messages" + round);
  }

  private boolean killed(String url, int round, long before, Random random) throws Exception {
    try (KeywrightProcess process =
        KeywrightProcess.start(
            messages(round),
            BusyDatabase.class,
            url,
            Long.toString(round * 1_000_000L),
            Integer.toString(BusyDatabase.IDS / SECONDS_OF_BUILD))) {
      boolean whileItOpens = random.nextInt(6) == 0;
      process.waitFor(() -> whileItOpens || process.said().contains("from "));
      long moment = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(2_500));
      process.waitFor(() -> System.nanoTime() > moment);
      boolean killed = process.kill();
      List<String> said = Files.readAllLines(messages(round));
      said.stream()
          .filter(line -> line.startsWith("from "))
          .forEach(line -> assertThat(line).isEqualTo("from " + before));
      log.add(
          "%d: %s, the build from %,d on, %,d lines",
          round, killed ? "killed" : "ended", before, said.size());
      return killed;
    }
  }

  /** Checks what a process has left; gives how far the build is, far when it is at its end. */
  private long look(String url, int round) throws Exception {
    Map<Long, Long> steps = new HashMap<>();
    String said = Files.readString(messages(round));
    // A line is whole when the next one has begun.
    for (String line : said.substring(0, said.lastIndexOf('\n') + 1).lines().toList()) {
      String[] words = line.split(" ");
      if (words.length == 2 && !words[0].equals("from")) {
        steps.merge(Long.valueOf(words[0]), Long.valueOf(words[1]), Math::max);
      }
    }
    try (Database database = Database.open(url)) {
      assertThat(database.scrub("payment", ScrubOptions.CHECK).findings()).isEmpty();
      Map<Long, Placed> found = new HashMap<>();
      for (Row row : database.table("payment").query(Query.all()).toList()) {
        Placed placed = new Placed(row.getInt("shelf"), row.getInt("customer_id"));
        assertThat(found.put(row.getLong("payment_id"), placed)).as("a second place").isNull();
      }
      int beyond = 0;
      for (long id = 0; id < BusyDatabase.IDS; id++) {
        Long last = steps.get(id);
        Placed acknowledged = last == null ? stored.get(id) : BusyDatabase.after(last);
        if (!Objects.equals(found.get(id), acknowledged)) {
          long next = last == null ? round * 1_000_000L : last + 1;
          assertThat(found.get(id)).as("row %d", id).isEqualTo(BusyDatabase.after(next));
          beyond++;
        }
      }
      assertThat(beyond).as("writes on their way").isLessThanOrEqualTo(BusyDatabase.WRITERS);
      stored = found;
      List<BuildProgress> builds = database.unfinishedIndexes();
      boolean known = database.findByIndex(BusyDatabase.INDEX).isPresent();
      @Nullable BuildProgress build = builds.isEmpty() ? null : builds.get(0);
      log.add(
          "  %,d writes acknowledged, %d more done; the index is %s",
          steps.size(),
          beyond,
          build != null ? "at " + build.rows() : known ? "built" : "not there");
      return build != null ? build.rowsDone() : known ? Long.MAX_VALUE : 0;
    }
  }
}
