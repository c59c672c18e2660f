package keywright.table;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongPredicate;
import keywright.store.Engine;

/**
 * How long a process goes by what it has read of the catalog, where several share an engine: half
 * as long as a write may be late. A row is written only while that lasts, or after another look at
 * the catalog. So a new index is known to all, and nothing that was sent without it is under way,
 * after twice the longest delay, and nobody reads an index that is not to be read any longer after
 * once. Nothing of this is waited for on an engine of one process. Safe for many threads.
 */
class CatalogLease implements Declarations {
  private static final long TELLING_NANOS = 200_000_000;

  private final long nanos;
  private final Lock definitions;
  private final ReentrantReadWriteLock current;
  private final Catalog catalog;
  private final Runnable reading;
  private volatile long readAt = System.nanoTime();
  private volatile boolean outdated;

  /**
   * @param definitions held by who changes definitions
   * @param current shared by who uses them
   * @param reading reads the catalog
   */
  CatalogLease(
      Engine engine,
      Lock definitions,
      ReentrantReadWriteLock current,
      Catalog catalog,
      Runnable reading) {
    this.nanos = engine.isShared() ? TimeUnit.MILLISECONDS.toNanos(engine.longestDelayMillis()) : 0;
    this.definitions = definitions;
    this.current = current;
    this.catalog = catalog;
    this.reading = reading;
  }

  /** Whether others may change the catalog too. */
  final boolean isShared() {
    return nanos > 0;
  }

  private boolean isOver() {
    return isShared() && (outdated || isTimeUp());
  }

  /** Whether it is so long since the catalog was read that it may have changed unnoticed. */
  boolean isTimeUp() {
    return System.nanoTime() - readAt > nanos / 2;
  }

  /** What is known of the catalog is not what it says: it is read before the next statement. */
  final void end() {
    outdated = true;
  }

  /** Reads the catalog again when its time is over, before a statement goes by it. */
  final void renew() {
    if (current.getReadHoldCount() > 0 || !isOver()) {
      return;
    }
    definitions.lock();
    try {
      if (isOver()) {
        readNow();
      }
    } finally {
      definitions.unlock();
    }
  }

  /** Reads the catalog again before it is changed; the lock of definitions is held. */
  final void readNow() {
    if (!isShared()) {
      return;
    }
    current.writeLock().lock();
    try {
      read();
      outdated = false;
    } finally {
      current.writeLock().unlock();
    }
  }

  /** Reads the catalog and counts from before. */
  void read() {
    long now = System.nanoTime();
    reading.run();
    readAt = now;
  }

  @Override
  public boolean hold(StoredTable table) {
    return !isOver() || areCurrent(table);
  }

  @Override
  public boolean areCurrent(StoredTable table) {
    return !isShared() || catalog.isAsRead(table.name());
  }

  /**
   * Waits until every process goes by the catalog of now and nothing is under way that was sent
   * before.
   *
   * @param goesOn told at times how many milliseconds are left; false ends the wait
   * @return false when it was ended, or the thread is interrupted
   */
  boolean awaitWriters(LongPredicate goesOn) {
    return await(2 * nanos, goesOn);
  }

  /**
   * As {@link #awaitWriters(LongPredicate)}, for the catalog of a moment that is past.
   *
   * @param sinceNanos of {@link System#nanoTime}, when the catalog had been read, or written
   */
  boolean awaitWriters(long sinceNanos, LongPredicate goesOn) {
    return await(2 * nanos - (System.nanoTime() - sinceNanos), goesOn);
  }

  /**
   * Waits until every process reads by the catalog of now.
   *
   * @param goesOn as for {@link #awaitWriters}
   * @return false when it was ended, or the thread is interrupted
   */
  boolean awaitReaders(LongPredicate goesOn) {
    return await(nanos, goesOn);
  }

  private boolean await(long wait, LongPredicate goesOn) {
    long until = System.nanoTime() + wait;
    for (long left = wait; left > 0; left = until - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted() || !goesOn.test((left + 999_999) / 1_000_000)) {
        return false;
      }
      LockSupport.parkNanos(this, Math.min(left, TELLING_NANOS));
    }
    return true;
  }
}
