package keywright.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads of a test. A thread that does not end within a minute fails the test, and does not keep
 * the JVM alive. Safe for many threads.
 */
public final class TestThreads {
  private static final long LIMIT_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private TestThreads() {}

  /** Runs a task in a thread of its own, and waits for its end. */
  public static void run(Runnable task) throws Exception {
    List<Boolean> unused =
        runAll(
            List.of(
                () -> {
                  task.run();
                  return true;
                }));
  }

  /**
   * Runs tasks at the same time, each in a thread of its own.
   *
   * @return their results, in the order of the tasks
   * @throws Exception the first exception of a task
   * @throws AssertionError if a task does not end in time
   */
  public static <T> List<T> runAll(List<? extends Callable<T>> tasks) throws Exception {
    List<FutureTask<T>> running = new ArrayList<>();
    for (Callable<T> task : tasks) {
      FutureTask<T> started = new FutureTask<>(task);
      Thread unused = start(started);
      running.add(started);
    }
    List<T> results = new ArrayList<>();
    for (FutureTask<T> each : running) {
      results.add(result(each));
    }
    return results;
  }

  private static <T> T result(FutureTask<T> task) throws Exception {
    try {
      return task.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("a thread still runs", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception exception ? exception : e;
    }
  }

  /**
   * Starts a thread, and returns when it waits for another thread.
   *
   * @throws AssertionError if it ends instead, or does not wait in time
   */
  public static Thread waiting(Runnable task) throws InterruptedException {
    Thread thread = start(task);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
    // Nothing tells when a thread begins to wait. Its end is noticed at once.
    while (thread.getState() != Thread.State.WAITING) {
      thread.join(1);
      if (!thread.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError(
            "found a thread that %s, expected one that waits"
                .formatted(thread.isAlive() ? "runs" : "has ended"));
      }
    }
    return thread;
  }

  /** Waits for the end of a thread. */
  public static void requireEnd(Thread thread) throws InterruptedException {
    thread.join(LIMIT_MILLIS);
    if (thread.isAlive()) {
      throw new AssertionError("a thread still runs");
    }
  }

  /** Gives the processor to other threads, so that they run between two steps of this thread. */
  @SuppressWarnings("ThreadPriorityCheck") // No test relies on it: it makes more orders of steps.
  public static void letOthersRun() {
    Thread.yield();
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
