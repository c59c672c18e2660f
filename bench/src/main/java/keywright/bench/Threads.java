package keywright.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that divide the payments of a round among them. */
final class Threads implements AutoCloseable {
  private final int count;
  private final ExecutorService pool;

  Threads(int count) {
    this.count = count;
    this.pool = Executors.newFixedThreadPool(count);
  }

  /**
   * Does the work with an equal part of the payments in each thread, and waits for all threads.
   *
   * @return the operations of all threads
   */
  long run(List<Payment> payments, Contest.Work<List<Payment>> work) {
    List<Callable<Long>> parts = new ArrayList<>();
    for (int thread = 0; thread < count; thread++) {
      int start = payments.size() * thread / count;
      int stop = payments.size() * (thread + 1) / count;
      parts.add(() -> work.run(payments.subList(start, stop)));
    }
    long operations = 0;
    try {
      for (Future<Long> part : pool.invokeAll(parts)) {
        operations += part.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return operations;
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
