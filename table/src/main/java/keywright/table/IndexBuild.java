package keywright.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Builds the entries that the rows of a table need in a new index, while writers that know the
 * index go on.
 *
 * <p>Rows come from one snapshot, taken when every writer already maintains the index, so a row
 * written later has its entry. Entries are written in chunks, each of which holds only while all
 * its rows are still at the version that was read; when one has changed, its writer has seen to its
 * entry and the chunk is written again row by row without it.
 */
final class IndexBuild {
  private static final int CHUNK_ROWS = 500;

  private final Engine engine;
  private final StoredTable table;
  private final StoredIndex index;
  private final long nowMillis;

  /**
   * @param nowMillis the moment for which the index is built; what has expired by then has no entry
   */
  IndexBuild(Engine engine, StoredTable table, StoredIndex index, long nowMillis) {
    this.nowMillis = nowMillis;
    this.engine = engine;
    this.table = table;
    this.index = index;
  }

  /**
   * Builds all entries.
   *
   * @throws keywright.key.KeyException when the index key cannot hold a row
   */
  void run() {
    Set<String> families = new LinkedHashSet<>();
    for (String column : index.schema().keyColumns()) {
      if (!table.primaryKey().recovers(column)) {
        families.add(table.family(column));
      }
    }
    if (families.isEmpty()) {
      families.add(table.layout().families().get(0).name());
    }
    try (Snapshot snapshot = engine.snapshot(nowMillis);
        RowCursor rows =
            snapshot.scan(table.layout(), KeyRange.all(), new ScanOptions(families, false))) {
      List<StoredRow> chunk = new ArrayList<>();
      for (StoredRow row = rows.next(); row != null; row = rows.next()) {
        chunk.add(row);
        if (chunk.size() == CHUNK_ROWS) {
          write(chunk);
          chunk.clear();
        }
      }
      write(chunk);
    }
  }

  private void write(List<StoredRow> rows) {
    WriteBatch batch = new WriteBatch(nowMillis);
    rows.forEach(row -> add(batch, row));
    if (rows.isEmpty() || engine.write(batch)) {
      return;
    }
    for (StoredRow row : rows) {
      WriteBatch one = new WriteBatch(nowMillis);
      add(one, row);
      // False: the row has changed since, and whoever changed it has changed its entry too.
      boolean unused = engine.write(one);
    }
  }

  /** The entry, and the row itself as it is, so that the batch holds only at the row's version. */
  private void add(WriteBatch batch, StoredRow row) {
    Key key = row.key();
    @Nullable Object[] values = table.row(key, row);
    RowCells.requireExact(table, index, row, values);
    batch.put(table.layout(), key, row.version(), row.version(), Map.of());
    index.putEntry(batch, RowChange.entry(table, index, values), row.rowKey(), row.head());
  }
}
