package keywright.cassandra;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/** The settings of the driver: ours, except where the configuration file of the URL has others. */
final class DriverSettings {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** How soon a node is tried again that was lost, and how seldom it is tried in the end. */
  private static final Duration RECONNECTION = Duration.ofMillis(100);

  private static final Duration LONGEST_RECONNECTION = Duration.ofSeconds(5);

  /** How long the driver waits for more changes of tables before it reads what they are. */
  private static final Duration SCHEMA_WINDOW = Duration.ofMillis(5);

  private static final String ROOT = "datastax-java-driver.";

  private final Config file;
  private final ProgrammaticDriverConfigLoaderBuilder ours =
      DriverConfigLoader.programmaticBuilder();

  private DriverSettings(Config file) {
    this.file = file;
  }

  /**
   * The settings for a database.
   *
   * @throws StoreException when the file is missing or is no configuration
   */
  static DriverConfigLoader of(CassandraLocation location) {
    Path path = location.configuration();
    DriverSettings settings = new DriverSettings(file(location, path));
    Duration timeout = Duration.ofSeconds(location.timeoutSeconds());
    settings.set(DefaultDriverOption.REQUEST_TIMEOUT, timeout);
    settings.set(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, timeout);
    settings.set(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, CONNECT);
    settings.set(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, CONNECT);
    settings.set(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW);
    settings.set(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECTION);
    settings.set(DefaultDriverOption.RECONNECTION_MAX_DELAY, LONGEST_RECONNECTION);
    // What is closed has nothing on its way, and need not be waited for.
    settings.set(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0);
    settings.set(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0);
    settings.set(
        DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(location.keyspace()));
    if (location.dataCentre() == null) {
      settings.set(
          DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy");
    }
    DriverConfigLoader loader = settings.ours.build();
    return path == null
        ? loader
        : DriverConfigLoader.compose(loader, DriverConfigLoader.fromFile(path.toFile()));
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

  private boolean isOurs(DriverOption option) {
    String path = ROOT + option.getPath();
    return !file.hasPath(path) && !file.hasPath(path + ".class");
  }

  private void set(DriverOption option, Duration value) {
    if (isOurs(option)) {
      ours.withDuration(option, value);
    }
  }

  private void set(DriverOption option, int value) {
    if (isOurs(option)) {
      ours.withInt(option, value);
    }
  }

  private void set(DriverOption option, String value) {
    if (isOurs(option)) {
      ours.withString(option, value);
    }
  }

  private void set(DriverOption option, List<String> value) {
    if (isOurs(option)) {
      ours.withStringList(option, value);
    }
  }
}
