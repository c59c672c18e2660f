package keywright.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Properties;
import keywright.testkit.ForkedMain;

/**
 * Phoenix's client, by JDBC, on a class path of its own: its arguments are a folder; the property
 * {@code quorum} says where ZooKeeper listens. Each line that it is asked is an operation and
 * numbers; the answer is how many rows it was about.
 */
final class PhoenixMain {
  private static final String UPSERT_PAYMENT = "UPSERT INTO %s VALUES (?, ?, ?, ?, ?, ?, ?)";

  private final Connection connection;

  private PhoenixMain(String quorum) throws SQLException {
    connection = DriverManager.getConnection("jdbc:phoenix:" + quorum, new Properties());
    connection.setAutoCommit(false);
  }

  public static void main(String[] arguments) throws Exception {
    ForkedMain.run(
        Path.of(arguments[0]),
        ready -> {
          PhoenixMain phoenix = new PhoenixMain(System.getProperty("quorum"));
          phoenix.createTables();
          ready.append("ready");
          return phoenix::answer;
        });
  }

  private void createTables() throws SQLException {
    String payment =
        """
        (customer_id BIGINT NOT NULL, paid_at DATE NOT NULL, payment_id BIGINT NOT NULL,
         amount DECIMAL(10,2), state VARCHAR, currency VARCHAR, note VARCHAR
         CONSTRAINT pk PRIMARY KEY (customer_id, paid_at DESC, payment_id)) COMPRESSION='LZ4'""";
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE payment " + payment);
      statement.execute("CREATE TABLE payment1 " + payment);
      statement.execute("CREATE TABLE payment2 " + payment);
      statement.execute("CREATE INDEX by_state1 ON payment1 (state, paid_at DESC)");
      statement.execute("CREATE INDEX by_state2 ON payment2 (state, paid_at DESC)");
      statement.execute("CREATE INDEX by_amount2 ON payment2 (amount)");
      statement.execute(
          """
          CREATE TABLE event (at DATE NOT NULL, id BIGINT NOT NULL, kind VARCHAR, note VARCHAR
           CONSTRAINT pk PRIMARY KEY (at DESC, id)) SALT_BUCKETS=16, COMPRESSION='LZ4'""");
    }
  }

  private String answer(String question) throws SQLException {
    String[] words = question.split(" ");
    long[] numbers = new long[words.length];
    for (int i = 2; i < words.length; i++) {
      numbers[i] = Long.parseLong(words[i]);
    }
    return Long.toString(
        switch (words[0]) {
          case "put" ->
              put(words[1], numbers[2], numbers[3], numbers[4], numbers[5] != 0, numbers[6]);
          case "events" -> putEvents(numbers[2], numbers[3]);
          default -> between(numbers[2], numbers[3], numbers[4]);
        });
  }

  /** Upserts payments, those of a batch with one commit. */
  private long put(
      String table, long first, long count, long batch, boolean changed, long customers)
      throws SQLException {
    try (PreparedStatement upsert = connection.prepareStatement(UPSERT_PAYMENT.formatted(table))) {
      for (long id = first; id < first + count; id++) {
        Payment payment = Payment.of(id, (int) customers);
        payment = changed ? payment.changed() : payment;
        upsert.setLong(1, payment.customerId());
        upsert.setDate(2, new Date(payment.paidAt().toEpochMilli()));
        upsert.setLong(3, payment.paymentId());
        upsert.setBigDecimal(4, payment.amount());
        upsert.setString(5, payment.state());
        upsert.setString(6, payment.currency());
        upsert.setString(7, payment.note());
        int unused = upsert.executeUpdate();
        if ((id - first + 1) % batch == 0) {
          connection.commit();
        }
      }
      connection.commit();
    }
    return count;
  }

  private long putEvents(long first, long count) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement("UPSERT INTO event VALUES (?, ?, ?, ?)")) {
      for (long id = first; id < first + count; id++) {
        Event event = Event.of(id);
        upsert.setDate(1, new Date(event.at().toEpochMilli()));
        upsert.setLong(2, id);
        upsert.setString(3, event.kind());
        upsert.setString(4, event.note());
        int unused = upsert.executeUpdate();
        if ((id - first + 1) % 1_000 == 0) {
          connection.commit();
        }
      }
      connection.commit();
    }
    return count;
  }

  private long between(long fromMillis, long toMillis, long limit) throws SQLException {
    long count = 0;
    long last = Long.MAX_VALUE;
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT at, id, kind, note FROM event WHERE at >= ? AND at < ? ORDER BY at DESC, id"
                + " LIMIT "
                + limit)) {
      select.setDate(1, new Date(fromMillis));
      select.setDate(2, new Date(toMillis));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          Event event =
              new Event(
                  Instant.ofEpochMilli(rows.getDate(1).getTime()),
                  rows.getLong(2),
                  rows.getString(3),
                  rows.getString(4));
          if (event.at().toEpochMilli() > last) {
            throw new IllegalStateException("out of order: " + event);
          }
          last = event.at().toEpochMilli();
          count++;
        }
      }
    }
    return count;
  }
}
