package keywright.table;

import java.time.Instant;
import java.util.List;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.layout.StoredTable;
import keywright.table.write.singlerow.IndexEntry;
import keywright.table.write.singlerow.RowAccess;

/** Reads and writes of single rows as they should be; a test overrides one. */
class RowAccessDecorator implements RowAccess {
  private final RowAccess rows;

  RowAccessDecorator(RowAccess rows) {
    this.rows = rows;
  }

  @Override
  public Engine engine() {
    return rows.engine();
  }

  @Override
  public Declarations declarations() {
    return rows.declarations();
  }

  @Override
  public Instant now() {
    return rows.now();
  }

  @Override
  public long nonce() {
    return rows.nonce();
  }

  @Override
  public StoredRow read(StoredTable table, Key key) {
    return rows.read(table, key);
  }

  @Override
  public RowStamp stampAbove(long version) {
    return rows.stampAbove(version);
  }

  @Override
  public void requireHeld(StoredTable table) {
    rows.requireHeld(table);
  }

  @Override
  public long fence(StoredTable table, Key key, StoredRow row, long above) {
    return rows.fence(table, key, row, above);
  }

  @Override
  public boolean write(WriteBatch batch) {
    return rows.write(batch);
  }

  @Override
  public boolean put(List<TimedWrite> puts) {
    return rows.put(puts);
  }

  @Override
  public boolean delete(List<IndexEntry> entries, long version) {
    return rows.delete(entries, version);
  }

  @Override
  public List<Written> drop(TableLayout layout, List<StoredRow> dead, long gcWatermark) {
    return rows.drop(layout, dead, gcWatermark);
  }
}
