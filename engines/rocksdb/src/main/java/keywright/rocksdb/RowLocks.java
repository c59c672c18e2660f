package keywright.rocksdb;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks for rows, many rows to a lock. A batch takes all of its locks in ascending order before it
 * reads, so batches that share rows take turns and none waits for another in a circle.
 */
final class RowLocks {
  private static final int COUNT = 1024;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  RowLocks() {
    for (int index = 0; index < COUNT; index++) {
      locks[index] = new ReentrantLock();
    }
  }

  /** The locks of rows with these hash codes. */
  static BitSet of(Iterable<?> rows) {
    BitSet wanted = new BitSet(COUNT);
    for (Object row : rows) {
      int hash = row.hashCode() * 0x9e3779b9;
      wanted.set((hash ^ (hash >>> 16)) & (COUNT - 1));
    }
    return wanted;
  }

  void lock(BitSet wanted) {
    wanted.stream().forEach(index -> locks[index].lock());
  }

  void unlock(BitSet held) {
    held.stream().forEach(index -> locks[index].unlock());
  }
}
