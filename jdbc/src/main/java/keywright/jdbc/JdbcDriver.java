package keywright.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Properties;
import java.util.logging.Logger;
import keywright.cql.client.CqlClient;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for URLs {@code jdbc:keywright:ENGINE:LOCATION}, such as {@code
 * jdbc:keywright:rocksdb:./data} or {@code jdbc:keywright:rocksdb:./data?keyspace=shop}. What
 * follows {@code jdbc:keywright:} is the URL of a database, as {@code Database.open} takes it, or
 * {@code memory:NAME} for a database that exists while a connection to it is open. {@code
 * jdbc:keywright:cql://HOST:PORT/KEYSPACE} is a database that {@code keywright serve} serves.
 * {@code DriverManager} finds the driver by {@code ServiceLoader}.
 *
 * <p>The connections of a process to the same URL share one database, which is closed with the last
 * of them. {@code connection.unwrap(CqlSession.class)} and {@code unwrap(Database.class)} give the
 * objects below the connection. The driver and its connections are safe for many threads; a
 * statement and its results are for one thread at a time, except {@code Statement.cancel}.
 */
public final class JdbcDriver implements Driver {
  private static final String PREFIX = "jdbc:keywright:";

  static {
    try {
      DriverManager.registerDriver(new JdbcDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** {@code ServiceLoader} makes the driver. */
  public JdbcDriver() {}

  /**
   * Opens a connection.
   *
   * @param properties {@code user} and {@code password} for a server that asks for them. A database
   *     of this process ignores them. No other property is used
   * @return null if the URL is that of another driver
   * @throws SQLNonTransientConnectionException if there is no such engine, or if the database
   *     cannot be opened
   */
  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String location = url.substring(PREFIX.length());
    return new JdbcConnection(
        url,
        CqlClient.isServer(location) ? server(location, properties) : OpenDatabases.open(location));
  }

  private static CqlClient server(String location, @Nullable Properties properties)
      throws SQLException {
    Properties given = properties == null ? new Properties() : properties;
    String user = given.getProperty("user", "");
    try {
      return CqlClient.connect(location, user, given.getProperty("password", "").toCharArray());
    } catch (KeywrightException e) {
      throw SqlErrors.ofOpening(e);
    }
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    SqlErrors.requireGiven(url, "open a connection", "a URL such as jdbc:keywright:rocksdb:./data");
    return url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    DriverPropertyInfo user = new DriverPropertyInfo("user", null);
    user.description = "the user of a server";
    DriverPropertyInfo password = new DriverPropertyInfo("password", null);
    password.description = "the password of the user";
    return new DriverPropertyInfo[] {user, password};
  }

  @Override
  public int getMajorVersion() {
    return Version.MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return Version.MINOR;
  }

  /** False: the language is CQL, which has no joins. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  /** The driver does not log. */
  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw SqlErrors.unsupported(
        "get the parent logger", "the loggers are keywright.table and those of the engines");
  }

  @Override
  public String toString() {
    return PREFIX;
  }
}
