package keywright.store.stop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import keywright.key.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Ends calls early: when a program calls {@link #cancel}, or when a time limit has passed. The
 * calls that have received a cancellation look at it while they read rows, wait, or repeat a write.
 * They then end with a {@link StoppedException}. One cancellation can serve several calls. Safe for
 * many threads.
 */
public final class Cancellation {
  /** Never ends a call. It cannot be cancelled. */
  public static final Cancellation NONE = new Cancellation(null, null, System::nanoTime);

  /** How long a wait for another thread or a server lasts before it looks again. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final @Nullable Cancellation outer;
  private final @Nullable Duration limit;

  /** The limit for messages, of which {@link #limit} may be what was left. */
  private final Duration whole;

  private final String name;
  private final LongSupplier nanoTime;
  private final long started;
  private final long limitNanos;
  private volatile boolean cancelled;

  private Cancellation(
      @Nullable Cancellation outer, @Nullable Duration limit, LongSupplier nanoTime) {
    this(outer, limit, limit == null ? Duration.ZERO : limit, "the time limit", nanoTime);
  }

  private Cancellation(
      @Nullable Cancellation outer,
      @Nullable Duration limit,
      Duration whole,
      String name,
      LongSupplier nanoTime) {
    this.whole = whole;
    this.name = name;
    this.outer = outer;
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.started = limit == null ? 0 : nanoTime.getAsLong();
    this.limitNanos = limit == null ? Long.MAX_VALUE : nanos(limit);
  }

  private static long nanos(Duration limit) {
    boolean isCountable = limit.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0;
    return isCountable ? limit.toNanos() : Long.MAX_VALUE;
  }

  /** Makes a cancellation without a time limit. */
  public static Cancellation begin() {
    return new Cancellation(null, null, System::nanoTime);
  }

  /** Makes a cancellation that ends calls when {@code limit} has passed from now on. */
  public static Cancellation after(Duration limit) {
    return after(limit, System::nanoTime);
  }

  /**
   * Makes a cancellation that ends calls when {@code limit} has passed from now on.
   *
   * @param nanoTime a clock in nanoseconds that never goes back, such as {@link System#nanoTime}
   */
  public static Cancellation after(Duration limit, LongSupplier nanoTime) {
    return new Cancellation(null, limit, nanoTime);
  }

  /**
   * Makes a cancellation that ends calls when this cancellation does, and also when {@code limit}
   * has passed from now on. Cancelling it does not cancel this cancellation.
   */
  public Cancellation within(Duration limit) {
    return new Cancellation(this, limit, nanoTime);
  }

  /**
   * Makes a cancellation as {@link #within(Duration)} does.
   *
   * @param whole the limit that a message shows, of which {@code limit} may be what is left
   * @param name what the message calls the limit, such as {@code the time limit}
   */
  public Cancellation within(Duration limit, Duration whole, String name) {
    return new Cancellation(this, limit, whole, name, nanoTime);
  }

  /** The time limit that will pass first, as it was set; empty if there is none. */
  public Optional<Duration> limit() {
    if (outer != null && (limit == null || outer.remainingNanos() < remainingNanos(limitNanos))) {
      return outer.limit();
    }
    return limit == null ? Optional.empty() : Optional.of(whole);
  }

  private long remainingNanos(long ofNanos) {
    return Math.max(0, ofNanos - (nanoTime.getAsLong() - started));
  }

  /**
   * Makes a cancellation that ends calls when this cancellation does. Cancelling it does not cancel
   * this cancellation.
   */
  public Cancellation inner() {
    return new Cancellation(this, null, nanoTime);
  }

  /**
   * Ends the calls. A second call does nothing.
   *
   * @throws IllegalStateException for {@link #NONE}
   */
  public void cancel() {
    if (isNone()) {
      throw new IllegalStateException("a cancellation that ends nothing was cancelled");
    }
    cancelled = true;
  }

  /** Whether this is {@link #NONE}. */
  @SuppressWarnings("ReferenceEquality")
  public boolean isNone() {
    return this == NONE;
  }

  /** Whether {@link #cancel} was called. A time limit does not count. */
  public boolean isCancelled() {
    return cancelled || (outer != null && outer.isCancelled());
  }

  /** Whether calls must end now. */
  public boolean isOver() {
    return cancelled || isLate() || (outer != null && outer.isOver());
  }

  private boolean isLate() {
    return limit != null && nanoTime.getAsLong() - started >= limitNanos;
  }

  /**
   * The nanoseconds that are left until the time limit, 0 if it has passed; {@link Long#MAX_VALUE}
   * if there is no limit.
   */
  public long remainingNanos() {
    long left = limit == null ? Long.MAX_VALUE : remainingNanos(limitNanos);
    return outer == null ? left : Math.min(left, outer.remainingNanos());
  }

  /**
   * Ends the call if it must end.
   *
   * @param what the work of the call, for the message, such as {@code read payment}
   * @throws StoppedException if {@link #isOver}
   */
  public void check(String what) {
    if (isOver()) {
      throw stopped(what, "");
    }
  }

  /**
   * The error of a call that ends now.
   *
   * @param what the work of the call, such as {@code write to payment}
   * @param state what the call has changed, such as {@code nothing was changed}; empty for a call
   *     that changes nothing
   */
  public StoppedException stopped(String what, String state) {
    return stopped(what, state, isCancelled() ? "run the statement again" : "set a longer limit");
  }

  /**
   * The error of a call that ends now, as {@link #stopped(String, String)}. If this cancellation is
   * not {@linkplain #isOver over}, the thread of the call was interrupted.
   *
   * @param next what the user can do, such as {@code run the same ALTER TABLE again}
   */
  public StoppedException stopped(String what, String state, String next) {
    boolean isLate = !isCancelled() && isOver();
    String reason =
        isLate
            ? "found no end within %s, %s".formatted(shown(passed()), passedName())
            : isCancelled() ? "cancelled" : "interrupted";
    return new StoppedException(
        isLate ? ErrorCode.TIMED_OUT : ErrorCode.STOPPED,
        "cannot %s: %s; %s%s".formatted(what, reason, state.isEmpty() ? "" : state + ", ", next),
        reason);
  }

  /** The time limit that has passed. */
  private Duration passed() {
    return outer != null && (limit == null || !isLate())
        ? outer.passed()
        : limit == null ? Duration.ZERO : whole;
  }

  private String passedName() {
    return outer != null && (limit == null || !isLate()) ? outer.passedName() : name;
  }

  private static String shown(Duration limit) {
    long millis = limit.toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }

  /**
   * Waits for a lock, and looks at this cancellation from time to time. An interrupt does not end
   * the wait.
   *
   * @return whether the calling thread has the lock now; false if {@link #isOver}
   */
  public boolean lock(Lock lock) {
    if (isNone()) {
      lock.lock();
      return true;
    }
    while (!isOver()) {
      try {
        if (lock.tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
          return true;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        lock.lock();
        return true;
      }
    }
    return false;
  }

  /**
   * Waits for a result, and looks at this cancellation from time to time.
   *
   * @param nanos how long to wait at most
   * @param what the work of the call, for the message
   * @throws TimeoutException if there is no result in this time
   * @throws StoppedException if {@link #isOver} before there is a result
   */
  public <T> T await(Future<T> result, long nanos, String what)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (isNone()) {
      return result.get(nanos, TimeUnit.NANOSECONDS);
    }
    long start = System.nanoTime();
    while (true) {
      check(what);
      long left = Math.max(0, nanos - (System.nanoTime() - start));
      try {
        return result.get(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (left <= LOOK_NANOS) {
          throw e;
        }
      }
    }
  }
}
