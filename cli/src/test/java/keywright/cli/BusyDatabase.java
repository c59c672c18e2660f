package keywright.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.key.Condition;
import keywright.table.BuildOptions;
import keywright.table.Database;
import keywright.table.IndexDefinition;
import keywright.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * A program to be killed: writes rows in several threads and builds an index meanwhile. A line
 * {@code id step} says that a write was acknowledged, {@code from rows} where the build goes on,
 * {@code built} that it came to its end.
 *
 * <p>Arguments: the database, the first step, and {@code rows per second} of the build.
 */
final class BusyDatabase {
  static final int WRITERS = 2;
  static final int IDS = 20_000;
  static final String INDEX = "payments_by_customer";
  static final IndexDefinition DEFINITION = IndexDefinition.of(INDEX, "customer_id, note");

  /** Writes that go on once the index is built. */
  private static final int WRITES_BEHIND = 500;

  private BusyDatabase() {}

  /** The customer of a row after its step {@code step}; null when that step deletes it. */
  static @Nullable Integer customer(long step) {
    return step % 5 == 0 ? null : (int) (step * 31 % 1_000);
  }

  public static void main(String[] arguments) throws InterruptedException {
    long firstStep = Long.parseLong(arguments[1]);
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean built = new AtomicBoolean();
    CountDownLatch writesBehind = new CountDownLatch(WRITES_BEHIND);
    Runnable wrote =
        () -> {
          if (built.get()) {
            writesBehind.countDown();
          }
        };
    try (Database database = Database.open(arguments[0])) {
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        Thread thread = new Thread(() -> write(database, writer, firstStep, done, wrote));
        thread.start();
        writers.add(thread);
      }
      boolean[] told = new boolean[1];
      database.createIndex(
          "payment",
          DEFINITION,
          true,
          BuildOptions.DEFAULT
              .withRowsPerSecond(Long.parseLong(arguments[2]))
              .telling(
                  progress -> {
                    if (!told[0]) {
                      told[0] = true;
                      System.out.println("from " + progress.rowsResumed());
                    }
                    return true;
                  }));
      System.out.println("built");
      built.set(true);
      writesBehind.await();
      done.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
    }
  }

  private static void write(
      Database database, int writer, long firstStep, AtomicBoolean done, Runnable wrote) {
    Random random = new Random(firstStep + writer);
    Table table = database.table("payment");
    Map<Long, Long> steps = new HashMap<>();
    while (!done.get()) {
      long id = (long) random.nextInt(IDS / WRITERS) * WRITERS + writer;
      long step = steps.merge(id, firstStep, (last, first) -> last + 1);
      Integer customer = customer(step);
      if (customer == null) {
        table.delete(List.of(new Condition.Compare("payment_id", Condition.Operator.EQ, id)));
      } else {
        table.insert(Map.of("payment_id", id, "customer_id", customer));
      }
      System.out.println(id + " " + step);
      wrote.run();
    }
  }
}
