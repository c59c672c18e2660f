package keywright.table.maintenance;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.key.ErrorCode;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The second thread of a bulk load. It runs one task at a time, while the first thread reads the
 * rows for the next task. Used by the first thread.
 */
final class LoadThread implements AutoCloseable {
  private final ExecutorService thread;
  private @Nullable Future<?> running;

  LoadThread(String name) {
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Waits until the last task has ended, and starts another; throws what the last task threw. */
  void run(Runnable task) {
    await();
    running = thread.submit(task);
  }

  /** Waits until the last task has ended; throws what the task threw. */
  void await() {
    Future<?> task = running;
    if (task == null) {
      return;
    }
    try {
      Object unused = task.get();
      running = null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException(
          ErrorCode.STOPPED,
          "stopped the load, because its thread was interrupted; repeat the load",
          e);
    } catch (ExecutionException e) {
      running = null;
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Waits until the last task has ended, ignores what the task threw, and ends the thread. */
  @Override
  public void close() {
    thread.shutdown();
    Future<?> task = running;
    boolean interrupted = false;
    while (task != null && !task.isDone()) {
      try {
        Object unused = task.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        // The load ends in any case.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
