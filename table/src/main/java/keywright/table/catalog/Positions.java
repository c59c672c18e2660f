package keywright.table.catalog;

import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
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
public interface Positions {
  /** Every row up to a row key is done; how many these were when they were read. */
  final class Position {
    static final byte[] NONE = {};

    final byte[] lastRowKey;
    final long rowsDone;
    final long version;

    Position(byte[] lastRowKey, long rowsDone, long version) {
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

  /** Of the builds of indexes, by their names. */
  static Positions ofBuilds(Engine engine) {
    return new StoredPositions(engine, "builds", "index_name");
  }

  /** Of copies that come into tables, by their names. */
  static Positions ofCopies(Engine engine) {
    return new StoredPositions(engine, "copies", "table_name");
  }

  /** Where a run is. */
  Position find(String run);

  /** Whether nobody has saved a position since this one was found, or begun anew. */
  boolean isLatest(String run, Position position);

  /**
   * Adds to a batch, which does the rows up to the position, that they are done.
   *
   * @return the position when the batch is written
   */
  Position save(WriteBatch batch, String run, Position position);

  /** Begins anew, so that whoever is at a run of this name by now does not save it. */
  void begin(String run);

  /** As {@link #begin}, where nothing was begun perhaps. */
  void forget(String run);

  /** Another process has saved the position. */
  static TableException changed(String run) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot resume %s: another process works on it, or has dropped it meanwhile; try again"
            .formatted(run));
  }
}
