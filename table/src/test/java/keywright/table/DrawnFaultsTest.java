package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import keywright.server.hbase.HBaseCluster;
import keywright.store.StoreException;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.testkit.Trials;
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
 * A {@link FaultTrial} while servers, and a process of writers, are killed and stopped, regions are
 * split, merged and moved, a quota comes and goes, and another process creates and drops indexes,
 * in an order that is drawn. {@code -Dkeywright.faults} says how many faults.
 */
final class DrawnFaultsTest {
  private static final String NAMESPACE = "faults";
  private static final int REGION_SERVERS = 2;
  private static final int[] TIMEOUT_SECONDS = {10, 3};
  private static final int THREADS = 4;
  private static final int LOOKS_MILLIS = 500;

  /** So often the master is looked for: one may end by itself before it is ready. */
  private static final int MASTER_LOOKS_MAX = 60;

  private static final Duration PAUSE = Duration.ofSeconds(4);
  private static final Duration WRITER_PAUSE = Duration.ofSeconds(8);
  private static final IndexDefinition DRAWN = IndexDefinition.of("parcels_drawn", "number, id");

  private enum Fault {
    KILL_REGION_SERVER,
    PAUSE_REGION_SERVER,
    KILL_MASTER,
    PAUSE_MASTER,
    PAUSE_ZOOKEEPER,
    KILL_WRITERS,
    PAUSE_WRITERS,
    SPLIT,
    MERGE,
    MOVE,
    QUOTA,
    INDEX_OF_PARCELS,
    INDEX_OF_STAYS
  }

  private final List<String> done = new ArrayList<>();
  private final Set<Long> acknowledged = new TreeSet<>();
  private HBaseCluster cluster;
  private Admin admin;
  private Database changer;
  private WriterProcess writers;
  private Random random;
  private long processes;

  @Test
  void nothingAcknowledgedIsLostAndNoReadIsWrong() throws Exception {
    run(Integer.getInteger("keywright.faults", Trials.of(8)));
  }

  @Test
  @Tag("nightly")
  void norIsItInManyFaults() throws Exception {
    run(Integer.getInteger("keywright.faults", 150));
  }

  private String url(int timeoutSeconds) {
    return cluster.url(NAMESPACE) + "?timeout_seconds=" + timeoutSeconds;
  }

  private void run(int faults) throws Exception {
    FaultTrial trial = new FaultTrial();
    random = new Random(trial.seed());
    cluster = new HBaseCluster(REGION_SERVERS, QuotaTest.QUOTAS);
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
        try (Database creator = Database.open(url(10))) {
          boolean unused = creator.createTable(WriterProcess.STAY, false);
        }
        trial.run(
            url(10),
            index -> url(TIMEOUT_SECONDS[index % TIMEOUT_SECONDS.length]),
            running -> inject(running, faults));
      }
    } finally {
      System.out.println("faults: " + done);
      List<Runnable> unused = supervisor.shutdownNow();
      cluster.close();
    }
  }

  private void inject(FaultTrial trial, int faults) throws Exception {
    changer = Database.open(url(30));
    startWriters();
    for (int i = 0; i < faults && !trial.isWrong(); i++) {
      Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
      done.add(fault.toString());
      long start = System.nanoTime();
      try {
        inject(fault);
      } catch (IOException | StoreException e) {
        // The master is away, or at that region already, or does not answer in time.
        done.set(i, fault + " refused");
      }
      done.set(i, "%s %.1f s".formatted(done.get(i), (System.nanoTime() - start) / 1e9));
      trial.awaitAll("after " + done);
      writers.awaitInserts(THREADS);
    }
    acknowledged.addAll(writers.end());
    writers.close();
    awaitMaster();
    boolean unused = changer.createIndex("stay", WriterProcess.BY_GUEST, true);
    StalledWriterTest.requireEntries(changer, acknowledged);
    changer.close();
  }

  private void startWriters() {
    writers = new WriterProcess(url(3), THREADS, processes++ * 1_000_000_000L);
  }

  private void inject(Fault fault) throws Exception {
    int server = random.nextInt(REGION_SERVERS);
    switch (fault) {
      case KILL_REGION_SERVER -> cluster.killRegionServer(server);
      case PAUSE_REGION_SERVER -> cluster.pauseRegionServer(server, PAUSE);
      case KILL_MASTER -> cluster.killMaster();
      case PAUSE_MASTER -> cluster.pauseMaster(PAUSE);
      case PAUSE_ZOOKEEPER -> cluster.pauseZooKeeper(PAUSE);
      case KILL_WRITERS -> {
        acknowledged.addAll(writers.acknowledged());
        writers.kill();
        writers.close();
        startWriters();
      }
      case PAUSE_WRITERS -> {
        writers.stop();
        Thread.sleep(WRITER_PAUSE.toMillis());
        writers.goOn();
      }
      case SPLIT -> {
        TableName table = table();
        // A region is split between keys of its files.
        admin.flush(table);
        admin.split(table);
      }
      case MERGE -> merge();
      case MOVE -> {
        List<RegionInfo> regions = admin.getRegions(table());
        admin.move(regions.get(random.nextInt(regions.size())).getEncodedNameAsBytes());
      }
      case QUOTA -> throttle();
      case INDEX_OF_PARCELS -> change("parcel", DRAWN);
      case INDEX_OF_STAYS -> change("stay", WriterProcess.BY_GUEST);
    }
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
    return TableName.valueOf(NAMESPACE, names.get(random.nextInt(names.size())));
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

  /** Creates an index, or drops it where it is, and looks whether rows lack entries. */
  private void change(String table, IndexDefinition index) {
    boolean isThere = changer.find(table).orElseThrow().index(index.name()).isPresent();
    boolean unused =
        isThere ? changer.dropIndex(index.name(), false) : changer.createIndex(table, index, true);
    assertThat(changer.scrub(table, ScrubOptions.CHECK).findings())
        .extracting(ScrubReport.Finding::kind)
        .doesNotContain(ScrubReport.Kind.ROW_WITHOUT_ENTRY);
  }
}
