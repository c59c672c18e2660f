package keywright.server.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.testkit.ForkedServer;

/** A Cassandra of one node, forked. It ends with the JVM that started it. Safe for many threads. */
public final class CassandraServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String HOST = "127.0.0.1";
  private static final int HEAP_MEGABYTES = 512;
  private static final int MEASURED_HEAP_MEGABYTES = 1_024;

  /** The one that the tests of a JVM share. */
  private static final class Shared {
    static final CassandraServer SERVER = start(Map.of());
  }

  private final ForkedServer server;
  private final int port;

  private CassandraServer(ForkedServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /** The server that all tests of this JVM use, started when first asked for. Not to be closed. */
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
    return start(CassandraNode.Jvm.small(HEAP_MEGABYTES), settings);
  }

  /**
   * Starts a server of its own to measure against: its code is compiled to the utmost, and its time
   * limits are long.
   *
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static CassandraServer startForMeasuring() {
    return start(
        new CassandraNode.Jvm(MEASURED_HEAP_MEGABYTES, true),
        Map.of(
            "read_request_timeout", "60s",
            "range_request_timeout", "60s",
            "write_request_timeout", "60s",
            "cas_contention_timeout", "60s"));
  }

  private static CassandraServer start(CassandraNode.Jvm jvm, Map<String, String> settings) {
    try {
      List<Integer> ports = freePorts(2);
      CassandraNode node =
          new CassandraNode(
              Files.createTempDirectory("keywright-cassandra"),
              HOST,
              ports.get(0),
              ports.get(1),
              HOST + ":" + ports.get(1),
              jvm,
              settings,
              // Changes of tables need not survive the machine.
              Map.of("cassandra.unsafesystem", "true"));
      return new CassandraServer(node.start(), ports.get(0));
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
    return HOST + ":" + port;
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

  /** The id of its process. */
  public long pid() {
    return server.pid();
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
