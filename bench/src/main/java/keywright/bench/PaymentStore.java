package keywright.bench;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Payments under their primary key, with an index by state and one by amount or without. */
interface PaymentStore extends AutoCloseable {

  /** Writes one payment, over the one of its key. */
  void put(Payment payment);

  /** Writes many payments in one atomic step. */
  void putAll(List<Payment> payments);

  @Nullable Payment get(Payment key);

  /** Every payment of a customer, newest first. */
  void ofCustomer(long customer, Consumer<Payment> found);

  /** Every payment in a state, newest first, read by the index. */
  void inState(String state, int limit, Consumer<Payment> found);

  @Override
  void close();
}
