package keywright.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import keywright.cql.client.CqlClient;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * A client of a database of this process or of a server. Several threads may use the connection,
 * each with its own statements; they share the transaction.
 */
final class JdbcConnection implements Connection {
  private static final int STATEMENTS_MAX = 128;

  private final String url;
  private final CqlClient client;
  private final Transaction transaction;

  /** The statements that were prepared last, by their text: pools prepare the same text again. */
  private final Map<String, CqlClient.Prepared> prepared =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, CqlClient.Prepared> eldest) {
              return size() > STATEMENTS_MAX;
            }
          });

  private final Set<JdbcStatement> open = ConcurrentHashMap.newKeySet();

  private volatile boolean autoCommit = true;
  private volatile boolean readOnly;
  private volatile boolean closed;

  /** How long a change, a definition or a commit may take; 0 for no limit. */
  private volatile int networkTimeoutMillis;

  /**
   * @param client is closed with the connection
   */
  JdbcConnection(String url, CqlClient client) {
    this.url = url;
    this.client = client;
    this.transaction = new Transaction(this);
  }

  String url() {
    return url;
  }

  CqlClient client() {
    return client;
  }

  Transaction transaction() {
    return transaction;
  }

  /**
   * Executes one request within the network timeout. If this timeout ends it, the connection is
   * closed, as JDBC says.
   *
   * @param outer ends the request, too
   */
  <R> R request(Cancellation outer, Function<Cancellation, R> part) throws SQLException {
    boolean isLimited = networkTimeoutMillis > 0;
    Cancellation limited =
        isLimited ? outer.within(Duration.ofMillis(networkTimeoutMillis)) : outer;
    try {
      return SqlErrors.sql(() -> part.apply(limited));
    } catch (SQLTimeoutException e) {
      if (isLimited && limited.isOver() && !outer.isOver()) {
        try {
          close();
        } catch (SQLException failure) {
          e.addSuppressed(failure);
        }
      }
      throw e;
    }
  }

  void requireOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed();
    }
  }

  /** A statement of the language, checked against the current tables. */
  CqlClient.Prepared prepared(String text) throws SQLException {
    requireOpen();
    SqlErrors.requireGiven(text, "prepare a statement", "its text");
    // A prepared statement keeps the keyspace in which it was prepared.
    String key = client.keyspace() + '\0' + text;
    CqlClient.Prepared known = prepared.get(key);
    if (known == null) {
      known = SqlErrors.sql(() -> client.prepare(text));
      prepared.put(key, known);
    }
    return known;
  }

  void statementClosed(JdbcStatement statement) {
    open.remove(statement);
  }

  private <S extends JdbcStatement> S opened(S statement) {
    open.add(statement);
    return statement;
  }

  @Override
  public Statement createStatement() throws SQLException {
    requireOpen();
    return opened(new JdbcStatement(this));
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    requireForward(type, concurrency);
    return createStatement();
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    requireForward(type, concurrency);
    return createStatement();
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String sql) throws SQLException {
    return opened(new JdbcPreparedStatement(this, prepared(sql)));
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    requireForward(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(
      String sql, int type, int concurrency, int holdability) throws SQLException {
    requireForward(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String sql, int generatedKeys)
      throws SQLException {
    requireNoKeys(generatedKeys == Statement.NO_GENERATED_KEYS);
    return prepareStatement(sql);
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String sql, int[] keyColumns)
      throws SQLException {
    requireNoKeys(keyColumns.length == 0);
    return prepareStatement(sql);
  }

  @Override
  public java.sql.PreparedStatement prepareStatement(String sql, String[] keyColumns)
      throws SQLException {
    requireNoKeys(keyColumns.length == 0);
    return prepareStatement(sql);
  }

  static void requireNoKeys(boolean isNone) throws SQLException {
    if (!isNone) {
      throw SqlErrors.unsupported(
          "return generated keys", "no key is generated: give the key with the row");
    }
  }

  private static void requireForward(int type, int concurrency) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw SqlErrors.unsupported(
          "create a statement with scrollable or updatable results",
          "use TYPE_FORWARD_ONLY and CONCUR_READ_ONLY");
    }
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw SqlErrors.unsupported("call a procedure", "there are none: use prepareStatement");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return prepareCall(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareCall(sql);
  }

  @Override
  public String nativeSQL(String sql) {
    return sql;
  }

  @Override
  public void setAutoCommit(boolean newAutoCommit) throws SQLException {
    requireOpen();
    if (newAutoCommit == autoCommit) {
      return;
    }
    if (newAutoCommit) {
      transaction.commit();
    } else if (!hasTransactions()) {
      throw SqlErrors.unsupported(
          "set auto-commit to false",
          "the engine has single-row atomicity, without multi-row transactions: leave auto-commit on, and use IF for changes that depend on the stored row");
    }
    autoCommit = newAutoCommit;
  }

  boolean hasTransactions() throws SQLException {
    return SqlErrors.sql(client::hasAtomicBatches);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    requireOpen();
    return autoCommit;
  }

  boolean isTransaction() {
    return !autoCommit;
  }

  @Override
  public void commit() throws SQLException {
    requireTransaction("commit");
    transaction.commit();
  }

  @Override
  public void rollback() throws SQLException {
    requireTransaction("roll back");
    transaction.rollback();
  }

  private void requireTransaction(String what) throws SQLException {
    requireOpen();
    if (autoCommit) {
      throw SqlErrors.misuse(
          "cannot %s: auto-commit is on, so each statement is committed; call setAutoCommit(false) first"
              .formatted(what));
    }
  }

  /** Closes the statements, drops collected changes, and closes the database if it is the last. */
  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    transaction.rollback();
    try {
      for (JdbcStatement statement : List.copyOf(open)) {
        statement.close();
      }
    } finally {
      client.close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlErrors.misuse(
          "cannot check the connection: found a timeout of %d s, expected 0 or more"
              .formatted(timeoutSeconds));
    }
    if (closed) {
      return false;
    }
    try {
      SqlErrors.sql(
          () -> {
            client.requireOpen();
            return true;
          });
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    close();
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    requireOpen();
    return new JdbcMetaData(this);
  }

  @Override
  public void setReadOnly(boolean newReadOnly) throws SQLException {
    requireOpen();
    if (newReadOnly != readOnly && isTransaction()) {
      transaction().requireEmpty("change what may be written");
    }
    readOnly = newReadOnly;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    requireOpen();
    return readOnly;
  }

  /** There are no catalogs; JDBC says that the call then has no effect. */
  @Override
  public void setCatalog(String catalog) {}

  @Override
  public @Nullable String getCatalog() {
    return null;
  }

  /** Executes USE. */
  @Override
  public void setSchema(@Nullable String newSchema) throws SQLException {
    requireOpen();
    if (newSchema == null) {
      if (client.keyspace().isEmpty()) {
        return; // As it was.
      }
      throw SqlErrors.misuse(
          "cannot leave schema %s: found null, expected the name of another schema; open a new connection"
              .formatted(client.keyspace()));
    }
    SqlErrors.sql(() -> client.execute("USE \"" + newSchema.replace("\"", "\"\"") + "\"")).close();
  }

  /** The keyspace of the last USE, or of the URL; null for none. */
  @Override
  public @Nullable String getSchema() {
    return client.keyspace().isEmpty() ? null : client.keyspace();
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    requireOpen();
    if (level != getTransactionIsolation()) {
      throw SqlErrors.unsupported(
          "set the transaction isolation to " + level,
          "queries read committed rows: use TRANSACTION_READ_COMMITTED, or TRANSACTION_NONE on an engine without multi-row transactions");
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    requireOpen();
    return hasTransactions() ? TRANSACTION_READ_COMMITTED : TRANSACTION_NONE;
  }

  @Override
  public @Nullable SQLWarning getWarnings() {
    return null;
  }

  @Override
  public void clearWarnings() {}

  @Override
  public Map<String, Class<?>> getTypeMap() {
    return new HashMap<>();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    if (!map.isEmpty()) {
      throw SqlErrors.unsupported("set a type map", "use getObject(column, class)");
    }
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
      throw SqlErrors.unsupported(
          "close results at the commit", "results stay open: use HOLD_CURSORS_OVER_COMMIT");
    }
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    throw SqlErrors.unsupported("set a savepoint", "commit, and start another transaction");
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return setSavepoint();
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported("roll back to a savepoint", "roll back the whole transaction");
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported("release a savepoint", "there are none");
  }

  @Override
  public Clob createClob() throws SQLException {
    throw SqlErrors.unsupported("create a CLOB", "use setString");
  }

  @Override
  public Blob createBlob() throws SQLException {
    throw SqlErrors.unsupported("create a BLOB", "use setBytes");
  }

  @Override
  public NClob createNClob() throws SQLException {
    throw SqlErrors.unsupported("create an NCLOB", "use setString");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw SqlErrors.unsupported("create an SQLXML", "use setString");
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    throw SqlErrors.unsupported("create an ARRAY", "use setObject with a List or a Set");
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw SqlErrors.unsupported("create a STRUCT", "use a column for each attribute");
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    throw new SQLClientInfoException(
        "cannot set client info " + name + ": not supported; leave it out",
        SqlErrors.UNSUPPORTED,
        Map.of(name, ClientInfoStatus.REASON_UNKNOWN_PROPERTY));
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    for (String name : properties.stringPropertyNames()) {
      setClientInfo(name, properties.getProperty(name));
    }
  }

  @Override
  public @Nullable String getClientInfo(String name) {
    return null;
  }

  @Override
  public Properties getClientInfo() {
    return new Properties();
  }

  @Override
  public boolean setShardingKeyIfValid(
      ShardingKey key, @Nullable ShardingKey superKey, int timeoutSeconds) throws SQLException {
    throw noShards();
  }

  @Override
  public boolean setShardingKeyIfValid(ShardingKey key, int timeoutSeconds) throws SQLException {
    throw noShards();
  }

  @Override
  public void setShardingKey(ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
    throw noShards();
  }

  @Override
  public void setShardingKey(ShardingKey key) throws SQLException {
    throw noShards();
  }

  private static SQLException noShards() {
    return SqlErrors.unsupported("set a sharding key", "the engine distributes rows by their keys");
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    requireOpen();
    if (milliseconds < 0) {
      throw SqlErrors.misuse(
          "cannot set the network timeout: found %d ms, expected 0 (no limit) or more"
              .formatted(milliseconds));
    }
    networkTimeoutMillis = milliseconds;
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    requireOpen();
    return networkTimeoutMillis;
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    SqlErrors.requireGiven(target, "unwrap an object", "a class");
    Optional<T> below = target.isInstance(this) ? Optional.empty() : client.unwrap(target);
    return below.isPresent() ? below.get() : Wrapped.unwrap(target, this);
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this) || client.unwrap(target).isPresent();
  }
}
