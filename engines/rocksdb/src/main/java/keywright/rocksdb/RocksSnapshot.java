package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.CellCodec;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A snapshot of RocksDB and the tables of its moment. */
final class RocksSnapshot implements Snapshot {

  private final RocksDB db;
  private final Map<String, RocksTable> tables;
  private final long nowMillis;
  private final Consumer<RocksSnapshot> onClose;
  private final Gate gate = new Gate("snapshot");
  private final org.rocksdb.Snapshot snapshot;
  private final ReadOptions options;
  private final Set<RocksCursor> cursors = ConcurrentHashMap.newKeySet();

  RocksSnapshot(
      RocksDB db, Map<String, RocksTable> tables, long nowMillis, Consumer<RocksSnapshot> onClose) {
    this.db = db;
    this.tables = tables;
    this.nowMillis = nowMillis;
    this.onClose = onClose;
    this.snapshot = db.getSnapshot();
    this.options = new ReadOptions().setSnapshot(snapshot);
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions read) {
    gate.enter();
    try {
      List<@Nullable ColumnFamilyHandle> handles = handles(layout, read.families());
      byte[] rowKey = layout.keySchema().encode(key);
      byte[] @Nullable [] values = new byte[handles.size()][];
      for (int family = 0; family < values.length; family++) {
        ColumnFamilyHandle handle = handles.get(family);
        values[family] = handle == null ? null : db.get(handle, options, rowKey);
        if (values[0] == null) {
          return null;
        }
      }
      return CellCodec.row(layout, rowKey, values, nowMillis, read.history());
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions read) {
    gate.enter();
    try {
      List<@Nullable ColumnFamilyHandle> handles = handles(layout, read.families());
      List<byte[]> rowKeys = keys.stream().map(layout.keySchema()::encode).toList();
      byte[] @Nullable [][] values = new byte[keys.size()][handles.size()][];
      for (int family = 0; family < handles.size(); family++) {
        ColumnFamilyHandle handle = handles.get(family);
        if (handle != null) {
          read(handle, family, rowKeys, values);
        }
      }
      List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
      for (int row = 0; row < values.length; row++) {
        rows.add(
            values[row][0] == null
                ? null
                : CellCodec.row(layout, rowKeys.get(row), values[row], nowMillis, read.history()));
      }
      return rows;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  /** Reads one family of the rows; of those that exist, unless it is the first. */
  private void read(
      ColumnFamilyHandle handle, int family, List<byte[]> rowKeys, byte[] @Nullable [][] values)
      throws RocksDBException {
    BitSet wanted = new BitSet();
    List<byte[]> keys = new ArrayList<>();
    for (int row = 0; row < rowKeys.size(); row++) {
      if (family == 0 || values[row][0] != null) {
        wanted.set(row);
        keys.add(rowKeys.get(row));
      }
    }
    if (keys.isEmpty()) {
      return;
    }
    ColumnFamilyHandle[] handles = new ColumnFamilyHandle[keys.size()];
    Arrays.fill(handles, handle);
    List<byte[]> found = db.multiGetAsList(options, Arrays.asList(handles), keys);
    int next = 0;
    for (int row = wanted.nextSetBit(0); row >= 0; row = wanted.nextSetBit(row + 1)) {
      byte[] value = found.get(next++);
      // Nothing found, or not readable? The first is rare here, and get tells them apart.
      values[row][family] = value == null ? db.get(handle, options, rowKeys.get(row)) : value;
    }
  }

  @Override
  public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
    gate.enter();
    try {
      List<@Nullable ColumnFamilyHandle> handles = handles(layout, options.row().families());
      RocksCursor cursor =
          new RocksCursor(
              db, snapshot, layout, handles, range, options, nowMillis, cursors::remove);
      cursors.add(cursor);
      return cursor;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  /** The handles by index of the family in the layout, null for those that are not read. */
  private List<@Nullable ColumnFamilyHandle> handles(TableLayout layout, Set<String> families) {
    RocksTable table = RocksTable.find(tables, layout.name());
    List<Integer> places = table.places(layout);
    @Nullable ColumnFamilyHandle[] handles = new ColumnFamilyHandle[places.size()];
    handles[0] = table.handles().get(places.get(0));
    for (String family : families) {
      int index = layout.familyIndex(family);
      handles[index] = table.handles().get(places.get(index));
    }
    return Arrays.asList(handles);
  }

  @Override
  public void close() {
    gate.close(
        () -> {
          List.copyOf(cursors).forEach(RocksCursor::close);
          options.close();
          db.releaseSnapshot(snapshot);
          snapshot.close();
          onClose.accept(this);
        });
  }
}
