package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.key.ByteRange;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.model.IndexDefinition;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConcurrentWritersTest {
  private static final int THREADS = 4;
  private static final int WRITES_PER_THREAD = 400;

  @Test
  void noWriteIsLostAndNoEntryGoesAstray() throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        Table table = database.table("payment");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          Random random = new Random(Seeds.base() + thread);
          running.add(threads.submit(() -> write(table, random)));
        }
        // Meanwhile an index comes, goes and comes again.
        for (int i = 0; i < 5; i++) {
          database.createIndex(
              "payment", IndexDefinition.of("payments_by_amount", "amount, note"), false);
          if (i < 4) {
            database.dropIndex("payments_by_amount", false);
          }
        }
        for (Future<?> future : running) {
          future.get();
        }
        threads.shutdown();
        Payments.requireExact(database, "payment");
      }
    }
  }

  private static void write(Table table, Random random) {
    for (int i = 0; i < WRITES_PER_THREAD; i++) {
      int id = random.nextInt(20);
      switch (random.nextInt(5)) {
        case 0 -> table.delete(List.of(eq("payment_id", id)));
        case 1 -> table.update(List.of(eq("payment_id", id)), row("note", "n" + random.nextInt(3)));
        case 2 -> {
          try (BatchWriter writer = table.batchWriter()) {
            for (int j = 0; j < 5; j++) {
              writer.add(row("payment_id", random.nextInt(20), "amount", random.nextInt(5)));
            }
          }
        }
        default ->
            table.insert(payment(id, random.nextInt(3), "2017-01-01", random.nextInt(9) + ".50"));
      }
    }
  }

  @Test
  void everyIncrementCounts() throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Payments.open(engine);
        Table table = database.table("payment");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<Integer>> running = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          running.add(
              threads.submit(
                  () -> {
                    int inserted = 0;
                    for (int i = 0; i < 200; i++) {
                      inserted += table.insertIfAbsent(row("payment_id", i)) ? 1 : 0;
                    }
                    return inserted;
                  }));
        }
        int inserted = 0;
        for (Future<Integer> future : running) {
          inserted += future.get();
        }
        threads.shutdown();
        assertThat(inserted).as("each row is inserted by exactly one").isEqualTo(200);
      }
    }
  }

  @Test
  @Tag("large")
  void readersFindTheTableWhileItIsTruncated() throws Exception {
    try (Database database = Payments.open(new MemoryEngine())) {
      Table table = database.table("payment");
      int truncates = Trials.of(20_000, 4_000);
      AtomicBoolean done = new AtomicBoolean();
      ExecutorService thread = Executors.newSingleThreadExecutor();
      Future<?> truncating =
          thread.submit(
              () -> {
                for (int i = 0; i < truncates; i++) {
                  database.truncate("payment");
                }
                done.set(true);
              });
      while (!done.get() && !truncating.isDone()) {
        assertThat(table.get(1L)).isEmpty();
        assertThat(database.verify("payment")).isEmpty();
        try (RawKeys keys = database.rawScan("payments_by_id", ByteRange.all())) {
          assertThat(keys.next()).isNull();
        }
      }
      truncating.get();
      thread.shutdown();
    }
  }
}
