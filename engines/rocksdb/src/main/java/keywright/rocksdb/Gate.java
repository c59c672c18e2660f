package keywright.rocksdb;

import keywright.key.ErrorCode;
import keywright.store.StoreException;
import keywright.store.lock.StripedReadWriteLock;

/**
 * Keeps a native object open while anybody is in a call on it: calls enter and leave, closing waits
 * until all have left. A call on a closed native object would end the process.
 */
final class Gate {
  private final StripedReadWriteLock lock;
  private final String what;
  private boolean closed;

  Gate(String what, StripedReadWriteLock lock) {
    this.what = what;
    this.lock = lock;
  }

  /** Enters beside others; to be followed by {@link #leave}. */
  void enter() {
    lock.lockRead();
    if (closed) {
      lock.unlockRead();
      throw closedError();
    }
  }

  void leave() {
    lock.unlockRead();
  }

  /** Enters when all others have left and keeps them out; to be followed by {@link #leaveAlone}. */
  void enterAlone() {
    lock.lockWrite();
    if (closed) {
      lock.unlockWrite();
      throw closedError();
    }
  }

  void leaveAlone() {
    lock.unlockWrite();
  }

  /** Closes the gate and runs {@code release} when all have left; the second time does nothing. */
  void close(Runnable release) {
    lock.lockWrite();
    try {
      if (!closed) {
        closed = true;
        release.run();
      }
    } finally {
      lock.unlockWrite();
    }
  }

  private StoreException closedError() {
    return new StoreException(
        ErrorCode.CLOSED,
        "cannot use the " + what + ": found it closed, expected it open; open it again");
  }
}
