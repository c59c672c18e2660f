package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import keywright.key.Condition;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tables and indexes whose making or dropping is killed ({@code kill -9}) at any moment. */
@Tag("large")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledDefinitionTest {
  private static final int ROWS = 60_000;
  private static final int CUSTOMERS = 1_000;
  private static final String INDEX = "payments_by_customer";
  private static final String CREATE_TABLE =
      "CREATE TABLE IF NOT EXISTS payment"
          + " (payment_id bigint, customer_id int, paid_at timestamp, PRIMARY KEY (payment_id));";
  private static final String CREATE_INDEX =
      "CREATE INDEX IF NOT EXISTS payments_by_customer ON payment (customer_id, paid_at DESC);";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Random random = new Random(Seeds.base());
  private final Map<Long, Integer> customers = new HashMap<>();
  private KillLog log = new KillLog(Path.of(""));

  @BeforeEach
  void beginLog() {
    log = new KillLog(directory);
  }

  @Test
  void anIndexIsBuiltOrReportedAsUnfinishedAfterItsBuildIsKilled() {
    log.reproducibly(
        () -> {
          Path path = directory.resolve("db");
          run(path, CREATE_TABLE);
          try (Database database = Database.open(url(path))) {
            BatchWriter writer = database.table("payment").batchWriter();
            for (long id = 0; id < ROWS; id++) {
              writer.add(payment(id));
            }
            writer.close();
          }
          long bytes = bytesOfWholeBuild(path);
          int unfinished = 0;
          List<Double> parts =
              Trials.areAll() ? List.of(0.0, 0.05, 0.3, 0.6, 0.95) : List.of(0.05, 0.5, 0.95);
          for (double part : parts) {
            DatabaseFiles files = new DatabaseFiles(path);
            long enough = (long) (bytes * (part + 0.05 * random.nextDouble()));
            boolean killed;
            try (KeywrightProcess build = start(path, CREATE_INDEX)) {
              build.waitFor(() -> files.bytesLogged() > enough);
              killed = build.kill();
            }
            unfinished += checkIndex(path, killed) ? 0 : 1;
          }
          assertThat(unfinished).isPositive();
          run(path, CREATE_INDEX);
          assertThat(checkIndex(path, false)).isTrue();
        });
  }

  private Map<String, Object> payment(long id) {
    int customer = random.nextInt(CUSTOMERS);
    customers.put(id, customer);
    return Map.of(
        "payment_id",
        id,
        "customer_id",
        customer,
        "paid_at",
        Instant.ofEpochSecond(1_400_000_000L + random.nextInt(100_000_000)));
  }

  /** What the engine logs while the index is built without trouble, in a copy. */
  private long bytesOfWholeBuild(Path path) throws Exception {
    Path copy = directory.resolve("copy");
    DatabaseFiles.copy(path, copy);
    DatabaseFiles files = new DatabaseFiles(copy);
    try (KeywrightProcess build = start(copy, CREATE_INDEX)) {
      build.waitFor(() -> files.bytesLogged() < 0);
      assertThat(build.kill()).isFalse();
    }
    long bytes = files.bytesLogged();
    assertThat(checkIndex(copy, false)).isTrue();
    DatabaseFiles.delete(copy);
    return bytes;
  }

  /**
   * Checks that queries use the index when it is built, and only then. Changes a few rows of an
   * index that is not, for which it must be finished all the same.
   *
   * @return whether it is built
   */
  private boolean checkIndex(Path path, boolean killed) {
    try (Database database = Database.open(url(path))) {
      assertThat(database.verify("payment")).isEmpty();
      Table table = database.table("payment");
      int customer = random.nextInt(CUSTOMERS);
      Query query =
          Query.select("payment_id")
              .where(new Condition.Compare("customer_id", Condition.Operator.EQ, customer));
      Plan plan = table.plan(query.allowingFiltering());
      boolean built = plan.index().isPresent();
      boolean known = table.definition().index(INDEX).isPresent();
      log.add(
          "%s: %s",
          killed ? "killed" : "ended", built ? "built" : known ? "not finished" : "not there");
      assertThat(built || killed).isTrue();
      if (built) {
        assertThat(table.query(query).toList())
            .extracting(row -> row.getLong("payment_id"))
            .containsExactlyInAnyOrderElementsOf(
                customers.keySet().stream().filter(id -> customers.get(id) == customer).toList());
        return true;
      }
      if (known) {
        assertThat(plan.rejected())
            .containsExactly(
                new Plan.Rejected(INDEX, "is not built; repeat its CREATE INDEX to finish it"));
      }
      for (int i = 0; i < 100; i++) {
        long id = random.nextInt(ROWS);
        table.insert(payment(id));
        table.delete(
            List.of(new Condition.Compare("payment_id", Condition.Operator.EQ, ROWS - id)));
        customers.remove(ROWS - id);
      }
      return false;
    }
  }

  @Test
  void tablesCanBeCreatedAndDroppedAfterAKill() {
    log.reproducibly(
        () -> {
          String script = "DROP TABLE IF EXISTS payment;" + CREATE_TABLE + CREATE_INDEX;
          for (int i = 0; i < 8; i++) {
            // Each second database was whole before and is dropped first.
            Path path = directory.resolve("db" + i / 2);
            DatabaseFiles files = new DatabaseFiles(path);
            int changes = 1 + random.nextInt(i % 2 == 0 ? 13 : 20);
            boolean killed;
            try (KeywrightProcess process = start(path, script)) {
              process.waitFor(() -> files.changes() >= changes);
              killed = process.kill();
            }
            try (Database database = Database.open(url(path))) {
              for (String table : database.tables()) {
                assertThat(database.verify(table)).isEmpty();
              }
              log.add(
                  "%s at change %d: tables %s",
                  killed ? "killed" : "ended", changes, database.tables());
            }
            run(path, CREATE_TABLE + CREATE_INDEX);
            try (Database database = Database.open(url(path))) {
              Table table = database.table("payment");
              for (long id = 0; id < 10; id++) {
                table.insert(payment(id));
              }
              assertThat(database.verify("payment")).isEmpty();
              assertThat(table.query(Query.all()).toList()).hasSize(10);
            }
          }
        });
  }

  private static String url(Path path) {
    return "rocksdb:" + path;
  }

  private static void run(Path path, String script) {
    Keywright.out("run", "--db", url(path), "-e", script);
  }

  private KeywrightProcess start(Path path, String script) {
    return KeywrightProcess.start(
        directory.resolve("messages"), "run", "--db", url(path), "-e", script);
  }
}
