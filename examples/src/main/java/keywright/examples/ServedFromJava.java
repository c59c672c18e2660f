package keywright.examples;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;

/** A served database, read and written by the Java driver of Cassandra. */
public final class ServedFromJava {
  private ServedFromJava() {}

  /** Runs on the server at the port of the first argument. */
  public static void main(String... arguments) {
    int port = Integer.parseInt(arguments[0]);
    // region
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)) // 9042
            .withLocalDatacenter("datacenter1")
            .build()) {
      session.execute("CREATE KEYSPACE IF NOT EXISTS shop");
      session.execute(
          """
          CREATE TABLE IF NOT EXISTS shop.payment (
              customer_id int, paid_at timestamp, payment_id bigint, amount decimal(12,2),
              PRIMARY KEY ((customer_id), paid_at DESC, payment_id))""");
      session.execute("CREATE INDEX IF NOT EXISTS payment_by_id ON shop.payment (payment_id)");

      PreparedStatement insert =
          session.prepare(
              "INSERT INTO shop.payment (customer_id, paid_at, payment_id, amount) VALUES (?, ?, ?, ?)");
      session.execute(
          insert.bind(123, Instant.parse("2017-01-01T10:30:00Z"), 1L, new BigDecimal("9.99")));
      session.execute( // both rows or none
          BatchStatement.newInstance(DefaultBatchType.LOGGED)
              .add(insert.bind(123, Instant.parse("2017-01-02T00:00:00Z"), 2L, BigDecimal.ONE))
              .add(insert.bind(77, Instant.parse("2017-01-03T00:00:00Z"), 3L, BigDecimal.TEN)));

      SimpleStatement again =
          SimpleStatement.newInstance(
              "INSERT INTO shop.payment (customer_id, paid_at, payment_id) VALUES (?, ?, ?) IF NOT EXISTS",
              123,
              Instant.parse("2017-01-01T10:30:00Z"),
              1L);
      System.out.println("applied: " + session.execute(again).wasApplied());

      SimpleStatement payments =
          SimpleStatement.newInstance("SELECT * FROM shop.payment WHERE customer_id = ?", 123);
      for (Row row : session.execute(payments.setPageSize(1))) { // fetches page after page
        System.out.println(row.getInstant("paid_at") + " " + row.getBigDecimal("amount"));
      }
      Row byIndex = session.execute("SELECT * FROM shop.payment WHERE payment_id = 3").one();
      System.out.println("payment 3 is of customer " + byIndex.getInt("customer_id"));
      System.out.println(session.getMetadata().getKeyspace("shop").get().getTables().keySet());
    }
    // endregion
  }
}
