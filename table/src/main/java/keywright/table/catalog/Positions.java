package keywright.table.catalog;

import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.WriteBatch;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The saved positions of long runs over the rows of tables, from which the runs resume after a
 * kill. Each run has a row in a table of the engine, which is created when the first position is
 * saved. Safe for many threads, as long as each run is used by one thread.
 *
 * <p>The run of an index build has the name of the index. Its position is reset before the index
 * enters the catalog, and when the index is dropped or built. So the position of an index in the
 * catalog always belongs to that index. A position is saved on the condition that no process has
 * saved or reset it since it was read. So if several processes execute a run, only one continues,
 * and it continues with the index with which it began.
 */
public interface Positions {
  /** A position: every row up to a row key is done. It also has the number of these rows. */
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
     * The next position, to be saved in place of this one.
     *
     * @param newLastRowKey the row key of the last row that is done; kept, not copied
     */
    public Position moved(byte[] newLastRowKey, int rows) {
      return new Position(newLastRowKey, rowsDone + rows, version);
    }

    /** The start of the run, to be saved in place of this position. */
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

  /** The positions of index builds, by the name of the index. */
  static Positions ofBuilds(Engine engine) {
    return new StoredPositions(engine, "builds", "index_name");
  }

  /** The positions of second verifications, by the name of the table. */
  static Positions ofVerifications(Engine engine) {
    return new StoredPositions(engine, "verifications", "table_name");
  }

  /** The positions of copies, by the name of the target table. */
  static Positions ofCopies(Engine engine) {
    return new StoredPositions(engine, "copies", "table_name");
  }

  /** The saved position of a run; the start if none is saved. */
  Position find(String run);

  /** Whether no process has saved or reset the position of the run since this one was read. */
  boolean isLatest(String run, Position position);

  /**
   * Adds to {@code batch} that the rows up to {@code position} are done.
   *
   * @return the saved position, valid if the batch is written
   */
  Position save(WriteBatch batch, String run, Position position);

  /**
   * Resets the run to its start. Another process that executes a run of this name can then no
   * longer save its position.
   */
  void begin(String run);

  /**
   * Resets a run that may not have begun. If another process saves a position at the same time, it
   * can save no further position.
   */
  void forget(String run);

  /** The error for a position that another process has saved meanwhile. */
  static TableException changed(String run) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot resume %s: another process is doing this work, or has dropped the table or index; if the table or index still exists, repeat the statement when the other process has finished"
            .formatted(run));
  }
}
