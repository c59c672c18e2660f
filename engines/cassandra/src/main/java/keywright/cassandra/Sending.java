package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statements of which so many are on their way at once. The next one is sent by the thread that got
 * an answer, so that the server need not wait until the thread runs that waits for all of them.
 * Statements are added and waited for by one thread.
 */
final class Sending {
  private record Waiting(int index, Statement<?> statement) {}

  private final Function<Statement<?>, CompletableFuture<AsyncResultSet>> sender;
  private final @Nullable RuntimeException[] failures;
  private final CompletableFuture<@Nullable Void> all = new CompletableFuture<>();

  /** Those that are not sent; guards what follows. */
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  private int free;

  /** How many are not answered; one more as long as some may be added. */
  private int open = 1;

  /**
   * @param sender sends a statement, such as {@link CassandraClient#send(Statement)}
   * @param count how many there are at most
   * @param atOnce how many are on their way at once
   */
  Sending(Function<Statement<?>, CompletableFuture<AsyncResultSet>> sender, int count, int atOnce) {
    this.sender = sender;
    this.failures = new @Nullable RuntimeException[count];
    this.free = atOnce;
  }

  /**
   * Sends a statement, at once or after others.
   *
   * @param index for {@link #failure}
   */
  void add(int index, Statement<?> statement) {
    Waiting added = new Waiting(index, statement);
    synchronized (waiting) {
      open++;
      if (free == 0) {
        waiting.add(added);
        return;
      }
      free--;
    }
    send(added);
  }

  private void send(@Nullable Waiting first) {
    Waiting next = first;
    while (next != null) {
      int index = next.index;
      CompletableFuture<AsyncResultSet> answer = sent(next.statement);
      if (!answer.isDone()) {
        CompletableFuture<?> unused =
            answer.whenComplete((rows, error) -> send(answered(index, error)));
        return;
      }
      // Without a call of its own: there may be many that fail at once.
      next = answered(index, answer.handle((rows, error) -> error).join());
    }
  }

  private CompletableFuture<AsyncResultSet> sent(Statement<?> statement) {
    try {
      return sender.apply(statement);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Notes what became of a statement; the one to be sent in its place, null for none. */
  private @Nullable Waiting answered(int index, @Nullable Throwable error) {
    Waiting next;
    boolean isLast;
    synchronized (waiting) {
      failures[index] =
          error == null || error instanceof RuntimeException
              ? (RuntimeException) error
              : new CompletionException(error);
      next = waiting.poll();
      free += next == null ? 1 : 0;
      isLast = --open == 0;
    }
    if (isLast) {
      all.complete(null);
    }
    return next;
  }

  /** Waits until all are answered; none is added any more. */
  void await() {
    boolean isLast;
    synchronized (waiting) {
      isLast = --open == 0;
    }
    if (!isLast) {
      Void unused = all.join();
    }
  }

  /** Why a statement failed; null when it did not. After {@link #await}. */
  @Nullable RuntimeException failure(int index) {
    synchronized (waiting) {
      return failures[index];
    }
  }
}
