package keywright.server.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.testkit.ForkedMain;
import keywright.testkit.ForkedServer;

/** A Cassandra of one node, forked. It ends with the JVM that started it. Safe for many threads. */
public final class CassandraServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int HEAP_MEGABYTES = 512;

  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote",
          "-Djdk.attach.allowAttachSelf=true",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
          "--add-exports=java.sql/java.sql=ALL-UNNAMED",
          "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
          "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.rmi/sun.rmi.transport.tcp=ALL-UNNAMED");

  private static final String LOGGING =
      """
      <configuration>
        <appender name="log" class="ch.qos.logback.core.ConsoleAppender">
          <target>System.err</target>
          <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{20} - %msg%n</pattern></encoder>
        </appender>
        <root level="WARN"><appender-ref ref="log"/></root>
      </configuration>
      """;

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
    try {
      Path folder = Files.createTempDirectory("keywright-cassandra");
      List<Integer> ports = freePorts(2);
      Files.writeString(folder.resolve("cassandra.yaml"), yaml(folder, ports, settings));
      Files.writeString(folder.resolve("logback.xml"), LOGGING);
      ForkedServer server = ForkedServer.start(folder, arguments(folder), LIMIT);
      return new CassandraServer(server, ports.get(0));
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

  private static String yaml(Path folder, List<Integer> ports, Map<String, String> settings) {
    StringBuilder yaml =
        new StringBuilder(
            """
            cluster_name: 'keywright'
            num_tokens: 16
            partitioner: org.apache.cassandra.dht.Murmur3Partitioner
            endpoint_snitch: SimpleSnitch
            auto_bootstrap: false
            auto_snapshot: false
            listen_address: 127.0.0.1
            rpc_address: 127.0.0.1
            commitlog_sync: periodic
            commitlog_sync_period: 10000ms
            commitlog_segment_size: 8MiB
            commitlog_total_space: 64MiB
            memtable_heap_space: 64MiB
            memtable_offheap_space: 64MiB
            key_cache_size: 4MiB
            counter_cache_size: 1MiB
            file_cache_size: 64MiB
            networking_cache_size: 16MiB
            concurrent_reads: 8
            concurrent_writes: 8
            concurrent_compactors: 1
            """);
    yaml.append("native_transport_port: ").append(ports.get(0)).append('\n');
    yaml.append("storage_port: ").append(ports.get(1)).append('\n');
    yaml.append("data_file_directories: [").append(folder.resolve("data")).append("]\n");
    for (String each : List.of("commitlog", "hints", "saved_caches", "cdc_raw")) {
      yaml.append(each).append("_directory: ").append(folder.resolve(each).toString()).append('\n');
    }
    yaml.append(
        """
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "127.0.0.1:%d"
        """
            .formatted(ports.get(1)));
    settings.forEach((name, value) -> yaml.append(name).append(": ").append(value).append('\n'));
    return yaml.toString();
  }

  private static List<String> arguments(Path folder) throws IOException {
    List<String> arguments = new ArrayList<>(FLAGS);
    arguments.add("-Xms128m");
    arguments.add("-Xmx" + HEAP_MEGABYTES + "m");
    arguments.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
    arguments.add("-Dcassandra.storagedir=" + folder);
    arguments.add("-Dcassandra.logdir=" + folder);
    arguments.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml"));
    arguments.add("-Dcassandra-foreground=true");
    arguments.add("-Dcassandra.superuser_setup_delay_ms=0");
    arguments.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    arguments.add("-Dcassandra.ring_delay_ms=2000");
    // Changes of tables need not survive the machine.
    arguments.add("-Dcassandra.unsafesystem=true");
    arguments.add("-Dio.netty.allocator.maxOrder=9");
    arguments.add("-Djava.io.tmpdir=" + folder);
    arguments.add("-cp");
    arguments.add(
        String.join(
            File.pathSeparator,
            folder.toString(),
            home(CassandraServer.class),
            home(ForkedMain.class),
            libraries()));
    arguments.add(CassandraServer.class.getPackageName() + ".CassandraServerMain");
    return arguments;
  }

  private static String libraries() throws IOException {
    try (InputStream file = CassandraServer.class.getResourceAsStream("class-path")) {
      return new String(
              Objects.requireNonNull(file, "class-path, which the build writes").readAllBytes(),
              StandardCharsets.UTF_8)
          .strip();
    }
  }

  /** The folder or the jar that a class is from. */
  private static String home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where it listens: {@code 127.0.0.1:PORT}. */
  public String address() {
    return "127.0.0.1:" + port;
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

  /** Ends it, with all that it holds. */
  @Override
  public void close() {
    server.close();
  }
}
