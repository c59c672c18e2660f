package keywright.cassandra;

import java.util.regex.Pattern;
import keywright.store.Engine;
import keywright.store.EngineProvider;
import org.jspecify.annotations.Nullable;

/**
 * Opens the database in a keyspace of a Cassandra: {@code cassandra://HOST:PORT/KEYSPACE}, with
 * several hosts separated by commas. {@code ?dc=NAME} names the local data centre, by default that
 * of the hosts; {@code config=FILE} is a configuration file of the driver, for logins, TLS and all
 * other settings of the driver; {@code timeout_seconds=N} limits the time of a request.
 *
 * <p>The keyspace must exist. Keywright does not create it, because only its owner knows the
 * replication that it needs.
 */
public final class CassandraEngineProvider implements EngineProvider {
  private static final Pattern TABLE_NAME = Pattern.compile("[A-Za-z0-9_]{1,222}");

  @Override
  public String scheme() {
    return "cassandra";
  }

  /** The only option is {@code cassandra.table}, the name of an attached table in Cassandra. */
  @Override
  public @Nullable String refusedTableOption(String option, String value) {
    if (!option.equals("table")) {
      return "found option cassandra.%s, expected cassandra.table, the name of an attached table in Cassandra"
          .formatted(option);
    }
    return TABLE_NAME.matcher(value).matches()
        ? null
        : "found cassandra.table = '%s', expected a name of letters, digits and _".formatted(value);
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
