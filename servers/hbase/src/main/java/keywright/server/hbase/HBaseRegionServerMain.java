package keywright.server.hbase;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** A region server of an {@link HBaseCluster}; its argument is its folder. */
public final class HBaseRegionServerMain {
  private HBaseRegionServerMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    Path cluster = ClusterSettings.cluster(arguments);
    ForkedMain.run(cluster, ready -> start(cluster, ready));
  }

  private static ForkedMain.Server start(Path cluster, StringBuilder ready) throws Exception {
    HRegionServer server = new HRegionServer(ClusterSettings.of(cluster));
    server.start();
    ClusterSettings.endWith(server);
    while (!server.isOnline()) {
      Thread.sleep(20);
    }
    ready.append("online");
    return question -> "cannot " + question;
  }
}
