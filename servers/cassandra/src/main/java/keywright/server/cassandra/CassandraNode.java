package keywright.server.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;

/**
 * How a node of Cassandra runs.
 *
 * @param folder for all that it keeps
 * @param host that it listens at
 * @param port for clients
 * @param storagePort for other nodes
 * @param seed the node that knows the others, as {@code HOST:PORT} with its storage port
 * @param jvm that it runs in
 * @param settings lines of {@code cassandra.yaml}, in place of ours of that name; an empty value
 *     removes one
 * @param properties more system properties of its JVM
 */
record CassandraNode(
    Path folder,
    String host,
    int port,
    int storagePort,
    String seed,
    ServerJvm jvm,
    Map<String, String> settings,
    Map<String, String> properties) {
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final List<String> FLAGS =
      List.of(
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

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("cluster_name", "keywright"),
          Map.entry("num_tokens", "16"),
          Map.entry("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner"),
          Map.entry("endpoint_snitch", "SimpleSnitch"),
          Map.entry("auto_bootstrap", "false"),
          Map.entry("auto_snapshot", "false"),
          Map.entry("commitlog_sync", "periodic"),
          Map.entry("commitlog_sync_period", "10000ms"),
          Map.entry("commitlog_segment_size", "8MiB"),
          Map.entry("commitlog_total_space", "64MiB"),
          Map.entry("memtable_heap_space", "64MiB"),
          Map.entry("memtable_offheap_space", "64MiB"),
          Map.entry("key_cache_size", "4MiB"),
          Map.entry("counter_cache_size", "1MiB"),
          Map.entry("file_cache_size", "64MiB"),
          Map.entry("networking_cache_size", "16MiB"),
          Map.entry("concurrent_reads", "8"),
          Map.entry("concurrent_writes", "8"),
          Map.entry("concurrent_compactors", "1"));

  /**
   * Starts it, in a folder that is new or that a node which was killed has left.
   *
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  ForkedServer start() {
    return ForkedServer.start(folder, prepare(), LIMIT);
  }

  /** Writes its files; gives the arguments of its JVM. */
  List<String> prepare() {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("cassandra.yaml"), yaml());
      Files.writeString(folder.resolve("logback.xml"), LOGGING);
      return arguments();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String yaml() {
    Map<String, String> all = new TreeMap<>(SETTINGS);
    all.put("listen_address", host);
    all.put("rpc_address", host);
    all.put("native_transport_port", Integer.toString(port));
    all.put("storage_port", Integer.toString(storagePort));
    all.put("data_file_directories", "[" + folder.resolve("data") + "]");
    for (String each : List.of("commitlog", "hints", "saved_caches", "cdc_raw")) {
      all.put(each + "_directory", folder.resolve(each).toString());
    }
    all.putAll(settings);
    all.values().removeIf(String::isEmpty);
    StringBuilder yaml = new StringBuilder();
    all.forEach((name, value) -> yaml.append(name).append(": ").append(value).append('\n'));
    return yaml.append(
            """
            seed_provider:
              - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                parameters:
                  - seeds: "%s"
            """
                .formatted(seed))
        .toString();
  }

  private List<String> arguments() throws IOException {
    List<String> arguments = new ArrayList<>(FLAGS);
    arguments.addAll(jvm.arguments(CassandraNode.class, folder));
    arguments.add("-Xms128m");
    arguments.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
    arguments.add("-Dcassandra.storagedir=" + folder);
    arguments.add("-Dcassandra.logdir=" + folder);
    arguments.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml"));
    arguments.add("-Dcassandra-foreground=true");
    arguments.add("-Dcassandra.superuser_setup_delay_ms=0");
    arguments.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    arguments.add("-Dcassandra.ring_delay_ms=2000");
    arguments.add("-Dio.netty.allocator.maxOrder=9");
    arguments.add("-Djava.io.tmpdir=" + folder);
    properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
    arguments.add(CassandraNode.class.getPackageName() + ".CassandraServerMain");
    return arguments;
  }
}
