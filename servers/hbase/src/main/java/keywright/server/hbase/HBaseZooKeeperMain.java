package keywright.server.hbase;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/** The ZooKeeper of an {@link HBaseCluster}; its argument is its folder. */
public final class HBaseZooKeeperMain {
  private HBaseZooKeeperMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    Path cluster = ClusterSettings.cluster(arguments);
    ForkedMain.run(cluster, ready -> start(cluster, ready));
  }

  private static ForkedMain.Server start(Path cluster, StringBuilder ready) throws Exception {
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(ClusterSettings.of(cluster));
    zooKeeper.setDefaultClientPort(ClusterSettings.zooKeeperPort());
    int port = zooKeeper.startup(cluster.resolve("zookeeper").toFile());
    if (port != ClusterSettings.zooKeeperPort()) {
      throw new IllegalStateException("cannot listen on port " + ClusterSettings.zooKeeperPort());
    }
    ready.append("started");
    return question -> "cannot " + question;
  }
}
