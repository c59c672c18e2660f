package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.contract.ForwardingEngine;
import org.junit.jupiter.api.Test;

/** Two databases on one engine, as two processes have them. */
class CatalogLeaseTest {
  private static final long DELAY_MILLIS = 60;

  /** An engine that several processes reach. */
  private static Engine reached() {
    return new ForwardingEngine(MemoryEngine.ofSingleRows(1)) {
      @Override
      public long longestDelayMillis() {
        return DELAY_MILLIS;
      }
    };
  }

  @Test
  void anIndexIsBuiltWhenAllKnowIt() throws Exception {
    Engine engine = reached();
    Database first = IndexBuildTest.with(engine, 200);
    Database second = Payments.open(engine);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    long began = System.nanoTime();
    Future<?> writes =
        thread.submit(
            () -> {
              Table table = second.table("payment");
              // Until the build is over and for a while after it.
              for (int i = 0; System.nanoTime() - began < 6_000_000 * DELAY_MILLIS; i++) {
                table.insert(payment(i % 300, i % 3, "2017-01-01", i % 7 + ".00"));
                if (i % 5 == 0) {
                  table.delete(List.of(eq("payment_id", (i * 7) % 300)));
                }
              }
            });
    first.createIndex("payment", IndexDefinition.of("payments_by_amount", "amount"), false);
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(2 * DELAY_MILLIS));
    writes.get();
    thread.shutdown();
    assertThat(second.find("payment").orElseThrow().index("payments_by_amount")).isPresent();
    Payments.requireExact(first, "payment");
    assertThat(second.table("payment").plan(Query.all().where(eq("amount", 2))).index())
        .contains("payments_by_amount");
  }

  @Test
  void theWaitIsToldAndCanBeEnded() {
    Database database = IndexBuildTest.with(reached(), 10);
    List<Long> told = new ArrayList<>();
    BuildOptions impatient =
        BuildOptions.DEFAULT.telling(
            build -> {
              told.add(build.waitMillis());
              return false;
            });
    IndexDefinition index = IndexDefinition.of("payments_by_amount", "amount");
    assertThatThrownBy(() -> database.createIndex("payment", index, false, impatient))
        .hasMessageStartingWith("stopped building index payments_by_amount of payment: 0 rows");
    assertThat(told).containsExactly(2 * DELAY_MILLIS);
    BuildOptions patient = BuildOptions.DEFAULT.telling(b -> told.add(b.waitMillis()));
    assertThat(database.createIndex("payment", index, false, patient)).isTrue();
    assertThat(told).element(1).isEqualTo(2 * DELAY_MILLIS);
    assertThat(told).endsWith(0L).isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    Engine engine = reached();
    Database database = IndexBuildTest.with(engine, 10);
    Thread.currentThread().interrupt();
    try {
      database.createIndex("payment", IndexDefinition.of("payments_by_amount", "amount"), false);
      throw new AssertionError("the index is built");
    } catch (TableException e) {
      assertThat(e).hasMessageStartingWith("stopped building index payments_by_amount of payment");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(
            database.createIndex(
                "payment", IndexDefinition.of("payments_by_amount", "amount"), false))
        .isTrue();
    Payments.requireExact(database, "payment");
  }
}
