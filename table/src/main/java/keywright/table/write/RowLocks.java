package keywright.table.write;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import keywright.key.Key;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * Striped locks on rows: many rows share one lock. The writers of a process lock their rows after a
 * write conflict. Safe for many threads.
 *
 * <p>If no other writer has locked its rows, a writer writes without a lock. After a conflict it
 * locks its rows, and other writers of these rows wait. After that, each writer that had started
 * before can cause at most one more conflict. The locks are not fair: with a fair lock each write
 * would wake a sleeping thread, which halves the rate. A writer takes its locks in ascending order,
 * so no deadlock is possible.
 */
public final class RowLocks {
  private static final int COUNT = 1024;
  private static final long PAUSE_MIN_NANOS = 20_000;
  private static final long PAUSE_MAX_NANOS = 20_000_000;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  /** How many locks are taken, or will be in a moment. As long as it is 0, no row is locked. */
  private final AtomicInteger wanted = new AtomicInteger();

  public RowLocks() {
    Arrays.setAll(locks, index -> new ReentrantLock());
  }

  /** The locks that the rows of some changes need, as the indexes of their stripes. */
  private static int[] of(List<RowChange> changes) {
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

  /**
   * The writes of one caller to the same rows, with the locks that it has. Used by one thread,
   * which must close it.
   */
  public final class Held implements AutoCloseable {
    private final List<RowChange> changes;
    private final Cancellation cancellation;

    /** The locks of the rows, ascending and each once; null until they are needed. */
    private int @Nullable [] stripes;

    /** How many of the stripes are locked: from the first. */
    private int taken;

    private Held(List<RowChange> changes, Cancellation cancellation) {
      this.changes = changes;
      this.cancellation = cancellation;
    }

    private int[] stripes() {
      int[] known = stripes;
      if (known == null) {
        known = of(changes);
        stripes = known;
      }
      return known;
    }

    /** Whether another writer has locked one of the rows. */
    private boolean isAnyLocked() {
      for (int index : stripes()) {
        if (locks[index].isLocked()) {
          return true;
        }
      }
      return false;
    }

    /** Locks the rows, unless this writer has locked them. Stops if the writer must end. */
    void take() {
      int[] all = stripes();
      while (taken < all.length) {
        int unused = wanted.incrementAndGet();
        if (!cancellation.lock(locks[all[taken]])) {
          unused = wanted.decrementAndGet();
          return;
        }
        taken++;
      }
    }

    /**
     * Is called after a write conflict: locks the rows. If this caller has locked the rows already,
     * the conflict was with a writer that does not use these locks, such as another process. The
     * call then pauses, longer with each attempt.
     *
     * @param attempt the number of earlier conflicts, from 0
     */
    public void await(int attempt) {
      if (taken == stripes().length) {
        long most = Math.min(PAUSE_MAX_NANOS, PAUSE_MIN_NANOS << Math.min(attempt, 20));
        // Chance only keeps processes out of step; nothing that is stored depends on it.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
      }
      take();
    }

    @Override
    public void close() {
      while (taken > 0) {
        locks[stripes()[--taken]].unlock();
        int unused = wanted.decrementAndGet();
      }
    }
  }

  /**
   * Begins the writes of a caller. Waits while another writer has locked one of the rows.
   *
   * @param changes the changes of the rows
   * @param cancellation ends the wait early. The caller must then look at it before it writes
   */
  public Held begin(List<RowChange> changes, Cancellation cancellation) {
    Held held = new Held(changes, cancellation);
    if (wanted.get() > 0 && held.isAnyLocked()) {
      held.take();
    }
    return held;
  }
}
