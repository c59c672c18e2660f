package keywright.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.cql.CqlSession;
import keywright.key.Condition;
import keywright.table.BatchWriter;
import keywright.table.BulkLoad;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** The payments in a table. */
final class KeywrightPayments implements PaymentStore {
  static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS payment (
          customer_id bigint, paid_at timestamp, payment_id bigint,
          amount decimal(10,2), state text, currency text, note text,
          PRIMARY KEY (customer_id, paid_at DESC, payment_id))""";
  static final List<String> INDEXES =
      List.of(
          "CREATE INDEX IF NOT EXISTS by_state ON payment (state, paid_at DESC)",
          "CREATE INDEX IF NOT EXISTS by_amount ON payment (amount)");

  private final Database database;
  private final Table table;

  /**
   * @param url of the database that they are in
   */
  KeywrightPayments(String url, boolean indexed) {
    this(url, indexed ? INDEXES.size() : 0);
  }

  /**
   * @param indexes how many of them
   */
  KeywrightPayments(String url, int indexes) {
    this(url, indexes, "");
  }

  /**
   * @param with options of the table, as in {@code WITH ...}
   */
  KeywrightPayments(String url, int indexes, String with) {
    database = Database.open(url);
    try (CqlSession session = CqlSession.over(database)) {
      session.execute(TABLE + with);
      INDEXES.subList(0, indexes).forEach(session::execute);
    }
    table = database.table("payment");
  }

  static Map<String, Object> values(Payment payment) {
    Map<String, Object> values = new HashMap<>();
    values.put("customer_id", payment.customerId());
    values.put("paid_at", payment.paidAt());
    values.put("payment_id", payment.paymentId());
    values.put("amount", payment.amount());
    values.put("state", payment.state());
    values.put("currency", payment.currency());
    values.put("note", payment.note());
    return values;
  }

  static Payment payment(Row row) {
    return new Payment(
        row.getLong(0),
        row.getInstant(1),
        row.getLong(2),
        row.getBigDecimal(3),
        row.getString(4),
        row.getString(5),
        row.getString(6));
  }

  @Override
  public void put(Payment payment) {
    table.put(values(payment));
  }

  @Override
  public void putAll(List<Payment> payments) {
    try (BatchWriter writer = table.putWriter()) {
      payments.forEach(payment -> writer.add(values(payment)));
    }
  }

  /** Inserts payments, which says of each whether it was new. */
  void insertAll(List<Payment> payments) {
    try (BatchWriter writer = table.batchWriter()) {
      payments.forEach(payment -> writer.add(values(payment)));
    }
  }

  /** Fills the table, which is empty, without reading. */
  BulkLoad bulkLoad() {
    return table.bulkLoad(waiting -> true);
  }

  /** Fills the table, which is empty, with all payments that there will be. */
  void load(Iterable<List<Payment>> payments) {
    BulkLoad load = bulkLoad();
    payments.forEach(some -> add(load, some));
    load.finish();
  }

  static void add(BulkLoad load, List<Payment> payments) {
    payments.forEach(payment -> load.add(values(payment)));
    load.flush();
  }

  @Override
  public @Nullable Payment get(Payment key) {
    return table
        .get(key.customerId(), key.paidAt(), key.paymentId())
        .map(KeywrightPayments::payment)
        .orElse(null);
  }

  @Override
  public void ofCustomer(long customer, Consumer<Payment> found) {
    forEach(Query.all().where(equal("customer_id", customer)), found);
  }

  @Override
  public void inState(String state, int limit, Consumer<Payment> found) {
    Query query =
        Query.all()
            .where(equal("state", state))
            .orderedBy(new OrderBy("paid_at", true))
            .withLimit(limit);
    forEach(query, found);
  }

  private static Condition equal(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  private void forEach(Query query, Consumer<Payment> found) {
    try (Rows rows = table.query(query)) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        found.accept(payment(row));
      }
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
