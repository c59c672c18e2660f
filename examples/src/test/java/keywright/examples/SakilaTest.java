package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import keywright.cli.Main;
import keywright.cql.CqlSession;
import keywright.table.Database;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Sakila store, loaded by the command, against a pass over its CSV files in plain Java. The
 * folder is that of the property {@code keywright.sakila}, else {@code ../shared/data/sakila}
 * beside the project; without it the files are made up.
 */
@Tag("large")
class SakilaTest {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final Comparator<Payment> BY_DATE = Comparator.comparing(Payment::paidAt);
  private static final Comparator<Payment> BY_ID = Comparator.comparing(Payment::paymentId);

  @TempDir private static Path directory;
  private static List<Payment> payments = List.of();
  private static List<String[]> customers = List.of();
  private static List<String[]> rentals = List.of();
  private static @Nullable Database database;

  private record Payment(int paymentId, int customerId, BigDecimal amount, Instant paidAt) {
    static Payment of(String[] fields) {
      return new Payment(
          Integer.parseInt(fields[0]),
          Integer.parseInt(fields[1]),
          new BigDecimal(fields[4]),
          instant(fields[5]));
    }

    static Payment of(List<@Nullable Object> row) {
      return new Payment(
          (Integer) row.get(0),
          (Integer) row.get(1),
          (BigDecimal) row.get(2),
          (Instant) row.get(3));
    }
  }

  private static Instant instant(String text) {
    return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
  }

  @BeforeAll
  static void load() throws IOException {
    Path folder = Path.of(System.getProperty("keywright.sakila", "../../shared/data/sakila"));
    if (!Files.isReadable(folder.resolve("payment.csv"))) {
      folder = Files.createDirectory(directory.resolve("files"));
      SakilaData.write(folder);
    }
    payments = lines(folder.resolve("payment.csv")).stream().map(Payment::of).toList();
    customers = lines(folder.resolve("customer.csv"));
    rentals = lines(folder.resolve("rental.csv"));
    String url = "rocksdb:" + directory.resolve("db");
    keywright("run", "--db", url, "-f", "sakila.cql");
    String[] load = {
      "load",
      "--db",
      url,
      "payment",
      folder.resolve("payment.csv").toString(),
      "--map",
      "payment_date=paid_at"
    };
    assertThat(keywright(load))
        .startsWith("payment: 16,049 rows read, 16,049 inserted, 0 overwrote another, 0 unchanged");
    assertThat(keywright(load))
        .startsWith("payment: 16,049 rows read, 0 inserted, 0 overwrote another, 16,049 unchanged");
    keywright("load", "--db", url, "rental", folder.resolve("rental.csv").toString());
    keywright(
        "load",
        "--db",
        url,
        "customer",
        folder.resolve("customer.csv").toString(),
        "--ignore",
        "activebool,active");
    database = Database.open(url);
  }

  @AfterAll
  static void close() {
    if (database != null) {
      database.close();
    }
  }

