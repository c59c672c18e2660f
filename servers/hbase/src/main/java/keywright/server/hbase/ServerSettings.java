package keywright.server.hbase;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.metrics2.impl.JmxCacheBuster;

/** The configuration that all servers have: loopback, short waits, small. */
final class ServerSettings {
  /** How often a region server reports to the master what its regions did. */
  private static final int REPORT_MILLIS = 1_000;

  /**
   * The files of this machine. Their permissions are those that the process gives to new files:
   * Hadoop starts a program, {@code chmod}, for each folder and file whose permissions it sets.
   */
  private static final class LocalFiles extends LocalFileSystem {
    LocalFiles() {
      super(
          new RawLocalFileSystem() {
            @Override
            public void setPermission(Path file, FsPermission permission) {}
          });
    }
  }

  private ServerSettings() {}

  /**
   * Metrics are registered again after each change of a region, which takes a seventh of the time
   * of the change. Nobody reads them.
   */
  private static void stopRegisteringMetrics() {
    JmxCacheBuster.clearJmxCache(); // Only what has begun can be stopped.
    JmxCacheBuster.stop();
  }

  /**
   * Those of a cluster that keeps its files in {@code folder}.
   *
   * @param regionServers that the master waits for
   */
  static Configuration of(java.nio.file.Path folder, int regionServers) {
    Configuration settings = HBaseConfiguration.create();
    stopRegisteringMetrics();
    long ahead = settings.getLong(HBaseServer.CLOCK_AHEAD_MILLIS, 0);
    if (ahead != 0) {
      EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + ahead);
    }
    settings.set("hbase.rootdir", folder.resolve("root").toUri().toString());
    settings.set("hbase.wal.dir", folder.resolve("wal").toUri().toString());
    settings.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    // A local file system cannot promise that a flush is on disk.
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    settings.setClass("fs.file.impl", LocalFiles.class, FileSystem.class);
    settings.set("hbase.wal.provider", "filesystem");

    settings.setInt("hbase.master.info.port", -1);
    settings.setInt("hbase.regionserver.info.port", -1);
    settings.set("hbase.master.hostname", "localhost");
    settings.set("hbase.regionserver.hostname", "localhost");
    settings.set("hbase.zookeeper.quorum", "127.0.0.1");

    settings.setInt("hbase.master.wait.on.regionservers.mintostart", regionServers);
    settings.setInt("hbase.master.wait.on.regionservers.timeout", 1_500);
    settings.setInt("hbase.master.wait.on.regionservers.interval", 300);
    settings.setInt("hbase.regionserver.msginterval", REPORT_MILLIS);
    settings.setInt("hbase.regionserver.metrics.period", REPORT_MILLIS);

    // Halves of a region are not split again while files of before are kept for their readers.
    settings.setInt("hbase.hfile.compaction.discharger.interval", 400);

    // Regions are opened at once, not together with others that might come.
    settings.setInt("hbase.procedure.remote.dispatcher.delay.msec", 1);

    // What the master notes of its procedures need not outlive the machine.
    settings.setBoolean("hbase.master.store.region.wal.hsync", false);

    // Two servers at most: there is nothing to balance, but the balancer takes seconds to find out.
    settings.setLong("hbase.balancer.period", TimeUnit.DAYS.toMillis(1));

    settings.setInt("hbase.regionserver.handler.count", 8);
    settings.setInt("hbase.regionserver.metahandler.count", 6);
    settings.setInt("hbase.master.handler.count", 8);
    settings.setFloat("hfile.block.cache.size", 0.2f);
    // Tests make many small tables: no two megabytes for the first cell of each family.
    settings.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    return settings;
  }
}
