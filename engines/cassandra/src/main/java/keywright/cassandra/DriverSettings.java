package keywright.cassandra;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/** The settings of the driver: ours, except where the configuration file of the URL has others. */
final class DriverSettings {
  /** The profile of statements with conditions. */
  static final String CONDITIONS = "conditions";

  /** How long a node may take to be connected to; less when a request may not take that long. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);

  /** How soon a node is tried again that was lost, and how seldom it is tried in the end. */
  private static final Duration RECONNECTION = Duration.ofMillis(100);

  private static final Duration LONGEST_RECONNECTION = Duration.ofSeconds(5);

  /** How long the driver waits for more changes of tables before it reads what they are. */
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(5);

  /**
   * How many requests are on their way at once; a connection takes 1,024. The others wait in the
   * driver, within their time limit.
   */
  private static final int REQUESTS_AT_ONCE = 1_000;

  /** How long the threads of the driver may take to end. */
  private static final int SHUTDOWN_MILLIS = 15_000;

  private static final String ROOT = "datastax-java-driver.";

  private final Map<String, Object> ours = new HashMap<>();

  private DriverSettings() {}

  /**
   * The settings for a database.
   *
   * @throws StoreException when the file is missing or is no configuration
   */
  static DriverConfigLoader of(CassandraLocation location) {
    Config file = file(location, location.configuration());
    Config ours = new DriverSettings().settings(location);
    return DriverConfigLoader.fromString(file.withFallback(ours).root().render());
  }

  /** How long the requests of the engine may take, whatever their profile. */
  static Duration longestRequest(DriverConfig settings) {
    Duration all = settings.getDefaultProfile().getDuration(DefaultDriverOption.REQUEST_TIMEOUT);
    Duration conditions =
        settings.getProfile(CONDITIONS).getDuration(DefaultDriverOption.REQUEST_TIMEOUT);
    return all.compareTo(conditions) > 0 ? all : conditions;
  }

  private Config settings(CassandraLocation location) {
    Duration timeout = Duration.ofSeconds(location.timeoutSeconds());
    Duration connect = timeout.compareTo(CONNECT_MAX) < 0 ? timeout : CONNECT_MAX;
    set(DefaultDriverOption.REQUEST_TIMEOUT, timeout);
    set(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, timeout);
    // Nodes that are named are tried one after another.
    set(
        DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT,
        connect.dividedBy(location.hosts().size()));
    set(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, connect);
    set(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW);
    set(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECTION);
    set(DefaultDriverOption.RECONNECTION_MAX_DELAY, LONGEST_RECONNECTION);
    set(DefaultDriverOption.REQUEST_THROTTLER_CLASS, "ConcurrencyLimitingRequestThrottler");
    set(DefaultDriverOption.REQUEST_THROTTLER_MAX_CONCURRENT_REQUESTS, REQUESTS_AT_ONCE);
    set(DefaultDriverOption.REQUEST_THROTTLER_MAX_QUEUE_SIZE, Integer.MAX_VALUE);
    // What is closed has nothing on its way, and need not be waited for. Without any quiet period,
    // the driver's own call of close may find its thread ended, and Netty then logs an exception.
    set(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0);
    set(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, TimeUnit.MILLISECONDS.name());
    set(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 1);
    set(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, SHUTDOWN_MILLIS);
    set(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(location.keyspace()));
    if (location.dataCentre() == null) {
      set(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy");
    }
    ours.put(
        ROOT + "profiles." + CONDITIONS + "." + DefaultDriverOption.RETRY_POLICY_CLASS.getPath(),
        NoRetries.class.getName());
    return ConfigFactory.parseMap(ours);
  }

  private void set(DriverOption option, Object value) {
    ours.put(ROOT + option.getPath(), value);
  }

  private static Config file(CassandraLocation location, @Nullable Path path) {
    if (path == null) {
      return ConfigFactory.empty();
    }
    if (!Files.isReadable(path)) {
      throw new StoreException(
          ErrorCode.INVALID,
          "cannot open %s: found no file %s that can be read, expected a configuration of the driver; name it by config="
              .formatted(location, path));
    }
    try {
      return ConfigFactory.parseFile(path.toFile()).resolve();
    } catch (ConfigException e) {
      throw new StoreException(
          ErrorCode.INVALID,
          "cannot open %s: found %s, expected a configuration of the driver in HOCON (%s)"
              .formatted(location, path, CassandraErrors.firstLine(e)),
          e);
    }
  }
}
