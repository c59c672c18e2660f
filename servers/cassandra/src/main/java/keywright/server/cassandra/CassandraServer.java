package keywright.server.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;

/**
 * A Cassandra of one node, forked. One of its own ends with the JVM that started it, and the shared
 * one with the build. Safe for many threads.
 */
public final class CassandraServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String HOST = "127.0.0.1";
  private static final int HEAP_MEGABYTES = 512;
  private static final int SHARED_HEAP_MEGABYTES = 768;
  private static final int MEASURED_HEAP_MEGABYTES = 1_024;

  /** Time limits that a busy machine keeps. */
  private static final Map<String, String> LONG_LIMITS =
      Map.of(
          "read_request_timeout", "60s",
          "range_request_timeout", "60s",
          "write_request_timeout", "60s",
          "cas_contention_timeout", "60s");

  /** The one that the tests share. */
  private static final class Shared {
    static final CassandraServer SERVER =
        new CassandraServer(
            ForkedServer.shared(
                "cassandra",
                folder ->
                    node(folder, ServerJvm.small(SHARED_HEAP_MEGABYTES), LONG_LIMITS).prepare(),
                CassandraNode.LIMIT));
  }

  private final ForkedServer server;

  private CassandraServer(ForkedServer server) {
    this.server = server;
  }

  /**
   * The server that all test JVMs of a build use, started when first asked for. Each test uses
   * keyspaces of its own in it. Not to be closed or stopped.
   */
  public static CassandraServer shared() {
    return Shared.SERVER;
  }

  /**
   * Starts a server of its own.
   *
   * @param settings lines of {@code cassandra.yaml}, beside those that all servers have
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static CassandraServer start(Map<String, String> settings) {
    return start(ServerJvm.small(HEAP_MEGABYTES), settings);
  }

  /**
   * Starts a server of its own to measure against: its code is compiled to the utmost, and its time
   * limits are long.
   *
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static CassandraServer startForMeasuring() {
    return start(new ServerJvm(MEASURED_HEAP_MEGABYTES, true, null), LONG_LIMITS);
  }

  private static CassandraServer start(ServerJvm jvm, Map<String, String> settings) {
    try {
      Path folder = Files.createTempDirectory("keywright-cassandra");
      return new CassandraServer(node(folder, jvm, settings).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CassandraNode node(Path folder, ServerJvm jvm, Map<String, String> settings) {
    try {
      List<Integer> ports = freePorts(2);
      return new CassandraNode(
          folder,
          HOST,
          ports.get(0),
          ports.get(1),
          HOST + ":" + ports.get(1),
          jvm,
          settings,
          // Changes of tables need not survive the machine.
          Map.of(
              "cassandra.unsafesystem", "true",
              // A thread that tells the time else wakes up five hundred times in a second.
              "cassandra.approximate_time_precision_ms", "20"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Held together, so that they differ. */
  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return ports;
  }

  /** Where it listens: {@code 127.0.0.1:PORT}. */
  public String address() {
    return server.ready();
  }

  /** Makes a keyspace of one replica and gives the URL of a database in it. */
  public String newKeyspace(String name) {
    execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
            .formatted(name));
    return url(name);
  }

  /** Executes a statement, as a user who may do everything. */
  public void execute(String statement) {
    String unused = server.ask(statement, LIMIT);
  }

  /** The URL of a database in it. */
  public String url(String keyspace) {
    return "cassandra://" + address() + "/" + keyspace;
  }

  /** Stops it, as a machine that hangs does, until {@link #resume}. */
  public void pause() {
    server.pause();
  }

  /** Lets it continue. */
  public void resume() {
    server.resume();
  }

  /** Ends it, with all that it holds. */
  @Override
  public void close() {
    server.close();
  }
}
