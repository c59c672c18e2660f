package keywright.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.Query;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * Payments in the order of a file, and what a table holds when some of them are loaded. Immutable.
 */
record Payments(List<Payment> inOrder) {

  /** One line of the file. */
  record Payment(
      long id, int customer, Instant paidAt, @Nullable BigDecimal amount, @Nullable String note) {

    /** Without the note, which may be long. */
    @Override
    public String toString() {
      return "%d by %d at %s of %s, note of %s characters"
          .formatted(id, customer, paidAt, amount, note == null ? "no" : note.length());
    }

    static Payment of(Row row) {
      return new Payment(
          row.getLong("payment_id"),
          row.getInt("customer_id"),
          row.getInstant("paid_at"),
          (BigDecimal) row.get("amount"),
          (String) row.get("note"));
    }
  }

  /** One index over buckets, one that sorts nulls in descending order, one whose key is text. */
  static final String STATEMENTS =
      """
      CREATE TABLE payment (
        payment_id bigint, customer_id int, paid_at timestamp, amount decimal(8,2), note text,
        PRIMARY KEY (reverse(lpad(payment_id, 9))),
        FAMILY d (customer_id, paid_at, amount), FAMILY n (note)
      );
      CREATE INDEX payments_by_date ON payment (bucket(8), paid_at, payment_id);
      CREATE INDEX payments_by_customer ON payment (customer_id, amount DESC, payment_id);
      CREATE INDEX payments_by_day ON payment
        (date_format(paid_at, 'yyyy-MM-dd'), lpad(customer_id, 6), lpad(payment_id, 9))
        WITH key_format = 'text' AND key_delimiter = '_';
      """;

  private static final String[] WORDS = {
    "paid, in part", "said \"later\"", "two\nlines", "é🦊", "late", "'", "\r\n", " "
  };

  /**
   * Draws payments.
   *
   * @param contradicting whether a payment that comes again may say something else
   */
  static Payments draw(Random random, int count, boolean contradicting) {
    List<Payment> payments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Payment again = i == 0 ? null : payments.get(random.nextInt(i));
      boolean repeats = again != null && random.nextInt(50) == 0;
      if (repeats && (!contradicting || random.nextBoolean())) {
        payments.add(again);
      } else {
        payments.add(draw(random, repeats ? again.id : 1 + random.nextInt(999_999_999)));
      }
    }
    return contradicting ? new Payments(payments) : new Payments(payments).withoutContradictions();
  }

  /** Ids drawn at random may meet, too. */
  private Payments withoutContradictions() {
    Map<Long, Payment> first = new HashMap<>();
    inOrder.forEach(payment -> first.putIfAbsent(payment.id, payment));
    return new Payments(
        inOrder.stream()
            .map(payment -> Objects.requireNonNull(first.get(payment.id)))
            .collect(Collectors.toCollection(ArrayList::new)));
  }

  private static Payment draw(Random random, long id) {
    return new Payment(
        id,
        random.nextInt(1_000),
        Instant.ofEpochMilli(1_400_000_000_000L + (long) (random.nextDouble() * 1e11)),
        random.nextInt(8) == 0 ? null : BigDecimal.valueOf(random.nextInt(99_999_999), 2),
        random.nextInt(8) == 0 ? null : note(random));
  }

  /** Long ones too, so that the engine writes its files while rows are loaded. */
  private static String note(Random random) {
    StringBuilder note = new StringBuilder();
    int length = random.nextInt(random.nextInt(4) == 0 ? 14_000 : 40);
    while (note.length() < length) {
      note.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt());
    }
    return note.toString();
  }

  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("payment_id,customer_id,paid_at,amount,note\n");
      for (Payment payment : inOrder) {
        out.write(payment.id + "," + payment.customer + "," + payment.paidAt + ",");
        out.write(payment.amount == null ? "" : payment.amount.toPlainString());
        out.write(
            payment.note == null ? ",\n" : ",\"" + payment.note.replace("\"", "\"\"") + "\"\n");
      }
    }
  }

  /** What the table holds, by id. */
  static Map<Long, Payment> stored(Database database) {
    Map<Long, Payment> stored = new HashMap<>();
    try (Rows rows = database.table("payment").query(Query.all())) {
      rows.forEach(row -> stored.put(row.getLong("payment_id"), Payment.of(row)));
    }
    return stored;
  }

  /** What a table holds after all of it, whatever was there of it before. */
  Map<Long, Payment> loaded() {
    Map<Long, Payment> loaded = new HashMap<>();
    inOrder.forEach(payment -> loaded.put(payment.id, payment));
    return loaded;
  }

  /**
   * What a load reports.
   *
   * @param read how many rows were read
   */
  record Counts(int read, int inserted, int overwritten, int unchanged) {
    int written() {
      return inserted + overwritten;
    }
  }

  /** What a load of everything over {@code before} reports. */
  Counts countsOver(Map<Long, Payment> before) {
    return counts(before, inOrder.size());
  }

  private Counts counts(Map<Long, Payment> before, int read) {
    Map<Long, Payment> current = new HashMap<>(before);
    int inserted = 0;
    int unchanged = 0;
    for (Payment payment : inOrder.subList(0, read)) {
      Payment old = current.put(payment.id, payment);
      inserted += old == null ? 1 : 0;
      unchanged += payment.equals(old) ? 1 : 0;
    }
    return new Counts(read, inserted, read - inserted - unchanged, unchanged);
  }

  /**
   * What a load over {@code before} has done that was cut off after one of its rows and has left
   * {@code after}.
   *
   * @throws AssertionError when there is no such row
   */
  Counts cutOff(Map<Long, Payment> before, Map<Long, Payment> after) {
    Set<Long> differing = differing(before, after);
    int least = differing.size();
    int read = 0;
    for (int i = 0; i < inOrder.size(); i++) {
      Payment payment = inOrder.get(i);
      if (payment.equals(after.get(payment.id))) {
        differing.remove(payment.id);
      } else {
        differing.add(payment.id);
      }
      if (differing.size() <= least) {
        least = differing.size();
        read = i + 1;
      }
    }
    if (least > 0) {
      throw new AssertionError(nearest(before, after, read));
    }
    return counts(before, read);
  }

  private static Set<Long> differing(Map<Long, Payment> a, Map<Long, Payment> b) {
    Set<Long> ids = new TreeSet<>(a.keySet());
    ids.addAll(b.keySet());
    ids.removeIf(id -> Objects.equals(a.get(id), b.get(id)));
    return ids;
  }

  private String nearest(Map<Long, Payment> before, Map<Long, Payment> after, int read) {
    Map<Long, Payment> expected = new HashMap<>(before);
    inOrder.subList(0, read).forEach(payment -> expected.put(payment.id, payment));
    Set<Long> differing = differing(expected, after);
    long id = differing.iterator().next();
    return "the table (%d rows, %d before) holds no beginning of the file; nearest are its first %d rows, but %d rows differ, such as the one with id %d: found (%s), expected (%s)"
        .formatted(
            after.size(),
            before.size(),
            read,
            differing.size(),
            id,
            after.get(id),
            expected.get(id));
  }
}
