package keywright.cql.server.metrics;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server can execute statements. Asking takes a bounded time, also if the engine does not
 * answer: a check that does not end is waited for by later questions, and no second one begins.
 * Safe for many threads.
 */
public final class Health {
  private final Supplier<Optional<String>> known;
  private final Runnable check;
  private final long millisMax;
  private @Nullable CompletableFuture<@Nullable Void> last;
  private long begun;

  /**
   * @param known why the server executes no statements, as far as it knows without the engine
   * @param check reads something from the engine; it throws an exception if that is impossible
   * @param millisMax how long a question waits for the check
   */
  public Health(Supplier<Optional<String>> known, Runnable check, long millisMax) {
    this.known = known;
    this.check = check;
    this.millisMax = millisMax;
  }

  /** Why the server cannot execute statements, in one line; empty if it can. */
  Optional<String> problem() throws InterruptedException {
    Optional<String> before = known.get();
    if (before.isPresent()) {
      return before;
    }
    try {
      begin().get(millisMax, TimeUnit.MILLISECONDS);
      return known.get();
    } catch (TimeoutException e) {
      return Optional.of("the engine has not answered for %d ms".formatted(waitedMillis()));
    } catch (ExecutionException e) {
      return Optional.of(line(e.getCause()));
    }
  }

  private synchronized CompletableFuture<@Nullable Void> begin() {
    CompletableFuture<@Nullable Void> running = last;
    if (running != null && !running.isDone()) {
      return running;
    }
    CompletableFuture<@Nullable Void> next = new CompletableFuture<>();
    Thread thread = new Thread(() -> run(next), "keywright-health");
    thread.setDaemon(true);
    last = next;
    begun = System.nanoTime();
    thread.start();
    return next;
  }

  private void run(CompletableFuture<@Nullable Void> end) {
    try {
      check.run();
      end.complete(null);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(e);
    }
  }

  private synchronized long waitedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }

  private static String line(@Nullable Throwable failure) {
    return String.valueOf(failure == null ? null : failure.getMessage())
        .replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }
}
