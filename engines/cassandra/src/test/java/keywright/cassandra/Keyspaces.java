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

  private Keyspaces() {}

  /** The URL of a new one. */
  static String url(String name) {
    return CassandraServer.shared().newKeyspace(name + COUNT.incrementAndGet());
  }

  /** The keyspace of a URL. */
  static String keyspace(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  /** A session as any program has one, to be closed. */
  static CqlSession session() {
    String[] address = CassandraServer.shared().address().split(":");
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(5))
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .build())
        .build();
  }
}
