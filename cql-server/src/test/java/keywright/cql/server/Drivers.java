package keywright.cql.server;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Sessions of the Java driver of Cassandra, for tests. */
final class Drivers {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private Drivers() {}

  /** Any free port. */
  static ServerOptions options() {
    return ServerOptions.DEFAULT.withAddress(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /**
   * A session.
   *
   * @param version of the protocol, such as V4; empty to negotiate
   */
  static CqlSession connect(InetSocketAddress address, String version) {
    return connect(address, version, UnaryOperator.identity());
  }

  /** With a name and a password. */
  static UnaryOperator<CqlSessionBuilder> user(String name, String password) {
    return builder -> builder.withAuthCredentials(name, password);
  }

  /**
   * A session.
   *
   * @param version of the protocol, such as V4; empty to negotiate. Then a slash and the name of a
   *     compression can follow
   * @param settings further settings
   */
  static CqlSession connect(
      InetSocketAddress address, String version, UnaryOperator<CqlSessionBuilder> settings) {
    String[] parts = version.split("/", -1);
    var config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, TIMEOUT)
            .withDuration(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
            .withDuration(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, Duration.ZERO)
            .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1);
    if (!parts[0].isEmpty()) {
      config = config.withString(DefaultDriverOption.PROTOCOL_VERSION, parts[0]);
    }
    if (parts.length > 1) {
      config = config.withString(DefaultDriverOption.PROTOCOL_COMPRESSION, parts[1]);
    }
    return settings
        .apply(
            CqlSession.builder()
                .addContactPoint(address)
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(config.build()))
        .build();
  }
}