  private static List<String[]> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
  }

  /** Runs the command; what it says on standard error. */
  private static String keywright(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(new ByteArrayInputStream(new byte[0]), out, err, arguments);
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(status).as(said).isZero();
    return said;
  }

  private static List<List<@Nullable Object>> query(String cql) {
    if (database == null) {
      throw new IllegalStateException("no database");
    }
    return CqlSession.over(database).execute(cql).stream().map(Row::values).toList();
  }

  private static List<Payment> found(String where) {
    return query("SELECT payment_id, customer_id, amount, paid_at FROM payment " + where).stream()
        .map(Payment::of)
        .toList();
  }

  private static List<Payment> expected(Predicate<Payment> condition) {
    return payments.stream().filter(condition).toList();
  }

  /** The same payments, and in the order asked for; equal ones in any. */
  private static void assertSame(
      String where, Predicate<Payment> condition, @Nullable Comparator<Payment> order) {
    List<Payment> found = found(where);
    assertThat(found).as(where).containsExactlyInAnyOrderElementsOf(expected(condition));
    if (order != null) {
      assertThat(found).as(where).isSortedAccordingTo(order);
    }
    // The same with one more condition, which filters what the range finds.
    String filtered = where.replaceFirst("(?= ORDER BY|$)", " AND amount > 4.99");
    BigDecimal bound = new BigDecimal("4.99");
    assertThat(found(filtered))
        .as(filtered)
        .containsExactlyInAnyOrderElementsOf(
            expected(condition.and(payment -> payment.amount().compareTo(bound) > 0)));
  }

  @Test
  void byCustomerAndDateRange() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      int customer = 1 + random.nextInt(599);
      Instant from = payments.get(random.nextInt(payments.size())).paidAt();
      Instant to = from.plusSeconds(random.nextInt(60 * 86_400));
      Predicate<Payment> condition =
          p -> p.customerId() == customer && !p.paidAt().isBefore(from) && p.paidAt().isBefore(to);
      String where =
          "WHERE customer_id = %d AND paid_at >= '%s' AND paid_at < '%s'"
              .formatted(customer, from, to);
      assertSame(where, condition, BY_DATE.reversed());
      assertSame(where + " ORDER BY paid_at DESC", condition, BY_DATE.reversed());
      assertSame(where + " ORDER BY paid_at", condition, BY_DATE);
    }
  }

  @Test
  void byDateAloneOverTheBuckets() {
    Random random = new Random(2);
    for (int i = 0; i < 30; i++) {
      Instant from = payments.get(random.nextInt(payments.size())).paidAt();
      Instant to = from.plusSeconds(random.nextInt(5 * 86_400));
      String where = "WHERE paid_at >= '%s' AND paid_at <= '%s'".formatted(from, to);
      Predicate<Payment> condition = p -> !p.paidAt().isBefore(from) && !p.paidAt().isAfter(to);
      assertSame(where + " ORDER BY paid_at, payment_id", condition, BY_DATE.thenComparing(BY_ID));
      assertSame(where + " ORDER BY paid_at DESC", condition, BY_DATE.reversed());
    }
  }

  @Test
  void theLatestPayments() {
    for (int limit : new int[] {1, 5, 100, 1000}) {
      List<Payment> found = found("ORDER BY paid_at DESC LIMIT " + limit);
      List<Instant> latest =
          payments.stream()
              .map(Payment::paidAt)
              .sorted(Comparator.reverseOrder())
              .limit(limit)
              .toList();
      assertThat(found).extracting(Payment::paidAt).isEqualTo(latest);
      assertThat(payments).containsAll(found);
      assertThat(found).doesNotHaveDuplicates();
    }
  }

  @Test
  void byIdsBetweenTwoAndAmongSome() {
    assertSame(
        "WHERE 123 < payment_id < 456", p -> p.paymentId() > 123 && p.paymentId() < 456, null);
    assertSame(
        "WHERE 123 < payment_id < 456 ORDER BY payment_id DESC",
        p -> p.paymentId() > 123 && p.paymentId() < 456,
        BY_ID.reversed());
    Random random = new Random(3);
    for (int i = 0; i < 20; i++) {
      List<Integer> ids = new ArrayList<>(random.ints(7, -5, 20_000).boxed().toList());
      ids.add(ids.get(0));
      String list = ids.toString().replace('[', '(').replace(']', ')');
      assertSame("WHERE payment_id IN " + list, p -> ids.contains(p.paymentId()), null);
      assertSame("WHERE customer_id IN " + list, p -> ids.contains(p.customerId()), null);
    }
  }

  @Test
  void byTheFirstLettersOfALastName() {
    for (String prefix : List.of("MA", "M", "SMITH", "Ma", "ZZ")) {
      assertThat(
              query(
                  "SELECT last_name, customer_id FROM customer WHERE last_name LIKE '"
                      + prefix
                      + "%' ORDER BY last_name"))
          .as(prefix)
          .isSortedAccordingTo(Comparator.comparing(row -> (String) row.get(0)))
          .containsExactlyInAnyOrderElementsOf(
              customers.stream()
                  .filter(fields -> fields[3].startsWith(prefix))
                  .map(fields -> List.<Object>of(fields[3], Integer.valueOf(fields[0])))
                  .toList());
    }
  }

  @Test
  void oneCustomersRentals() {
    for (int customer : new int[] {1, 148, 599}) {
      List<Object> expected =
          rentals.stream()
              .filter(fields -> Integer.parseInt(fields[3]) == customer)
              .<Object>map(fields -> Integer.valueOf(fields[0]))
              .toList();
      List<List<@Nullable Object>> found =
          query(
              "SELECT rental_id, rental_date, return_date FROM rental WHERE customer_id = "
                  + customer
                  + " ORDER BY rental_date DESC");
      assertThat(found).extracting(row -> row.get(0)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(found)
          .isSortedAccordingTo(
              Comparator.comparing((List<@Nullable Object> row) -> (Instant) row.get(1))
                  .reversed());
      assertThat(found).filteredOn(row -> row.get(2) == null).allMatch(row -> row.size() == 3);
    }
    assertThat(query("SELECT count(*) FROM rental")).isEqualTo(List.of(List.of(16_044L)));
  }
}
