package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Payments.Counts;
import keywright.cli.Payments.Payment;
import keywright.table.Database;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads row by row that are killed ({@code kill -9}) at any moment, also while they recover from
 * the kill before.
 *
 * <p>After each, the database opens, its indexes are exact, and the table holds what it held and
 * the first rows of the file, as many at least as the log was seen to hold. After some of them, a
 * load that is left alone completes the table, and one more finds everything there.
 */
@Tag("large")
class KilledLoadTest {
  /** How many the loaded file has. */
  private int payments = Trials.of(9_000, 6_000);

  /** Rows that a load may lose: those of batches that were on their way. */
  private static final int ROWS_UNDERWAY = 2_000;

  /** When a load is killed. */
  private enum Moment {
    OPENING,
    BEGINNING,
    MIDDLE,
    END
  }

  private static final List<Moment> MOMENTS = List.of(Moment.values());

  /**
   * Where the tests' files are. Those of a failure stay, since a kill at the same moment cannot be
   * repeated by a seed.
   */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private KillLog log = new KillLog(Path.of(""));

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aKilledLoadLeavesTheFirstRowsAndExactIndexes() {
    run(Trials.of(16));
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void fortyKilledLoadsLeaveTheFirstRowsAndExactIndexes() {
    payments = 24_000;
    run(40);
  }

  private void run(int killsWanted) {
    log = new KillLog(directory);
    log.reproducibly(
        () -> {
          int kills = 0;
          int rounds = 0;
          Random random = new Random(Seeds.base());
          LoadedFile plain = file(random, false);
          LoadedFile contradicting = file(random, true);
          double bytesPerRow = bytesPerRow(plain);
          for (int chain = 0; kills < killsWanted; chain++) {
            Chain one =
                new Chain("db" + chain, chain % 2 == 0 ? plain : contradicting, bytesPerRow);
            assertThat(chain)
                .as("databases, with so few loads killed")
                .isLessThan(10 * killsWanted);
            boolean killed = true;
            for (int length = 1 + random.nextInt(5); killed && length > 0; length--) {
              killed = one.round(MOMENTS.get(rounds++ % MOMENTS.size()), random);
              kills += killed ? 1 : 0;
            }
            one.complete();
          }
          log.add("%d kills", kills);
        });
  }

  /** A file and what it says. */
  private record LoadedFile(Path path, Payments payments) {}

  private LoadedFile file(Random random, boolean contradicting) throws IOException {
    Payments drawn = Payments.draw(random, payments, contradicting);
    Path path = directory.resolve(contradicting ? "contradicting.csv" : "plain.csv");
    drawn.write(path);
    return new LoadedFile(path, drawn);
  }

  /** What one row adds to the log of the engine, seen while a load is left alone. */
  private double bytesPerRow(LoadedFile file) throws Exception {
    Chain alone = new Chain("alone", file, 1);
    DatabaseFiles files = new DatabaseFiles(alone.path);
    try (KeywrightProcess load = alone.load()) {
      load.waitFor(() -> files.bytesLogged() < 0);
      assertThat(load.kill()).isFalse();
    }
    double bytes = files.bytesLogged();
    assertThat(bytes).isPositive();
    alone.look(0, false, false);
    alone.complete();
    return bytes / alone.file.payments.loaded().size();
  }

  /** One database, into which a file is loaded until it is complete. */
  private final class Chain {
    private final Path path;
    private final LoadedFile file;
    private final double bytesPerRow;
    private Map<Long, Payment> stored = Map.of();
    private int copies;

    Chain(String name, LoadedFile file, double bytesPerRow) {
      this.path = directory.resolve(name);
      this.file = file;
      this.bytesPerRow = bytesPerRow;
      Outcome created = Keywright.run("run", "--db", url(path), "-e", Payments.STATEMENTS);
      assertThat(created.status()).as(created.err()).isZero();
    }

    private static String url(Path path) {
      return "rocksdb:" + path;
    }

    KeywrightProcess load() {
      return KeywrightProcess.start(
          directory.resolve("messages"),
          "load",
          "payment",
          file.path.toString(),
          "--db",
          url(path),
          "--no-bulk");
    }

    /**
     * A load that is killed at {@code moment}, or ends before; then a look at what it left.
     *
     * @return whether it was killed
     */
    boolean round(Moment moment, Random random) throws Exception {
      DatabaseFiles files = new DatabaseFiles(path);
      int changes = 1 + random.nextInt(5);
      double part =
          switch (moment) {
            case OPENING -> 0;
            case BEGINNING -> 0.06 * random.nextDouble();
            case MIDDLE -> 0.06 + 0.84 * random.nextDouble();
            case END -> 0.9 + 0.1 * random.nextDouble();
          };
      long bytes = (long) (part * bytesPerRow * file.payments.countsOver(stored).written());
      boolean killed;
      long seen;
      try (KeywrightProcess load = load()) {
        load.waitFor(
            () ->
                moment == Moment.OPENING
                    ? files.changes() >= changes
                    : files.bytesLogged() > bytes);
        seen = files.bytesLogged();
        killed = load.kill();
      }
      boolean onCopy = random.nextInt(3) > 0;
      log.add(
          "%s, %s at %s, %,d bytes logged, %d table files, looked at %s",
          path.getFileName(),
          killed ? "killed" : "ended",
          moment,
          seen,
          files.tableFiles(),
          onCopy ? "in a copy" : "in place");
      look(seen, killed, onCopy);
      return killed;
    }

    /**
     * Checks what a load has left.
     *
     * @param onCopy whether the files stay as they were left, for the next load to recover from
     */
    private void look(long bytesSeen, boolean killed, boolean onCopy) throws IOException {
      Path looked = path;
      if (onCopy) {
        looked = directory.resolve(path.getFileName() + "-copy" + copies++);
        DatabaseFiles.copy(path, looked);
      }
      Map<Long, Payment> after = verified(looked);
      Counts counts = file.payments.cutOff(stored, after);
      log.add(
          "  holds %,d rows after %,d of %,d of the file, %,d written",
          after.size(), counts.read(), payments, counts.written());
      assertThat(counts.written())
          .as("rows that outlived the process, of those seen in the log")
          .isGreaterThanOrEqualTo((int) (0.8 * bytesSeen / bytesPerRow) - ROWS_UNDERWAY);
      if (!killed) {
        assertThat(counts.read()).isEqualTo(payments);
      }
      stored = after;
      if (onCopy) {
        DatabaseFiles.delete(looked);
      }
    }

    private static Map<Long, Payment> verified(Path path) {
      try (Database database = Database.open(url(path))) {
        List<String> differences = database.verify("payment");
        if (!differences.isEmpty()) {
          throw new AssertionError(
              "%,d differences between the table and its indexes, such as: %s"
                  .formatted(differences.size(), differences.get(0)));
        }
        return Payments.stored(database);
      }
    }

    /** Loads all of the file, twice. */
    void complete() throws IOException {
      loadReports(file.payments.countsOver(stored));
      Map<Long, Payment> loaded = file.payments.loaded();
      stored = verified(path);
      assertThat(stored.equals(loaded)).as("the table holds the file").isTrue();
      Counts again = file.payments.countsOver(stored);
      loadReports(again);
      assertThat(verified(path).equals(loaded)).as("loading again changes nothing").isTrue();
      log.add("%s, completed, then %s", path.getFileName(), again);
      DatabaseFiles.delete(path);
    }

    private void loadReports(Counts counts) {
      Outcome load = Keywright.run("load", "payment", file.path.toString(), "--db", url(path));
      assertThat(load.status()).as(load.err()).isZero();
      assertThat(load.err())
          .contains(
              String.format(
                  Locale.ROOT,
                  "payment: %,d rows read, %,d inserted, %,d overwrote another, %,d unchanged, 0"
                      + " skipped",
                  counts.read(),
                  counts.inserted(),
                  counts.overwritten(),
                  counts.unchanged()));
    }
  }
}
