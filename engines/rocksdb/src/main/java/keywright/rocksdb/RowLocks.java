package keywright.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * Locks for rows, many rows to a lock. A batch takes all of its locks in ascending order before it
 * reads, so batches that share rows wait for each other without a deadlock.
 *
 * <p>Every lock knows when a row of it was written last, on a clock that counts writes. Who noted
 * the time, then read a row, and finds under the lock that nothing was written since, need not read
 * it again. Safe for many threads.
 */
final class RowLocks {
  private static final int COUNT = 16_384;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * A lock with the time of the last write, in one object: the locks of random rows are seldom in
   * the cache of the processor. A thread that holds a lock must not take it again.
   */
  @SuppressWarnings("serial") // Nobody serializes a lock.
  private static final class Lock extends AbstractQueuedSynchronizer {
    /** Changed by who holds the lock. */
    long lastWrite;

    @Override
    protected boolean tryAcquire(int one) {
      boolean isFree = compareAndSetState(0, one);
      if (isFree) {
        setExclusiveOwnerThread(Thread.currentThread());
      }
      return isFree;
    }

    @Override
    protected boolean tryRelease(int one) {
      if (getExclusiveOwnerThread() != Thread.currentThread()) {
        throw new IllegalMonitorStateException(
            "found a lock of another thread, expected an own one");
      }
      setExclusiveOwnerThread(null);
      setState(0);
      return true;
    }
  }

  private final Lock[] locks = new Lock[COUNT];
  private final AtomicLong clock = new AtomicLong();

  RowLocks() {
    Arrays.setAll(locks, index -> new Lock());
  }

  /** The lock of a row with this hash code. */
  static int of(int hashCode) {
    int hash = hashCode * 0x9e3779b9;
    return (hash ^ (hash >>> 16)) & (COUNT - 1);
  }

  /** The time: every write that is noted up to it is visible to reads that begin now. */
  long now() {
    return clock.get();
  }

  /** The hash code of a row, from that of its table and its row key in {@code [start, stop)}. */
  static int hash(int table, byte[] bytes, int start, int stop) {
    long hash = table;
    int at = start;
    for (; at + Long.BYTES <= stop; at += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(bytes, at)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    for (; at < stop; at++) {
      hash = (hash ^ bytes[at]) * 0x100000001b3L;
    }
    return (int) ((hash * 0x9e3779b97f4a7c15L) >>> 32); // Every bit of the last word counts.
  }

  /** The locks of rows, ascending and each once. */
  static int[] of(List<BatchRow> rows) {
    int[] wanted = new int[rows.size()];
    int count = 0;
    for (BatchRow row : rows) {
      wanted[count++] = row.lock();
    }
    return distinct(wanted);
  }

  /**
   * Locks, ascending and each once.
   *
   * @param wanted in any order; changed by this call
   */
  static int[] distinct(int[] wanted) {
    Arrays.sort(wanted);
    int distinct = 0;
    for (int i = 0; i < wanted.length; i++) {
      if (i == 0 || wanted[i] != wanted[i - 1]) {
        wanted[distinct++] = wanted[i];
      }
    }
    return distinct == wanted.length ? wanted : Arrays.copyOf(wanted, distinct);
  }

  /**
   * @param wanted ascending, each once
   */
  void lock(int[] wanted) {
    for (int index : wanted) {
      locks[index].acquire(1);
    }
  }

  /** Whether no row of a lock that is held was written since {@code time}. */
  boolean isUnwrittenSince(long time, int lock) {
    return locks[lock].lastWrite <= time;
  }

  /** Notes a write to rows of locks that are held, when it is visible or has failed. */
  void noteWrite(int[] held) {
    long time = clock.incrementAndGet();
    for (int index : held) {
      locks[index].lastWrite = time;
    }
  }

  void unlock(int[] held) {
    for (int index : held) {
      boolean unused = locks[index].release(1);
    }
  }
}
