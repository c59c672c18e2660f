package keywright.jdbc;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cql.CqlSession;
import keywright.cql.Statements;
import keywright.cql.client.CqlClient;
import keywright.key.KeywrightException;
import keywright.table.Database;

/**
 * The databases that connections of this process have open. Connections to the same database share
 * it; the last of them closes it. Safe for many threads.
 */
final class OpenDatabases {
  private static final String MEMORY = "memory:";
  private static final String ROCKSDB = "rocksdb:";
  private static final Pattern KEYSPACE = Pattern.compile("([?&])keyspace=([^&]+)");

  private static final Map<String, Shared> OPEN = new HashMap<>();

  private OpenDatabases() {}

  /** A database and the number of its connections, which the lock on {@link #OPEN} guards. */
  static final class Shared {
    private final String name;
    private final Database database;
    private int connections;

    Shared(String name, Database database) {
      this.name = name;
      this.database = database;
    }

    /** A client of one connection, which closes the database if it is the last. */
    CqlClient client(String keyspace) throws SQLException {
      CqlClient client = CqlClient.over(database, CqlSession.over(database), this::release);
      try {
        if (!keyspace.isEmpty()) {
          client.execute("USE " + Statements.quote(keyspace)).close();
        }
        return client;
      } catch (KeywrightException e) {
        client.close();
        throw SqlErrors.ofOpening(e);
      }
    }

    /** Called once by each connection. */
    private void release() {
      synchronized (OPEN) {
        connections--;
        if (connections == 0) {
          OPEN.remove(name);
          database.close();
        }
      }
    }
  }

  /**
   * Opens a database, or shares the open one. The client is closed once.
   *
   * @param given URL of the engine, perhaps with the option {@code keyspace=NAME}, which the engine
   *     does not get
   */
  static CqlClient open(String given) throws SQLException {
    Matcher option = KEYSPACE.matcher(given);
    String keyspace = option.find() ? option.group(2) : "";
    String url = keyspace.isEmpty() ? given : without(given, option);
    String name = name(url);
    synchronized (OPEN) {
      Shared shared = OPEN.get(name);
      if (shared == null) {
        try {
          shared = new Shared(name, Database.open(url.startsWith(MEMORY) ? MEMORY : url));
        } catch (KeywrightException e) {
          throw SqlErrors.ofOpening(e);
        }
        OPEN.put(name, shared);
      }
      shared.connections++;
      return shared.client(keyspace);
    }
  }

  /** The URL without an option that was found in it. */
  private static String without(String url, MatchResult option) {
    String rest = url.substring(option.end());
    String before = url.substring(0, option.start());
    return rest.isEmpty() ? before : before + option.group(1) + rest.substring(1);
  }

  /** The same for all spellings of a path. */
  private static String name(String url) {
    if (!url.startsWith(ROCKSDB)) {
      return url;
    }
    int options = url.indexOf('?');
    int end = options < 0 ? url.length() : options;
    try {
      Path path = Path.of(url.substring(ROCKSDB.length(), end)).toAbsolutePath().normalize();
      return ROCKSDB + path + url.substring(end);
    } catch (InvalidPathException e) {
      return url; // The engine refuses it.
    }
  }
}
