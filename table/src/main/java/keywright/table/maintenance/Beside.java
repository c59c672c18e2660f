package keywright.table.maintenance;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.key.ErrorCode;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * A second thread of a load, which does one task at a time while the first thread makes the next.
 * Used by the first thread.
 */
final class Beside implements AutoCloseable {
  private final ExecutorService thread;
  private @Nullable Future<?> running;

  Beside(String name) {
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Starts a task when the one before has ended; throws what that threw. */
  void run(Runnable task) {
    await();
    running = thread.submit(task);
  }

  /** Waits until the task has ended; throws what it threw. */
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
      throw new TableException(ErrorCode.STOPPED, "stopped the load: it was interrupted", e);
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

  /** Waits until the task has ended, whatever it throws, and ends the thread. */
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
