package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import keywright.server.cassandra.CassandraCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A {@link FaultTrial} on a Cassandra of three nodes, of which one at a time is killed or stopped:
 * in a schedule that is fixed, and in one that is drawn, as {@link DrawnFaults}. {@code
 * -Dkeywright.faults} says how many faults are drawn.
 *
 * <p>Nodes fail here, and writers do not: a writer that puts the entries after the row is found by
 * {@link ProtocolTest} and {@link PaxosTest}, and seldom here, where a reader would have to come
 * between the two.
 */
@Tag("nightly")
@Tag("alone")
final class NodeKillsTest {
  private static final int NODES = 3;

  /** Writers and readers differ in how long they wait for Cassandra, so that some see it fail. */
  private static final int[] TIMEOUT_SECONDS = {15, 2};

  /** Longer than some wait. */
  private static final Duration PAUSE = Duration.ofSeconds(4);

  @Test
  void nothingAcknowledgedIsLostAndNoReadIsWrong() throws Exception {
    try (CassandraCluster cluster = new CassandraCluster(NODES)) {
      String url = cluster.newKeyspace("kills") + "?alone=true";
      new FaultTrial()
          .run(
              url,
              index -> url + "&timeout_seconds=" + TIMEOUT_SECONDS[index % TIMEOUT_SECONDS.length],
              trial -> {
                cluster.killNode(1);
                trial.awaitAll("with one node killed");
                define(url);
                cluster.startNode(1);
                trial.awaitAll("with that one back");
                // What it was sent meanwhile it does after its senders gave up.
                cluster.pauseNode(2, PAUSE);
                trial.awaitAll("with another one stopped for a while");
                cluster.killNode(0);
                cluster.startNode(0);
                trial.awaitAll("with the first one killed and started");
                try (Database database = Database.open(url)) {
                  StalledWriterTest.requireEntries(database, Set.of(1L, 2L));
                }
              });
    }
  }

  /** Tables and indexes can be made while a node is down. */
  private static void define(String url) {
    try (Database database = Database.open(url)) {
      assertThat(database.createTable(WriterProcess.STAY, false)).isTrue();
      database.table("stay").insert(Payments.row("id", 1L, "guest", 1L));
      assertThat(database.createIndex("stay", WriterProcess.BY_GUEST, false)).isTrue();
      database.table("stay").insert(Payments.row("id", 2L, "guest", 2L));
      StalledWriterTest.requireEntries(database, Set.of(1L, 2L));
    }
  }

  @Test
  void norIsItInManyFaults() throws Exception {
    try (CassandraCluster cluster = new CassandraCluster(NODES)) {
      String url = cluster.newKeyspace("faults");
      DrawnFaults faults = new DrawnFaults(seconds -> url + "?timeout_seconds=" + seconds, true);
      Random random = faults.random();
      faults
          .with(
              "KILL_NODE",
              () -> {
                int node = random.nextInt(NODES);
                cluster.killNode(node);
                Thread.sleep(random.nextInt((int) PAUSE.toMillis()));
                cluster.startNode(node);
              })
          .with("PAUSE_NODE", () -> cluster.pauseNode(random.nextInt(NODES), PAUSE))
          .with("KILL_ALL", cluster::restartAll)
          .run(Integer.getInteger("keywright.faults", 20), () -> {});
    }
  }
}
