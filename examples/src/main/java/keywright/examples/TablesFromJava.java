package keywright.examples;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import keywright.cql.CqlSession;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.key.Condition;
import keywright.table.Database;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.Row;

/** Tables from Java: statements, and the same by calls. */
public final class TablesFromJava {
  private TablesFromJava() {}

  record Payment(long paymentId, Instant paidAt, BigDecimal amount) {}

  /** Runs on the database of the first argument, such as {@code rocksdb:./data}, or in memory. */
  public static void main(String... arguments) {
    String url = arguments.length > 0 ? arguments[0] : "memory:";
    // region
    try (Database database = Database.open(url); // "rocksdb:./data", or "memory:"
        CqlSession session = CqlSession.over(database)) {
      // endregion
      statements(session);
      calls(database);
    }
  }

  private static void statements(CqlSession session) {
    session.execute(
        """
        CREATE TABLE payment (
            payment_id bigint, customer_id int, paid_at timestamp, amount decimal(8,2),
            PRIMARY KEY (reverse(lpad(payment_id, 9)))
        )""");
    session.execute("CREATE INDEX customer_payments ON payment (customer_id, paid_at DESC)");
    // region
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO payment (payment_id, customer_id, paid_at, amount) VALUES (?, ?, ?, ?)");
    insert.execute(1, 123, Instant.parse("2017-01-01T10:30:00Z"), new BigDecimal("9.99"));
    insert.execute(2, 123, "2017-01-02", 5);

    PreparedStatement since =
        session.prepare(
            """
            SELECT payment_id, paid_at, amount FROM payment
             WHERE customer_id = :customer AND paid_at >= :since ORDER BY paid_at DESC""");
    try (Result payments = since.execute(Map.of("customer", 123, "since", "2017-01-01"))) {
      for (Row payment : payments) {
        System.out.println(payment.getLong("payment_id") + ": " + payment.getBigDecimal("amount"));
      }
    }
    // endregion
    // region
    // record Payment(long paymentId, Instant paidAt, BigDecimal amount) {}
    try (Stream<Payment> payments =
        session.execute("SELECT payment_id, paid_at, amount FROM payment").stream(Payment.class)) {
      payments.forEach(System.out::println);
    }
    // endregion
  }

  private static void calls(Database database) {
    // region
    List<Condition> second = List.of(new Condition.Compare("payment_id", Condition.Operator.EQ, 2));
    Condition unchanged = new Condition.Compare("amount", Condition.Operator.EQ, 5);

    ChangeResult result =
        database.apply( // all or nothing, in one atomic step
            Change.update("payment", second, Map.of("amount", 7)).onlyIf(unchanged),
            Change.rekey("payment", second, Map.of("payment_id", 20)),
            Change.insert("payment", Map.of("payment_id", 3, "amount", 1)).ifAbsent());
    System.out.println("applied: " + result.applied());

    List<Optional<Row>> rows =
        database.table("payment").getAll(List.of(List.of(20), List.of(2))); // one read
    // endregion
    rows.forEach(row -> System.out.println(row.map(Row::toString).orElse("none")));
    // region
    List<Condition> third = List.of(new Condition.Compare("payment_id", Condition.Operator.EQ, 3));
    database
        .table("payment")
        .compute(
            third,
            row -> {
              BigDecimal before = row == null ? BigDecimal.ZERO : row.getBigDecimal("amount");
              return new Change.Computed.Set(Map.of("amount", before.add(BigDecimal.TEN)));
            });
    // endregion
    database.table("payment").get(3).ifPresent(row -> System.out.println(row.get("amount")));
  }
}
