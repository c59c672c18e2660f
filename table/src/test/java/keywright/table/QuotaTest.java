package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import keywright.server.hbase.HBaseServer;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.WriteResult;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More inserts than a quota of HBase lets through. */
@Tag("large")
class QuotaTest {
  private static final int WRITERS = 24;
  private static final int REQUESTS_PER_SECOND = 20;
  private static final long WRITES_NANOS = TimeUnit.SECONDS.toNanos(12);

  private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
  private final Queue<Long> refused = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> refusals = new ConcurrentLinkedQueue<>();

  @Test
  void everyInsertUnderAQuotaIsEitherAcknowledgedAndThereOrNotWritten() throws Exception {
    HBaseServer server = HBaseServer.shared();
    try (Connection connection = ConnectionFactory.createConnection(settings(server));
        Admin admin = connection.getAdmin()) {
      String url = server.url("quota");
      TableName name = TableName.valueOf("quota", "stay");
      try (Database database = Database.open(url + "?alone=true&timeout_seconds=5")) {
        boolean unused = database.createTable(WriterProcess.STAY, false);
        admin.setQuota(
            QuotaSettingsFactory.throttleTable(
                name, ThrottleType.REQUEST_NUMBER, REQUESTS_PER_SECOND, TimeUnit.SECONDS));
        awaitThrottled(server, name);
        insertAll(database);
        admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
      }
      assertThat(refusals)
          .allSatisfy(
              refusal ->
                  assertThat(refusal)
                      .isNotInstanceOf(OutcomeUnknownException.class)
                      .hasMessageStartingWith("cannot ")
                      .hasMessageContainingAll("table stay", "timeout_seconds")
                      // A row is read before it is written, and the read takes of the same quota.
                      .hasMessageMatching(".*(quota|slow reads).*")
                      .hasMessageNotContaining("\n"));
      assertThat(acknowledged).hasSizeGreaterThan(REQUESTS_PER_SECOND);
      assertThat(refused).isNotEmpty();
      try (Database database = Database.open(url + "?alone=true");
          Rows rows = database.table("stay").query(Query.all())) {
        Set<Long> there = new TreeSet<>();
        rows.forEach(each -> there.add(each.getLong("id")));
        assertThat(there).containsExactlyInAnyOrderElementsOf(acknowledged);
      }
    } finally {
      System.out.printf("%d acknowledged, %d refused%n", acknowledged.size(), refused.size());
    }
  }

  private void insertAll(Database database) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> running = new ArrayList<>();
    long until = System.nanoTime() + WRITES_NANOS;
    for (int i = 0; i < WRITERS; i++) {
      long first = i * 1_000_000L;
      running.add(threads.submit(() -> insert(database.table("stay"), first, until)));
    }
    threads.shutdown();
    for (Future<?> each : running) {
      each.get();
    }
  }

  private void insert(Table table, long first, long until) {
    for (long id = first; System.nanoTime() < until; id++) {
      try {
        WriteResult unused = table.insert(row("id", id, "guest", id));
        acknowledged.add(id);
      } catch (RuntimeException e) {
        refused.add(id);
        refusals.add(e);
      }
    }
  }

  /** Waits until the quota counts, which a server reads now and then. */
  private static void awaitThrottled(HBaseServer server, TableName name) throws Exception {
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(settings(server)).get()) {
      var once = connection.getTableBuilder(name).setMaxAttempts(1).build();
      Throwable refusal = null;
      while (refusal == null) {
        refusal = once.get(new Get(new byte[] {1})).handle((row, error) -> error).get();
      }
      assertThat(refusal).hasRootCauseInstanceOf(RemoteException.class);
      assertThat(refusal).hasStackTraceContaining("RpcThrottlingException");
    }
  }

  /** Waits until no quota counts any longer: ten deletes of nothing, of which a quota takes one. */
  static void awaitWrites(HBaseServer server, TableName name) throws Exception {
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(settings(server)).get()) {
      var once = connection.getTableBuilder(name).setMaxAttempts(1).build();
      int taken = 0;
      while (taken < 10) {
        Throwable refusal =
            once.delete(new Delete(new byte[] {1})).handle((done, error) -> error).get();
        taken = refusal == null ? taken + 1 : 0;
      }
    }
  }

  static Configuration settings(HBaseServer server) {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", server.quorum());
    return settings;
  }
}
