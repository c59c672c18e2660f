package keywright.rocksdb;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import keywright.key.ErrorCode;
import keywright.store.StoreException;

/**
 * Keeps a native object open while anybody is in a call on it: calls enter and leave, closing waits
 * until all have left. A call on a closed native object would end the process.
 */
final class Gate {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final String what;
  private boolean closed;

  Gate(String what) {
    this.what = what;
  }

  /** Enters beside others; to be followed by {@link #leave}. */
  void enter() {
    lock.readLock().lock();
    if (closed) {
      lock.readLock().unlock();
      throw closedError();
    }
  }

  void leave() {
    lock.readLock().unlock();
  }

  /** Enters when all others have left and keeps them out; to be followed by {@link #leaveAlone}. */
  void enterAlone() {
    lock.writeLock().lock();
    if (closed) {
      lock.writeLock().unlock();
      throw closedError();
    }
  }

  void leaveAlone() {
    lock.writeLock().unlock();
  }

  /** Closes the gate and runs {@code release} when all have left; the second time does nothing. */
  void close(Runnable release) {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        release.run();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private StoreException closedError() {
    return new StoreException(
        ErrorCode.CLOSED,
        "cannot use the " + what + ": found it closed, expected it open; open it again");
  }
}
