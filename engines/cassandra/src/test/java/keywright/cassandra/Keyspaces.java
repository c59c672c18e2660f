package keywright.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.cassandra.CassandraServer;

/** Keyspaces of the shared server, made for a test each. */
final class Keyspaces {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** A session as any program has one. */
  static final CqlSession SESSION =
      CqlSession.builder()
          .addContactPoint(address())
          .withLocalDatacenter("datacenter1")
          .withConfigLoader(
              DriverConfigLoader.programmaticBuilder()
                  .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(5))
                  .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                  .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                  .build())
          .build();

  private Keyspaces() {}

  private static InetSocketAddress address() {
    String[] address = CassandraServer.shared().address().split(":");
    return new InetSocketAddress(address[0], Integer.parseInt(address[1]));
  }

  /** A new one. */
  static String create(String name) {
    String keyspace = name + COUNT.incrementAndGet();
    SESSION.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
            .formatted(keyspace));
    return keyspace;
  }

  /** The URL of a new one. */
  static String url(String name) {
    return CassandraServer.shared().url(create(name));
  }
}
