package keywright.bench;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The payments in a table of SQLite or H2, embedded in this process, over JDBC. Dates are
 * milliseconds and amounts are cents, which both databases compare and store fastest.
 */
final class JdbcOrders implements OrderStore {

  /** The databases, with the durability of the tables that they are compared with. */
  enum Kind {
    /** A commit is in the kernel, and lost only when the machine fails. */
    SQLITE("SQLite", "org.sqlite.JDBC", "jdbc:sqlite:%s"),
    /** A commit is written by another thread up to half a second later. */
    H2("H2", "org.h2.Driver", "jdbc:h2:%s");

    private final String title;
    private final String driver;
    private final String url;

    Kind(String title, String driver, String url) {
      this.title = title;
      this.driver = driver;
      this.url = url;
    }

    /** A connection by the driver itself: other drivers on the class path cannot be loaded. */
    private Connection connect(Path folder) throws SQLException {
      try {
        Driver loaded =
            Class.forName(driver).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
        return Objects.requireNonNull(
            loaded.connect(url.formatted(folder.resolve("orders")), new Properties()));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private List<String> settings() {
      return this == SQLITE
          ? List.of(
              "PRAGMA journal_mode = WAL",
              "PRAGMA synchronous = NORMAL",
              "PRAGMA cache_size = -65536")
          : List.of();
    }

    String title() {
      return title;
    }
  }

  private static final String COLUMNS =
      "customer_id, paid_at, payment_id, amount, state, currency, note";

  private static final List<String> DEFINITIONS =
      List.of(
          """
          CREATE TABLE IF NOT EXISTS payment (payment_id BIGINT PRIMARY KEY, customer_id BIGINT,
              paid_at BIGINT, amount BIGINT, state VARCHAR(20), currency VARCHAR(3),
              note VARCHAR(200))""",
          "CREATE INDEX IF NOT EXISTS by_customer ON payment (customer_id, paid_at DESC)",
          "CREATE INDEX IF NOT EXISTS by_date ON payment (paid_at)");

  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement move;
  private final PreparedStatement get;
  private final PreparedStatement newest;
  private final PreparedStatement from;

  /**
   * @param folder that the database is in
   */
  JdbcOrders(Kind kind, Path folder) {
    try {
      connection = kind.connect(folder);
      try (Statement statement = connection.createStatement()) {
        for (String setting : kind.settings()) {
          statement.execute(setting);
        }
        for (String definition : DEFINITIONS) {
          statement.execute(definition);
        }
      }
      insert =
          connection.prepareStatement(
              "INSERT INTO payment (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)");
      move = connection.prepareStatement("UPDATE payment SET paid_at = ? WHERE payment_id = ?");
      get = select("payment_id = ?");
      newest = select("customer_id = ? ORDER BY paid_at DESC LIMIT ?");
      from = select("paid_at >= ? ORDER BY paid_at LIMIT ?");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private PreparedStatement select(String rest) throws SQLException {
    return connection.prepareStatement("SELECT " + COLUMNS + " FROM payment WHERE " + rest);
  }

  private void bind(Payment payment) throws SQLException {
    insert.setLong(1, payment.customerId());
    insert.setLong(2, payment.paidAt().toEpochMilli());
    insert.setLong(3, payment.paymentId());
    insert.setLong(4, payment.amount().unscaledValue().longValueExact());
    insert.setString(5, payment.state());
    insert.setString(6, payment.currency());
    insert.setString(7, payment.note());
  }

  @Override
  public void insert(Payment payment) {
    try {
      bind(payment);
      int unused = insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void insertAll(List<Payment> payments) {
    try {
      connection.setAutoCommit(false);
      for (Payment payment : payments) {
        bind(payment);
        insert.addBatch();
      }
      int[] unused = insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void move(long id, Instant paidAt) {
    try {
      move.setLong(1, paidAt.toEpochMilli());
      move.setLong(2, id);
      int unused = move.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Payment payment(ResultSet rows) throws SQLException {
    return new Payment(
        rows.getLong(1),
        Instant.ofEpochMilli(rows.getLong(2)),
        rows.getLong(3),
        BigDecimal.valueOf(rows.getLong(4), 2),
        rows.getString(5),
        rows.getString(6),
        rows.getString(7));
  }

  @Override
  public @Nullable Payment get(long id) {
    try {
      get.setLong(1, id);
      try (ResultSet rows = get.executeQuery()) {
        return rows.next() ? payment(rows) : null;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void newest(long customer, int limit, Consumer<Payment> found) {
    forEach(newest, customer, limit, found);
  }

  @Override
  public void from(Instant date, int limit, Consumer<Payment> found) {
    forEach(from, date.toEpochMilli(), limit, found);
  }

  private static void forEach(
      PreparedStatement query, long value, int limit, Consumer<Payment> found) {
    try {
      query.setLong(1, value);
      query.setInt(2, limit);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.accept(payment(rows));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
