package keywright.table.maintenance;

import java.util.List;
import java.util.Set;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.TimedWrite;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;

/**
 * The steps of a bulk load, executed on the engine that stores the tables. A bulk load writes rows
 * without reading the stored rows. Safe for many threads.
 */
public final class EngineLoadSteps implements LoadSteps {
  private final Tables tables;

  public EngineLoadSteps(Tables tables) {
    this.tables = tables;
  }

  @Override
  public void requireEmpty(StoredTable stored) {
    if (!isEmpty(stored)) {
      throw new TableException(
          "cannot bulk load %s: found rows, or tombstones of deleted rows, expected an empty table; load it without --bulk, or TRUNCATE it first"
              .formatted(stored.name()));
    }
  }

  @Override
  public boolean isEmpty(StoredTable stored) {
    RowOptions head = RowOptions.of(Set.of()).withExpired();
    try (Snapshot view = tables.engine().snapshot(tables.nowMillis());
        RowCursor any = view.walk(stored.layout(), new ScanOptions(head, false).ofAbout(1))) {
      return any.next() == null;
    }
  }

  @Override
  public boolean needsNewStorage() {
    return tables.engine().horizonMillis() > tables.engine().requestDelayMillis();
  }

  @Override
  public long versionAbove(long version) {
    long step = tables.engine().versionStep();
    return (Math.max(version + 1, tables.nowMillis() * 1_000) + step - 1) / step * step;
  }

  /**
   * Orders the writes of a batch: first all index entries, then all rows. So no row is ever without
   * its entries.
   */
  @Override
  public List<List<TimedWrite>> inOrder(List<TimedWrite> entries, List<TimedWrite> rows) {
    return List.of(entries, rows);
  }
}
