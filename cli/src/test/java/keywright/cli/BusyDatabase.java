package keywright.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import keywright.key.Condition;
import keywright.table.Database;
import keywright.table.model.BuildOptions;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A program to be killed: writes rows in several threads, moves them by REKEY too, and builds an
 * index meanwhile. A line {@code id step} says that a write was acknowledged, {@code from rows}
 * where the build continues, {@code built} that it came to its end.
 *
 * <p>Arguments: the database, the first step, and {@code rows per second} of the build.
 */
final class BusyDatabase {
  static final int WRITERS = 2;
  static final int IDS = 20_000;
  static final String INDEX = "payments_by_customer";
  static final IndexDefinition DEFINITION = IndexDefinition.of(INDEX, "customer_id, note");

  /** A payment lies on one of them, which is the first part of its key. */
  static final int SHELVES = 7;

  private static final List<Object> ALL_SHELVES =
      IntStream.range(0, SHELVES).<Object>mapToObj(shelf -> shelf).toList();

  /** What follows from a payment's steps, five by five. */
  private enum Kind {
    DELETE,
    INSERT,
    REKEY_AND_SET,
    UPDATE,
    REKEY
  }

  /** Writes that continue once the index is built. */
  private static final int WRITES_BEHIND = 500;

  private BusyDatabase() {}

  /** Where a payment lies, and what it says. */
  record Placed(int shelf, int customer) {
    Map<String, Integer> values() {
      return Map.of("shelf", shelf, "customer_id", customer);
    }
  }

  private static Kind kind(long step) {
    return Kind.values()[(int) (step % Kind.values().length)];
  }

  /** A payment after its step {@code step}; null when that step deletes it. */
  static @Nullable Placed after(long step) {
    long moves = step / Kind.values().length;
    return switch (kind(step)) {
      case DELETE -> null;
      case INSERT -> new Placed((int) (moves % SHELVES), customer(step));
      case REKEY_AND_SET, UPDATE -> new Placed((int) ((moves + 1) % SHELVES), customer(step));
      case REKEY -> new Placed((int) ((moves + 3) % SHELVES), customer(step - 1));
    };
  }

  private static int customer(long step) {
    return (int) (step * 31 % 1_000);
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
    Map<Long, Long> steps = new HashMap<>();
    while (!done.get()) {
      long id = (long) random.nextInt(IDS / WRITERS) * WRITERS + writer;
      // Some steps at once, or most payments would be seen at their first step, which deletes them.
      for (int left = 1 + random.nextInt(Kind.values().length); left > 0; left--) {
        long step = steps.merge(id, firstStep, (last, first) -> last + 1);
        database.apply(change(id, step));
        System.out.println(id + " " + step);
        wrote.run();
      }
    }
  }

  private static Change change(long id, long step) {
    Placed now = after(step);
    Placed before = step == 0 ? null : after(step - 1);
    if (now == null) {
      Condition anywhere = new Condition.In("shelf", ALL_SHELVES);
      return Change.delete("payment", List.of(anywhere, equal("payment_id", id)));
    }
    Map<String, Object> values = new HashMap<>(now.values());
    if (before == null) {
      values.put("payment_id", id);
      return Change.insert("payment", values);
    }
    List<Condition> key = List.of(equal("shelf", before.shelf()), equal("payment_id", id));
    if (now.shelf() != before.shelf()) {
      return Change.rekey("payment", key, values);
    }
    values.remove("shelf");
    return Change.update("payment", key, values);
  }

  private static Condition equal(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }
}
