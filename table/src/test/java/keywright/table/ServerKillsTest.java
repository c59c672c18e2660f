package keywright.table;

import java.time.Duration;
import keywright.server.hbase.HBaseCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A {@link FaultTrial} while region servers are killed and stopped, in a schedule that is fixed.
 */
@Tag("large")
class ServerKillsTest {
  /** Writers and readers differ in how long they wait for HBase, so that some see it fail. */
  private static final int[] TIMEOUT_SECONDS = {30, 3};

  /** Longer than some wait, shorter than a session. */
  private static final Duration PAUSE = Duration.ofSeconds(4);

  @Test
  void nothingAcknowledgedIsLostAndNoReadIsWrong() throws Exception {
    run(1, false);
  }

  @Test
  @Tag("nightly")
  void norDoesItInFourRounds() throws Exception {
    run(4, true);
  }

  /**
   * @param all whether region servers are also killed while none takes over, and all together
   */
  private static void run(int rounds, boolean all) throws Exception {
    try (HBaseCluster cluster = new HBaseCluster(2)) {
      String url = cluster.url("kills") + "?alone=true";
      new FaultTrial()
          .run(
              url,
              index -> url + "&timeout_seconds=" + TIMEOUT_SECONDS[index % TIMEOUT_SECONDS.length],
              trial -> {
                for (int round = 0; round < rounds && !trial.isWrong(); round++) {
                  kill(cluster, trial, round);
                  if (all) {
                    killAll(cluster, trial, round);
                  }
                }
              });
    }
  }

  private static void kill(HBaseCluster cluster, FaultTrial trial, int round) throws Exception {
    // Taken for dead by its timeout; the other one takes over.
    cluster.killRegionServer(round % 2);
    trial.awaitAll("with one region server killed");
    cluster.startRegionServer(round % 2);
    trial.awaitAll("with that one back");
    // What it was sent meanwhile it does after its senders gave up.
    cluster.pauseRegionServer((round + 1) % 2, PAUSE);
    trial.awaitAll("with the other one stopped for a while");
  }

  private static void killAll(HBaseCluster cluster, FaultTrial trial, int round) throws Exception {
    // Taken for dead when the new one comes.
    cluster.killRegionServer((round + 1) % 2);
    cluster.startRegionServer((round + 1) % 2);
    trial.awaitAll("with the other one killed and started");
    cluster.killAll();
    cluster.startAll();
    trial.awaitAll("with all killed and started");
  }
}
