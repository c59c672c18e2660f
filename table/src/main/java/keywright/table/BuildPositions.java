package keywright.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Where the builds of unfinished indexes are: one row per index, in a table of the engine that is
 * made when the first is saved. Safe for many threads, as long as each index is one thread's.
 *
 * <p>A position is forgotten before its index comes into the catalog and after it was built or
 * dropped, so one that is found for an index of the catalog is of that index.
 */
final class BuildPositions {
  /** Every row up to a row key has its entry; how many these were when they were read. */
  static final class Position {
    static final Position START = new Position(new byte[0], 0);

    private final byte[] lastRowKey;
    private final long rowsDone;

    /**
     * @param lastRowKey of the last row that is done; kept, not copied
     */
    Position(byte[] lastRowKey, long rowsDone) {
      this.lastRowKey = lastRowKey;
      this.rowsDone = rowsDone;
    }

    byte[] lastRowKey() {
      return lastRowKey;
    }

    long rowsDone() {
      return rowsDone;
    }
  }

  private static final int LAST_ROW_KEY_COLUMN = 1;
  private static final int ROWS_DONE_COLUMN = 2;
  private static final TableLayout LAYOUT =
      new TableLayout(
          DefinitionChecks.RESERVED + ".builds",
          KeySchema.parse("index_name text", "index_name"),
          List.of(
              FamilyLayout.of(
                  "d",
                  List.of(
                      new ColumnLayout(LAST_ROW_KEY_COLUMN, "last_row_key", Type.parse("blob")),
                      new ColumnLayout(ROWS_DONE_COLUMN, "rows_done", Type.parse("bigint"))))));

  private final Engine engine;

  BuildPositions(Engine engine) {
    this.engine = engine;
  }

  /** Where the build of an index is, {@link Position#START} when it has not come far. */
  Position find(String index) {
    if (!engine.hasTable(LAYOUT.name())) {
      return Position.START;
    }
    StoredRow row = row(index);
    return row == null
        ? Position.START
        : new Position(
            (byte[]) Objects.requireNonNull(row.value(LAST_ROW_KEY_COLUMN)),
            (Long) Objects.requireNonNull(row.value(ROWS_DONE_COLUMN)));
  }

  private @Nullable StoredRow row(String index) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      return snapshot.get(LAYOUT, key(index), Set.of());
    }
  }

  /** Adds to a batch, which writes the entries, that they are written. */
  void save(WriteBatch batch, String index, Position position) {
    makeTable();
    put(batch, index, position, row(index));
  }

  /** Versions of the row only rise, also from one index of a name to the next. */
  private void put(WriteBatch batch, String index, Position position, @Nullable StoredRow before) {
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(LAST_ROW_KEY_COLUMN, position.lastRowKey());
    cells.put(ROWS_DONE_COLUMN, position.rowsDone());
    long version = (before == null ? 0 : before.version()) + engine.versionStep();
    batch.put(LAYOUT, key(index), WriteBatch.ANY, version, cells);
  }

  private synchronized void makeTable() {
    if (!engine.hasTable(LAYOUT.name())) {
      engine.createTable(LAYOUT);
    }
  }

  void forget(String index) {
    StoredRow row = engine.hasTable(LAYOUT.name()) ? row(index) : null;
    if (row != null) {
      WriteBatch batch = new WriteBatch(0);
      put(batch, index, Position.START, row);
      boolean unused = engine.write(batch);
    }
  }

  private static Key key(String index) {
    return LAYOUT.keySchema().key(index);
  }
}
