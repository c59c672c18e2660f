package keywright.cli;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.time.Duration;
import keywright.server.cassandra.CassandraServer;

/** A session of Cassandra's driver, as a program without Keywright has it. */
final class DriverSession {
  private DriverSession() {}

  /**
   * A session on the shared server, to be closed. A change of tables may take longer than the two
   * seconds of the driver.
   */
  static CqlSession in(String keyspace) {
    String[] address = CassandraServer.shared().address().split(":");
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
        .withLocalDatacenter("datacenter1")
        .withKeyspace(keyspace)
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                .build())
        .build();
  }
}
