package keywright.server.hbase;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.master.HMaster;

/**
 * The master of an {@link HBaseCluster}; its argument is its folder. Whatever it is asked it
 * answers once it is initialized.
 */
public final class HBaseMasterMain {
  private HBaseMasterMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    Path cluster = ClusterSettings.cluster(arguments);
    ForkedMain.run(cluster, ready -> start(cluster, ready));
  }

  private static ForkedMain.Server start(Path cluster, StringBuilder ready) throws Exception {
    Configuration settings = ClusterSettings.of(cluster);
    HMaster master = HMaster.constructMaster(HMaster.class, settings);
    master.start();
    ClusterSettings.endWith(master);
    ready.append("started");
    return question -> {
      while (!master.isInitialized()) {
        Thread.sleep(20);
      }
      return "yes";
    };
  }
}
