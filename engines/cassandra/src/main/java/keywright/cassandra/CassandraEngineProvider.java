package keywright.cassandra;

import keywright.store.Engine;
import keywright.store.EngineProvider;

/**
 * Opens the database in a keyspace of a Cassandra: {@code cassandra://HOST:PORT/KEYSPACE}, with
 * several hosts separated by commas. {@code ?dc=NAME} names the local data centre, by default that
 * of the hosts; {@code config=FILE} is a configuration file of the driver, for logins, TLS and all
 * else that it can do; {@code timeout_seconds=N} bounds a request.
 *
 * <p>The keyspace must exist, since only its owner knows how it is to be replicated.
 */
public final class CassandraEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return "cassandra";
  }

  @Override
  public Engine open(String location) {
    return CassandraEngine.open(CassandraLocation.parse(location));
  }

  @Override
  public boolean exists(String location, String table) {
    try (Engine engine = open(location)) {
      return engine.hasTable(table);
    }
  }
}
