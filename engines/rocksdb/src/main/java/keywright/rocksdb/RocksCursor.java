package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.store.RowCursor;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * A scan: an iterator over the first family, which has every row, and one over each other family
 * that is read, which follow it. The iterators know the bound at which they end.
 */
final class RocksCursor implements RowCursor {
  private final TableLayout layout;
  private final byte[] start;
  private final boolean reverse;
  private final ScanOptions options;
  private final RowReader reader;
  private final Consumer<RocksCursor> onClose;
  private final List<AbstractNativeReference> owned = new ArrayList<>();
  private final @Nullable RocksIterator[] iterators;
  private final byte[] @Nullable [] rowKeys;

  /**
   * Keys and values come through here: the driver's own arrays are made outside the JVM, slower.
   */
  private byte[] buffer = new byte[512];

  private boolean started;
  private long skipped;
  private boolean closed;

  /**
   * A cursor.
   *
   * @param handles by index of the family in the layout, null for families that are not read
   */
  RocksCursor(
      RocksDB db,
      Snapshot snapshot,
      TableLayout layout,
      @Nullable ColumnFamilyHandle[] handles,
      ByteRange range,
      ScanOptions options,
      long nowMillis,
      Consumer<RocksCursor> onClose)
      throws RocksDBException {
    this.layout = layout;
    this.start = range.start();
    this.reverse = options.reverse();
    this.options = options;
    this.reader = new RowReader(layout, nowMillis, options.row());
    this.onClose = onClose;
    this.iterators = new RocksIterator[handles.length];
    this.rowKeys = new byte[handles.length][];
    if (range.isEmpty()) {
      return;
    }
    ReadOptions bounds = owned(new ReadOptions().setSnapshot(snapshot));
    byte[] stop = range.stop();
    if (reverse && start.length > 0) {
      bounds.setIterateLowerBound(owned(new Slice(start)));
    }
    if (stop != null) {
      bounds.setIterateUpperBound(owned(new Slice(stop)));
    }
    for (int family = 0; family < iterators.length; family++) {
      ColumnFamilyHandle handle = handles[family];
      if (handle != null) {
        iterators[family] = owned(db.newIterator(handle, bounds));
      }
    }
  }

  private <T extends AbstractNativeReference> T owned(T reference) {
    owned.add(reference);
    return reference;
  }

  @Override
  public synchronized @Nullable StoredRow next() {
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read "
              + layout.name()
              + ": found the cursor closed, expected an open cursor; scan again while the database is open");
    }
    try {
      StoredRow row = null;
      do {
        if (!started) {
          start();
        } else if (rowKeys[0] != null) {
          advance(0);
        }
        byte[] rowKey = rowKeys[0];
        if (rowKey == null) {
          return null;
        }
        row = readable(rowKey);
        if (row == null) {
          options.row().checkSkipped(++skipped, layout);
        }
      } while (row == null);
      return row;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    }
  }

  /** The row; null when it has expired, or cannot be read and is skipped. */
  private @Nullable StoredRow readable(byte[] rowKey) throws RocksDBException {
    Consumer<UnreadableRowException> unreadable = options.unreadable();
    try {
      return options.checked(row(rowKey));
    } catch (UnreadableRowException e) {
      if (unreadable == null) {
        throw e;
      }
      unreadable.accept(e);
      return null;
    }
  }

  /** The row; null when it has expired. */
  private @Nullable StoredRow row(byte[] rowKey) throws RocksDBException {
    RocksIterator only = iterators.length == 1 ? iterators[0] : null;
    if (only != null) {
      int length = read(only);
      return reader.rowFrom(null, rowKey, buffer, 0, length);
    }
    byte[] @Nullable [] values = new byte[iterators.length][];
    for (int family = 0; family < iterators.length; family++) {
      RocksIterator iterator = iterators[family];
      if (iterator != null) {
        byte[] at = rowKeys[family];
        while (at != null && at != rowKey && order(at, rowKey) < 0) {
          advance(family);
          at = rowKeys[family];
        }
        boolean isThere = at == rowKey || (at != null && Arrays.equals(at, rowKey));
        values[family] = isThere ? value(iterator) : null;
      }
    }
    return reader.row(rowKey, values);
  }

  private int order(byte[] a, byte[] b) {
    return reverse ? Arrays.compareUnsigned(b, a) : Arrays.compareUnsigned(a, b);
  }

  private void start() throws RocksDBException {
    started = true;
    for (int family = 0; family < iterators.length; family++) {
      RocksIterator iterator = iterators[family];
      if (iterator != null) {
        if (reverse) {
          iterator.seekToLast(); // That of the range, which ends at the upper bound.
        } else {
          iterator.seek(start);
        }
        noteKey(family, iterator);
      }
    }
  }

  private void advance(int family) throws RocksDBException {
    RocksIterator iterator = iterators[family];
    if (iterator != null) {
      if (reverse) {
        iterator.prev();
      } else {
        iterator.next();
      }
      noteKey(family, iterator);
    }
  }

  private void noteKey(int family, RocksIterator iterator) throws RocksDBException {
    if (iterator.isValid()) {
      rowKeys[family] = key(iterator);
    } else {
      iterator.status();
      rowKeys[family] = null;
    }
  }

  private byte[] key(RocksIterator iterator) {
    int length = iterator.key(buffer, 0, buffer.length);
    if (length > buffer.length) {
      buffer = new byte[length];
      length = iterator.key(buffer, 0, length);
    }
    return Arrays.copyOf(buffer, length);
  }

  private byte[] value(RocksIterator iterator) {
    int length = read(iterator);
    return Arrays.copyOf(buffer, length);
  }

  /** Reads the value into the buffer; its length. */
  private int read(RocksIterator iterator) {
    int length = iterator.value(buffer, 0, buffer.length);
    if (length > buffer.length) {
      buffer = new byte[length];
      length = iterator.value(buffer, 0, length);
    }
    return length;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      for (int index = owned.size() - 1; index >= 0; index--) {
        owned.get(index).close();
      }
      onClose.accept(this);
    }
  }
}
