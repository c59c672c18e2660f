package keywright.table.write;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import keywright.key.Key;

/**
 * Turns at rows, for writers of one process that got in each other's way; many rows share a turn.
 *
 * <p>A writer whose rows nobody has a turn at goes ahead without one. Who is refused because a row
 * changed takes the turns of its rows, and from then on others queue up behind: it can be refused
 * again only by those who were under way already, so at most once by each. The locks are not fair
 * ones, which hand over to a sleeping thread at every write and halve the rate. All turns of a
 * writer are taken in ascending order: none waits for another in a circle. Safe for many threads.
 */
public final class RowTurns {
  private static final int COUNT = 1024;
  private static final long PAUSE_MIN_NANOS = 20_000;
  private static final long PAUSE_MAX_NANOS = 20_000_000;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  public RowTurns() {
    Arrays.setAll(locks, index -> new ReentrantLock());
  }

  /** The turns of some rows, given to {@link #begin}. */
  public static int[] of(Iterable<RowChange> changes) {
    int[] turns = new int[8];
    int count = 0;
    for (RowChange change : changes) {
      for (Key key : change.keys()) {
        turns = count == turns.length ? Arrays.copyOf(turns, 2 * count) : turns;
        int hash = (31 * change.table().name().hashCode() + key.hashCode()) * 0x9e3779b9;
        turns[count++] = (hash ^ (hash >>> 16)) & (COUNT - 1);
      }
    }
    Arrays.sort(turns, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || turns[i] != turns[i - 1]) {
        turns[distinct++] = turns[i];
      }
    }
    return Arrays.copyOf(turns, distinct);
  }

  /** The writes of one caller to the same rows. Used by one thread; close it. */
  public final class Turn implements AutoCloseable {
    private final int[] turns;
    private boolean taken;

    private Turn(int[] turns) {
      this.turns = turns;
    }

    /** Waits until the rows are this writer's alone, unless they are. */
    void take() {
      if (!taken) {
        for (int turn : turns) {
          locks[turn].lock();
        }
        taken = true;
      }
    }

    /**
     * After a refusal: waits for the turn, or, when it is this writer's already and others work on
     * the rows all the same, for a while that gets longer.
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
        for (int turn : turns) {
          locks[turn].unlock();
        }
      }
    }
  }

  /** Begins writing, behind those who have a turn at one of the rows. */
  public Turn begin(int[] turns) {
    Turn turn = new Turn(turns);
    for (int index : turns) {
      if (locks[index].isLocked()) {
        turn.take();
        break;
      }
    }
    return turn;
  }
}
