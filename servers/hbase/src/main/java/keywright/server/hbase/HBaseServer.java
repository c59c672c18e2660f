package keywright.server.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import keywright.testkit.ForkedServer;
import org.jspecify.annotations.Nullable;

/**
 * An HBase of two region servers, forked. It ends with the JVM that started it. Safe for many
 * threads.
 */
public final class HBaseServer implements AutoCloseable {
  /** A setting: how far ahead the clocks of the servers of a process are, in milliseconds. */
  static final String CLOCK_AHEAD_MILLIS = "keywright.server.clock.ahead";

  private static final int HEAP_MEGABYTES = 512;
  private static final int MEASURED_HEAP_MEGABYTES = 2_048;

  /** The one that the tests of a JVM share. */
  private static final class Shared {
    static final HBaseServer SERVER = start(ServerProcess.compressions());
  }

  private final ForkedServer server;

  private HBaseServer(ForkedServer server) {
    this.server = server;
  }

  /** The server that all tests of this JVM use, started when first asked for. Not to be closed. */
  public static HBaseServer shared() {
    return Shared.SERVER;
  }

  /**
   * Starts a server of its own.
   *
   * @param compressions that it has codecs for, of {@code lz4} and {@code zstd}
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer start(Set<String> compressions) {
    return start(ServerProcess.Jvm.small(HEAP_MEGABYTES), ServerProcess.codecs(compressions));
  }

  /**
   * Starts a server of its own with codecs for every compression.
   *
   * @param settings of HBase, beside those that all servers have
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer start(Map<String, String> settings) {
    Map<String, String> site = new HashMap<>(codecs());
    site.putAll(settings);
    return start(ServerProcess.Jvm.small(HEAP_MEGABYTES), site);
  }

  /**
   * Starts a server of its own to measure against: its code is compiled to the utmost.
   *
   * @param libraries the class path of another HBase; null for the one of the build
   * @param settings of HBase
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer startForMeasuring(
      @Nullable String libraries, Map<String, String> settings) {
    return start(new ServerProcess.Jvm(MEASURED_HEAP_MEGABYTES, true, libraries), settings);
  }

  /**
   * Starts a server of its own whose clock is wrong.
   *
   * @param ahead how far it is ahead
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer startAhead(Duration ahead) {
    return start(Map.of(CLOCK_AHEAD_MILLIS, Long.toString(ahead.toMillis())));
  }

  /** The settings that name codecs for every compression. */
  public static Map<String, String> codecs() {
    return ServerProcess.codecs(ServerProcess.compressions());
  }

  /**
   * Starts a server of its own.
   *
   * @param settings of HBase, beside those that all servers have
   * @param properties of its JVM
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer start(Map<String, String> settings, Map<String, String> properties) {
    Map<String, String> site = new HashMap<>(codecs());
    site.putAll(settings);
    return start(ServerProcess.Jvm.small(HEAP_MEGABYTES), site, properties);
  }

  private static HBaseServer start(ServerProcess.Jvm jvm, Map<String, String> settings) {
    return start(jvm, settings, Map.of());
  }

  private static HBaseServer start(
      ServerProcess.Jvm jvm, Map<String, String> settings, Map<String, String> properties) {
    try {
      return new HBaseServer(
          ServerProcess.start(
              Files.createTempDirectory("keywright-hbase"),
              HBaseServer.class.getPackageName() + ".HBaseServerMain",
              jvm,
              settings,
              properties));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where its ZooKeeper listens: {@code 127.0.0.1:PORT}. */
  public String quorum() {
    return server.ready();
  }

  /** The URL of a database in it. */
  public String url(String namespace) {
    return "hbase:" + quorum() + "/" + namespace;
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
