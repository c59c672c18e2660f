package keywright.cql.server.metrics;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs each request in a thread of its own, and few at the same time. A request takes milliseconds,
 * unless its client sends it or reads its answer slowly. So the newest request always runs: if
 * there are too many, the thread of the oldest is interrupted, which closes its connection. Safe
 * for many threads.
 */
final class NewestFirst implements Executor {
  private final int runningMax;
  private final Map<Thread, Long> running = new LinkedHashMap<>();

  /** The threads that run, and those that were interrupted and have not ended yet. */
  private int count;

  NewestFirst(int runningMax) {
    this.runningMax = runningMax;
  }

  /**
   * Runs a request.
   *
   * @throws RejectedExecutionException if as many interrupted requests as may run have not ended
   */
  @Override
  public synchronized void execute(Runnable request) {
    if (count >= 2 * runningMax) {
      throw new RejectedExecutionException("found too many requests at the same time");
    }
    if (running.size() >= runningMax) {
      interruptFirst(running.keySet().iterator());
    }
    Thread thread = new Thread(() -> run(request), "keywright-metrics");
    thread.setDaemon(true);
    running.put(thread, System.nanoTime());
    count++;
    thread.start();
  }

  private static void interruptFirst(Iterator<Thread> threads) {
    threads.next().interrupt();
    threads.remove();
  }

  private void run(Runnable request) {
    try {
      request.run();
    } finally {
      synchronized (this) {
        running.remove(Thread.currentThread());
        count--;
      }
    }
  }

  /**
   * Interrupts the requests that take longer than they may.
   *
   * @param now by {@link System#nanoTime}
   * @param nanosMax how long a request may take
   */
  synchronized void interruptLate(long now, long nanosMax) {
    for (Iterator<Map.Entry<Thread, Long>> all = running.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Thread, Long> one = all.next();
      if (now - one.getValue() > nanosMax) {
        one.getKey().interrupt();
        all.remove();
      }
    }
  }
}
