package keywright.rocksdb;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A buffer into which the values of rows are read, one after another. Each thread has one. So a
 * read allocates no array for its value, which the JVM would first fill with zeros. Used by one
 * thread, from {@link #take} to {@link #giveBack}.
 */
final class ReadBuffer {
  private static final int LENGTH_MIN = 4 << 10;

  /** The longest array that a thread keeps from one read to the next. */
  private static final int LENGTH_MAX = 128 << 10;

  private static final ThreadLocal<ReadBuffer> OF_THREAD = ThreadLocal.withInitial(ReadBuffer::new);

  private byte[] kept = new byte[LENGTH_MIN];
  private byte[] bytes = kept;
  private boolean isTaken;

  private ReadBuffer() {}

  /** The buffer of this thread; a new one for a read while the thread uses its buffer. */
  static ReadBuffer take() {
    ReadBuffer own = OF_THREAD.get();
    ReadBuffer taken = own.isTaken ? new ReadBuffer() : own;
    taken.isTaken = true;
    return taken;
  }

  /** Ends the use of the bytes: the next read of the thread may overwrite them. */
  void giveBack() {
    bytes = kept;
    isTaken = false;
  }

  /**
   * Reads a value.
   *
   * @return the length of the value, or {@link RocksDB#NOT_FOUND}
   */
  int read(RocksDB db, ColumnFamilyHandle handle, ReadOptions options, byte[] rowKey)
      throws RocksDBException {
    int length = db.get(handle, options, rowKey, bytes);
    // Another write may meanwhile put a longer value.
    while (length > bytes.length) {
      grow(length);
      length = db.get(handle, options, rowKey, bytes);
    }
    return length;
  }

  private void grow(int length) {
    if (length > LENGTH_MAX) {
      bytes = new byte[length];
    } else {
      kept = new byte[Math.min(LENGTH_MAX, 2 * length)];
      bytes = kept;
    }
  }

  /** Has the value that was read in its first bytes; not a copy. */
  byte[] bytes() {
    return bytes;
  }
}
