package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.PreparedStatement;
import keywright.table.Database;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinThroughKeysTest {
  @TempDir Path folder;

  private record Order(long number, int buyer, int seller, Instant at, boolean half) {}

  @Test
  void theProgramPrintsWhatThePageShows() throws IOException {
    CommandLine keywright = new CommandLine(folder);
    Path script = Repository.ROOT.resolve("examples/transactions.cql");
    assertThat(keywright.run("run", "-f", script.toString()).status()).isZero();

    String printed = Program.stdout(JoinThroughKeys::main, "rocksdb:" + folder).strip();
    assertThat(printed)
        .isEqualTo(
            """
            1001 lamp, 20.00, by card in parcel P-71
            1004 shelf, 75.00, by wallet in parcel P-73
            1005 bolts, 4.00, by card in parcel P-74""");
    assertThat(Page.read(Repository.ROOT.resolve("docs/worked-designs.md")).blocks())
        .extracting(Page.Block::text)
        .contains(printed);
  }

  @Test
  void theJoinFindsTheOrdersThatBothHave() throws IOException {
    long seed = Seeds.base();
    List<Order> orders = orders(new SplittableRandom(seed));
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      tables(session);
      write(session, orders);
      for (int buyer = 0; buyer < 3; buyer++) {
        for (int seller = 0; seller < 3; seller++) {
          List<Long> found = new ArrayList<>();
          JoinThroughKeys.join(
              session,
              buyer,
              seller,
              "2017-01-01",
              "2017-02-01",
              (bought, sold) -> {
                assertThat(sold.getLong("order_number")).isEqualTo(bought.getLong("order_number"));
                found.add(bought.getLong("order_number"));
              });
          assertThat(found)
              .as("buyer %d, seller %d, %s", buyer, seller, Seeds.reproduction(seed))
              .isEqualTo(expected(orders, buyer, seller));
        }
      }
    }
  }

  /** Merging as rows are read needs no sort, in either table. */
  @Test
  void bothReadsComeInTheOrderOfTheirKey() throws IOException {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      tables(session);
      for (String side : List.of("buyer", "seller")) {
        String explain =
            "EXPLAIN SELECT at, order_number FROM %s_order WHERE %s_id = 1 AND at >= '2017-01-01'"
                + " ORDER BY at, order_number";
        assertThat(session.execute(explain.formatted(side, side)).stream())
            .extracting(row -> row.getString(0))
            .contains("fan-out: 1 range", "order: key order");
      }
    }
  }

  /** Three buyers and three sellers, many orders in one second, some known to one side only. */
  private static List<Order> orders(SplittableRandom random) {
    Instant january = Instant.parse("2017-01-01T00:00:00Z");
    return IntStream.range(0, 400)
        .mapToObj(
            number ->
                new Order(
                    number,
                    random.nextInt(3),
                    random.nextInt(3),
                    january.plusSeconds(31L * 24 * 60 * 60 / 20 * random.nextInt(25)),
                    random.nextInt(5) == 0))
        .toList();
  }

  private static List<Long> expected(List<Order> orders, int buyer, int seller) {
    return orders.stream()
        .filter(order -> order.buyer() == buyer && order.seller() == seller && !order.half())
        .filter(order -> order.at().isBefore(Instant.parse("2017-02-01T00:00:00Z")))
        .sorted(Comparator.comparing(Order::at).thenComparing(Order::number))
        .map(Order::number)
        .toList();
  }

  private static void tables(CqlSession session) throws IOException {
    String script = Files.readString(Repository.ROOT.resolve("examples/transactions.cql"));
    for (CqlScript.Statement statement : CqlScript.split(script)) {
      if (statement.text().startsWith("CREATE TABLE")) {
        session.execute(statement).close();
      }
    }
  }

  private static void write(CqlSession session, List<Order> orders) {
    PreparedStatement ofSeller =
        session.prepare(
            "INSERT INTO seller_order (seller_id, at, order_number, parcel) VALUES (?, ?, ?, '')");
    PreparedStatement ofBuyer =
        session.prepare(
            "INSERT INTO buyer_order (buyer_id, at, order_number, paid_by) VALUES (?, ?, ?, '')");
    for (Order order : orders) {
      if (!order.half() || order.number() % 2 == 0) {
        ofSeller.execute(order.seller(), order.at(), order.number()).close();
      }
      if (!order.half() || order.number() % 2 == 1) {
        ofBuyer.execute(order.buyer(), order.at(), order.number()).close();
      }
    }
  }
}
