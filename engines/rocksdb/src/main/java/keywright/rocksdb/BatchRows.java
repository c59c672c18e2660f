package keywright.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;

/** The rows of a batch, each once however often it is written. Used by one thread. */
final class BatchRows {
  /** So many are looked through one by one, which takes less than a hash table is worth. */
  private static final int FEW = 8;

  /** A row of a table. */
  private static final class Id {
    private final RocksTable table;
    private final byte[] rowKey;
    private final int hashCode;

    Id(RocksTable table, byte[] rowKey, int hashCode) {
      this.table = table;
      this.rowKey = rowKey;
      this.hashCode = hashCode;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Id id && table == id.table && Arrays.equals(rowKey, id.rowKey);
    }

    @Override
    public int hashCode() {
      return hashCode;
    }
  }

  private final RocksDB db;
  private final List<BatchRow> rows;

  /** Null as long as the rows are few. */
  private @Nullable Map<Id, BatchRow> byId;

  /**
   * No rows.
   *
   * @param expected about how many there will be
   */
  BatchRows(RocksDB db, int expected) {
    this.db = db;
    this.rows = new ArrayList<>(expected <= 2 ? 1 : expected);
    this.byId = expected > FEW ? new HashMap<>(expected * 4 / 3 + 1) : null;
  }

  /** The row, which is added unless it is among them. */
  BatchRow row(RocksTable table, byte[] rowKey) {
    int hashCode = RowLocks.hash(table.hash(), rowKey, 0, rowKey.length);
    Map<Id, BatchRow> ids = byId;
    if (ids != null) {
      return ids.computeIfAbsent(
          new Id(table, rowKey, hashCode), id -> add(table, rowKey, id.hashCode));
    }
    for (BatchRow row : rows) {
      if (row.is(table, rowKey)) {
        return row;
      }
    }
    return add(table, rowKey, hashCode);
  }

  private BatchRow add(RocksTable table, byte[] rowKey, int hashCode) {
    BatchRow row = new BatchRow(db, table, rowKey, RowLocks.of(hashCode));
    rows.add(row);
    return row;
  }

  /** In the order in which they were added. */
  List<BatchRow> all() {
    return rows;
  }
}
