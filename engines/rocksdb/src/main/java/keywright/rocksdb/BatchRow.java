package keywright.rocksdb;

import java.util.Arrays;
import keywright.store.Cell;
import keywright.store.CellCodec;
import keywright.store.RowHead;
import keywright.store.RowWrite;
import keywright.store.StoredRow;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** What a batch knows of one row: the values of its families, read when needed, and changed. */
final class BatchRow {
  /** The value of a family is known. */
  private static final int KNOWN = 1;

  /** The family may hold a stored value. */
  private static final int STORED = 2;

  private static final int CHANGED = 4;

  private final RocksDB db;
  private final RocksTable table;
  private final byte[] rowKey;
  private final int lock;
  private final byte[] @Nullable [] values;
  private final int[] marks;

  /**
   * @param lock that of the row among the {@link RowLocks}
   */
  BatchRow(RocksDB db, RocksTable table, byte[] rowKey, int lock) {
    this.db = db;
    this.table = table;
    this.rowKey = rowKey;
    this.lock = lock;
    this.values = new byte[table.families().size()][];
    this.marks = new int[values.length];
  }

  /** Whether it is this row. */
  boolean is(RocksTable ofTable, byte[] key) {
    return table == ofTable && Arrays.equals(rowKey, key);
  }

  int lock() {
    return lock;
  }

  /**
   * Applies a write; false when it expects another version.
   *
   * @param unwritten whether the row is still as the writer found it, if it did
   * @param nowMillis the moment of the write; a row that has expired is removed first
   */
  boolean apply(RowWrite write, boolean unwritten, long nowMillis) throws RocksDBException {
    if (write instanceof RowWrite.Delete
        && write.expectedVersion() == keywright.store.WriteBatch.ANY) {
      delete();
      return true;
    }
    // An expired row is absent too. A put of a single family overwrites it; other writes read it.
    if (unwritten && marks.length == 1 && marks[0] == 0 && write instanceof RowWrite.Put newRow) {
      StoredRow found = newRow.found();
      byte[] bytes = found == null ? null : found.bytes(0);
      if (bytes != null || write.expectedVersion() == keywright.store.WriteBatch.ABSENT) {
        values[0] = bytes;
        marks[0] = KNOWN | STORED;
      }
    }
    int[] places = table.places(write.layout());
    byte[] marker = marker(places[0]);
    RowHead head = marker == null ? null : CellCodec.head(write.layout(), rowKey, marker);
    if (head != null && head.isExpired(nowMillis)) {
      delete();
      head = null;
    }
    if (!write.expects(head)) {
      return false;
    }
    if (write instanceof RowWrite.Put put) {
      put(put, places, nowMillis);
    } else if (head != null) {
      delete();
    }
    return true;
  }

  /** The value of the first family; without one, all families are known to hold nothing. */
  private byte @Nullable [] marker(int place) throws RocksDBException {
    boolean first = marks[place] == 0;
    byte[] marker = value(place);
    if (first && marker == null) {
      for (int other = 0; other < marks.length; other++) {
        marks[other] |= KNOWN;
      }
    }
    return marker;
  }

  private byte @Nullable [] value(int place) throws RocksDBException {
    if ((marks[place] & KNOWN) == 0) {
      values[place] = db.get(table.handles().get(place), rowKey);
      marks[place] |= values[place] == null ? KNOWN : KNOWN | STORED;
    }
    return values[place];
  }

  private void put(RowWrite.Put put, int[] places, long nowMillis) throws RocksDBException {
    for (int family = 0; family < places.length; family++) {
      if (family == 0 || hasCells(put, family)) {
        int place = places[family];
        byte[] before = value(place);
        byte[] after = CellCodec.merge(put, family, rowKey, before, nowMillis);
        values[place] = after;
        // An index build requires rows to be as it has read them, and does not change them.
        marks[place] |= Arrays.equals(before, after) ? 0 : CHANGED;
      }
    }
  }

  private static boolean hasCells(RowWrite.Put put, int family) {
    for (Cell cell : put.cells()) {
      if (put.layout().familyOf(cell.columnId()) == family) {
        return true;
      }
    }
    return false;
  }

  /** Removes the row, whether it was read or not. */
  private void delete() {
    for (int place = 0; place < values.length; place++) {
      values[place] = null;
      marks[place] |= (marks[place] & KNOWN) == 0 ? KNOWN | STORED | CHANGED : CHANGED;
    }
  }

  /** Writes a put of one family, which needs no batch; false, and nothing done, for all else. */
  boolean writeAlone(WriteOptions options) throws RocksDBException {
    byte[] value = values[0];
    if (values.length != 1 || value == null || (marks[0] & CHANGED) == 0) {
      return false;
    }
    db.put(table.handles().get(0), options, rowKey, value);
    return true;
  }

  /** Adds what has changed; what is not stored and shall not be needs no delete. */
  void addChanges(WriteBatch changes) throws RocksDBException {
    for (int place = 0; place < marks.length; place++) {
      byte[] value = values[place];
      if ((marks[place] & CHANGED) != 0) {
        if (value != null) {
          changes.put(table.handles().get(place), rowKey, value);
        } else if ((marks[place] & STORED) != 0) {
          changes.delete(table.handles().get(place), rowKey);
        }
      }
    }
  }
}
