package keywright.table;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import keywright.server.hbase.HBaseCluster;
import keywright.server.hbase.HBaseServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@link DrawnFaults} on HBase: servers are killed and stopped, regions are split, merged and
 * moved, and a quota comes and goes. {@code -Dkeywright.faults} says how many faults.
 */
@Tag("nightly")
final class DrawnFaultsTest {
  private static final String NAMESPACE = "faults";
  private static final int REGION_SERVERS = 2;
  private static final int LOOKS_MILLIS = 500;

  /** So often the master is looked for: one may end by itself before it is ready. */
  private static final int MASTER_LOOKS_MAX = 60;

  private static final Duration PAUSE = Duration.ofSeconds(4);

  private static final int FLUSH_SECONDS = 60;

  private HBaseCluster cluster;
  private Admin admin;
  private DrawnFaults faults;

  @Test
  void nothingAcknowledgedIsLostAndNoReadIsWrong() throws Exception {
    cluster = new HBaseCluster(REGION_SERVERS, HBaseServer.QUOTAS);
    ScheduledExecutorService supervisor = Executors.newScheduledThreadPool(2);
    try {
      List.<Runnable>of(cluster::startEndedMaster, cluster::startEndedRegionServers)
          .forEach(
              starting -> {
                Future<?> unused =
                    supervisor.scheduleWithFixedDelay(
                        supervising(starting), LOOKS_MILLIS, LOOKS_MILLIS, TimeUnit.MILLISECONDS);
              });
      Configuration client = HBaseConfiguration.create();
      client.set("hbase.zookeeper.quorum", cluster.quorum());
      client.setInt("hbase.client.retries.number", 30);
      try (Connection connection = ConnectionFactory.createConnection(client)) {
        admin = connection.getAdmin();
        faults =
            new DrawnFaults(
                    seconds -> cluster.url(NAMESPACE) + "?timeout_seconds=" + seconds, false)
                .with("KILL_REGION_SERVER", () -> cluster.killRegionServer(server()))
                .with("PAUSE_REGION_SERVER", () -> cluster.pauseRegionServer(server(), PAUSE))
                .with("KILL_MASTER", cluster::killMaster)
                .with("PAUSE_MASTER", () -> cluster.pauseMaster(PAUSE))
                .with("PAUSE_ZOOKEEPER", () -> cluster.pauseZooKeeper(PAUSE))
                .with("SPLIT", this::split)
                .with("MERGE", this::merge)
                .with("MOVE", this::move)
                .with("QUOTA", this::throttle);
        faults.run(Integer.getInteger("keywright.faults", 12), this::awaitMaster);
      }
    } finally {
      List<Runnable> unused = supervisor.shutdownNow();
      cluster.close();
    }
  }

  private int server() {
    return faults.random().nextInt(REGION_SERVERS);
  }

  private void split() throws Exception {
    TableName table = table();
    // A region is split between keys of its files.
    flush(table);
    admin.split(table);
  }

  /** Flushes a table; gives up a flush that waits for a server that a fault has stopped. */
  private void flush(TableName table) throws Exception {
    FutureTask<Void> flush =
        new FutureTask<>(
            () -> {
              admin.flush(table);
              return null;
            });
    Thread thread = new Thread(flush, "flush of " + table);
    thread.setDaemon(true);
    thread.start();
    try {
      Void unused = flush.get(FLUSH_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("cannot flush " + table, e);
    } finally {
      thread.interrupt();
    }
  }

  private void move() throws IOException {
    List<RegionInfo> regions = admin.getRegions(table());
    admin.move(regions.get(faults.random().nextInt(regions.size())).getEncodedNameAsBytes());
  }

  /** Starts servers that were killed, or ended by themselves, as operators have it done. */
  private static Runnable supervising(Runnable starting) {
    return () -> {
      try {
        starting.run();
      } catch (RuntimeException e) {
        // Not ready in time: it is looked for again.
        System.out.println("not started: " + e.getMessage().lines().findFirst().orElse(""));
      }
    };
  }

  private void awaitMaster() throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        cluster.awaitMaster();
        return;
      } catch (IllegalStateException e) {
        if (attempt == MASTER_LOOKS_MAX) {
          throw e;
        }
        Thread.sleep(2L * LOOKS_MILLIS);
      }
    }
  }

  private TableName table() {
    List<String> names = List.of("parcel", "parcel.parcels_by_state", "counter", "stay");
    return TableName.valueOf(NAMESPACE, names.get(faults.random().nextInt(names.size())));
  }

  private void merge() throws IOException {
    List<RegionInfo> regions = admin.getRegions(table());
    if (regions.size() > 1) {
      byte[][] both = {
        regions.get(0).getEncodedNameAsBytes(), regions.get(1).getEncodedNameAsBytes()
      };
      Future<Void> unused = admin.mergeRegionsAsync(both, false);
    }
  }

  private void throttle() throws Exception {
    TableName name = TableName.valueOf(NAMESPACE, "parcel");
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(
            name, ThrottleType.REQUEST_NUMBER, 20, TimeUnit.SECONDS));
    Thread.sleep(PAUSE.toMillis());
    admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
  }
}
