package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Writes batches: locks their rows, reads what is there and matters, works out what will be, writes
 * it as one batch of RocksDB, which is atomic over column families, for snapshots and in the log.
 */
final class RocksWriter {

  /** A row of a batch, whatever writes there are to it. */
  private static final class RowId {
    private final RocksTable table;
    private final byte[] rowKey;
    private final int hashCode;

    RowId(RocksTable table, byte[] rowKey) {
      this.table = table;
      this.rowKey = rowKey;
      this.hashCode = 31 * table.name().hashCode() + Arrays.hashCode(rowKey);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof RowId id && table == id.table && Arrays.equals(rowKey, id.rowKey);
    }

    @Override
    public int hashCode() {
      return hashCode;
    }
  }

  /** A write with its row and the places of its layout's families in the table. */
  private static final class Step {
    final RowWrite write;
    final RowState row;
    final int[] places;

    Step(RowWrite write, RowState row, int[] places) {
      this.write = write;
      this.row = row;
      this.places = places;
    }
  }

  private final RocksDB db;
  private final WriteOptions options;
  private final RowLocks locks = new RowLocks();

  RocksWriter(RocksDB db, WriteOptions options) {
    this.db = db;
    this.options = options;
  }

  /** The time to note before rows are read for {@link #write}. */
  long now() {
    return locks.now();
  }

  /**
   * As {@link keywright.store.Engine#write}.
   *
   * @param readAt the {@link #now} of a snapshot in which rows that are expected to be absent were
   *     found so; -1 for none
   */
  boolean write(Map<String, RocksTable> tables, WriteBatch batch, long readAt)
      throws RocksDBException {
    Map<RowId, RowState> rows = new LinkedHashMap<>();
    List<Step> steps = steps(tables, batch, rows);
    int[] held = RowLocks.of(rows.values());
    locks.lock(held);
    try {
      for (Step step : steps) {
        boolean unwritten = locks.isUnwrittenSince(readAt, step.row.lock());
        if (!step.row.apply(step.write, step.places, unwritten, batch.nowMillis())) {
          return false;
        }
      }
      try {
        write(rows.values());
      } finally {
        locks.noteWrite(held);
      }
      return true;
    } finally {
      locks.unlock(held);
    }
  }

  private void write(Collection<RowState> rows) throws RocksDBException {
    if (rows.size() == 1 && rows.iterator().next().writeAlone(options)) {
      return;
    }
    try (org.rocksdb.WriteBatch changes = new org.rocksdb.WriteBatch()) {
      for (RowState row : rows) {
        row.addChanges(changes);
      }
      db.write(options, changes);
    }
  }

  private List<Step> steps(
      Map<String, RocksTable> tables, WriteBatch batch, Map<RowId, RowState> rows) {
    List<Step> steps = new ArrayList<>(batch.size());
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
      RowId id = new RowId(table, rowKey);
      RowState row =
          rows.computeIfAbsent(
              id, any -> new RowState(db, table, rowKey, RowLocks.of(id.hashCode())));
      steps.add(new Step(write, row, table.places(write.layout())));
    }
    return steps;
  }
}
