package keywright.design.rows;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for work of other threads. */
public final class Tasks {
  private Tasks() {}

  /** Waits for a result. Throws what its computation has thrown. */
  public static <T> T result(CompletableFuture<T> running) {
    try {
      return running.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      if (e.getCause() instanceof Error problem) {
        throw problem;
      }
      throw e;
    }
  }
}
