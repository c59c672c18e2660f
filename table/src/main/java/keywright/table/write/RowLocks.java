package keywright.table.write;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import keywright.key.Key;

/**
 * Locks on rows, striped: many rows share a lock. Writers of one process take them after a write
 * conflict.
 *
 * <p>If no other writer has locked its rows, a writer writes without a lock. After a conflict it
 * locks its rows, and other writers of these rows wait. From then on it is refused at most once by
 * each writer that had started before. The locks are not fair: a fair lock hands over to a sleeping
 * thread at every write, which halves the rate. A writer takes its locks in ascending order, so
 * there is no deadlock. Safe for many threads.
 */
public final class RowLocks {
  private static final int COUNT = 1024;
  private static final long PAUSE_MIN_NANOS = 20_000;
  private static final long PAUSE_MAX_NANOS = 20_000_000;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  public RowLocks() {
    Arrays.setAll(locks, index -> new ReentrantLock());
  }

  /** The lock stripes of some rows, for {@link #begin}. */
  public static int[] of(List<RowChange> changes) {
    if (changes.size() == 1 && !changes.get(0).isMove()) {
      return new int[] {stripe(changes.get(0), changes.get(0).key())};
    }
    int[] stripes = new int[8];
    int count = 0;
    for (RowChange change : changes) {
      for (Key key : change.keys()) {
        stripes = count == stripes.length ? Arrays.copyOf(stripes, 2 * count) : stripes;
        stripes[count++] = stripe(change, key);
      }
    }
    Arrays.sort(stripes, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || stripes[i] != stripes[i - 1]) {
        stripes[distinct++] = stripes[i];
      }
    }
    return Arrays.copyOf(stripes, distinct);
  }

  private static int stripe(RowChange change, Key key) {
    int hash = (31 * change.table().name().hashCode() + key.hashCode()) * 0x9e3779b9;
    return (hash ^ (hash >>> 16)) & (COUNT - 1);
  }

  /** The writes of one caller to the same rows. Used by one thread; close it. */
  public final class Held implements AutoCloseable {
    private final int[] stripes;
    private boolean taken;

    private Held(int[] stripes) {
      this.stripes = stripes;
    }

    /** Locks the rows, unless this writer has locked them. */
    void take() {
      if (!taken) {
        for (int stripe : stripes) {
          locks[stripe].lock();
        }
        taken = true;
      }
    }

    /**
     * After a conflict: locks the rows. If they are locked already, the conflict was with a writer
     * that has no lock; then it pauses first, longer with each attempt.
     */
    public void await(int attempt) {
      if (taken) {
        long most = Math.min(PAUSE_MAX_NANOS, PAUSE_MIN_NANOS << Math.min(attempt, 20));
        // Chance only keeps processes out of step; nothing that is stored depends on it.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
      }
      take();
    }

    @Override
    public void close() {
      if (taken) {
        for (int stripe : stripes) {
          locks[stripe].unlock();
        }
      }
    }
  }

  /** Begins writing; waits while another writer has locked one of the rows. */
  public Held begin(int[] stripes) {
    Held held = new Held(stripes);
    for (int index : stripes) {
      if (locks[index].isLocked()) {
        held.take();
        break;
      }
    }
    return held;
  }
}
