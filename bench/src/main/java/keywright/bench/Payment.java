package keywright.bench;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.SplittableRandom;

/** The row of the table benchmarks. */
record Payment(
    long customerId,
    Instant paidAt,
    long paymentId,
    BigDecimal amount,
    String state,
    String currency,
    String note) {
  private static final String[] STATES = {"new", "paid", "refunded", "disputed"};
  private static final String[] CURRENCIES = {"EUR", "USD", "CHF"};
  private static final long FIRST_MILLIS = 1_500_000_000_000L;

  /** The payment number {@code id}, always the same, of one of {@code customers}. */
  static Payment of(long id, int customers) {
    SplittableRandom random = new SplittableRandom(id);
    return new Payment(
        random.nextInt(customers),
        Instant.ofEpochMilli(FIRST_MILLIS + random.nextLong(300_000_000_000L)),
        id,
        BigDecimal.valueOf(random.nextLong(10_000_000), 2),
        STATES[random.nextInt(STATES.length)],
        CURRENCIES[random.nextInt(CURRENCIES.length)],
        "order " + Long.toString(random.nextLong(1L << 60), 36) + " from the shop");
  }

  /** The same payment in another state, with another amount. */
  Payment changed() {
    String next = state.equals("paid") ? "refunded" : "paid";
    return new Payment(
        customerId, paidAt, paymentId, amount.add(BigDecimal.ONE), next, currency, note);
  }

  Payment withAmount(BigDecimal other) {
    return new Payment(customerId, paidAt, paymentId, other, state, currency, note);
  }
}
