package keywright.server.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.testkit.ForkedMain;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;
import org.jspecify.annotations.Nullable;

/**
 * A Cassandra of several nodes, each a process that can be killed and stopped by itself. Files and
 * addresses stay when a node is killed and started again, and nothing that it acknowledged is lost
 * by a kill, as the log is on disk before a write is acknowledged. All processes end with the JVM
 * that started them, and the files with them. To be used by one thread.
 */
public final class CassandraCluster implements AutoCloseable {
  /** A line that begins with this makes a node wait for the number of nodes that follows. */
  static final String AWAIT = "AWAIT ";

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int HEAP_MEGABYTES = 320;
  private static final int PORT = 9042;
  private static final int STORAGE_PORT = 7000;

  private static final Map<String, String> SETTINGS =
      Map.of(
          "commitlog_sync",
          "batch",
          "commitlog_sync_period",
          "",
          // So that clients are told of a node that hangs within their own limits.
          "read_request_timeout",
          "2000ms",
          "write_request_timeout",
          "2000ms",
          "cas_contention_timeout",
          "2000ms",
          "range_request_timeout",
          "4000ms");

  private final Path folder;
  private final List<CassandraNode> nodes;
  private final AtomicReferenceArray<@Nullable ForkedServer> servers;

  /**
   * Starts a cluster and waits until it is ready.
   *
   * @throws IllegalStateException when it does not start, with the end of a log
   */
  public CassandraCluster(int count) {
    this.servers = new AtomicReferenceArray<>(count);
    try {
      folder = Files.createTempDirectory("keywright-cluster");
      List<String> hosts = freeHosts(count);
      nodes =
          IntStream.range(0, count)
              .mapToObj(
                  index ->
                      new CassandraNode(
                          folder.resolve("node-" + index),
                          hosts.get(index),
                          PORT,
                          STORAGE_PORT,
                          hosts.get(0) + ":" + STORAGE_PORT,
                          ServerJvm.small(HEAP_MEGABYTES),
                          SETTINGS,
                          Map.of("cassandra.consistent.rangemovement", "false")))
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      IntStream.range(0, count).forEach(this::startNode);
      awaitAgreement();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Addresses of the loopback interface, one after another: on Linux all that begin with 127 are.
   * So that the ports of a node that is killed stay free, nobody else uses these addresses.
   */
  private static List<String> freeHosts(int count) throws IOException {
    Random random = new Random();
    while (true) {
      String network = "127.%d.%d.".formatted(1 + random.nextInt(254), random.nextInt(256));
      List<String> hosts = IntStream.rangeClosed(1, count).mapToObj(i -> network + i).toList();
      if (isFree(hosts.get(0))) {
        return hosts;
      }
    }
  }

  private static boolean isFree(String host) throws IOException {
    try (ServerSocket unused = new ServerSocket(PORT, 1, InetAddress.getByName(host))) {
      return true;
    } catch (BindException e) {
      return false;
    }
  }

  /** Starts a node, at first or after it was killed, and waits until it takes clients. */
  public void startNode(int index) {
    servers.set(index, nodes.get(index).start());
  }

  /** Kills a node as {@code kill -9} does. */
  public void killNode(int index) {
    server(index).kill();
  }

  /** Kills all nodes, at once, and starts them again. */
  public void restartAll() {
    List<CompletableFuture<Void>> killing =
        running().map(server -> CompletableFuture.runAsync(server::kill)).toList();
    killing.forEach(CompletableFuture::join);
    IntStream.range(0, nodes.size()).forEach(this::startNode);
  }

  /**
   * Stops a node for a while: what is sent to it meanwhile it does when it continues, however long
   * the sender waits for it.
   */
  public void pauseNode(int index, Duration pause) throws InterruptedException {
    server(index).pause(pause);
  }

  /** Waits until each node sees all nodes alive, with the same schema. */
  private void awaitAgreement() {
    for (int node = 0; node < nodes.size(); node++) {
      String unused = server(node).ask(AWAIT + nodes.size(), LIMIT);
    }
  }

  private ForkedServer server(int index) {
    return Objects.requireNonNull(servers.get(index));
  }

  private Stream<ForkedServer> running() {
    return IntStream.range(0, nodes.size()).mapToObj(servers::get).filter(server -> server != null);
  }

  /**
   * Creates a keyspace with a replica on each node. Afterwards each node knows the keyspace.
   *
   * @return the URL of a database in the keyspace
   */
  public String newKeyspace(String name) {
    String unused =
        server(0)
            .ask(
                "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
                    .formatted(name, nodes.size()),
                LIMIT);
    awaitAgreement();
    return nodes.stream()
        .map(node -> node.host() + ":" + node.port())
        .collect(Collectors.joining(",", "cassandra://", "/" + name));
  }

  /** The ids of the processes, killed ones among them. */
  public List<Long> pids() {
    return running().map(ForkedServer::pid).toList();
  }

  /** Where all files are. */
  public Path folder() {
    return folder;
  }

  /** Ends it, with all that it holds. */
  @Override
  public void close() {
    running().forEach(ForkedServer::kill);
    running().forEach(ForkedServer::close);
    // Those that were killed left it.
    ForkedMain.delete(folder);
  }
}
