package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.BuildOptions;
import keywright.table.model.Change;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases on one HBase, each with a connection of its own, as processes have them. */
@Tag("large")
class ProcessesOnHBaseTest {
  /** Instead of more than a minute, which nobody takes here. */
  private static final long DELAY_MILLIS = 1_500;

  private static Engine connected(String url) {
    return connected(url, DELAY_MILLIS);
  }

  private static Engine connected(String url, long delayMillis) {
    return new ForwardingEngine(Engines.open(url)) {
      @Override
      public boolean isShared() {
        return true;
      }

      @Override
      public long requestDelayMillis() {
        return delayMillis;
      }
    };
  }

  private static Database open(Engine engine) {
    return Database.over(engine, InstantSource.system(), 1);
  }

  @Test
  void twoProcessesCanOpenANewNamespaceAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    for (int round = 0; round < 3; round++) {
      String url = HBaseServer.shared().url("new" + round);
      CyclicBarrier connected = new CyclicBarrier(3);
      List<Future<?>> opened = new ArrayList<>();
      for (int process = 0; process < 3; process++) {
        int number = process;
        opened.add(
            threads.submit(
                () -> {
                  Engine engine = Engines.open(url);
                  connected.await();
                  try (Database database = open(engine)) {
                    assertThat(database.tables()).isSubsetOf("t0", "t1", "t2");
                    database.createTable(
                        TableDefinition.of("t" + number, Payments.columns("id int", "d"), KEY),
                        false);
                  }
                  return null;
                }));
      }
      for (Future<?> each : opened) {
        each.get();
      }
      try (Database database = Database.open(url)) {
        assertThat(database.tables()).containsExactly("t0", "t1", "t2");
      }
    }
    threads.shutdown();
  }

  private static final List<KeyPart> KEY = KeyPart.parseList("id");

  /** The processes that the build of an index waits for. */
  private static List<DatabaseProcess> waitsOf(Database database, String index, String column) {
    List<DatabaseProcess> waits = new ArrayList<>();
    boolean unused =
        database.createIndex(
            "payment",
            IndexDefinition.of(index, column),
            false,
            BuildOptions.DEFAULT.telling(
                build -> {
                  waits.addAll(build.waitsFor());
                  return true;
                }));
    return waits;
  }

  @Test
  void aBuildWaitsForLiveProcessesAndOnceForADeadOne() {
    String url = HBaseServer.shared().url("processes");
    RemovedRegistrations removed = new RemovedRegistrations(connected(url));
    try (Database first = open(removed);
        Database second = open(connected(url))) {
      second.close();
      first.createTable(Payments.DEFINITION, false);
      for (int i = 0; i < 20; i++) {
        first.table("payment").insert(payment(i, i % 3, "2017-01-01", i % 7 + ".00"));
      }
      assertThat(waitsOf(first, "by_amount", "amount")).isEmpty();
      try (Database third = open(connected(url))) {
        assertThat(waitsOf(first, "by_customer", "customer_id"))
            .extracting(DatabaseProcess::pid)
            .contains(ProcessHandle.current().pid());
        // It took itself away; nobody took it for one that has died.
        assertThat(removed.ofOthers()).isEmpty();
        third.table("payment").insert(payment(100, 1, "2017-01-01", "9.00"));
        assertThat(third.table("payment").query(Query.all().where(eq("customer_id", 1))).toList())
            .hasSize(8);
      }
      Engine killed = connected(url);
      assertThat(open(killed).tables()).containsExactly("payment");
      killed.close();
      long began = System.nanoTime();
      assertThat(waitsOf(first, "by_time", "paid_at")).isNotEmpty();
      assertThat((System.nanoTime() - began) / 1_000_000).isGreaterThan(2 * DELAY_MILLIS);
      assertThat(removed.ofOthers()).hasSize(1);
      assertThat(waitsOf(first, "by_all", "amount")).isEmpty();
      Payments.requireExact(first, "payment");
    }
  }

  /** A process with a small timeout_seconds must not forget one whose writes may come later. */
  @Test
  void aKilledProcessIsWaitedForAsLongAsItsOwnWritesMayTake() {
    String url = HBaseServer.shared().url("delays");
    try (Database first = open(connected(url))) {
      first.createTable(Payments.DEFINITION, false);
      Engine killed = connected(url, 3 * DELAY_MILLIS);
      assertThat(open(killed).tables()).containsExactly("payment");
      killed.close();
      long began = System.nanoTime();
      assertThat(waitsOf(first, "by_time", "paid_at")).isNotEmpty();
      assertThat((System.nanoTime() - began) / 1_000_000).isGreaterThan(6 * DELAY_MILLIS);
    }
  }

  /** Holds up the writes of rows of a process, once, as a stall of it does. */
  private static final class Stall extends ForwardingEngine {
    private final boolean behindTheCheck;
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    Stall(Engine engine, boolean behindTheCheck) {
      super(engine);
      this.behindTheCheck = behindTheCheck;
    }

    @Override
    public List<Written> writeEach(List<WriteBatch> batches) {
      if (ended.getCount() > 0) {
        List<Boolean> sendable =
            batches.stream().map(batch -> batch.sendable().getAsBoolean()).toList();
        assertThat(sendable).doesNotContain(false);
        stalled.countDown();
        try {
          ended.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        if (behindTheCheck) {
          batches.forEach(batch -> batch.sendOnlyWhile(() -> true));
        }
      }
      return super.writeEach(batches);
    }
  }

  private static final Map<String, Object> PAYMENT = payment(1, 1, "2017-01-01", "9.00");

  /** Writes in a process that stands still, once, until another one has made an index. */
  private static Future<?> writeWhileAnIndexIsMade(
      String url, boolean behindTheCheck, Function<Database, ?> write) throws Exception {
    try (Database first = open(connected(url))) {
      first.createTable(Payments.DEFINITION, false);
      Stall stall = new Stall(connected(url), behindTheCheck);
      Database second = open(stall);
      FutureTask<?> written = new FutureTask<>(() -> write.apply(second));
      new Thread(written).start();
      stall.stalled.await();
      boolean unused =
          first.createIndex("payment", IndexDefinition.of("by_amount", "amount"), false);
      stall.ended.countDown();
      return written;
    }
  }

  private static void requireOneRowWithItsEntry(String url) {
    try (Database database = open(connected(url))) {
      Payments.requireExact(database, "payment");
      Condition amount = eq("amount", new BigDecimal("9.00"));
      assertThat(database.table("payment").query(Query.all().where(amount)).toList()).hasSize(1);
    }
  }

  private static final Change INSERT = Change.insert("payment", PAYMENT);

  @Test
  void aWriterThatStoodStillLooksAgainBeforeItSends() throws Exception {
    String url = HBaseServer.shared().url("before");
    writeWhileAnIndexIsMade(url, false, second -> second.table("payment").insert(PAYMENT)).get();
    requireOneRowWithItsEntry(url);
  }

  @Test
  void aDelayedRowHasItsEntryBeforeItIsAcknowledged() throws Exception {
    String url = HBaseServer.shared().url("behind");
    writeWhileAnIndexIsMade(url, true, second -> second.table("payment").insert(PAYMENT)).get();
    requireOneRowWithItsEntry(url);
  }

  @Test
  void aDelayedBatchIsNotAcknowledged() throws Exception {
    String url = HBaseServer.shared().url("together");
    Future<?> batch = writeWhileAnIndexIsMade(url, true, second -> second.apply(INSERT));
    assertThatThrownBy(batch::get)
        .hasCauseInstanceOf(OutcomeUnknownException.class)
        .hasMessageContainingAll("cannot tell", "of payment has its index entries", "scrub payment")
        .hasMessageNotContaining("\n");
    try (Database database = open(connected(url))) {
      assertThat(database.verify("payment")).singleElement().asString().contains("has no entry");
      assertThat(database.scrub("payment", ScrubOptions.REPAIR).left()).isZero();
    }
    requireOneRowWithItsEntry(url);
  }
}
