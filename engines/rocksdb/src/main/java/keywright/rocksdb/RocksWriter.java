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
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Writes batches: locks their rows, reads what is there, works out what will be, writes it as one
 * batch of RocksDB, which is atomic over column families, for snapshots and in the log.
 *
 * <p>Reads one value at a time: RocksDB's multiGet in Java gives null for what it cannot read, and
 * a row that cannot be read must not be taken for absent.
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
      for (Step step : steps) {
        if (!step.row.apply(step.write, step.places, batch.nowMillis())) {
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

  private List<Step> steps(
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
              new RowId(table.name(), ByteBuffer.wrap(rowKey)),
              id -> new RowState(db, table, rowKey));
      steps.add(new Step(write, row, places.computeIfAbsent(write.layout(), table::places)));
    }
    return steps;
  }
}
