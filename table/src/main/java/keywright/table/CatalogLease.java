package keywright.table;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongPredicate;
import keywright.store.Engine;

/**
 * How long a process goes by what it has read of the catalog, where several share an engine: as
 * long as a write may be late. So a new index is known to all, and nothing that was sent without it
 * is under way, after twice that. Nothing of this is waited for on an engine of one process. Safe
 * for many threads.
 */
final class CatalogLease {
  private static final long TELLING_NANOS = 200_000_000;

  private final long nanos;
  private final Lock definitions;
  private final ReentrantReadWriteLock current;
  private final Runnable reading;
  private volatile long readAt = System.nanoTime();

  /**
   * @param definitions held by who changes definitions
   * @param current shared by who uses them
   * @param reading reads the catalog
   */
  CatalogLease(Engine engine, Lock definitions, ReentrantReadWriteLock current, Runnable reading) {
    this.nanos = TimeUnit.MILLISECONDS.toNanos(engine.longestDelayMillis());
    this.definitions = definitions;
    this.current = current;
    this.reading = reading;
  }

  private boolean isOver() {
    return nanos > 0 && System.nanoTime() - readAt > nanos;
  }

  /** Reads the catalog again when its time is over, before a statement goes by it. */
  void renew() {
    if (!isOver() || current.getReadHoldCount() > 0) {
      return;
    }
    definitions.lock();
    current.writeLock().lock();
    try {
      if (isOver()) {
        long now = System.nanoTime();
        reading.run();
        readAt = now;
      }
    } finally {
      current.writeLock().unlock();
      definitions.unlock();
    }
  }

  /**
   * Waits until every process goes by the catalog of now and nothing is under way that was sent
   * before.
   *
   * @param goesOn told at times how many milliseconds are left; false ends the wait
   * @return false when it was ended, or the thread is interrupted
   */
  boolean awaitAll(LongPredicate goesOn) {
    long until = System.nanoTime() + 2 * nanos;
    for (long left = 2 * nanos; left > 0; left = until - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted() || !goesOn.test((left + 999_999) / 1_000_000)) {
        return false;
      }
      LockSupport.parkNanos(this, Math.min(left, TELLING_NANOS));
    }
    return true;
  }
}
