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
 * Where long runs over the rows of tables are, to be taken up there after a kill: one row per run,
 * in a table of the engine that is made when the first is saved. Safe for many threads, as long as
 * each run is one thread's.
 *
 * <p>The run of an index's build has the index's name. Its position is forgotten before the index
 * comes into the catalog and after it was built or dropped, so one that is found for an index of
 * the catalog is of that index.
 */
final class Positions {
  /** Every row up to a row key is done; how many these were when they were read. */
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

  private final TableLayout layout;
  private final Engine engine;
  private boolean made;

  private Positions(Engine engine, String name, String keyColumn) {
    this.engine = engine;
    this.layout =
        new TableLayout(
            DefinitionChecks.RESERVED + "." + name,
            KeySchema.parse(keyColumn + " text", keyColumn),
            List.of(
                FamilyLayout.of(
                    "d",
                    List.of(
                        new ColumnLayout(LAST_ROW_KEY_COLUMN, "last_row_key", Type.parse("blob")),
                        new ColumnLayout(ROWS_DONE_COLUMN, "rows_done", Type.parse("bigint"))))));
  }

  /** Of the builds of indexes, by their names. */
  static Positions ofBuilds(Engine engine) {
    return new Positions(engine, "builds", "index_name");
  }

  /** Of copies that come into tables, by their names. */
  static Positions ofCopies(Engine engine) {
    return new Positions(engine, "copies", "table_name");
  }

  /** Where a run is, {@link Position#START} when it has not come far. */
  Position find(String run) {
    if (!engine.hasTable(layout.name())) {
      return Position.START;
    }
    StoredRow row = row(run);
    return row == null
        ? Position.START
        : new Position(
            (byte[]) Objects.requireNonNull(row.value(LAST_ROW_KEY_COLUMN)),
            (Long) Objects.requireNonNull(row.value(ROWS_DONE_COLUMN)));
  }

  private @Nullable StoredRow row(String run) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      return snapshot.get(layout, key(run), Set.of());
    }
  }

  /** Adds to a batch, which does the rows up to the position, that they are done. */
  void save(WriteBatch batch, String run, Position position) {
    makeTable();
    put(batch, run, position, row(run));
  }

  /** Versions of the row only rise, also from one run of a name to the next. */
  private void put(WriteBatch batch, String run, Position position, @Nullable StoredRow before) {
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(LAST_ROW_KEY_COLUMN, position.lastRowKey());
    cells.put(ROWS_DONE_COLUMN, position.rowsDone());
    long version = (before == null ? 0 : before.version()) + engine.versionStep();
    batch.put(layout, key(run), WriteBatch.ANY, version, cells);
  }

  private synchronized void makeTable() {
    if (!made && !engine.hasTable(layout.name())) {
      engine.createTable(layout);
    }
    made = true;
  }

  void forget(String run) {
    StoredRow row = engine.hasTable(layout.name()) ? row(run) : null;
    if (row != null) {
      WriteBatch batch = new WriteBatch(0);
      put(batch, run, Position.START, row);
      boolean unused = engine.write(batch);
    }
  }

  private Key key(String run) {
    return layout.keySchema().key(run);
  }
}
