package keywright.bench;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A program on the Java driver of Cassandra that works with any server of the CQL native protocol.
 * Used by one thread.
 */
final class ServedPayments implements AutoCloseable {
  private static final String KEYSPACE = "bench";
  private static final String KEY = " WHERE customer_id = ? AND paid_at = ? AND payment_id = ?";
  private static final String COLUMNS =
      "customer_id, paid_at, payment_id, amount, state, currency, note";

  private final RawCassandra server;
  private final PreparedStatement insert;
  private final PreparedStatement insertNew;
  private final PreparedStatement get;
  private final PreparedStatement ofCustomer;

  /**
   * Makes the table of payments on a server.
   *
   * @param address as {@code HOST:PORT}
   */
  ServedPayments(String address) {
    RawCassandra.createKeyspace(address, KEYSPACE);
    server = new RawCassandra(address, KEYSPACE);
    server.create(
        """
        CREATE TABLE payment (customer_id bigint, paid_at timestamp, payment_id bigint,
            amount decimal, state text, currency text, note text,
            PRIMARY KEY ((customer_id), paid_at, payment_id))
        WITH CLUSTERING ORDER BY (paid_at DESC, payment_id ASC)""");
    String text = "INSERT INTO payment (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)";
    insert = server.prepare(text);
    insertNew = server.prepare(text + " IF NOT EXISTS");
    get = server.prepare("SELECT " + COLUMNS + " FROM payment" + KEY);
    ofCustomer = server.prepare("SELECT " + COLUMNS + " FROM payment WHERE customer_id = ?");
  }

  private static BoundStatement bind(PreparedStatement insert, Payment payment) {
    return insert.bind(
        payment.customerId(),
        payment.paidAt(),
        payment.paymentId(),
        payment.amount(),
        payment.state(),
        payment.currency(),
        payment.note());
  }

  /** Inserts, or overwrites, with so many requests at once. */
  long insert(List<Payment> payments, int atOnce) {
    return each(payments, atOnce, payment -> bind(insert, payment), (payment, rows) -> {});
  }

  /** Inserts new ones with IF NOT EXISTS, with so many requests at once. */
  long insertNew(List<Payment> payments, int atOnce) {
    return each(
        payments,
        atOnce,
        payment -> bind(insertNew, payment),
        (payment, rows) -> require(rows.wasApplied(), payment));
  }

  /** Reads by the primary key, with so many requests at once. */
  long get(List<Payment> payments, int atOnce) {
    return each(
        payments,
        atOnce,
        payment -> get.bind(payment.customerId(), payment.paidAt(), payment.paymentId()),
        (payment, rows) -> require(isSame(payment, payment(rows.one())), payment));
  }

  /** Reads all payments of customers, one customer after another; the number of rows. */
  long ofCustomers(List<Payment> payments) {
    long rows = 0;
    for (Payment payment : payments) {
      RawCassandra.Pages pages = server.pages(ofCustomer.bind(payment.customerId()), true);
      for (Row row = pages.next(); row != null; row = pages.next()) {
        require(payment(row).customerId() == payment.customerId(), payment);
        rows++;
      }
    }
    return rows;
  }

  private interface Check {
    void check(Payment payment, AsyncResultSet rows);
  }

  private long each(
      List<Payment> payments,
      int atOnce,
      Function<Payment, ? extends Statement<?>> statement,
      Check check) {
    Iterator<Payment> all = payments.iterator();
    Function<Payment, CompletableFuture<Void>> call =
        payment ->
            server.send(statement.apply(payment)).thenAccept(rows -> check.check(payment, rows));
    RawCassandra.forEach(all, atOnce, call);
    return payments.size();
  }

  private static void require(boolean condition, Payment payment) {
    if (!condition) {
      throw new IllegalStateException("found another answer for " + payment);
    }
  }

  /** Keywright's decimals have no zeros at their end. */
  private static boolean isSame(Payment expected, Payment found) {
    return expected.amount().compareTo(found.amount()) == 0
        && expected.equals(found.withAmount(expected.amount()));
  }

  private static Payment payment(@Nullable Row row) {
    Objects.requireNonNull(row, "a row");
    return new Payment(
        row.getLong(0),
        Objects.requireNonNull(row.getInstant(1)),
        row.getLong(2),
        Objects.requireNonNull(row.getBigDecimal(3)),
        Objects.requireNonNull(row.getString(4)),
        Objects.requireNonNull(row.getString(5)),
        Objects.requireNonNull(row.getString(6)));
  }

  @Override
  public void close() {
    server.close();
  }
}
