package keywright.server.hbase;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** What a process of an {@link HBaseCluster} is told: its folder, which is within the cluster's. */
final class ClusterSettings {
  private ClusterSettings() {}

  /** The folder of the whole cluster. */
  static Path cluster(String[] arguments) {
    return Path.of(arguments[0]).toAbsolutePath().resolveSibling("");
  }

  static Configuration of(Path cluster) {
    Configuration settings =
        ServerSettings.of(cluster, Integer.getInteger(HBaseCluster.REGION_SERVERS, 0));
    settings.setBoolean("hbase.cluster.distributed", true);
    settings.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort());
    settings.setInt("hbase.master.port", Integer.getInteger(HBaseCluster.PORT, 0));
    settings.setInt("hbase.regionserver.port", Integer.getInteger(HBaseCluster.PORT, 0));
    settings.setInt("zookeeper.session.timeout", (int) HBaseCluster.SESSION.toMillis());
    // The file system with checksums keeps the end of a file to itself.
    settings.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    return settings;
  }

  /** Ends this process when its server does, which aborts when it was silent for too long. */
  static void endWith(Thread server) {
    Thread end =
        new Thread(
            () -> {
              try {
                server.join();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "end of the server");
    end.setDaemon(true);
    end.start();
  }

  static int zooKeeperPort() {
    return Integer.getInteger(HBaseCluster.ZOOKEEPER_PORT, 0);
  }
}
