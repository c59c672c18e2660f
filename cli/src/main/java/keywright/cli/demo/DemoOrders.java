package keywright.cli.demo;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The orders of the demo: six with the payments that the blog prints, and as many generated ones as
 * asked for. Order n depends on the seed and n alone.
 *
 * <p>Generated orders are of 2016 and of customers from 1000 on, so they are in nobody's way on the
 * blog's day, 1 January 2017.
 */
final class DemoOrders {
  private static final Instant FIRST_DAY = Instant.parse("2016-01-01T00:00:00Z");
  private static final long SECONDS_OF_2016 = 366L * 24 * 60 * 60;
  private static final int CUSTOMERS = 9_000;
  private static final String[] SYLLABLES = {
    "bra", "dun", "fel", "gor", "hax", "jin", "kel", "lom", "mur", "nop", "pri", "quo", "rin",
    "sab", "tew", "ulf", "vex", "wim", "yor", "zan"
  };
  private static final String[] MODES = {"card", "transfer", "wallet", "voucher"};
  private static final String[] STATUSES = {"shipped", "delivered", "returned"};
  private static final String[] STATES = {"NA", "NB", "NC", "ND", "NE", "NF"};

  /** A payment as the blog prints it. */
  record Payment(Instant paidAt, int customerId, long paymentId) {
    Map<String, @Nullable Object> row() {
      Map<String, @Nullable Object> row = new TreeMap<>();
      row.put("paid_at", paidAt);
      row.put("customer_id", customerId);
      row.put("payment_id", paymentId);
      return row;
    }
  }

  /**
   * The blog's six distinct payments; it lists the first one twice and the last but one too early.
   */
  static final List<Payment> BLOG_PAYMENTS =
      List.of(
          new Payment(Instant.parse("2017-01-01T09:00:00Z"), 123, 12345678),
          new Payment(Instant.parse("2017-01-01T09:00:30Z"), 156, 12345679),
          new Payment(Instant.parse("2017-01-01T09:00:40Z"), 129, 12345680),
          new Payment(Instant.parse("2017-01-01T09:05:00Z"), 163, 12345681),
          new Payment(Instant.parse("2017-01-01T09:07:00Z"), 23, 12345683),
          new Payment(Instant.parse("2017-01-01T16:06:30Z"), 123, 12345682));

  private final long seed;
  private final int generated;

  DemoOrders(long seed, int generated) {
    this.seed = seed;
    this.generated = generated;
  }

  /** What the orders depend on. */
  long seed() {
    return seed;
  }

  /** The number of orders; their ids run from 1 to it. */
  int count() {
    return BLOG_PAYMENTS.size() + generated;
  }

  /** The order with {@code id}, by column name. */
  Map<String, @Nullable Object> order(int id) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + id);
    Map<String, @Nullable Object> row = new TreeMap<>();
    row.put("order_id", (long) id);
    int customer;
    Instant paid;
    long payment;
    if (id <= BLOG_PAYMENTS.size()) {
      Payment printed = BLOG_PAYMENTS.get(id - 1);
      customer = printed.customerId();
      paid = printed.paidAt();
      payment = printed.paymentId();
    } else {
      int index = id - BLOG_PAYMENTS.size() - 1;
      customer = 1_000 + random.nextInt(CUSTOMERS);
      // The last paid is ten minutes short of 2017.
      paid =
          FIRST_DAY.plusSeconds(600 + (SECONDS_OF_2016 - 1_200) * index / Math.max(1, generated));
      payment = 20_000_000L + index;
    }
    addCustomer(row, customer);
    addOrder(row, id, paid.minusSeconds(30 + random.nextInt(500)), random);
    addPayment(row, payment, paid, random);
    addAddress(row, "ship", customer, random);
    addAddress(row, "bill", customer + 10_000, random);
    if (random.nextInt(10) == 0) {
      row.put("discount_code", "TENTH");
      row.put("discount_gross", row.get("gross_amount"));
      row.put("discount_total", row.get("total_amount"));
    }
    return row;
  }

  private static void addCustomer(Map<String, @Nullable Object> row, int customer) {
    SplittableRandom random = new SplittableRandom(customer);
    String first = name(random);
    String last = name(random);
    row.put("customer_id", customer);
    row.put("first_name", first);
    row.put("last_name", last);
    row.put("business_name", random.nextInt(4) == 0 ? last + " Supplies" : null);
    row.put("email_address", (first + "." + last + "@example.com").toLowerCase(Locale.ROOT));
    row.put("designation", random.nextInt(2) == 0 ? "buyer" : "owner");
  }

  private static void addOrder(
      Map<String, @Nullable Object> row, int id, Instant ordered, SplittableRandom random) {
    BigDecimal gross = BigDecimal.valueOf(100 + random.nextInt(100_000), 2);
    row.put("order_no", "N-" + id);
    row.put("ordered_at", ordered);
    row.put("gross_amount", gross);
    row.put("total_amount", gross.add(BigDecimal.valueOf(random.nextInt(2_000), 2)));
    row.put("order_status", pick(STATUSES, random));
    row.put("item_count", (short) (1 + random.nextInt(12)));
  }

  private static void addPayment(
      Map<String, @Nullable Object> row, long payment, Instant paid, SplittableRandom random) {
    row.put("payment_id", payment);
    row.put("paid_at", paid);
    row.put("payment_mode", pick(MODES, random));
    row.put("payer_name", row.get("first_name") + " " + row.get("last_name"));
    row.put("card_number", "****" + (1_000 + random.nextInt(9_000)));
    row.put("amount", row.get("total_amount"));
    row.put("expiry_date", LocalDate.of(2018 + random.nextInt(4), 1 + random.nextInt(12), 1));
    row.put("auth_details", "auth-" + payment);
    row.put("payment_status", "settled");
  }

  private static void addAddress(
      Map<String, @Nullable Object> row, String kind, int id, SplittableRandom random) {
    row.put(kind + "_address_id", id);
    row.put(kind + "_address1", (1 + random.nextInt(200)) + " " + name(random) + " Street");
    row.put(kind + "_city", name(random) + "ton");
    row.put(kind + "_state", pick(STATES, random));
    row.put(kind + "_zip", String.valueOf(10_000 + random.nextInt(90_000)));
  }

  private static String name(SplittableRandom random) {
    List<String> syllables = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      syllables.add(pick(SYLLABLES, random));
    }
    String name = String.join("", syllables);
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static String pick(String[] choices, SplittableRandom random) {
    return choices[random.nextInt(choices.length)];
  }
}
