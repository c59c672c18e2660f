package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver as a program uses it that knows only java.sql: over a database of this process, and
 * over a server.
 */
abstract class DriverContract {
  private static final String INSERT =
      "INSERT INTO payment (id, customer, paid_at, amount) VALUES (?, ?, ?, ?)";

  @TempDir Path folder;
  private String url;
  Connection connection;

  /** The URL of an empty database. */
  abstract String url();

  @BeforeEach
  void open() throws SQLException {
    url = url();
    connection = DriverManager.getConnection(url);
    run(
        "CREATE TABLE payment (id bigint PRIMARY KEY, customer int, paid_at timestamp, amount"
            + " decimal(6,2))");
    run("CREATE INDEX payment_by_customer ON payment (customer, paid_at)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  void run(String statement) throws SQLException {
    try (Statement plain = connection.createStatement()) {
      plain.execute(statement);
    }
  }

  static List<String> rows(Connection connection, String select) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement plain = connection.createStatement();
        ResultSet found = plain.executeQuery(select)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(found.getString(i));
        }
        rows.add(String.join(" ", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  @Test
  void aKeyOfAMapAfterSelectCanBeAParameter() throws SQLException {
    run("CREATE TABLE visit (id int PRIMARY KEY, pages map<text, int>)");
    run("INSERT INTO visit (id, pages) VALUES (1, {'a': 1, 'b': 2})");
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT pages[?], pages[?] + 1 AS next FROM visit WHERE id = ?")) {
      assertThat(find.getParameterMetaData().getParameterTypeName(1)).isEqualTo("text");
      assertThat(find.getParameterMetaData().getParameterTypeName(3)).isEqualTo("int");
      assertThat(find.getMetaData().getColumnLabel(1)).isEqualTo("pages[?]");
      for (String key : List.of("b", "a", "b")) {
        find.setString(1, key);
        find.setString(2, key);
        find.setInt(3, 1);
        try (ResultSet found = find.executeQuery()) {
          assertThat(found.next()).isTrue();
          int expected = key.equals("a") ? 1 : 2;
          assertThat(found.getInt("pages[?]")).isEqualTo(expected);
          assertThat(found.getInt("next")).isEqualTo(expected + 1);
        }
      }
    }
  }

  @Test
  void aProgramWritesAndReadsRows() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int id = 1; id <= 3; id++) {
        insert.setLong(1, id);
        insert.setInt(2, id % 2);
        insert.setObject(3, Instant.EPOCH.plusSeconds(id));
        insert.setBigDecimal(4, new BigDecimal("9.5"));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      insert.setLong(1, 4);
      insert.setNull(2, Types.INTEGER);
      insert.setNull(3, Types.TIMESTAMP);
      insert.setNull(4, Types.DECIMAL);
      assertThat(insert.execute()).isFalse();
      assertThat(insert.getUpdateCount()).isEqualTo(1);
    }
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT id, paid_at, amount AS paid FROM payment WHERE customer = :customer AND"
                + " paid_at >= :since")) {
      find.setInt(1, 1);
      find.setTimestamp(2, java.sql.Timestamp.from(Instant.EPOCH.plusSeconds(2)));
      try (ResultSet found = find.executeQuery()) {
        assertThat(found.isBeforeFirst()).isTrue();
        assertThat(found.next()).isTrue();
        assertThat(found.getRow()).isEqualTo(1);
        assertThat(found.getInt("ID")).isEqualTo(3);
        assertThat(found.getObject(2)).isEqualTo(Instant.EPOCH.plusSeconds(3));
        assertThat(found.getDouble("paid")).isEqualTo(9.5);
        assertThat(found.wasNull()).isFalse();
        assertThat(found.next()).isFalse();
        assertThat(found.isAfterLast()).isTrue();
      }
    }
    try (Statement plain = connection.createStatement();
        ResultSet found = plain.executeQuery("SELECT * FROM payment WHERE id = 4")) {
      assertThat(found.next()).isTrue();
      assertThat(found.getInt("customer")).isZero();
      assertThat(found.wasNull()).isTrue();
      assertThat(found.getTimestamp("paid_at")).isNull();
      assertThatThrownBy(() -> found.getInt("paid"))
          .hasMessage(
              "cannot find column paid in the result: expected one of id, customer, paid_at,"
                  + " amount");
    }
  }

  @Test
  void parametersAndColumnsAreKnownBeforeTheStatementIsExecuted() throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT id, amount AS paid, customer FROM payment WHERE customer IN ? AND paid_at > ?"
                + " LIMIT ?")) {
      ParameterMetaData parameters = find.getParameterMetaData();
      assertThat(parameters.getParameterCount()).isEqualTo(3);
      assertThat(parameters.getParameterTypeName(1)).isEqualTo("list<int>");
      assertThat(parameters.getParameterType(2)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
      assertThat(parameters.getParameterClassName(2)).isEqualTo("java.time.Instant");
      assertThat(parameters.getParameterType(3)).isEqualTo(Types.INTEGER);
      ResultSetMetaData columns = find.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(3);
      assertThat(columns.getColumnLabel(2)).isEqualTo("paid");
      assertThat(columns.getPrecision(2)).isEqualTo(6);
      assertThat(columns.getScale(2)).isEqualTo(2);
      assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
      assertThat(columns.getTableName(1)).isEqualTo("payment");
    }
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      assertThat(insert.getMetaData()).isNull();
      insert.setInt(1, 1);
      assertThatThrownBy(insert::executeUpdate)
          .hasMessage(
              "cannot execute the statement: found no value for parameter 2, expected one for"
                  + " each; call setObject(2, value) first");
      assertThatThrownBy(() -> insert.setInt(5, 1))
          .hasMessage("cannot set parameter 5: expected 1 to 4");
    }
  }

  @Test
  void aConditionalChangeIsAResultOrACount() throws SQLException {
    String insert = "INSERT INTO payment (id, customer) VALUES (1, 5) IF NOT EXISTS";
    try (Statement plain = connection.createStatement()) {
      try (ResultSet found = plain.executeQuery(insert)) {
        assertThat(found.next()).isTrue();
        assertThat(found.getBoolean("[applied]")).isTrue();
      }
      assertThat(plain.execute(insert)).isTrue();
      try (ResultSet found = plain.getResultSet()) {
        assertThat(found.next()).isTrue();
        assertThat(found.getBoolean(1)).isFalse();
        assertThat(found.getInt("customer")).isEqualTo(5);
      }
      assertThat(plain.executeUpdate(insert)).isZero();
      assertThat(
              plain.executeUpdate("UPDATE payment SET customer = 6 WHERE id = 1 IF customer = 5"))
          .isEqualTo(1);
      assertThat(plain.getUpdateCount()).isEqualTo(1);
      plain.setMaxRows(1);
      assertThat(plain.executeUpdate("INSERT INTO payment (id) VALUES (2), (3) IF NOT EXISTS"))
          .isEqualTo(2);
    }
  }

  @Test
  void errorsHaveTheClassAndTheStateOfTheirKind() throws SQLException {
    run("CREATE TABLE account (id int PRIMARY KEY, mail text)");
    run("CREATE UNIQUE INDEX by_mail ON account (mail)");
    run("INSERT INTO account (id, mail) VALUES (1, 'a@example.com')");
    assertFails("SELEC * FROM payment", SQLSyntaxErrorException.class, "42601");
    assertFails("SELECT * FROM payments", SQLSyntaxErrorException.class, "42S02");
    assertFails("SELECT nothing FROM payment", SQLSyntaxErrorException.class, "42S02");
    assertFails(
        "CREATE TABLE payment (id int PRIMARY KEY)", SQLSyntaxErrorException.class, "42S01");
    assertFails("SELECT * FROM payment WHERE amount = 1", SQLSyntaxErrorException.class, "42000");
    assertFails("INSERT INTO payment (id) VALUES ('x')", SQLDataException.class, "22023");
    assertFails(
        "INSERT INTO account (id, mail) VALUES (2, 'a@example.com')",
        SQLIntegrityConstraintViolationException.class,
        "23505");
    assertThatThrownBy(() -> run("SELECT * FROM payments"))
        .hasMessage("cannot find table payments; did you mean payment? (line 1, column 15)");
    assertThatThrownBy(() -> new JdbcDriver().connect("jdbc:keywright:cql://localhost:0/k", null))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessage(
            "cannot open cql://localhost:0/k: expected the address of a server, such as"
                + " cql:127.0.0.1:9042 or cql:127.0.0.1:9042/shop");
    assertThatThrownBy(() -> new JdbcDriver().connect("jdbc:keywright:oracle:x", null))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessageStartingWith("cannot open oracle:x: expected a URL that starts with one of");
    assertThat(DriverManager.getDriver("jdbc:keywright:memory:x").acceptsURL("jdbc:h2:mem"))
        .isFalse();
  }

  private void assertFails(String statement, Class<? extends SQLException> type, String state) {
    assertThatThrownBy(() -> run(statement))
        .as(statement)
        .isExactlyInstanceOf(type)
        .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(state))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void threadsShareAConnection() throws Exception {
    int rows = 200;
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int id = 0; id < rows; id++) {
        insert.setLong(1, id);
        insert.setInt(2, 3 * id);
        insert.setNull(3, Types.TIMESTAMP);
        insert.setNull(4, Types.DECIMAL);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    List<Callable<Integer>> readers = new ArrayList<>();
    for (int reader = 0; reader < 4; reader++) {
      int first = 50 * reader;
      readers.add(
          () -> {
            int wrong = 0;
            for (int i = 0; i < rows; i++) {
              int id = (first + i) % rows;
              try (PreparedStatement select =
                  connection.prepareStatement("SELECT customer FROM payment WHERE id = ?")) {
                select.setLong(1, id);
                try (ResultSet found = select.executeQuery()) {
                  wrong += found.next() && found.getInt(1) == 3 * id ? 0 : 1;
                }
              }
            }
            return wrong;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(readers.size());
    try {
      for (Future<Integer> wrong : threads.invokeAll(readers)) {
        assertThat(wrong.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aBatchIsOneAtomicChange() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (int id = 1; id <= 20; id++) {
        insert.setLong(1, id);
        insert.setInt(2, 1);
        insert.setObject(3, Instant.EPOCH);
        insert.setInt(4, id);
        insert.addBatch();
      }
      int[] counts = insert.executeBatch();
      assertThat(counts).hasSize(20).containsOnly(Statement.SUCCESS_NO_INFO);
      assertThat(insert.executeBatch()).isEmpty();
      for (int id = 21; id <= 22; id++) {
        insert.setLong(1, id);
        insert.setObject(4, id == 22 ? "much" : 1);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageStartingWith("cannot set amount: found 'much'");
    }
    assertThat(rows(connection, "SELECT count(*) FROM payment")).containsExactly("20");
    try (Statement plain = connection.createStatement()) {
      plain.addBatch("INSERT INTO payment (id, customer) VALUES (1, 2) IF NOT EXISTS");
      plain.addBatch("DELETE FROM payment WHERE id = 20");
      assertThat(plain.executeBatch()).containsExactly(0, 1);
      assertThatThrownBy(() -> plain.addBatch("SELECT * FROM payment"))
          .hasMessageContaining("found a statement that returns rows");
    }
  }

  @Test
  void aTransactionIsOneAtomicChange() throws SQLException {
    try (Connection other = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      run("INSERT INTO payment (id, customer) VALUES (1, 1), (2, 2)");
      run("UPDATE payment SET amount = 5 WHERE id = 1");
      run("DELETE FROM payment WHERE id = 2");
      assertThat(rows(other, "SELECT id FROM payment")).isEmpty();
      assertThatThrownBy(() -> rows(connection, "SELECT id FROM payment"))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessage(
              "cannot query payment after a change of it in the same transaction: not supported;"
                  + " changes are written at the commit: commit first, or query before the first"
                  + " change");
      assertThatThrownBy(() -> run("DELETE FROM payment WHERE id = 1 IF EXISTS"))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> run("TRUNCATE payment"))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      connection.commit();
      assertThat(rows(other, "SELECT id, amount FROM payment")).containsExactly("1 5.00");
      run("INSERT INTO payment (id) VALUES (3)");
      connection.rollback();
      run("INSERT INTO payment (id) VALUES (4)");
      connection.setAutoCommit(true);
      assertThat(rows(connection, "SELECT id FROM payment")).containsExactly("1", "4");
      connection.setAutoCommit(false);
      run("INSERT INTO payment (id) VALUES (5)");
      run("UPDATE payment SET amount = amount + 1 WHERE id = 6");
      assertThatThrownBy(connection::commit)
          .hasMessageContaining("(statement 2 of the batch, line 1, column 1)");
      connection.commit();
      assertThat(rows(other, "SELECT id FROM payment")).containsExactly("1", "4");
      connection.setAutoCommit(true);
      assertThatThrownBy(connection::commit).hasMessageContaining("auto-commit is on");
      connection.setReadOnly(true);
      assertThatThrownBy(() -> run("INSERT INTO payment (id) VALUES (7)"))
          .hasMessageStartingWith("cannot change rows or tables: the connection is read only");
    }
  }

  /** A program may use its bytes again before the commit, or before the batch is executed. */
  @Test
  void aChangeHasTheValuesOfItsTime() throws SQLException {
    run("CREATE TABLE picture (id int PRIMARY KEY, b blob)");
    connection.setAutoCommit(false);
    byte[] bytes = new byte[1];
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO picture (id, b) VALUES (?, ?)")) {
      for (int id = 1; id <= 3; id++) {
        bytes[0] = (byte) id;
        insert.setInt(1, id);
        insert.setBytes(2, bytes);
        insert.executeUpdate();
      }
      connection.commit();
      for (int id = 4; id <= 6; id++) {
        bytes[0] = (byte) id;
        insert.setInt(1, id);
        insert.setBytes(2, bytes);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    assertThat(rows(connection, "SELECT id, b FROM picture"))
        .containsExactly("1 01", "2 02", "3 03", "4 04", "5 05", "6 06");
  }

  @Test
  void theConnectionStaysAsItIsDuringATransaction() throws SQLException {
    connection.setAutoCommit(false);
    run("INSERT INTO payment (id) VALUES (1)");
    assertThatThrownBy(() -> connection.setReadOnly(true))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageStartingWith(
            "cannot change what may be written in a transaction that has changes");
    connection.rollback();
    connection.setReadOnly(true);
    connection.setSchema(connection.getSchema());
    connection.setReadOnly(false);
    connection.setAutoCommit(true);
    run("CREATE KEYSPACE shop");
    connection.setSchema("shop");
    assertThatThrownBy(() -> connection.setSchema(null))
        .isInstanceOf(SQLException.class)
        .hasMessageStartingWith("cannot leave schema shop: found null");
  }

  @Test
  void theEndsOfAResultAreKnown() throws SQLException {
    try (Statement plain = connection.createStatement();
        ResultSet none = plain.executeQuery("SELECT id FROM payment")) {
      assertThat(none.isBeforeFirst()).isFalse();
      assertThat(none.next()).isFalse();
      assertThat(none.isAfterLast()).isFalse();
    }
    run("INSERT INTO payment (id) VALUES (1), (2)");
    for (int most : new int[] {0, 1}) {
      try (Statement plain = connection.createStatement()) {
        plain.setMaxRows(most);
        try (ResultSet some = plain.executeQuery("SELECT id FROM payment")) {
          assertThat(some.isBeforeFirst()).isTrue();
          assertThat(some.isBeforeFirst()).isTrue();
          assertThat(some.next()).isTrue();
          assertThat(some.getLong(1)).isEqualTo(1);
          assertThat(some.isBeforeFirst()).isFalse();
          assertThat(some.isFirst()).isTrue();
          while (some.next()) {
            assertThat(some.isAfterLast()).isFalse();
          }
          assertThat(some.isAfterLast()).isTrue();
          assertThat(some.getRow()).isZero();
        }
      }
    }
  }

  /** Arguments that are null are errors of JDBC. */
  @Test
  @SuppressWarnings("NullAway")
  void nullIsRefusedAsAnSqlException() throws SQLException {
    List<ThrowingCallable> calls = new ArrayList<>();
    calls.add(() -> connection.prepareStatement(null));
    calls.add(() -> connection.unwrap(null));
    calls.add(() -> new JdbcDriver().connect(null, null));
    calls.add(() -> new JdbcDriver().acceptsURL(null));
    run("INSERT INTO payment (id) VALUES (1)");
    try (Statement plain = connection.createStatement();
        ResultSet one = plain.executeQuery("SELECT id FROM payment");
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      assertThat(one.next()).isTrue();
      calls.add(() -> one.findColumn(null));
      calls.add(() -> one.getObject(1, (Class<?>) null));
      calls.add(() -> one.unwrap(null));
      calls.add(() -> insert.setBinaryStream(1, new ByteArrayInputStream(new byte[1]), -1));
      calls.add(() -> insert.setCharacterStream(1, new StringReader("x"), -1));
      for (ThrowingCallable call : calls) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class).hasMessageContaining("expected");
      }
    }
  }

  @Test
  void resultsAreLimitedAndCancelled() throws SQLException {
    run(
        "INSERT INTO payment (id) VALUES "
            + String.join(
                ", ", Arrays.stream(new int[9]).mapToObj(i -> "(" + next() + ")").toList()));
    try (Statement plain = connection.createStatement()) {
      plain.setMaxRows(4);
      plain.setFetchSize(2);
      int count = 0;
      try (ResultSet found = plain.executeQuery("SELECT id FROM payment")) {
        while (found.next()) {
          count++;
        }
      }
      assertThat(count).isEqualTo(4);
      plain.setMaxRows(0);
      plain.setQueryTimeout(1_000);
      try (ResultSet found = plain.executeQuery("SELECT id FROM payment")) {
        assertThat(found.next()).isTrue();
        plain.cancel();
        assertThatThrownBy(found::next)
            .isInstanceOf(SQLTransientException.class)
            .hasMessage("cannot read the next row: cancelled; run the statement again");
      }
      try (ResultSet found = plain.executeQuery("SELECT id FROM payment")) {
        assertThat(found.next()).isTrue();
      }
      plain.closeOnCompletion();
      plain.executeQuery("SELECT id FROM payment").close();
      assertThat(plain.isClosed()).isTrue();
      assertThatThrownBy(() -> plain.executeQuery("SELECT id FROM payment"))
          .hasMessage("cannot use the statement: it is closed; create another");
    }
  }

  private int number;

  private int next() {
    return number++;
  }
}
