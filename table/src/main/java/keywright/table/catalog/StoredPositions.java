package keywright.table.catalog;

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

/** Positions in a table of the engine, which is made when the first is saved. */
final class StoredPositions implements Positions {
  private static final int LAST_ROW_KEY_COLUMN = 1;
  private static final int ROWS_DONE_COLUMN = 2;

  private final TableLayout layout;
  private final Engine engine;
  private boolean made;

  StoredPositions(Engine engine, String name, String keyColumn) {
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

  @Override
  public Position find(String run) {
    StoredRow row = engine.hasTable(layout.name()) ? row(run) : null;
    return row == null
        ? new Position(Position.NONE, 0, WriteBatch.ABSENT)
        : new Position(
            (byte[]) Objects.requireNonNull(row.value(LAST_ROW_KEY_COLUMN)),
            (Long) Objects.requireNonNull(row.value(ROWS_DONE_COLUMN)),
            row.version());
  }

  @Override
  public boolean isLatest(String run, Position position) {
    return find(run).version == position.version;
  }

  private @Nullable StoredRow row(String run) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      return snapshot.get(layout, key(run), Set.of());
    }
  }

  @Override
  public Position save(WriteBatch batch, String run, Position position) {
    makeTable();
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(LAST_ROW_KEY_COLUMN, position.lastRowKey);
    cells.put(ROWS_DONE_COLUMN, position.rowsDone);
    // Versions of the row only rise, also from one run of a name to the next.
    long version = Math.max(position.version, 0) + engine.versionStep();
    batch.put(layout, key(run), position.version, version, cells);
    return new Position(position.lastRowKey, position.rowsDone, version);
  }

  private synchronized void makeTable() {
    if (!made) {
      Catalog.require(engine, layout);
    }
    made = true;
  }

  @Override
  public void begin(String run) {
    if (!isReset(run)) {
      throw Positions.changed(run);
    }
  }

  /** Resets a position; false when another process has saved it meanwhile. */
  private boolean isReset(String run) {
    WriteBatch batch = new WriteBatch(0);
    Position unused = save(batch, run, find(run).start());
    return engine.write(batch);
  }

  @Override
  public void forget(String run) {
    boolean isForgotten = !engine.hasTable(layout.name());
    while (!isForgotten) {
      isForgotten = isReset(run);
    }
  }

  private Key key(String run) {
    return layout.keySchema().key(run);
  }
}
