package keywright.store.lock;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A read-write lock for many short reads and rare writes. A {@link ReentrantReadWriteLock} counts
 * its readers in one word of memory, which the processors then take from each other at each read.
 * This lock is an array of such locks: a reader takes one of them, chosen by its thread, and a
 * writer takes all of them in order.
 *
 * <p>A thread may take a lock again that it has, and may take the read lock while it has the write
 * lock. A thread that has the read lock must not take the write lock. Safe for many threads.
 */
public final class StripedReadWriteLock {
  /** A power of two, as each count of stripes. */
  private static final int STRIPES_MAX = 64;

  private final ReentrantReadWriteLock[] stripes;

  private StripedReadWriteLock(int count) {
    stripes = new ReentrantReadWriteLock[count];
    Arrays.setAll(stripes, index -> new ReentrantReadWriteLock());
  }

  /** Makes a lock for an object that many threads use: about four stripes for each processor. */
  public static StripedReadWriteLock forManyThreads() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new StripedReadWriteLock(Math.min(STRIPES_MAX, 4 * Integer.highestOneBit(processors)));
  }

  /** Makes a lock with one stripe, for an object that is often made and that few threads use. */
  public static StripedReadWriteLock forFewThreads() {
    return new StripedReadWriteLock(1);
  }

  private ReentrantReadWriteLock ofThread() {
    return stripes[(int) Thread.currentThread().getId() & (stripes.length - 1)];
  }

  /** Takes the read lock; waits while another thread has the write lock. */
  public void lockRead() {
    ofThread().readLock().lock();
  }

  /**
   * Gives back the read lock.
   *
   * @throws IllegalMonitorStateException if the calling thread does not have it
   */
  public void unlockRead() {
    ofThread().readLock().unlock();
  }

  /** Whether the calling thread has the read lock. */
  public boolean isReadByThisThread() {
    return ofThread().getReadHoldCount() > 0;
  }

  /** Takes the write lock; waits until no other thread has the read lock or the write lock. */
  public void lockWrite() {
    int taken = 0;
    try {
      for (; taken < stripes.length; taken++) {
        stripes[taken].writeLock().lock();
      }
    } finally {
      if (taken < stripes.length) { // Such as for lack of memory.
        unlockWrite(taken);
      }
    }
  }

  /**
   * Takes the write lock if it is free within a time.
   *
   * @return false if the calling thread does not have the write lock
   * @throws InterruptedException if the calling thread is interrupted; it then does not have the
   *     write lock
   */
  public boolean tryLockWrite(long time, TimeUnit unit) throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(time);
    int taken = 0;
    try {
      while (taken < stripes.length
          && stripes[taken]
              .writeLock()
              .tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        taken++;
      }
      return taken == stripes.length;
    } finally {
      if (taken < stripes.length) {
        unlockWrite(taken);
      }
    }
  }

  /**
   * Gives back the write lock.
   *
   * @throws IllegalMonitorStateException if the calling thread does not have it
   */
  public void unlockWrite() {
    unlockWrite(stripes.length);
  }

  private void unlockWrite(int taken) {
    for (int stripe = taken - 1; stripe >= 0; stripe--) {
      stripes[stripe].writeLock().unlock();
    }
  }
}
