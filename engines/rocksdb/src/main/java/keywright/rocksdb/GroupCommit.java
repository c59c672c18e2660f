package keywright.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Writes small batches of many threads. One thread at a time, the leader, writes such batches.
 * Threads that want to write meanwhile queue their batches. The next leader is one of them: it
 * writes all queued batches as one batch of RocksDB, with one record in the log. RocksDB groups
 * writes too, but its threads wait and wake each other for each group, which takes longer than a
 * small write.
 *
 * <p>No two batches of a group have a row in common, since their threads hold the locks of their
 * rows. If the write of a group fails, all of its batches have failed. Safe for many threads.
 */
final class GroupCommit {
  /**
   * Larger batches are written beside the groups: RocksDB can insert several such batches into its
   * memtables at the same time.
   */
  private static final int JOINED_BYTES_MAX = 1 << 12;

  /** How often a thread looks again before it lets other threads run. */
  private static final int SPINS = 20;

  /** How long a thread looks again before it is parked, if writes are short. */
  private static final long PARKED_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Writes a batch, and returns when it is written. */
  @FunctionalInterface
  interface BatchWrite {
    void write(EncodedBatch batch) throws RocksDBException;
  }

  /** A batch in the queue, and the thread that waits until it is written. */
  private static final class Waiting {
    final EncodedBatch batch;
    final Thread thread = Thread.currentThread();
    @Nullable Waiting next;
    volatile boolean isParked;

    /** Why the batch is not written. Set before {@link #isDone}. */
    @Nullable Throwable failure;

    volatile boolean isDone;

    Waiting(EncodedBatch batch) {
      this.batch = batch;
    }
  }

  private final BatchWrite write;
  private final long parkedAfterNanos;
  private final AtomicBoolean isLed = new AtomicBoolean();

  /** The batch that was queued last; it is linked to those before it. */
  private final AtomicReference<@Nullable Waiting> queue = new AtomicReference<>();

  /** The batches of a group. Used by the leader. */
  private final EncodedBatch joined = new EncodedBatch();

  /**
   * @param isSlow whether a write waits for the disk; threads that wait for it are parked soon
   */
  GroupCommit(BatchWrite write, boolean isSlow) {
    this.write = write;
    this.parkedAfterNanos = isSlow ? 0 : PARKED_AFTER_NANOS;
  }

  /**
   * Writes a batch, and returns when it is written.
   *
   * @param batch the locks of its rows are held; this call does not change it
   */
  void write(EncodedBatch batch) throws RocksDBException {
    if (batch.length() > JOINED_BYTES_MAX) {
      write.write(batch);
    } else if (queue.get() == null && isLed.compareAndSet(false, true)) {
      try {
        write.write(batch);
      } finally {
        isLed.set(false);
        wakeOne();
      }
    } else {
      Waiting own = enqueue(batch);
      await(own);
      rethrow(own.failure);
    }
  }

  private Waiting enqueue(EncodedBatch batch) {
    Waiting own = new Waiting(batch);
    do {
      own.next = queue.get();
    } while (!queue.compareAndSet(own.next, own));
    return own;
  }

  /** Waits until a leader has written the batch, or leads. */
  @SuppressWarnings("ThreadPriorityCheck") // Threads that do not yield are only slower.
  private void await(Waiting own) {
    boolean isInterrupted = false;
    long start = 0;
    for (int looks = 0; !own.isDone; looks++) {
      if (!isLed.get() && isLed.compareAndSet(false, true)) {
        try {
          writeAll(queue.getAndSet(null));
        } finally {
          isLed.set(false);
          wakeOne();
        }
      } else if (looks < SPINS) {
        start = System.nanoTime();
        Thread.onSpinWait();
      } else if (System.nanoTime() - start < parkedAfterNanos) {
        Thread.yield();
      } else {
        own.isParked = true;
        // The leader looks for parked threads after it has changed either of these.
        if (!own.isDone && isLed.get()) {
          LockSupport.park(this);
        }
        own.isParked = false;
        isInterrupted |= Thread.interrupted();
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Wakes a thread up that can lead, when nobody leads: one that is not parked leads by itself. */
  private void wakeOne() {
    Waiting last = queue.get();
    if (last != null && last.isParked) {
      LockSupport.unpark(last.thread);
    }
  }

  /**
   * Writes all batches of a list as one, and tells their threads.
   *
   * @param last null for no batch
   */
  private void writeAll(@Nullable Waiting last) {
    Throwable failure = null;
    try {
      writeJoined(last);
    } catch (RocksDBException | RuntimeException | Error e) {
      failure = e;
    }
    Waiting waiting = last;
    while (waiting != null) {
      Waiting next = waiting.next; // Read first: its thread may go when it is done.
      waiting.failure = failure;
      waiting.isDone = true;
      if (waiting.isParked) {
        LockSupport.unpark(waiting.thread);
      }
      waiting = next;
    }
  }

  private void writeJoined(@Nullable Waiting last) throws RocksDBException {
    if (last == null) {
      return;
    }
    if (last.next == null) {
      write.write(last.batch);
      return;
    }
    joined.clear();
    for (Waiting waiting = last; waiting != null; waiting = waiting.next) {
      joined.addChanges(waiting.batch);
    }
    write.write(joined);
  }

  private static void rethrow(@Nullable Throwable failure) throws RocksDBException {
    if (failure instanceof RocksDBException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
  }
}
