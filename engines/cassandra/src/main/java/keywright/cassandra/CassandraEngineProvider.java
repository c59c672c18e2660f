package keywright.cassandra;

import java.util.regex.Pattern;
import keywright.store.Engine;
import keywright.store.EngineProvider;
import org.jspecify.annotations.Nullable;

/**
 * Opens a database that is stored in a keyspace of a Cassandra cluster. The URL is {@code
 * cassandra://HOST:PORT/KEYSPACE}; several hosts are separated by commas. Options follow the
 * keyspace after {@code ?}, separated by {@code &}. {@code dc=NAME} is the name of the local data
 * centre; the default is the data centre of the hosts. {@code config=FILE} is a configuration file
 * of Cassandra's Java driver, for logins, TLS and all other settings of the driver. {@code
 * timeout_seconds=N} is the timeout of a request.
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

  /**
   * Checks an option of Cassandra in a table declaration. The only option is {@code
   * cassandra.table}, the name of an attached table in Cassandra.
   */
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
