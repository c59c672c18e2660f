package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.key.ErrorCode;
import keywright.store.RawRow;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Writes batches, each as a batch of RocksDB or as a part of one, which is atomic over column
 * families, for snapshots and in the log. Most batches need no stored row, or have been made from
 * rows that are still as they were: these are encoded first and written under the locks of their
 * rows. For other batches the writer locks the rows, reads what exists and matters, and works out
 * what will be.
 */
final class RocksWriter {
  /** In place of a mark: nothing was found absent before. */
  static final long NO_MARK = -1;

  private final RocksDB db;
  private final WriteOptions options;
  private final RowLocks locks = new RowLocks();
  private final GroupCommit groups;

  RocksWriter(RocksDB db, WriteOptions options) {
    this.db = db;
    this.options = options;
    this.groups = new GroupCommit(batch -> batch.write(db, options), options.sync());
  }

  /** As {@link keywright.store.Engine#mark}. */
  long mark() {
    return locks.now();
  }

  /**
   * As {@link keywright.store.Engine#write}.
   *
   * @param mark the {@link #mark} before rows that are expected to be absent were found so; {@link
   *     #NO_MARK} for none
   */
  boolean write(Map<String, RocksTable> tables, WriteBatch batch, long mark)
      throws RocksDBException {
    EncodedBatch encoded = EncodedBatch.ofThread();
    try {
      if (encoded.encode(tables, batch, mark != NO_MARK) && write(encoded, mark)) {
        return true;
      }
    } finally {
      encoded.clear();
    }
    return writeAsStored(tables, batch, mark);
  }

  /** Writes rows that need not be read; false if one of them was written since the mark. */
  private boolean write(EncodedBatch encoded, long mark) throws RocksDBException {
    int[] held = encoded.locks();
    locks.lock(held);
    try {
      if (!encoded.isAsFound(locks, mark)) {
        return false;
      }
      try {
        groups.write(encoded);
      } finally {
        locks.noteWrite(held);
      }
      return true;
    } finally {
      locks.unlock(held);
    }
  }

  /** Reads the rows under their locks, where that matters, and writes what becomes of them. */
  private boolean writeAsStored(Map<String, RocksTable> tables, WriteBatch batch, long mark)
      throws RocksDBException {
    List<RowWrite> writes = batch.writes();
    BatchRows rows = new BatchRows(db, writes.size());
    BatchRow[] written = written(tables, writes, rows);
    int[] held = RowLocks.of(rows.all());
    locks.lock(held);
    try {
      for (int i = 0; i < written.length; i++) {
        boolean unwritten = locks.isUnwrittenSince(mark, written[i].lock());
        if (!written[i].apply(writes.get(i), unwritten, batch.nowMillis())) {
          return false;
        }
      }
      try {
        write(rows.all());
      } finally {
        locks.noteWrite(held);
      }
      return true;
    } finally {
      locks.unlock(held);
    }
  }

  /**
   * As {@link keywright.store.RawRows#remove}. The row is not locked while {@code keep} runs, since
   * {@code keep} may write to this database.
   */
  boolean removeRaw(RocksTable table, byte[] rowKey, Predicate<RawRow> keep)
      throws RocksDBException {
    byte[] @Nullable [] values = values(table, rowKey);
    List<RawRow.Cell> cells = new ArrayList<>();
    for (int family = 0; family < values.length; family++) {
      byte[] value = values[family];
      if (value != null) {
        cells.add(RawRow.Cell.of(table.families().get(family), new byte[0], 0, value));
      }
    }
    if (cells.isEmpty() || !keep.test(RawRow.of(table.name(), rowKey, cells))) {
      return false;
    }
    BatchRows rows = new BatchRows(db, 1);
    int[] held = {rows.row(table, rowKey).lock()};
    locks.lock(held);
    try (org.rocksdb.WriteBatch deletes = new org.rocksdb.WriteBatch()) {
      if (!Arrays.deepEquals(values, values(table, rowKey))) {
        return false;
      }
      for (ColumnFamilyHandle handle : table.handles()) {
        deletes.delete(handle, rowKey);
      }
      try {
        db.write(options, deletes);
      } finally {
        locks.noteWrite(held);
      }
      return true;
    } finally {
      locks.unlock(held);
    }
  }

  /** The values of the families of a row; null where it has none. */
  private byte[] @Nullable [] values(RocksTable table, byte[] rowKey) throws RocksDBException {
    byte[] @Nullable [] values = new byte[table.families().size()][];
    for (int family = 0; family < values.length; family++) {
      values[family] = db.get(table.handles().get(family), rowKey);
    }
    return values;
  }

  private void write(List<BatchRow> rows) throws RocksDBException {
    if (rows.size() == 1 && rows.get(0).writeAlone(options)) {
      return;
    }
    try (org.rocksdb.WriteBatch changes = new org.rocksdb.WriteBatch()) {
      for (BatchRow row : rows) {
        row.addChanges(changes);
      }
      db.write(options, changes);
    }
  }

  /** The row of each write. */
  @SuppressWarnings("ReferenceEquality") // An equal key is only slower.
  private static BatchRow[] written(
      Map<String, RocksTable> tables, List<RowWrite> writes, BatchRows rows) {
    BatchRow[] written = new BatchRow[writes.size()];
    for (int i = 0; i < written.length; i++) {
      RowWrite write = writes.get(i);
      RowWrite last = i == 0 ? null : writes.get(i - 1);
      if (last != null && last.key() == write.key() && last.layout() == write.layout()) {
        written[i] = written[i - 1];
        continue;
      }
      RocksTable table = RocksTable.find(tables, write.layout().name());
      byte[] rowKey = write.layout().keySchema().encode(write.key());
      if (rowKey.length > RocksEngine.MAX_KEY_LENGTH) {
        throw new StoreException(
            ErrorCode.LIMIT_EXCEEDED,
            "cannot write to "
                + table.name()
                + ": found a row key of "
                + rowKey.length
                + " bytes, expected at most "
                + RocksEngine.MAX_KEY_LENGTH);
      }
      int[] unused = table.places(write.layout()); // Refuses a family that the table lacks.
      written[i] = rows.row(table, rowKey);
    }
    return written;
  }
}
