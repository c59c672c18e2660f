package keywright.bench;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Payments under their number, with an index by customer and one by date, read and written by
 * prepared statements of SQL or CQL. Used by one thread.
 */
interface OrderStore extends AutoCloseable {

  /** Inserts one payment and commits it. */
  void insert(Payment payment);

  /** Inserts many payments of new numbers. */
  void insertAll(List<Payment> payments);

  /** Changes the date of a payment, and with it an entry of each index, and commits. */
  void move(long id, Instant paidAt);

  @Nullable Payment get(long id);

  /** The newest payments of a customer. */
  void newest(long customer, int limit, Consumer<Payment> found);

  /** The first payments from a date on, in the order of dates. */
  void from(Instant date, int limit, Consumer<Payment> found);

  @Override
  void close();
}
