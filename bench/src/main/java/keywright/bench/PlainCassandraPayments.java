package keywright.bench;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The payments by the driver of Cassandra for this table alone. With {@link Kind#EXACT} a put reads
 * the row, puts the entries that it needs, writes the row on the condition that its version and
 * nonce are as they were read, and deletes the entries that it no longer has. With {@link
 * Kind#PLAIN} it is one INSERT. A read by the index reads entries, then rows.
 */
final class PlainCassandraPayments implements PaymentStore {
  /** What a write is. */
  enum Kind {
    PLAIN,
    EXACT,
    EXACT_INDEXED
  }

  /** Rows that are on their way at once. */
  private static final int WRITES_AT_ONCE = 64;

  private static final int LOADED_AT_ONCE = 128;
  private static final int READS_AT_ONCE = 128;
  private static final int PAGE_ROWS = 5_000;

  private static final String KEY = " WHERE customer_id = ? AND paid_at = ? AND payment_id = ?";
  private static final String COLUMNS =
      "customer_id, paid_at, payment_id, amount, state, currency, note";

  private final RawCassandra cassandra;
  private final Kind kind;
  private final PreparedStatement insert;
  private final PreparedStatement load;
  private final PreparedStatement read;
  private final PreparedStatement update;
  private final PreparedStatement get;
  private final PreparedStatement ofCustomer;
  private final PreparedStatement inState;
  private final PreparedStatement putState;
  private final PreparedStatement putAmount;
  private final PreparedStatement deleteState;
  private final PreparedStatement deleteAmount;

  PlainCassandraPayments(String address, String keyspace, Kind kind) {
    this.cassandra = new RawCassandra(address, keyspace);
    this.kind = kind;
    cassandra.create(
        """
        CREATE TABLE payment (customer_id bigint, paid_at timestamp, payment_id bigint,
            amount decimal, state text, currency text, note text, v bigint, n bigint,
            PRIMARY KEY ((customer_id), paid_at, payment_id))
        WITH CLUSTERING ORDER BY (paid_at DESC, payment_id ASC)""");
    cassandra.create(
        """
        CREATE TABLE by_state (state text, paid_at timestamp, customer_id bigint, payment_id bigint,
            PRIMARY KEY ((state), paid_at, customer_id, payment_id))
        WITH CLUSTERING ORDER BY (paid_at DESC, customer_id ASC, payment_id ASC)""");
    cassandra.create(
        """
        CREATE TABLE by_amount (amount decimal, customer_id bigint, paid_at timestamp,
            payment_id bigint, PRIMARY KEY ((amount), customer_id, paid_at, payment_id))""");
    insert =
        cassandra.prepare("INSERT INTO payment (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?)");
    load =
        cassandra.prepare(
            "INSERT INTO payment ("
                + COLUMNS
                + ", v, n) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP ?");
    read = cassandra.prepare("SELECT v, n, state, amount FROM payment" + KEY);
    update =
        cassandra.prepare(
            "UPDATE payment SET amount = ?, state = ?, currency = ?, note = ?, v = ?, n = ?"
                + KEY
                + " IF v = ? AND n = ?");
    get = cassandra.prepare("SELECT " + COLUMNS + " FROM payment" + KEY);
    ofCustomer = cassandra.prepare("SELECT " + COLUMNS + " FROM payment WHERE customer_id = ?");
    inState =
        cassandra.prepare(
            "SELECT customer_id, paid_at, payment_id FROM by_state WHERE state = ? LIMIT ?");
    putState =
        cassandra.prepare(
            "INSERT INTO by_state (state, customer_id, paid_at, payment_id) VALUES (?, ?, ?, ?)"
                + " USING TIMESTAMP ?");
    putAmount =
        cassandra.prepare(
            "INSERT INTO by_amount (amount, customer_id, paid_at, payment_id) VALUES (?, ?, ?, ?)"
                + " USING TIMESTAMP ?");
    deleteState =
        cassandra.prepare(
            "DELETE FROM by_state USING TIMESTAMP ? WHERE state = ? AND customer_id = ?"
                + " AND paid_at = ? AND payment_id = ?");
    deleteAmount =
        cassandra.prepare(
            "DELETE FROM by_amount USING TIMESTAMP ? WHERE amount = ? AND customer_id = ?"
                + " AND paid_at = ? AND payment_id = ?");
  }

  private static Payment payment(Row row) {
    return new Payment(
        row.getLong(0),
        Objects.requireNonNull(row.getInstant(1)),
        row.getLong(2),
        Objects.requireNonNull(row.getBigDecimal(3)),
        Objects.requireNonNull(row.getString(4)),
        Objects.requireNonNull(row.getString(5)),
        Objects.requireNonNull(row.getString(6)));
  }

  private BoundStatement insert(Payment payment) {
    return insert.bind(
        payment.customerId(),
        payment.paidAt(),
        payment.paymentId(),
        payment.amount(),
        payment.state(),
        payment.currency(),
        payment.note());
  }

  private static BoundStatement byKey(PreparedStatement statement, Payment payment) {
    return statement.bind(payment.customerId(), payment.paidAt(), payment.paymentId());
  }

  /** A write of a row that was read. */
  private final class Write {
    final Payment payment;
    private final boolean exists;
    private final long version;
    private final @Nullable Long before;
    private final @Nullable Long nonceBefore;
    private final @Nullable String state;
    private final @Nullable BigDecimal amount;

    Write(Payment payment, @Nullable Row old) {
      this.payment = payment;
      exists = old != null;
      before = old == null ? null : old.getLong(0);
      nonceBefore = old == null ? null : old.getLong(1);
      state = old == null ? null : old.getString(2);
      amount = old == null ? null : old.getBigDecimal(3);
      long now = 1_000 * System.currentTimeMillis();
      version = old == null ? now : Math.max(now, old.getLong(0) + 1);
    }

    private boolean changesAmount() {
      return amount == null || payment.amount().compareTo(amount) != 0;
    }

    List<CompletableFuture<AsyncResultSet>> putEntries() {
      List<CompletableFuture<AsyncResultSet>> calls = new ArrayList<>(2);
      if (!payment.state().equals(state)) {
        calls.add(cassandra.send(entry(putState, payment.state(), payment, version)));
      }
      if (changesAmount()) {
        calls.add(cassandra.send(entry(putAmount, payment.amount(), payment, version)));
      }
      return calls;
    }

    List<CompletableFuture<AsyncResultSet>> deleteEntries() {
      List<CompletableFuture<AsyncResultSet>> calls = new ArrayList<>(2);
      if (exists && !payment.state().equals(state)) {
        calls.add(cassandra.send(delete(deleteState, state)));
      }
      if (exists && changesAmount()) {
        calls.add(cassandra.send(delete(deleteAmount, amount)));
      }
      return calls;
    }

    private BoundStatement delete(PreparedStatement statement, @Nullable Object value) {
      return statement.bind(
          version, value, payment.customerId(), payment.paidAt(), payment.paymentId());
    }

    BoundStatement row() {
      return update.bind(
          payment.amount(),
          payment.state(),
          payment.currency(),
          payment.note(),
          version,
          ThreadLocalRandom.current().nextLong(),
          payment.customerId(),
          payment.paidAt(),
          payment.paymentId(),
          before,
          nonceBefore);
    }
  }

  private static BoundStatement entry(
      PreparedStatement statement, Object value, Payment payment, long version) {
    return statement.bind(
        value, payment.customerId(), payment.paidAt(), payment.paymentId(), version);
  }

  private static void requireApplied(boolean applied) {
    if (!applied) {
      throw new IllegalStateException("somebody else wrote");
    }
  }

  @Override
  public void put(Payment payment) {
    if (kind == Kind.PLAIN) {
      Row unused = cassandra.one(insert(payment));
      return;
    }
    Write write = new Write(payment, cassandra.one(byKey(read, payment)));
    if (kind == Kind.EXACT_INDEXED) {
      write.putEntries().forEach(CompletableFuture::join);
    }
    requireApplied(Objects.requireNonNull(cassandra.one(write.row())).getBoolean(0));
    if (kind == Kind.EXACT_INDEXED) {
      write.deleteEntries().forEach(CompletableFuture::join);
    }
  }

  @Override
  public void putAll(List<Payment> payments) {
    RawCassandra.forEach(
        payments.iterator(),
        kind == Kind.PLAIN ? LOADED_AT_ONCE : WRITES_AT_ONCE,
        kind == Kind.PLAIN ? payment -> cassandra.send(insert(payment)) : this::putConditionally);
  }

  /** The steps of a put, each begun by the answer to the one before. */
  private CompletableFuture<?> putConditionally(Payment payment) {
    return cassandra
        .send(byKey(read, payment))
        .thenCompose(
            found -> {
              Write write = new Write(payment, found.one());
              boolean indexed = kind == Kind.EXACT_INDEXED;
              return all(indexed ? write.putEntries() : List.of())
                  .thenCompose(put -> cassandra.send(write.row()))
                  .thenCompose(
                      answer -> {
                        requireApplied(answer.wasApplied());
                        return all(indexed ? write.deleteEntries() : List.of());
                      });
            });
  }

  private static CompletableFuture<?> all(List<CompletableFuture<AsyncResultSet>> calls) {
    return CompletableFuture.allOf(calls.toArray(new CompletableFuture<?>[0]));
  }

  /** Writes new payments and their entries without reading and without conditions. */
  void load(List<Payment> payments) {
    long version = 1_000 * System.currentTimeMillis();
    List<BoundStatement> statements = new ArrayList<>(3 * payments.size());
    for (Payment payment : payments) {
      statements.add(
          load.bind(
              payment.customerId(),
              payment.paidAt(),
              payment.paymentId(),
              payment.amount(),
              payment.state(),
              payment.currency(),
              payment.note(),
              version,
              ThreadLocalRandom.current().nextLong(),
              1L));
      if (kind == Kind.EXACT_INDEXED) {
        statements.add(entry(putState, payment.state(), payment, version));
        statements.add(entry(putAmount, payment.amount(), payment, version));
      }
    }
    RawCassandra.forEach(statements.iterator(), LOADED_AT_ONCE, cassandra::send);
  }

  @Override
  public @Nullable Payment get(Payment key) {
    Row row = cassandra.one(byKey(get, key));
    return row == null ? null : payment(row);
  }

  @Override
  public void ofCustomer(long customer, Consumer<Payment> found) {
    RawCassandra.Pages rows =
        cassandra.pages(ofCustomer.bind(customer).setPageSize(PAGE_ROWS), true);
    for (Row row = rows.next(); row != null; row = rows.next()) {
      found.accept(payment(row));
    }
  }

  @Override
  public void inState(String state, int limit, Consumer<Payment> found) {
    RawCassandra.Pages entries =
        cassandra.pages(inState.bind(state, limit).setPageSize(Math.min(limit, PAGE_ROWS)), true);
    Deque<CompletableFuture<AsyncResultSet>> reads = new ArrayDeque<>();
    Row entry = entries.next();
    while (entry != null || !reads.isEmpty()) {
      while (entry != null && reads.size() < READS_AT_ONCE) {
        Instant paidAt = entry.getInstant(1);
        reads.add(cassandra.send(get.bind(entry.getLong(0), paidAt, entry.getLong(2))));
        entry = entries.next();
      }
      Row row = reads.remove().join().one();
      if (row != null && state.equals(row.getString(4))) {
        found.accept(payment(row));
      }
    }
  }

  @Override
  public void close() {
    cassandra.close();
  }
}
