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
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Where long runs over the rows of tables are, to be taken up there after a kill: one row per run,
 * in a table of the engine that is made when the first is saved. Safe for many threads, as long as
 * each run is one thread's.
 *
 * <p>The run of an index's build has the index's name. Its position begins anew before the index
 * comes into the catalog and when it is dropped or built, so one that is found for an index of the
 * catalog is of that index. A position is saved on the condition that nobody has saved it since it
 * was found, or begun it anew: of several processes one goes on, and none with an index that is not
 * the one that it began with.
 */
public final class Positions {
  /** Every row up to a row key is done; how many these were when they were read. */
  public static final class Position {
    private static final byte[] NONE = {};

    private final byte[] lastRowKey;
    private final long rowsDone;
    private final long version;

    private Position(byte[] lastRowKey, long rowsDone, long version) {
      this.lastRowKey = lastRowKey;
      this.rowsDone = rowsDone;
      this.version = version;
    }

    /**
     * One that is to be saved in the place of this.
     *
     * @param newLastRowKey of the last row that is done; kept, not copied
     */
    public Position moved(byte[] newLastRowKey, int rows) {
      return new Position(newLastRowKey, rowsDone + rows, version);
    }

    /** The start, to be saved in the place of this. */
    public Position start() {
      return new Position(NONE, 0, version);
    }

    /** The key of the last row that is done; null at the start. */
    public @Nullable Key lastKey(KeySchema primaryKey) {
      return lastRowKey.length == 0 ? null : primaryKey.decode(lastRowKey);
    }

    public long rowsDone() {
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
  public static Positions ofBuilds(Engine engine) {
    return new Positions(engine, "builds", "index_name");
  }

  /** Of copies that come into tables, by their names. */
  public static Positions ofCopies(Engine engine) {
    return new Positions(engine, "copies", "table_name");
  }

  /** Where a run is. */
  public Position find(String run) {
    StoredRow row = engine.hasTable(layout.name()) ? row(run) : null;
    return row == null
        ? new Position(Position.NONE, 0, WriteBatch.ABSENT)
        : new Position(
            (byte[]) Objects.requireNonNull(row.value(LAST_ROW_KEY_COLUMN)),
            (Long) Objects.requireNonNull(row.value(ROWS_DONE_COLUMN)),
            row.version());
  }

  /** Whether nobody has saved a position since this one was found, or begun anew. */
  public boolean isLatest(String run, Position position) {
    return find(run).version == position.version;
  }

  private @Nullable StoredRow row(String run) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      return snapshot.get(layout, key(run), Set.of());
    }
  }

  /**
   * Adds to a batch, which does the rows up to the position, that they are done.
   *
   * @return the position when the batch is written
   */
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

  /** Begins anew, so that whoever is at a run of this name by now does not save it. */
  public void begin(String run) {
    WriteBatch batch = new WriteBatch(0);
    Position unused = save(batch, run, find(run).start());
    if (!engine.write(batch)) {
      throw changed(run);
    }
  }

  /** As {@link #begin}, where nothing was begun perhaps. */
  public void forget(String run) {
    if (engine.hasTable(layout.name())) {
      begin(run);
    }
  }

  /** Another process has saved the position. */
  public static TableException changed(String run) {
    return new TableException(
        "cannot go on with %s: another process is at it, or has dropped it meanwhile; try again"
            .formatted(run));
  }

  private Key key(String run) {
    return layout.keySchema().key(run);
  }
}
