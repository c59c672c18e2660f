package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Payments.Payment;
import keywright.cli.console.Rendering;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies that are killed ({@code kill -9}) at any moment, also while they recover from the kill
 * before. After each, the target opens, its indexes are exact, and it holds the first rows of the
 * source in the order of the key, no fewer than before. A copy that is left alone completes it.
 */
@Tag("large")
class KilledCopyTest {
  /** After so many rows a copy saves where it is. */
  private static final int ROWS_OF_A_POSITION = 1_000;

  private static final int PAYMENTS = 8_000;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private KillLog log = new KillLog(Path.of(""));
  private List<Payment> payments = List.of();
  private long bytes;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aKilledCopyLeavesTheFirstRowsAndResumes() {
    run(Trials.of(12));
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void thirtyKilledCopiesLeaveTheFirstRowsAndResume() {
    run(30);
  }

  @Test
  void anInterruptedCopySaysHowItIsResumed() throws Exception {
    fill(new Random(Seeds.base()));
    Path target = directory.resolve("target");
    DatabaseFiles files = new DatabaseFiles(target);
    try (KeywrightProcess copy = copy(target)) {
      copy.waitFor(() -> files.bytesLogged() > 100_000);
      assertThat(copy.interrupt()).as(copy.said()).isEqualTo(130);
      assertThat(copy.said())
          .endsWith("the copy is interrupted; run the same command again to resume it\n");
    }
    List<Payment> first = stored(target);
    assertThat(first).isNotEmpty().hasSizeLessThan(payments.size());
    Outcome again = Keywright.run("copy", "--from", source(), "--to", url(target));
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(stored(target).equals(payments)).as("the copy is whole").isTrue();
  }

  private void run(int killsWanted) {
    log = new KillLog(directory);
    log.reproducibly(
        () -> {
          Random random = new Random(Seeds.base());
          fill(random);
          bytes = bytesOfACopy();
          int kills = 0;
          for (int chain = 0; kills < killsWanted; chain++) {
            assertThat(chain).as("targets, with so few copies killed").isLessThan(10 * killsWanted);
            kills += chain(directory.resolve("target" + chain), random);
          }
          log.add("%d kills", kills);
        });
  }

  private String url(Path path) {
    return "rocksdb:" + path;
  }

  private String source() {
    return url(directory.resolve("source"));
  }

  /** Makes the source. */
  private void fill(Random random) {
    Keywright.out("run", "--db", source(), "-e", Payments.STATEMENTS);
    try (Database source = Database.open(source());
        BatchWriter writer = source.table("payment").batchWriter()) {
      for (Payment payment : Payments.draw(random, PAYMENTS, true).inOrder()) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("payment_id", payment.id());
        row.put("customer_id", payment.customer());
        row.put("paid_at", payment.paidAt());
        row.put("amount", payment.amount());
        row.put("note", payment.note());
        writer.add(row);
      }
    }
    payments = stored(Path.of("source"));
  }

  /** The rows of a database in the order of their keys; none when it is not there yet. */
  private List<Payment> stored(Path name) {
    List<Payment> stored = new ArrayList<>();
    try (Database database = Database.open(url(directory.resolve(name)))) {
      if (database.find("payment").isPresent()) {
        assertThat(database.verify("payment")).isEmpty();
        try (Rows rows = database.table("payment").query(Query.all())) {
          for (Row row : rows) {
            stored.add(Payment.of(row));
          }
        }
      }
    }
    return stored;
  }

  private KeywrightProcess copy(Path target) {
    return KeywrightProcess.start(
        directory.resolve("messages"), "copy", "--from", source(), "--to", url(target));
  }

  /** What a copy writes to the log of the engine that is left alone. */
  private long bytesOfACopy() throws Exception {
    Path alone = directory.resolve("alone");
    DatabaseFiles files = new DatabaseFiles(alone);
    try (KeywrightProcess copy = copy(alone)) {
      copy.waitFor(() -> files.bytesLogged() < 0);
      assertThat(copy.kill()).as(copy.said()).isFalse();
    }
    assertThat(stored(alone).equals(payments)).as("the copy is whole").isTrue();
    assertThat(files.bytesLogged()).isPositive();
    return files.bytesLogged();
  }

  /** Copies into one target until that is whole, most of them killed; returns how many were. */
  private int chain(Path target, Random random) throws Exception {
    int kills = 0;
    int held = 0;
    for (int round = 1 + random.nextInt(4); round > 0; round--) {
      DatabaseFiles files = new DatabaseFiles(target);
      double left = 1 - (double) held / payments.size();
      long wanted = (long) (bytes * left * random.nextDouble());
      boolean killed;
      try (KeywrightProcess copy = copy(target)) {
        copy.waitFor(() -> files.bytesLogged() > wanted);
        killed = copy.kill();
      }
      List<Payment> stored = stored(target);
      log.add(
          "%s holds %,d rows, %s",
          target.getFileName(), stored.size(), killed ? "killed" : "ended");
      assertThat(stored.size()).as("rows after a kill").isGreaterThanOrEqualTo(held);
      assertThat(stored.equals(payments.subList(0, stored.size()))).as("the first rows").isTrue();
      held = stored.size();
      kills += killed ? 1 : 0;
    }
    Outcome last = Keywright.run("copy", "--from", source(), "--to", url(target));
    assertThat(last.status()).as(last.err()).isZero();
    assertThat(last.err())
        .contains(held > ROWS_OF_A_POSITION ? "payment: resumes after " : "")
        .contains(
            "payment: %s rows at the source, %1$s at the target, all the same"
                .formatted(Rendering.number(payments.size())));
    assertThat(stored(target).equals(payments)).as("the copy is whole").isTrue();
    DatabaseFiles.delete(target);
    return kills;
  }
}
