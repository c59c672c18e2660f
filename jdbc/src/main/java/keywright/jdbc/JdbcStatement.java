package keywright.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.cql.client.CqlClient;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/** Executes statements. Used by one thread at a time; {@link #cancel} may come from another. */
sealed class JdbcStatement implements Statement permits JdbcPreparedStatement {
  private final JdbcConnection connection;
  private final List<CqlClient.Bound> batch = new ArrayList<>();

  private @Nullable JdbcResultSet result;
  private long updateCount = -1;
  private long maxRows;
  private int fetchSize;
  private int timeoutSeconds;

  /** Ends the current statement, or batch. */
  private volatile Cancellation cancellation = Cancellation.begin();

  /** Whether a batch is executed, whose statements end together. */
  private boolean isBatch;

  /** Whether the timeout and a cancel end the reading of the current result. */
  private boolean isTimed;

  private boolean closesOnCompletion;
  private boolean poolable;
  private boolean closed;

  JdbcStatement(JdbcConnection connection) {
    this.connection = connection;
  }

  final JdbcConnection connection() {
    return connection;
  }

  final void requireOpen() throws SQLException {
    connection.requireOpen();
    if (closed) {
      throw SqlErrors.misuse("cannot use the statement: it is closed; create another");
    }
  }

  /** Refuses the next row after a cancel or the query timeout. */
  final void requireRunning() throws SQLException {
    if (isTimed && cancellation.isOver()) {
      throw SqlErrors.of(cancellation.stopped("read the next row", ""));
    }
  }

  /** Begins the time of a statement or a batch. */
  private Cancellation begin() {
    Cancellation begun =
        timeoutSeconds == 0
            ? Cancellation.begin()
            : Cancellation.after(Duration.ofSeconds(timeoutSeconds));
    cancellation = begun;
    return begun;
  }

  /** Executes a statement, or collects it in the transaction. */
  final boolean run(CqlClient.Bound bound) throws SQLException {
    requireOpen();
    closeResult();
    Cancellation current = isBatch ? cancellation : begin();
    CqlClient.Prepared statement = bound.statement();
    requireAllowed(statement);
    if (connection.isTransaction()) {
      switch (statement.kind()) {
        case QUERY -> connection.transaction().requireReadable(statement);
        case DESCRIPTION, USE -> {}
        case DEFINITION, TRUNCATE ->
            connection.transaction().requireEmpty("change or empty tables");
        case CHANGE, CONDITIONAL_CHANGE -> {
          connection.transaction().add(this, bound);
          updateCount = SUCCESS_NO_INFO;
          return false;
        }
      }
    }
    Result found =
        statement.kind() == PreparedStatement.Kind.QUERY
            ? SqlErrors.sql(() -> bound.execute(current))
            : connection.request(current, bound::execute);
    if (!found.hasRows()) {
      updateCount = found.count();
      found.close();
      return false;
    }
    String table = statement.table().orElse("");
    // What a change has done is said whole, and after the timeout too.
    isTimed = statement.kind() == PreparedStatement.Kind.QUERY;
    long most = isTimed ? maxRows : 0;
    result = new JdbcResultSet(found.columns(), found::next, found::close, this, table, most);
    return true;
  }

  private void requireAllowed(CqlClient.Prepared statement) throws SQLException {
    boolean changes =
        switch (statement.kind()) {
          case CHANGE, CONDITIONAL_CHANGE, DEFINITION, TRUNCATE -> true;
          case QUERY, DESCRIPTION, USE -> false;
        };
    if (changes && connection.isReadOnly()) {
      throw SqlErrors.readOnly();
    }
  }

  final ResultSet queried(CqlClient.Bound bound) throws SQLException {
    requireOpen();
    if (!hasRows(bound.statement()) && !isConditional(bound.statement())) {
      throw SqlErrors.misuse(
          "cannot execute the query: found a statement that returns no rows; use executeUpdate or execute");
    }
    boolean unused = run(bound);
    return Objects.requireNonNull(result);
  }

  /** The number of changed rows; of a change with IF the number of applied changes. */
  final long updated(CqlClient.Bound bound) throws SQLException {
    requireUpdate(bound.statement());
    boolean isApplied = run(bound);
    if (isApplied) {
      updateCount = applied(Objects.requireNonNull(result));
    }
    return updateCount;
  }

  private long applied(JdbcResultSet rows) throws SQLException {
    long applied = 0;
    while (rows.next()) {
      applied += rows.getBoolean(1) ? 1 : 0;
    }
    closeResult();
    return applied;
  }

  private void requireUpdate(CqlClient.Prepared statement) throws SQLException {
    requireOpen();
    if (hasRows(statement)) {
      throw SqlErrors.misuse(
          "cannot execute the update: found a statement that returns rows; use executeQuery or execute");
    }
  }

  private static boolean hasRows(CqlClient.Prepared statement) {
    return statement.kind() == PreparedStatement.Kind.QUERY
        || statement.kind() == PreparedStatement.Kind.DESCRIPTION;
  }

  private static boolean isConditional(CqlClient.Prepared statement) {
    return statement.kind() == PreparedStatement.Kind.CONDITIONAL_CHANGE;
  }

  private CqlClient.Bound bound(String sql) throws SQLException {
    requireOpen();
    CqlClient.Prepared statement = connection.prepared(sql);
    return SqlErrors.sql(statement::bind);
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return queried(bound(sql));
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return small(executeLargeUpdate(sql));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return updated(bound(sql));
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(bound(sql));
  }

