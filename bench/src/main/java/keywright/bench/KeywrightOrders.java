package keywright.bench;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import keywright.cql.CqlSession;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** The payments in a table of an embedded database. */
final class KeywrightOrders implements OrderStore {
  private static final String COLUMNS =
      "customer_id, paid_at, payment_id, amount, state, currency, note";

  private static final List<String> DEFINITIONS =
      List.of(
          """
          CREATE TABLE IF NOT EXISTS payment (payment_id bigint PRIMARY KEY, customer_id bigint,
              paid_at timestamp, amount decimal(10,2), state text, currency text, note text)""",
          "CREATE INDEX IF NOT EXISTS by_customer ON payment (customer_id, paid_at DESC)",
          "CREATE INDEX IF NOT EXISTS by_date ON payment (bucket(8), paid_at)");

  private final Database database;
  private final CqlSession session;
  private final PreparedStatement insert;
  private final PreparedStatement move;
  private final PreparedStatement get;
  private final PreparedStatement newest;
  private final PreparedStatement from;

  KeywrightOrders(String url) {
    database = Database.open(url);
    session = CqlSession.over(database);
    DEFINITIONS.forEach(session::execute);
    insert = session.prepare("INSERT INTO payment (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)");
    move = session.prepare("UPDATE payment SET paid_at = ? WHERE payment_id = ?");
    get = select("payment_id = ?");
    newest = select("customer_id = ? ORDER BY paid_at DESC LIMIT ?");
    from = select("paid_at >= ? ORDER BY paid_at LIMIT ?");
  }

  private PreparedStatement select(String rest) {
    return session.prepare("SELECT " + COLUMNS + " FROM payment WHERE " + rest);
  }

  @Override
  public void insert(Payment p) {
    insert
        .execute(
            p.customerId(),
            p.paidAt(),
            p.paymentId(),
            p.amount(),
            p.state(),
            p.currency(),
            p.note())
        .close();
  }

  @Override
  public void insertAll(List<Payment> payments) {
    try (BatchWriter writer = database.table("payment").batchWriter()) {
      payments.forEach(payment -> writer.add(KeywrightPayments.values(payment)));
    }
  }

  @Override
  public void move(long id, Instant paidAt) {
    move.execute(paidAt, id).close();
  }

  @Override
  public @Nullable Payment get(long id) {
    try (Result result = get.execute(id)) {
      Row row = result.next();
      return row == null ? null : KeywrightPayments.payment(row);
    }
  }

  @Override
  public void newest(long customer, int limit, Consumer<Payment> found) {
    forEach(newest.execute(customer, limit), found);
  }

  @Override
  public void from(Instant date, int limit, Consumer<Payment> found) {
    forEach(from.execute(date, limit), found);
  }

  private static void forEach(Result rows, Consumer<Payment> found) {
    try (rows) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        found.accept(KeywrightPayments.payment(row));
      }
    }
  }

  @Override
  public void close() {
    session.close();
    database.close();
  }
}
