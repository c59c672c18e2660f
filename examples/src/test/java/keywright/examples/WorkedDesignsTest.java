package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worked designs find what their sources say, or what is right where a source slips: these are
 * the results, worked out by hand; {@code docs/worked-designs.md} shows them as they are printed.
 */
@Tag("large")
class WorkedDesignsTest {
  @TempDir private Path folder;

  private List<String> run(String... arguments) {
    CommandLine.Outcome outcome = new CommandLine(folder.resolve("data")).run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  private List<String> scan(String table, String start, String stop) {
    List<String> lines = run("scan", table, "--start", start, "--stop", stop, "--output", "csv");
    return lines.subList(1, lines.size());
  }

  private List<String> select(String statement) {
    List<String> lines = run("run", "--output", "csv", "-e", statement);
    return lines.subList(1, lines.size());
  }

  @Test
  void customerOrders() {
    run("demo", "--rows", "0");
    List<String> untilTen =
        List.of(
            "01-01-2017 09:00:00_000123_012345678",
            "01-01-2017 09:00:30_000156_012345679",
            "01-01-2017 09:00:40_000129_012345680",
            "01-01-2017 09:05:00_000163_012345681",
            "01-01-2017 09:07:00_000023_012345683");
    assertThat(scan("payment_by_date", "01-01-2017 00:00:00_000123", "01-01-2017 16:59:59_000123"))
        .hasSize(6)
        .startsWith(untilTen.toArray(String[]::new))
        .endsWith("01-01-2017 16:06:30_000123_012345682");
    assertThat(scan("payment_by_date", "01-01-2017 00:00:00", "01-01-2017 09:59:59"))
        .isEqualTo(untilTen);
    List<String> ofCustomer =
        List.of("000123_01-01-2017 09:00:00_012345678", "000123_01-01-2017 16:06:30_012345682");
    for (String[] range :
        new String[][] {
          {"000123_01-01-2017 00:00:00", "000123_01-01-2017 16:59:59"},
          {"000123", "000123"},
          {"000123_01-01-2017", "000123_01-01-2017"},
          {"000123_01-01-2017 00:00:00_000000000", "000123_01-01-2017 23:59:59_999999999"}
        }) {
      assertThat(scan("payment_by_customer", range[0], range[1])).isEqualTo(ofCustomer);
    }
  }

  /** One table of orders, found by number and through each of its three index tables. */
  @Test
  void customerOrdersThroughIndexTables() {
    run("demo", "--rows", "0");
    String day = " >= '2017-01-01' AND %1$s < '2017-01-02'";
    assertThat(select("SELECT payment_id FROM customer_order WHERE order_id = 4"))
        .containsExactly("12345681");
    assertThat(
            select(
                "SELECT payment_id FROM customer_order WHERE customer_id = 123 AND paid_at"
                    + day.formatted("paid_at")
                    + " ORDER BY paid_at DESC"))
        .containsExactly("12345682", "12345678");
    assertThat(
            select(
                "SELECT payment_id FROM customer_order WHERE paid_at" + day.formatted("paid_at")))
        .containsExactly("12345678", "12345679", "12345680", "12345681", "12345683", "12345682");
    assertThat(
            select(
                "SELECT count(*) FROM customer_order WHERE ordered_at"
                    + day.formatted("ordered_at")))
        .containsExactly("6");
    assertThat(
            select(
                "EXPLAIN SELECT order_id FROM customer_order WHERE ordered_at"
                    + day.formatted("ordered_at")))
        .anyMatch(line -> line.contains("reads: index customer_orders "));
    // The row key of order 4, and the entry that leads to it.
    assertThat(scan("customer_order", "4", "4")).containsExactly("400000000");
    assertThat(scan("payments_by_customer", "000163", "000163"))
        .containsExactly("000163_2017-01-01 09:05:00_012345681_400000000,400000000");
  }

  @Test
  void logs() {
    run("run", "-f", Repository.ROOT.resolve("examples/logs.cql").toString());
    String load = "SELECT at FROM log WHERE hostname = 'db1' AND log_event = 'load'";
    assertThat(select(load + " AND at < '2017-01-01 09:02'"))
        .containsExactly("2017-01-01T09:00:00Z", "2017-01-01T09:01:00Z");
    assertThat(select(load + " ORDER BY at DESC LIMIT 1")).containsExactly("2017-01-01T09:02:00Z");
    String all = "SELECT hostname, log_event FROM log WHERE at >= '2017-01-01 09:00:30'";
    assertThat(select(all + " ORDER BY at"))
        .containsExactly("web1,load", "db1,load", "web1,load", "db1,load");
    assertThat(select("EXPLAIN " + all + " ORDER BY at"))
        .anyMatch(line -> line.contains("reads: index log_by_time "))
        .anyMatch(line -> line.contains("order: merged from the ranges in key order"));
  }

  @Test
  void transactions() {
    run("run", "-f", Repository.ROOT.resolve("examples/transactions.cql").toString());
    String january = " AND at >= '2017-01-01' AND at < '2017-02-01'";
    assertThat(select("SELECT order_number FROM seller_order WHERE seller_id = 3" + january))
        .containsExactly("1001", "1002", "1004", "1005");
    assertThat(select("SELECT order_number FROM buyer_order WHERE buyer_id = 7" + january))
        .containsExactly("1001", "1003", "1004", "1005");
    assertThat(select("SELECT goods, total FROM order_detail WHERE order_number = 1003"))
        .containsExactly("desk,140.00");
  }
}
