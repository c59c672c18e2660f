package keywright.table.catalog;

import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.WriteBatch;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The saved positions of long runs over the rows of tables, such as index builds. A run whose
 * process was killed resumes at its saved position. Each run has a row in a table of the engine;
 * this table is created when the first position is saved. Safe for many threads, as long as each
 * run is used by one thread.
 *
 * <p>The run of an index build has the full name of the index. Its position is reset before the
 * index is added to the catalog, and when the index is dropped or completely built. So a saved
 * position always belongs to the index that the catalog has. A position is saved only if no other
 * process has saved or reset it since it was read. So if several processes execute the same run,
 * only one of them can continue.
 */
public interface Positions {
  /**
   * A position in the rows of a table: all rows up to a row key are done. Also has the number of
   * these rows. Immutable.
   */
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
     * The position after more rows are done. It is saved in place of this position.
     *
     * @param newLastRowKey the row key of the last row that is done. The array is not copied and
     *     must not be changed afterwards
     * @param rows how many more rows are done
     */
    public Position moved(byte[] newLastRowKey, int rows) {
      return new Position(newLastRowKey, rowsDone + rows, version);
    }

    /** The position before the first row. It is saved in place of this position. */
    public Position start() {
      return new Position(NONE, 0, version);
    }

    /**
     * The key of the last row that is done; null if no row is done.
     *
     * @param primaryKey the primary key of the table
     */
    public @Nullable Key lastKey(KeySchema primaryKey) {
      return lastRowKey.length == 0 ? null : primaryKey.decode(lastRowKey);
    }

    public long rowsDone() {
      return rowsDone;
    }
  }

  /** The positions of index builds, by the full name of the index. */
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

  /** Reads the saved position of a run; the position before the first row if none is saved. */
  Position find(String run);

  /**
   * Whether no process has saved or reset the position of {@code run} after {@code position} was
   * read.
   */
  boolean isLatest(String run, Position position);

  /**
   * Adds the write of a position to a batch. The batch is refused if another process has saved or
   * reset the position of the run.
   *
   * @return the position to continue with after the batch is written
   */
  Position save(WriteBatch batch, String run, Position position);

  /**
   * Resets a run to its start. A process that executes a run of this name can then no longer save
   * its position.
   */
  void begin(String run);

  /**
   * Resets a run, if it has a saved position. If another process saves a position at the same time,
   * it cannot save another position after that.
   */
  void forget(String run);

  /** The error for a position that cannot be saved because another process has saved it. */
  static TableException changed(String run) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot resume %s: another process is doing this work, or has dropped the table or index; if the table or index still exists, repeat the statement when the other process has finished"
            .formatted(run));
  }
}
