package keywright.hbase;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.ByteSnapshot;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.ScanOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The rows that exist at each read, without those that had expired at one moment. Safe for many
 * threads.
 */
final class HBaseSnapshot implements ByteSnapshot {
  private final HBaseClient client;
  private final long nowMillis;
  private volatile boolean closed;

  HBaseSnapshot(HBaseClient client, long nowMillis) {
    this.client = client;
    this.nowMillis = nowMillis;
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
    requireOpen();
    HBaseTable table = client.table(layout);
    byte[] rowKey = layout.keySchema().encode(key);
    if (!table.canHave(rowKey)) {
      return null;
    }
    Get get = table.get(rowKey, table.reading(options.families()));
    Result result =
        client.read(layout.name(), () -> table.calls().get(get), options.cancellation());
    return table.row(new RowReader(layout, nowMillis, options), key, rowKey, result);
  }

  /** Read by one call to each server that has some of them. */
  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    if (keys.size() == 1) {
      rows.add(get(layout, keys.get(0), options));
      return rows;
    }
    requireOpen();
    HBaseTable table = client.table(layout);
    boolean[] read = table.reading(options.families());
    List<byte[]> rowKeys = new ArrayList<>(keys.size());
    List<Get> gets = new ArrayList<>(keys.size());
    for (Key key : keys) {
      byte[] rowKey = layout.keySchema().encode(key);
      rowKeys.add(rowKey);
      if (table.canHave(rowKey)) {
        gets.add(table.get(rowKey, read));
      }
    }
    List<Result> found =
        gets.isEmpty()
            ? List.of()
            : client.read(layout.name(), () -> table.calls().getAll(gets), options.cancellation());
    Iterator<Result> results = found.iterator();
    RowReader reader = new RowReader(layout, nowMillis, options);
    for (int index = 0; index < keys.size(); index++) {
      byte[] rowKey = rowKeys.get(index);
      rows.add(
          table.canHave(rowKey)
              ? table.row(reader, keys.get(index), rowKey, results.next())
              : null);
    }
    return rows;
  }

  @Override
  public RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options) {
    requireOpen();
    HBaseTable table = client.table(layout);
    return new HBaseCursor(this, client, table, table.possible(range), options);
  }

  void requireOpen() {
    client.requireOpen();
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot read from the snapshot: found it closed, expected an open snapshot; open another snapshot");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
