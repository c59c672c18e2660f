package keywright.rocksdb;

import java.util.BitSet;
import java.util.List;
import keywright.store.CellCodec;
import keywright.store.RowHead;
import keywright.store.RowWrite;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** What a batch knows of one row: the values of its families, read when needed, and changed. */
final class RowState {
  private final RocksDB db;
  private final RocksTable table;
  private final byte[] rowKey;
  private final byte[] @Nullable [] values;
  private final BitSet known = new BitSet();
  private final BitSet stored = new BitSet();
  private final BitSet changed = new BitSet();

  RowState(RocksDB db, RocksTable table, byte[] rowKey) {
    this.db = db;
    this.table = table;
    this.rowKey = rowKey;
    this.values = new byte[table.families().size()][];
  }

  /**
   * Applies a write; false when it expects another version.
   *
   * @param places the place in the table of each family of the layout
   * @param nowMillis the moment of the write; a row that has expired is removed first
   */
  boolean apply(RowWrite write, List<Integer> places, long nowMillis) throws RocksDBException {
    byte[] marker = marker(places.get(0));
    RowHead head = marker == null ? null : CellCodec.head(write.layout(), rowKey, marker);
    if (head != null && head.isExpired(nowMillis)) {
      delete();
      head = null;
    }
    if (!write.expects(head == null ? keywright.store.WriteBatch.ABSENT : head.version())) {
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
    boolean first = !known.get(place);
    byte[] marker = value(place);
    if (first && marker == null) {
      known.set(0, values.length);
    }
    return marker;
  }

  private byte @Nullable [] value(int place) throws RocksDBException {
    if (!known.get(place)) {
      values[place] = db.get(table.handles().get(place), rowKey);
      known.set(place);
      stored.set(place, values[place] != null);
    }
    return values[place];
  }

  private void put(RowWrite.Put put, List<Integer> places, long nowMillis) throws RocksDBException {
    BitSet families = new BitSet();
    families.set(0);
    put.cells().forEach(cell -> families.set(put.layout().familyOf(cell.columnId())));
    for (int family = families.nextSetBit(0);
        family >= 0;
        family = families.nextSetBit(family + 1)) {
      int place = places.get(family);
      values[place] = CellCodec.merge(put, family, rowKey, value(place), nowMillis);
      changed.set(place);
    }
  }

  private void delete() {
    for (int place = 0; place < values.length; place++) {
      values[place] = null;
      changed.set(place);
      if (!known.get(place)) {
        known.set(place);
        stored.set(place);
      }
    }
  }

  /** Adds what has changed; what is not stored and shall not be needs no delete. */
  void addChanges(WriteBatch changes) throws RocksDBException {
    for (int place = changed.nextSetBit(0); place >= 0; place = changed.nextSetBit(place + 1)) {
      byte[] value = values[place];
      if (value != null) {
        changes.put(table.handles().get(place), rowKey, value);
      } else if (stored.get(place)) {
        changes.delete(table.handles().get(place), rowKey);
      }
    }
  }
}
