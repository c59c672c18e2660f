package keywright.server.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;
import org.jspecify.annotations.Nullable;

/**
 * An HBase of two region servers, forked. One of its own ends with the JVM that started it, and the
 * shared one with the build. Safe for many threads.
 */
public final class HBaseServer implements AutoCloseable {
  /** A setting: how far ahead the clocks of the servers of a process are, in milliseconds. */
  static final String CLOCK_AHEAD_MILLIS = "keywright.server.clock.ahead";

  /**
   * Settings of a server whose quotas have an effect some seconds after they are set. Each look at
   * them reads a table of HBase.
   */
  public static final Map<String, String> QUOTAS =
      Map.of("hbase.quota.enabled", "true", "hbase.quota.refresh.period", "5000");

  private static final int HEAP_MEGABYTES = 512;
  private static final int SHARED_HEAP_MEGABYTES = 768;
  private static final int MEASURED_HEAP_MEGABYTES = 2_048;

  private static final String MAIN = "HBaseServerMain";

  /** The one that the tests share. */
  private static final class Shared {
    static final HBaseServer SERVER =
        new HBaseServer(
            ServerProcess.shared(MAIN, ServerJvm.small(SHARED_HEAP_MEGABYTES), settings()));

    private static Map<String, String> settings() {
      Map<String, String> settings = new HashMap<>(codecs());
      settings.putAll(QUOTAS);
      return settings;
    }
  }

  private final ForkedServer server;

  private HBaseServer(ForkedServer server) {
    this.server = server;
  }

  /**
   * The server that all test JVMs of a build use, started when first asked for. Each test uses
   * names of its own in it. It has {@link #QUOTAS}. Not to be closed or stopped.
   */
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
    return start(ServerJvm.small(HEAP_MEGABYTES), ServerProcess.codecs(compressions));
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
    return start(ServerJvm.small(HEAP_MEGABYTES), site);
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
    return start(new ServerJvm(MEASURED_HEAP_MEGABYTES, true, libraries), settings);
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
    return start(ServerJvm.small(HEAP_MEGABYTES), site, properties);
  }

  private static HBaseServer start(ServerJvm jvm, Map<String, String> settings) {
    return start(jvm, settings, Map.of());
  }

  private static HBaseServer start(
      ServerJvm jvm, Map<String, String> settings, Map<String, String> properties) {
    try {
      return new HBaseServer(
          ServerProcess.start(
              Files.createTempDirectory("keywright-hbase"), MAIN, jvm, settings, properties));
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
