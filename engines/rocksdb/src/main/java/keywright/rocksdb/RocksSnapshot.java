package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.ByteSnapshot;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.lock.StripedReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A snapshot of RocksDB and the tables of its moment. */
final class RocksSnapshot implements ByteSnapshot {

  /** So many rows are read alone before many are read together. */
  private static final int TRIED = 3;

  private final RocksDB db;
  private final Map<String, RocksTable> tables;
  private final long nowMillis;
  private final Consumer<RocksSnapshot> onClose;
  private final Gate gate = new Gate("snapshot", StripedReadWriteLock.forFewThreads());
  private final org.rocksdb.Snapshot snapshot;
  private final ReadOptions options;

  /** The open ones, one for each range that a plan reads at once; guarded by the list itself. */
  private final List<RocksCursor> cursors = new ArrayList<>(1);

  RocksSnapshot(
      RocksDB db,
      Map<String, RocksTable> tables,
      LongSupplier clock,
      Consumer<RocksSnapshot> onClose) {
    this.db = db;
    this.tables = tables;
    this.onClose = onClose;
    this.snapshot = db.getSnapshot();
    this.options = new ReadOptions().setSnapshot(snapshot);
    this.nowMillis = clock.getAsLong();
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions read) {
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, read.families());
      return get(db, options, handles, layout, key, read, nowMillis, false);
    } finally {
      gate.leave();
    }
  }

  /**
   * A row.
   *
   * @param handles by index of the family in the layout, null for those that are not read
   * @param isAlone whether the values of a row with a single family are decoded when they are asked
   *     for, as {@link keywright.store.Engine#get} may do
   */
  static @Nullable StoredRow get(
      RocksDB db,
      ReadOptions options,
      @Nullable ColumnFamilyHandle[] handles,
      TableLayout layout,
      Key key,
      RowOptions read,
      long nowMillis,
      boolean isAlone) {
    byte[] rowKey = layout.keySchema().encode(key);
    RowReader reader = new RowReader(layout, nowMillis, read);
    byte[] @Nullable [] values;
    try {
      if (handles.length == 1) {
        byte[] value = db.get(Objects.requireNonNull(handles[0]), options, rowKey);
        return value == null
            ? null
            : isAlone
                ? reader.row(key, rowKey, value)
                : reader.row(key, rowKey, new byte[][] {value});
      }
      values = new byte[handles.length][];
      for (int family = 0; family < values.length; family++) {
        ColumnFamilyHandle handle = handles[family];
        values[family] = handle == null ? null : db.get(handle, options, rowKey);
        if (values[0] == null) {
          return null;
        }
      }
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    }
    return reader.row(key, rowKey, values);
  }

  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions read) {
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    if (keys.size() == 1) {
      rows.add(get(layout, keys.get(0), read));
      return rows;
    }
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, read.families());
      List<byte[]> rowKeys = new ArrayList<>(keys.size());
      keys.forEach(key -> rowKeys.add(layout.keySchema().encode(key)));
      byte[] @Nullable [][] values = new byte[keys.size()][handles.length][];
      for (int family = 0; family < handles.length; family++) {
        ColumnFamilyHandle handle = handles[family];
        if (handle != null) {
          read(handle, family, rowKeys, values);
        }
      }
      RowReader reader = new RowReader(layout, nowMillis, read);
      for (int row = 0; row < values.length; row++) {
        rows.add(
            values[row][0] == null
                ? null
                : reader.row(keys.get(row), rowKeys.get(row), values[row]));
      }
      return rows;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  /** The rows are decoded as those of a scan are, which is faster than with their keys. */
  @Override
  public List<@Nullable StoredRow> getByRowKeys(
      TableLayout layout, List<byte[]> rowKeys, RowOptions read) {
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, read.families());
      RowReader reader = new RowReader(layout, nowMillis, read);
      List<@Nullable StoredRow> rows = new ArrayList<>(rowKeys.size());
      if (handles.length == 1) {
        ColumnFamilyHandle handle = Objects.requireNonNull(handles[0]);
        List<byte[]> values =
            db.multiGetAsList(options, Collections.nCopies(rowKeys.size(), handle), rowKeys);
        for (int row = 0; row < rowKeys.size(); row++) {
          byte[] rowKey = rowKeys.get(row);
          byte[] value = values.get(row);
          if (value == null) {
            value = missing(layout, handle, rowKey);
          }
          rows.add(value == null ? null : reader.rowFrom(null, rowKey, value, 0, value.length));
        }
        return rows;
      }
      byte[] @Nullable [][] values = new byte[rowKeys.size()][handles.length][];
      for (int family = 0; family < handles.length; family++) {
        ColumnFamilyHandle handle = handles[family];
        if (handle != null) {
          read(handle, family, rowKeys, values);
        }
      }
      for (int row = 0; row < values.length; row++) {
        if (values[row][0] == null) {
          Key unused = layout.keySchema().decode(rowKeys.get(row));
        }
        rows.add(values[row][0] == null ? null : reader.row(rowKeys.get(row), values[row]));
      }
      return rows;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  /**
   * Looks again for a value that was not found: a read of many rows does not tell what it cannot
   * read from what does not exist. Bytes that are no row key are refused.
   */
  private byte @Nullable [] missing(TableLayout layout, ColumnFamilyHandle handle, byte[] rowKey)
      throws RocksDBException {
    byte[] value = db.get(handle, options, rowKey);
    if (value == null) {
      Key unused = layout.keySchema().decode(rowKey);
    }
    return value;
  }

  /** Reads one family of the rows; of those that exist, unless it is the first. */
  private void read(
      ColumnFamilyHandle handle, int family, List<byte[]> rowKeys, byte[] @Nullable [][] values)
      throws RocksDBException {
    List<Integer> wanted = new ArrayList<>(rowKeys.size());
    List<byte[]> keys = new ArrayList<>(rowKeys.size());
    for (int row = 0; row < rowKeys.size(); row++) {
      if (family == 0 || values[row][0] != null) {
        wanted.add(row);
        keys.add(rowKeys.get(row));
      }
    }
    if (keys.isEmpty()) {
      return;
    }
    // A read of many rows does not tell absent rows from unreadable ones, so rows that it does not
    // find are read again. If the first rows are absent, each row is read alone at once.
    int alone = Math.min(TRIED, keys.size());
    int missing = 0;
    for (int i = 0; i < alone; i++) {
      byte[] value = db.get(handle, options, keys.get(i));
      values[wanted.get(i)][family] = value;
      missing += value == null ? 1 : 0;
      if (i == TRIED - 1 && missing == TRIED) {
        alone = keys.size();
      }
    }
    if (alone == keys.size()) {
      return;
    }
    List<byte[]> others = keys.subList(alone, keys.size());
    List<byte[]> found =
        db.multiGetAsList(options, Collections.nCopies(others.size(), handle), others);
    for (int i = 0; i < others.size(); i++) {
      byte[] value = found.get(i);
      values[wanted.get(alone + i)][family] =
          value == null ? db.get(handle, options, others.get(i)) : value;
    }
  }

  @Override
  public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, options.row().families());
      RocksCursor cursor =
          new RocksCursor(db, snapshot, layout, handles, range, options, nowMillis, this::closed);
      synchronized (cursors) {
        cursors.add(cursor);
      }
      return cursor;
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  private void closed(RocksCursor cursor) {
    synchronized (cursors) {
      boolean unused = cursors.remove(cursor);
    }
  }

  private List<RocksCursor> open() {
    synchronized (cursors) {
      return List.copyOf(cursors);
    }
  }

  @Override
  public void close() {
    gate.close(
        () -> {
          open().forEach(RocksCursor::close);
          options.close();
          db.releaseSnapshot(snapshot);
          snapshot.close();
          onClose.accept(this);
        });
  }
}