  @Override
  public int executeUpdate(String sql, int generatedKeys) throws SQLException {
    JdbcConnection.requireNoKeys(generatedKeys == NO_GENERATED_KEYS);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, String[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return executeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, int generatedKeys) throws SQLException {
    JdbcConnection.requireNoKeys(generatedKeys == NO_GENERATED_KEYS);
    return executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, int[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql, String[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return executeLargeUpdate(sql);
  }

  @Override
  public boolean execute(String sql, int generatedKeys) throws SQLException {
    JdbcConnection.requireNoKeys(generatedKeys == NO_GENERATED_KEYS);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, int[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, String[] keyColumns) throws SQLException {
    JdbcConnection.requireNoKeys(keyColumns.length == 0);
    return execute(sql);
  }

  static int small(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    requireOpen();
    return result;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return small(getLargeUpdateCount());
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    requireOpen();
    return updateCount;
  }

  /** A statement has one result. */
  @Override
  public boolean getMoreResults() throws SQLException {
    requireOpen();
    closeResult();
    return false;
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    if (current != CLOSE_CURRENT_RESULT) {
      throw SqlErrors.unsupported("keep a result open", "execute another statement for it");
    }
    return getMoreResults();
  }

  private void closeResult() throws SQLException {
    JdbcResultSet current = result;
    result = null;
    updateCount = -1;
    if (current != null) {
      current.close();
    }
  }

  /** Called when the program closes a result. */
  final void resultClosed() throws SQLException {
    if (closesOnCompletion && result != null) {
      close();
    }
  }

  // Batches

  @Override
  public void addBatch(String sql) throws SQLException {
    addToBatch(bound(sql));
  }

  final void addToBatch(CqlClient.Bound bound) throws SQLException {
    requireOpen();
    requireUpdate(bound.statement());
    batch.add(bound);
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return Arrays.stream(executeLargeBatch()).mapToInt(JdbcStatement::small).toArray();
  }

  /**
   * Executes the statements that were added: as one atomic batch where the engine has atomic
   * batches and all statements are changes, otherwise one after the other.
   */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    closeResult();
    List<CqlClient.Bound> statements = List.copyOf(batch);
    batch.clear();
    boolean isAtomic =
        !connection.isTransaction()
            && statements.size() > 1
            && connection.hasTransactions()
            && statements.stream()
                .allMatch(bound -> bound.statement().kind() == PreparedStatement.Kind.CHANGE);
    long[] counts = new long[statements.size()];
    Cancellation current = begin();
    if (isAtomic) {
      requireAllowed(statements.get(0).statement());
      try {
        connection
            .request(current, limited -> connection.client().batch(statements, limited))
            .close();
      } catch (SQLException e) {
        throw new BatchUpdateException(
            e.getMessage(), e.getSQLState(), e.getErrorCode(), new int[0], e);
      }
      Arrays.fill(counts, SUCCESS_NO_INFO);
      return counts;
    }
    isBatch = true;
    try {
      execute(statements, counts);
    } finally {
      isBatch = false;
    }
    return counts;
  }

  /** Executes statements one after the other. */
  private void execute(List<CqlClient.Bound> statements, long[] counts)
      throws BatchUpdateException {
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = updated(statements.get(i));
      } catch (SQLException e) {
        int[] done = Arrays.stream(counts, 0, i).mapToInt(JdbcStatement::small).toArray();
        throw new BatchUpdateException(
            "%s (statement %d of the batch)".formatted(e.getMessage(), i + 1),
            e.getSQLState(),
            e.getErrorCode(),
            done,
            e);
      }
    }
  }

  // Options

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public int getMaxRows() throws SQLException {
    return small(getLargeMaxRows());
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    requireOpen();
    requireNotNegative("rows", max);
    maxRows = max;
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    requireOpen();
    return maxRows;
  }

  private static void requireNotNegative(String what, long number) throws SQLException {
    if (number < 0) {
      throw SqlErrors.misuse(
          "cannot limit the %s: found %d, expected 0 (no limit) or more".formatted(what, number));
    }
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    requireOpen();
    requireNotNegative("seconds", seconds);
    timeoutSeconds = seconds;
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    requireOpen();
    return timeoutSeconds;
  }

  @Override
  public void cancel() {
    cancellation.cancel();
    connection.transaction().cancel(this);
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    requireOpen();
    requireNotNegative("fetched rows", rows);
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("fetch backwards", "add ORDER BY … DESC to the SELECT");
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public int getMaxFieldSize() {
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    if (max != 0) {
      throw SqlErrors.unsupported("truncate values", "leave the largest field size at 0");
    }
  }

  /** There are no JDBC escapes, so the call has no effect. */
  @Override
  public void setEscapeProcessing(boolean enable) {}

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.unsupported("name a cursor", "update rows by their primary key");
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    throw SqlErrors.unsupported(
        "return generated keys", "no key is generated: give the key with the row");
  }

  @Override
  public int getResultSetType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public @Nullable SQLWarning getWarnings() {
    return null;
  }

  @Override
  public void clearWarnings() {}

  @Override
  public Connection getConnection() throws SQLException {
    requireOpen();
    return connection;
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      batch.clear();
      connection.statementClosed(this);
      closeResult();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    requireOpen();
    closesOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    requireOpen();
    return closesOnCompletion;
  }

  @Override
  public void setPoolable(boolean newPoolable) {
    poolable = newPoolable;
  }

  @Override
  public boolean isPoolable() {
    return poolable;
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    return Wrapped.unwrap(target, this);
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
