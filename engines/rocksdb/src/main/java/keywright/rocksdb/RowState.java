package keywright.rocksdb;

import java.util.BitSet;
import java.util.List;
import keywright.store.CellCodec;
import keywright.store.RowWrite;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** What a batch knows of one row: the values of its families, read or changed. */
final class RowState {
  private final RocksTable table;
  private final byte[] rowKey;
  private final byte[] @Nullable [] values;
  private final BitSet wanted = new BitSet();
  private final BitSet read = new BitSet();
  private final BitSet stored = new BitSet();
  private final BitSet changed = new BitSet();

  RowState(RocksTable table, byte[] rowKey) {
    this.table = table;
    this.rowKey = rowKey;
    this.values = new byte[table.families().size()][];
  }

  /** The value of the family at {@code place} is to be read. */
  void want(int place) {
    if (!read.get(place)) {
      wanted.set(place);
    }
  }

  void addWanted(List<ColumnFamilyHandle> handles, List<byte[]> rowKeys) {
    wanted.stream()
        .forEach(
            place -> {
              handles.add(table.handles().get(place));
              rowKeys.add(rowKey);
            });
  }

  /** Takes what {@link #addWanted} asked for from {@code found}; returns the place behind it. */
  int takeWanted(List<byte[]> found, int start) {
    int next = start;
    for (int place = wanted.nextSetBit(0); place >= 0; place = wanted.nextSetBit(place + 1)) {
      values[place] = found.get(next++);
      read.set(place);
      stored.set(place, values[place] != null);
    }
    wanted.clear();
    return next;
  }

  /** Whether the row exists; {@code first} is the place of its first family. */
  boolean isThere(int first) {
    return values[first] != null;
  }

  /** Applies a write; false when it expects another version. */
  boolean apply(RowWrite write, List<Integer> places) {
    byte[] marker = values[places.get(0)];
    long version =
        marker == null
            ? keywright.store.WriteBatch.ABSENT
            : CellCodec.version(write.layout(), rowKey, marker);
    if (!write.expects(version)) {
      return false;
    }
    if (write instanceof RowWrite.Put put) {
      put(put, places);
    } else if (marker != null) {
      delete();
    }
    return true;
  }

  private void put(RowWrite.Put put, List<Integer> places) {
    BitSet families = new BitSet();
    families.set(0);
    put.cells().keySet().forEach(id -> families.set(put.layout().familyOf(id)));
    families.stream()
        .forEach(
            family -> {
              int place = places.get(family);
              values[place] = CellCodec.merge(put, family, rowKey, values[place]);
              changed.set(place);
            });
  }

  private void delete() {
    for (int place = 0; place < values.length; place++) {
      values[place] = null;
      changed.set(place);
      if (!read.get(place)) {
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
