package keywright.rocksdb;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Writes batches: locks their rows, reads what is there, works out what will be, writes it as one
 * batch of RocksDB, which is atomic over column families, for snapshots and in the log.
 */
final class RocksWriter {

  /** A row of a batch, whatever writes there are to it. */
  private record RowId(String table, ByteBuffer rowKey) {}

  /** A write with its row and the places of its layout's families in the table. */
  private record Step(RowWrite write, RowState row, List<Integer> places) {}

  private final RocksDB db;
  private final WriteOptions options;
  private final RowLocks locks = new RowLocks();

  RocksWriter(RocksDB db, WriteOptions options) {
    this.db = db;
    this.options = options;
  }

  /** As {@link keywright.store.Engine#write}. */
  boolean write(Map<String, RocksTable> tables, WriteBatch batch) throws RocksDBException {
    Map<RowId, RowState> rows = new LinkedHashMap<>();
    List<Step> steps = steps(tables, batch, rows);
    BitSet held = RowLocks.of(rows.keySet());
    locks.lock(held);
    try {
      load(steps, rows);
      for (Step step : steps) {
        if (!step.row.apply(step.write, step.places)) {
          return false;
        }
      }
      try (org.rocksdb.WriteBatch changes = new org.rocksdb.WriteBatch()) {
        for (RowState row : rows.values()) {
          row.addChanges(changes);
        }
        db.write(options, changes);
      }
      return true;
    } finally {
      locks.unlock(held);
    }
  }

  private static List<Step> steps(
      Map<String, RocksTable> tables, WriteBatch batch, Map<RowId, RowState> rows) {
    List<Step> steps = new ArrayList<>(batch.size());
    IdentityHashMap<TableLayout, List<Integer>> places = new IdentityHashMap<>();
    for (RowWrite write : batch.writes()) {
      RocksTable table = RocksTable.find(tables, write.layout().name());
      byte[] rowKey = write.layout().keySchema().encode(write.key());
      if (rowKey.length > RocksEngine.MAX_KEY_LENGTH) {
        throw new StoreException(
            "cannot write to "
                + table.name()
                + ": found a row key of "
                + rowKey.length
                + " bytes, expected at most "
                + RocksEngine.MAX_KEY_LENGTH);
      }
      RowState row =
          rows.computeIfAbsent(
              new RowId(table.name(), ByteBuffer.wrap(rowKey)), id -> new RowState(table, rowKey));
      steps.add(new Step(write, row, places.computeIfAbsent(write.layout(), table::places)));
    }
    return steps;
  }

  /** Reads the markers of all rows, then, of the rows that exist, the families that change. */
  private void load(List<Step> steps, Map<RowId, RowState> rows) throws RocksDBException {
    for (Step step : steps) {
      step.row.want(step.places.get(0));
    }
    loadWanted(rows);
    for (Step step : steps) {
      if (step.write instanceof RowWrite.Put put && step.row.isThere(step.places.get(0))) {
        put.cells()
            .keySet()
            .forEach(id -> step.row.want(step.places.get(put.layout().familyOf(id))));
      }
    }
    loadWanted(rows);
  }

  private void loadWanted(Map<RowId, RowState> rows) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    List<byte[]> rowKeys = new ArrayList<>();
    for (RowState row : rows.values()) {
      row.addWanted(handles, rowKeys);
    }
    if (handles.isEmpty()) {
      return;
    }
    List<byte[]> values = db.multiGetAsList(handles, rowKeys);
    int next = 0;
    for (RowState row : rows.values()) {
      next = row.takeWanted(values, next);
    }
  }
}
