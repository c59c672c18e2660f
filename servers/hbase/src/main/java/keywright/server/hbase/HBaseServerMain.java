package keywright.server.hbase;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** The program of {@link HBaseServer}: its argument is the folder for all that it keeps. */
public final class HBaseServerMain {
  private static final int REGION_SERVERS = 2;

  /** Long enough for a process that is stopped for a while, by a test or by a busy machine. */
  private static final int SESSION_MILLIS = 40_000;

  private HBaseServerMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    ForkedMain.run(folder, ready -> start(folder, ready));
  }

  private static ForkedMain.Server start(Path folder, StringBuilder ready) throws Exception {
    // A second region server in one JVM finds the metrics of the first otherwise, and aborts.
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration settings = ServerSettings.of(folder, REGION_SERVERS);
    settings.setBoolean("hbase.cluster.distributed", false);
    settings.setBoolean("hbase.localcluster.assign.random.ports", true);
    settings.setInt("zookeeper.session.timeout", SESSION_MILLIS);
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
}
