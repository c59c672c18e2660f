package keywright.rocksdb;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

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

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  /** Of each lock, changed by who holds it. */
  private final long[] lastWrites = new long[COUNT];

  private final AtomicLong clock = new AtomicLong();

  RowLocks() {
    Arrays.setAll(locks, index -> new ReentrantLock());
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

  /** The locks of rows, ascending and each once. */
  static int[] of(List<BatchRow> rows) {
    if (rows.size() == 1) {
      return new int[] {rows.get(0).lock()};
    }
    int[] wanted = new int[rows.size()];
    int count = 0;
    for (BatchRow row : rows) {
      wanted[count++] = row.lock();
    }
    Arrays.sort(wanted);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || wanted[i] != wanted[i - 1]) {
        wanted[distinct++] = wanted[i];
      }
    }
    return Arrays.copyOf(wanted, distinct);
  }

  /**
   * @param wanted ascending, each once
   */
  void lock(int[] wanted) {
    for (int index : wanted) {
      locks[index].lock();
    }
  }

  /** Whether no row of a lock that is held was written since {@code time}. */
  boolean isUnwrittenSince(long time, int lock) {
    return lastWrites[lock] <= time;
  }

  /** Notes a write to rows of locks that are held, when it is visible or has failed. */
  void noteWrite(int[] held) {
    long time = clock.incrementAndGet();
    for (int index : held) {
      lastWrites[index] = time;
    }
  }

  void unlock(int[] held) {
    for (int index : held) {
      locks[index].unlock();
    }
  }
}
