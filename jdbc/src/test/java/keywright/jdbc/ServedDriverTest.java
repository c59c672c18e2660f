package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import keywright.cql.server.Passwords;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The driver over a server. */
class ServedDriverTest extends DriverContract {
  private final ServedDatabase served = new ServedDatabase();

  @Override
  String url() {
    return served.url();
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void aServedEngineOfSingleRowsHasNoTransactions() throws SQLException {
    try (Database database =
            Database.over(MemoryEngine.ofSingleRows(1), InstantSource.system(), 1);
        ServedDatabase single = new ServedDatabase(database);
        Connection other = DriverManager.getConnection(single.url())) {
      assertThatThrownBy(() -> other.setAutoCommit(false))
          .isInstanceOf(SQLFeatureNotSupportedException.class)
          .hasMessageContaining("use IF for changes that depend on the stored row");
      assertThat(other.getMetaData().supportsTransactions()).isFalse();
    }
  }

  @Test
  void aServerThatHasStoppedIsTold() throws SQLException {
    assertThat(connection.isValid(5)).isTrue();
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO payment (id) VALUES (1)");
        PreparedStatement select = connection.prepareStatement("SELECT * FROM payment");
        Connection reading = DriverManager.getConnection(served.url());
        Statement query = reading.createStatement()) {
      for (int id = 0; id < 10; id++) {
        run("INSERT INTO payment (id) VALUES (" + id + ")");
      }
      ResultSet rows = query.executeQuery("SELECT * FROM payment");
      assertThat(rows.next()).isTrue();
      served.close();
      assertThatThrownBy(insert::executeUpdate)
          .isExactlyInstanceOf(SQLNonTransientException.class)
          .hasMessageStartingWith("cannot tell whether cql:127.0.0.1:")
          .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08007"));
      assertThatThrownBy(select::executeQuery)
          .isInstanceOf(SQLTransientConnectionException.class)
          .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("08006"));
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getInt(1)).isLessThan(10);
                }
              })
          .isInstanceOf(SQLTransientConnectionException.class);
      assertThat(connection.isValid(5)).isFalse();
      assertThatThrownBy(() -> new JdbcDriver().connect(served.url(), null))
          .isInstanceOf(SQLTransientConnectionException.class)
          .hasMessageContaining("found no server at this address");
    }
  }

  @Test
  void aUserLogsIn() throws SQLException {
    Database database = Database.open("memory:");
    String hash = Passwords.hash("correct horse".toCharArray());
    database.changeUsers(users -> List.of(new DatabaseUser("anna", DatabaseUser.Role.READ, hash)));
    try (ServedDatabase asking = new ServedDatabase(database)) {
      try (Connection anna = DriverManager.getConnection(asking.url(), "anna", "correct horse");
          Statement plain = anna.createStatement()) {
        assertThat(anna.isValid(5)).isTrue();
        assertThatThrownBy(() -> plain.execute("CREATE TABLE t (id int PRIMARY KEY)"))
            .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
            .hasMessageContaining("user anna has the role read");
      }
      Properties wrong = new Properties();
      wrong.setProperty("user", "anna");
      wrong.setProperty("password", "wrong");
      assertThatThrownBy(() -> new JdbcDriver().connect(asking.url(), wrong))
          .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
          .hasMessageContaining("found a wrong name or password");
      assertThatThrownBy(() -> new JdbcDriver().connect(asking.url(), null))
          .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
          .hasMessageContaining("the properties user and password");
    }
  }

  @Test
  void theObjectsBelowAreNotHere() throws SQLException {
    assertThat(connection.isWrapperFor(Database.class)).isFalse();
    assertThatThrownBy(() -> connection.unwrap(Database.class)).isInstanceOf(SQLException.class);
    connection.close();
    assertThatThrownBy(() -> run("SELECT * FROM payment"))
        .isInstanceOf(SQLNonTransientConnectionException.class);
  }

  @Test
  void resultsAreReadSideBySide() throws SQLException {
    for (int id = 0; id < 20; id++) {
      run("INSERT INTO payment (id, customer) VALUES (" + id + ", " + id % 2 + ")");
    }
    try (Statement first = connection.createStatement();
        Statement second = connection.createStatement();
        ResultSet all = first.executeQuery("SELECT id FROM payment")) {
      int count = 0;
      while (all.next()) {
        try (ResultSet one =
            second.executeQuery("SELECT customer FROM payment WHERE id = " + all.getInt(1))) {
          assertThat(one.next()).isTrue();
          assertThat(one.getInt(1)).isEqualTo(all.getInt(1) % 2);
        }
        count++;
      }
      assertThat(count).isEqualTo(20);
    }
  }
}
