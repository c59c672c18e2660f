package keywright.server.hbase;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** The program of {@link HBaseServer}: its argument is the folder for all that it keeps. */
public final class HBaseServerMain {
  private static final int REGION_SERVERS = 2;

  /** How often a region server reports to the master what its regions did. */
  private static final int REPORT_MILLIS = 500;

  private HBaseServerMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    ForkedMain.run(folder, ready -> start(folder, ready));
  }

  private static ForkedMain.Server start(Path folder, StringBuilder ready) throws Exception {
    // A second region server in one JVM finds the metrics of the first otherwise, and aborts.
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration settings = settings(folder);
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(settings);
    int port = zooKeeper.startup(folder.resolve("zookeeper").toFile());
    settings.setInt("hbase.zookeeper.property.clientPort", port);
    LocalHBaseCluster cluster = new LocalHBaseCluster(settings, 1, REGION_SERVERS);
    cluster.startup();
    while (cluster.getActiveMaster() == null || !cluster.getActiveMaster().isInitialized()) {
      Thread.sleep(20);
    }
    ready.append("127.0.0.1:").append(port);
    return question -> "cannot " + question;
  }

  private static Configuration settings(Path folder) {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.rootdir", folder.resolve("root").toUri().toString());
    settings.set("hbase.wal.dir", folder.resolve("wal").toUri().toString());
    settings.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    // A local file system cannot promise that a flush is on disk.
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    settings.set("hbase.wal.provider", "filesystem");

    settings.setBoolean("hbase.cluster.distributed", false);
    settings.setBoolean("hbase.localcluster.assign.random.ports", true);
    settings.setInt("hbase.master.info.port", -1);
    settings.setInt("hbase.regionserver.info.port", -1);
    settings.set("hbase.master.hostname", "localhost");
    settings.set("hbase.regionserver.hostname", "localhost");
    settings.set("hbase.zookeeper.quorum", "127.0.0.1");
    // Long enough for a process that is stopped for a while, by a test or by a busy machine.
    settings.setInt("zookeeper.session.timeout", 40_000);

    settings.setInt("hbase.master.wait.on.regionservers.mintostart", REGION_SERVERS);
    settings.setInt("hbase.master.wait.on.regionservers.timeout", 1_500);
    settings.setInt("hbase.master.wait.on.regionservers.interval", 300);
    settings.setInt("hbase.regionserver.msginterval", REPORT_MILLIS);
    settings.setInt("hbase.regionserver.metrics.period", REPORT_MILLIS);

    // Halves of a region are not split again while files of before are kept for their readers.
    settings.setInt("hbase.hfile.compaction.discharger.interval", 200);

    // Regions are opened at once, not together with others that might come.
    settings.setInt("hbase.procedure.remote.dispatcher.delay.msec", 1);

    // What the master notes of its procedures need not outlive the machine.
    settings.setBoolean("hbase.master.store.region.wal.hsync", false);

    settings.setInt("hbase.regionserver.handler.count", 8);
    settings.setInt("hbase.regionserver.metahandler.count", 6);
    settings.setInt("hbase.master.handler.count", 8);
    settings.setFloat("hfile.block.cache.size", 0.2f);
    // Tests make many small tables: no two megabytes for the first cell of each family.
    settings.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    return settings;
  }
}
