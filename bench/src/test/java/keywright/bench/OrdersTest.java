package keywright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SQLite and H2 are asked the same questions, and have the same answers. */
@Tag("large")
class OrdersTest {
  private static final int CUSTOMERS = 10;
  private static final List<Payment> PAYMENTS =
      IntStream.range(0, 200).mapToObj(id -> Payment.of(id, CUSTOMERS)).toList();

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(JdbcOrders.Kind.class)
  void bothHaveTheSameAnswers(JdbcOrders.Kind kind) {
    List<List<Payment>> answers = new ArrayList<>();
    try (OrderStore keywright = new KeywrightOrders("rocksdb:" + directory.resolve("keywright"));
        OrderStore peer = new JdbcOrders(kind, directory)) {
      for (OrderStore store : List.of(keywright, peer)) {
        store.insertAll(PAYMENTS.subList(0, 100));
        PAYMENTS.subList(100, 200).forEach(store::insert);
        Payment moved = PAYMENTS.get(7);
        store.move(7, moved.paidAt().plus(Duration.ofDays(4_000)));
        List<Payment> found = new ArrayList<>();
        for (Payment payment : PAYMENTS) {
          found.add(store.get(payment.paymentId()));
        }
        store.newest(moved.customerId(), 3, found::add);
        store.from(PAYMENTS.get(8).paidAt(), 50, found::add);
        assertThat(store.get(1_000)).isNull();
        answers.add(found);
      }
    }
    assertThat(answers.get(0)).hasSizeGreaterThan(PAYMENTS.size() + 3).contains(PAYMENTS.get(8));
    assertThat(answers.get(0).get(PAYMENTS.size()).paymentId())
        .as("the newest of its customer is the one that was moved")
        .isEqualTo(7);
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }

  @Test
  void rocksdbAloneHasTheSameAnswers() {
    List<Payment> found = new ArrayList<>();
    List<Payment> raw = new ArrayList<>();
    Payment any = PAYMENTS.get(8);
    try (OrderStore keywright = new KeywrightOrders("rocksdb:" + directory.resolve("keywright"))) {
      keywright.insertAll(PAYMENTS);
      keywright.newest(any.customerId(), 3, found::add);
      keywright.from(any.paidAt(), 50, found::add);
    }
    try (RawOrders rocksdb = new RawOrders(directory.resolve("keywright"))) {
      rocksdb.newest(any.customerId(), 3, raw::add);
      rocksdb.from(any.paidAt(), 50, raw::add);
    }
    assertThat(found).hasSizeGreaterThan(3).contains(any);
    assertThat(raw).isEqualTo(found);
  }
}
