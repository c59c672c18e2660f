package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** The driver over a database of this process. */
class DriverTest extends DriverContract {
  @Override
  String url() {
    return "jdbc:keywright:rocksdb:" + folder.resolve("data");
  }

  @Test
  void anEngineOfSingleRowsHasNoTransactions() throws SQLException {
    try (Database database =
            Database.over(MemoryEngine.ofSingleRows(1), InstantSource.system(), 1);
        Connection rows = new JdbcConnection("jdbc:keywright:rows:", CqlClient.over(database));
        Statement plain = rows.createStatement()) {
      plain.execute("CREATE TABLE t (id int PRIMARY KEY, n int)");
      assertThatThrownBy(() -> rows.setAutoCommit(false))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessage(
              "cannot set auto-commit to false: not supported; the engine has single-row"
                  + " atomicity, without multi-row transactions: leave auto-commit on, and use IF"
                  + " for changes that depend on the stored row");
      assertThat(rows.getAutoCommit()).isTrue();
      assertThat(rows.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
      assertThat(rows.getMetaData().supportsTransactions()).isFalse();
      plain.addBatch("INSERT INTO t (id, n) VALUES (1, 1)");
      plain.addBatch("UPDATE t SET n = n + 1 WHERE id = 2");
      plain.addBatch("INSERT INTO t (id, n) VALUES (3, 3)");
      assertThatThrownBy(plain::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).containsExactly(1))
          .hasMessageEndingWith("(statement 2 of the batch)");
      assertThat(rows(rows, "SELECT id FROM t")).containsExactly("1");
    }
  }

  @Test
  void connectionsToOneUrlShareTheDatabase() throws Exception {
    String other = "jdbc:keywright:rocksdb:" + folder.resolve("x/../data");
    try (Connection second = DriverManager.getConnection(other)) {
      assertThat(second.unwrap(Database.class)).isSameAs(connection.unwrap(Database.class));
      assertThat(second.unwrap(CqlSession.class)).isNotSameAs(connection.unwrap(CqlSession.class));
      ExecutorService threads = Executors.newFixedThreadPool(2);
      List<Future<?>> running = new ArrayList<>();
      for (Connection each : List.of(connection, second)) {
        int customer = each == second ? 2 : 1;
        running.add(
            threads.submit(
                () -> {
                  try (PreparedStatement insert =
                      each.prepareStatement("INSERT INTO payment (id, customer) VALUES (?, ?)")) {
                    for (int i = 0; i < 200; i++) {
                      insert.setInt(1, i * 2 + customer);
                      insert.setInt(2, customer);
                      insert.executeUpdate();
                    }
                  }
                  return null;
                }));
      }
      threads.shutdown();
      for (Future<?> each : running) {
        each.get();
      }
      connection.close();
      assertThat(second.isValid(1)).isTrue();
      assertThat(rows(second, "SELECT count(*) FROM payment")).containsExactly("400");
    }
    // The last connection has closed the database, so that another process or call can open it.
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"))) {
      assertThat(database.tables()).containsExactly("payment");
    }
    assertThat(connection.isValid(1)).isFalse();
    assertThatThrownBy(() -> run("SELECT * FROM payment"))
        .isInstanceOf(SQLNonTransientConnectionException.class)
        .hasMessage("cannot use the connection: it is closed; open another");
  }

  @Test
  void theUrlNamesAKeyspace() throws SQLException {
    String url = "jdbc:keywright:memory:keyspaces";
    try (Connection first = DriverManager.getConnection(url + "?keyspace=stock");
        Statement statement = first.createStatement()) {
      assertThat(first.getSchema()).isEqualTo("stock");
      statement.execute("CREATE TABLE t (id int PRIMARY KEY)");
      try (Connection second = DriverManager.getConnection(url)) {
        assertThat(second.getSchema()).isNull();
        assertThat(second.unwrap(Database.class).tables()).containsExactly("stock.t");
      }
      assertThatThrownBy(() -> new JdbcDriver().connect(url + "?keyspace=other", null))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("there is no such keyspace");
      statement.execute("INSERT INTO t (id) VALUES (1)");
    }
  }

  @Test
  void aDatabaseInMemoryLivesAsLongAsItsConnections() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:keywright:memory:shop")) {
      try (Statement plain = first.createStatement()) {
        plain.execute("CREATE TABLE t (id int PRIMARY KEY)");
      }
      try (Connection second = DriverManager.getConnection("jdbc:keywright:memory:shop");
          Connection other = DriverManager.getConnection("jdbc:keywright:memory:other")) {
        assertThat(rows(second, "SELECT * FROM t")).isEmpty();
        assertThatThrownBy(() -> rows(other, "SELECT * FROM t"))
            .isInstanceOf(SQLSyntaxErrorException.class);
      }
    }
    try (Connection first = DriverManager.getConnection("jdbc:keywright:memory:shop")) {
      assertThatThrownBy(() -> rows(first, "SELECT * FROM t"))
          .isInstanceOf(SQLSyntaxErrorException.class);
    }
  }
}
