package keywright.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import keywright.table.model.WriteResult;
import keywright.testkit.ForkedMain;

/**
 * The program of a {@link WriterProcess}: threads that insert rows until they are told to end, each
 * row once. Its argument is its folder.
 */
final class WriterProgram {
  static final String URL = "keywright.url";

  /** What the ids begin with, so that those of several processes differ. */
  static final String FIRST = "keywright.first";

  static final String THREADS = "keywright.threads";

  /** The pause of a thread after each insert. It leaves processor time to the servers. */
  private static final long PAUSE_NANOS = 4_000_000;

  /** An insert that takes longer waits for something. */
  private static final long WAITS_NANOS = 500_000_000;

  private final List<Thread> threads = new ArrayList<>();
  private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final AtomicIntegerArray running;
  private final AtomicLongArray began;
  private volatile boolean ended;

  private WriterProgram(Database database, int count) {
    running = new AtomicIntegerArray(count);
    began = new AtomicLongArray(count);
    for (int i = 0; i < count; i++) {
      int thread = i;
      threads.add(new Thread(() -> insertAll(database.table("stay"), thread), "writer " + i));
    }
    threads.forEach(Thread::start);
  }

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    ForkedMain.run(
        Path.of(arguments[0]),
        ready -> {
          Database database = Database.open(System.getProperty(URL));
          WriterProgram program = new WriterProgram(database, Integer.getInteger(THREADS));
          ready.append("opened");
          return program::answer;
        });
  }

  private void insertAll(Table table, int thread) {
    for (long n = 0; !ended; n++) {
      long id = Long.getLong(FIRST, 0) + thread * 1_000_000L + n;
      began.set(thread, System.nanoTime());
      running.set(thread, 1);
      try {
        WriteResult unused = table.insert(Payments.row("id", id, "guest", id));
        acknowledged.add(id);
      } catch (RuntimeException e) {
        refusals.add(String.valueOf(e.getMessage()));
      }
      running.set(thread, 0);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private String answer(String question) throws InterruptedException {
    return switch (question) {
      case "count" -> Integer.toString(acknowledged.size());
      case "waiting" -> Integer.toString(waiting());
      case "ids" -> ids();
      case "end" -> end();
      case "refusals" -> String.join(" | ", List.copyOf(refusals)).replace('\n', ' ');
      default -> "cannot " + question;
    };
  }

  private int waiting() {
    int waiting = 0;
    for (int i = 0; i < threads.size(); i++) {
      boolean waits = running.get(i) == 1 && System.nanoTime() - began.get(i) > WAITS_NANOS;
      waiting += waits ? 1 : 0;
    }
    return waiting;
  }

  private String end() throws InterruptedException {
    ended = true;
    for (Thread thread : threads) {
      thread.join();
    }
    return ids();
  }

  private String ids() {
    return acknowledged.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
