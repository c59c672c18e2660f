package keywright.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tables through JDBC, with a connection pool and Spring's JdbcTemplate. */
public final class UseJdbc {
  private UseJdbc() {}

  record Payment(long paymentId, Instant paidAt, BigDecimal amount) {}

  /** Runs on the URL of the first argument, such as {@code jdbc:keywright:rocksdb:./data}. */
  public static void main(String... arguments) throws SQLException {
    String url = arguments.length > 0 ? arguments[0] : "jdbc:keywright:memory:shop";
    // region
    // "jdbc:keywright:rocksdb:./data"
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      // endregion
      statement.execute(
          """
          CREATE TABLE payment (
              payment_id bigint PRIMARY KEY, customer_id int, paid_at timestamp, amount decimal(8,2)
          )""");
      statement.execute("CREATE INDEX customer_payments ON payment (customer_id, paid_at DESC)");
      rows(connection);
      transaction(connection, statement);
      pool(url);
    }
  }

  private static void rows(Connection connection) throws SQLException {
    // region
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO payment (payment_id, customer_id, paid_at, amount) VALUES (?, ?, ?, ?)")) {
      insert.setLong(1, 1);
      insert.setInt(2, 123);
      insert.setObject(3, Instant.parse("2017-01-01T10:30:00Z"));
      insert.setBigDecimal(4, new BigDecimal("9.99"));
      insert.executeUpdate();
    }
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT payment_id, paid_at, amount FROM payment WHERE customer_id = ?")) {
      find.setInt(1, 123);
      try (ResultSet payments = find.executeQuery()) {
        while (payments.next()) {
          System.out.println(
              payments.getLong("payment_id")
                  + ": "
                  + payments.getObject("paid_at", Instant.class)
                  + " "
                  + payments.getBigDecimal("amount"));
        }
      }
    }
    // endregion
  }

  private static void transaction(Connection connection, Statement statement) throws SQLException {
    // region
    connection.setAutoCommit(false);
    statement.executeUpdate("UPDATE payment SET amount = 5 WHERE payment_id = 1");
    statement.executeUpdate("INSERT INTO payment (payment_id, customer_id) VALUES (2, 123)");
    connection.commit(); // both changes, or none
    connection.setAutoCommit(true);
    // endregion
  }

  private static void pool(String url) {
    // region
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      JdbcTemplate template = new JdbcTemplate(pool);
      template.update(
          "INSERT INTO payment (payment_id, customer_id, amount) VALUES (?, ?, ?)", 3, 123, 7);
      template
          .query(
              "SELECT payment_id, paid_at, amount FROM payment WHERE customer_id = ?",
              new DataClassRowMapper<>(Payment.class), // record Payment(long paymentId, …)
              123)
          .forEach(System.out::println);
    }
    // endregion
  }
}
