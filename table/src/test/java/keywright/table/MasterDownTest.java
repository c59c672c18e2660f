package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseCluster;
import keywright.store.StoreException;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases that are opened and used while no master of HBase runs, and while one starts. */
@Tag("large")
final class MasterDownTest {
  /** Far less than a minute, which the client of HBase waits for a master by default. */
  private static final Duration QUICK = Duration.ofSeconds(15);

  private static final HBaseCluster CLUSTER = new HBaseCluster(1);

  @AfterAll
  static void stop() {
    CLUSTER.close();
  }

  /** Stays down from one test to the next. */
  private static volatile boolean isDown;

  private static String url(int timeoutSeconds) {
    return CLUSTER.url("down") + "?timeout_seconds=" + timeoutSeconds;
  }

  private static TableDefinition table(String name) {
    return TableDefinition.of(
            name, Payments.columns("id bigint, n int", "m"), KeyPart.parseList("id"))
        .withFamilies(List.of(FamilyDefinition.of("m")));
  }

  @BeforeEach
  void kill() {
    if (isDown) {
      return;
    }
    CLUSTER.awaitMaster();
    try (Database database = Database.open(url(10))) {
      boolean unused = database.createTable(Payments.DEFINITION, true);
      unused = database.createTable(WriterProcess.STAY, true);
      database.table("payment").insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
    }
    CLUSTER.killMaster();
    isDown = true;
  }

  private static void restart() {
    isDown = false;
    CLUSTER.startMaster();
    CLUSTER.awaitMaster();
  }

  @Test
  void rowsAreWrittenAndReadWithoutAMaster() {
    long start = System.nanoTime();
    assertThat(Database.exists(url(10))).isTrue();
    try (Database database = Database.open(url(10))) {
      database.table("payment").insert(Payments.payment(2, 7, "2017-01-02", "2.00"));
      assertThat(database.table("payment").get(2L)).isPresent();
      Query byIndex = Query.all().where(Payments.eq("customer_id", 7));
      assertThat(database.table("payment").plan(byIndex).index()).isNotEqualTo(Optional.empty());
      try (Rows rows = database.table("payment").query(byIndex)) {
        assertThat(rows.next()).isNotNull();
        assertThat(rows.next()).isNull();
      }
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
  }

  @Test
  void aTableThatCannotBeCreatedInTimeIsRefusedInOneLine() {
    try (Database database = Database.open(url(3))) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> database.createTable(table("late"), false))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot ")
          .hasMessageContaining("found no master of HBase that answers")
          .hasMessageContaining("timeout_seconds")
          .hasMessageNotContaining("\n");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(QUICK);
      assertThat(database.find("late")).isEmpty();
      restart();
      assertThat(database.createTable(table("late"), false)).isTrue();
    }
  }

  @Test
  void aTableIsCreatedWhenAMasterComesInTime() {
    try (Database database = Database.open(url(60))) {
      CompletableFuture<Void> starting = CompletableFuture.runAsync(MasterDownTest::restart);
      assertThat(database.createTable(table("waited"), false)).isTrue();
      starting.join();
      database.table("waited").insert(Payments.row("id", 1L, "n", 1));
      assertThat(database.table("waited").get(1L)).isPresent();
    }
  }

  @Test
  void aProcessThatStartsDuringAFailoverWrites() {
    CLUSTER.killAll();
    isDown = false;
    CompletableFuture<Void> starting = CompletableFuture.runAsync(CLUSTER::startAll);
    try (WriterProcess writers = new WriterProcess(url(30), 2)) {
      writers.awaitInserts(10);
      Set<Long> ids = writers.end();
      assertThat(ids).isNotEmpty();
    }
    starting.join();
  }
}
