package keywright.table.catalog;

import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.WriteBatch;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The positions of long runs over the rows of tables, from which they resume after a kill: one row
 * for each run, in a table of the engine that is created when the first is saved. Safe for many
 * threads, as long as each run is of one thread.
 *
 * <p>The run of an index build has the name of the index. Its position is reset before the index
 * enters the catalog, and when it is dropped or built. So a position that is found for an index of
 * the catalog belongs to that index. A position is saved on the condition that nobody has saved or
 * reset it since it was found. So of several processes only one continues, and none continues with
 * another index than the one that it began with.
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

  /** Of second verifications of tables, by their names. */
  static Positions ofVerifications(Engine engine) {
    return new StoredPositions(engine, "verifications", "table_name");
  }

  /** Of copies that come into tables, by their names. */
  static Positions ofCopies(Engine engine) {
    return new StoredPositions(engine, "copies", "table_name");
  }

  /** Where a run is. */
  Position find(String run);

  /** Whether nobody has saved a position since this one was found, or begun again. */
  boolean isLatest(String run, Position position);

  /**
   * Adds to a batch, which does the rows up to the position, that they are done.
   *
   * @return the position when the batch is written
   */
  Position save(WriteBatch batch, String run, Position position);

  /** Begins again, so that another run of this name cannot save it. */
  void begin(String run);

  /**
   * As {@link #begin}, where nothing was begun perhaps. A process that saves the position meanwhile
   * saves no other one afterwards.
   */
  void forget(String run);

  /** Another process has saved the position. */
  static TableException changed(String run) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot resume %s: another process is working on it, or has dropped it; if it still exists, try again when that process has finished"
            .formatted(run));
  }
}
