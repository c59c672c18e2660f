package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
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
  static Engine reached() {
    return new ForwardingEngine(MemoryEngine.ofSingleRows(1)) {
      @Override
      public long longestDelayMillis() {
        return DELAY_MILLIS;
      }

      @Override
      public boolean isShared() {
        return true;
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
    CountDownLatch built = new CountDownLatch(1);
    Future<?> writes =
        thread.submit(
            () -> {
              Table table = second.table("payment");
              // Until the build is over and as long after it as the catalog is gone by.
              long until = Long.MAX_VALUE;
              for (int i = 0; System.nanoTime() < until; i++) {
                if (until == Long.MAX_VALUE && built.getCount() == 0) {
                  until = System.nanoTime() + 1_000_000 * DELAY_MILLIS;
                }
                table.insert(payment(i % 300, i % 3, "2017-01-01", i % 7 + ".00"));
                if (i % 5 == 0) {
                  table.delete(List.of(eq("payment_id", (i * 7) % 300)));
                }
              }
            });
    first.createIndex("payment", IndexDefinition.of("payments_by_amount", "amount"), false);
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(2 * DELAY_MILLIS));
    built.countDown();
    writes.get();
    thread.shutdown();
    assertThat(second.find("payment").orElseThrow().index("payments_by_amount")).isPresent();
    Payments.requireExact(first, "payment");
    assertThat(second.table("payment").plan(Query.all().where(eq("amount", 2))).index())
        .contains("payments_by_amount");
  }

  @Test
  void whatAnotherHasMadeIsNotMadeAgain() {
    Engine engine = reached();
    Database second = Database.over(engine, Payments.CLOCK, 2);
    Database third = Database.over(engine, Payments.CLOCK, 3);
    Database first = IndexBuildTest.with(engine, 10);
    assertThat(second.createTable(Payments.DEFINITION, true)).isFalse();
    assertThat(second.table("payment").estimatedRows())
        .isEqualTo(first.table("payment").estimatedRows());
    IndexDefinition index = IndexDefinition.of("payments_by_amount", "amount");
    assertThat(first.createIndex("payment", index, false)).isTrue();
    assertThat(second.createIndex("payment", index, true)).isFalse();
    assertThat(third.createIndex("payment", index, true)).isFalse();
    Payments.requireExact(first, "payment");
    Query query = Query.all().where(eq("amount", 2));
    assertThat(second.table("payment").query(query).toList()).hasSize(2);
  }

  @Test
  void ofManyWhoMakeATableOneGoesOn() throws Exception {
    Engine engine = reached();
    List<Callable<Boolean>> makers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int seed = i;
      makers.add(
          () -> {
            Database database = Database.over(engine, Payments.CLOCK, seed);
            try {
              database.createTable(Payments.DEFINITION, true);
            } catch (TableException e) {
              assertThat(e)
                  .hasMessage(
                      "cannot change the catalog entry of table payment: another process changed it meanwhile; try again");
              return false;
            }
            database.table("payment").insert(payment(seed, 1, "2017-01-01", "1.00"));
            return true;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    int made = 0;
    for (Future<Boolean> each : threads.invokeAll(makers)) {
      made += each.get() ? 1 : 0;
    }
    threads.shutdown();
    Database database = Database.over(engine, Payments.CLOCK, 9);
    assertThat(database.table("payment").query(Query.all().allowingFiltering()).toList())
        .hasSize(made);
  }

  @Test
  void anIndexThatIsDroppedIsReadByNobodyBefore() {
    Engine engine = reached();
    Database first = IndexBuildTest.with(engine, 10);
    Database second = Payments.open(engine);
    Query query = Query.all().where(eq("customer_id", 1));
    assertThat(second.table("payment").query(query).toList()).hasSize(3);
    long began = System.nanoTime();
    assertThat(first.dropIndex("payments_by_customer", false)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(DELAY_MILLIS));
    assertThat(first.findByIndex("payments_by_customer")).isEmpty();
    assertThat(engine.hasTable("payment.payments_by_customer")).isFalse();
    // Whoever still knows the index finds its declaration changed, and goes by the new one.
    second.table("payment").insert(payment(1_000, 1, "2017-01-01", "7.00"));
    Payments.requireExact(first, "payment");
  }

  @Test
  void aBuildDoesNotEndWithAnotherIndexOfItsName() {
    Engine engine = reached();
    Database first = IndexBuildTest.with(engine, 1_200);
    Database second = Payments.open(engine);
    IndexDefinition index = IndexDefinition.of("payments_by_amount", "amount");
    boolean[] made = {false};
    BuildOptions busy =
        BuildOptions.DEFAULT.telling(
            progress -> {
              if (progress.rowsDone() > 0 && !made[0]) {
                made[0] = true;
                second.dropIndex("payments_by_amount", false);
                BuildOptions stopped = BuildOptions.DEFAULT.telling(build -> false);
                assertThatThrownBy(() -> second.createIndex("payment", index, false, stopped))
                    .hasMessageStartingWith("stopped building");
              }
              return true;
            });
    assertThatThrownBy(() -> first.createIndex("payment", index, false, busy))
        .hasMessage(
            "cannot go on with the build of payments_by_amount: another process is at it, or has dropped it meanwhile; try again");
    assertThat(second.createIndex("payment", index, false)).isTrue();
    Payments.requireExact(first, "payment");
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
