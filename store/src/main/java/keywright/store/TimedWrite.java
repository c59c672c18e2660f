package keywright.store;

import java.util.Map;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A write with a timestamp of its writer. {@link TimedWrites} executes it. Of the puts and deletes
 * of one row, the write with the highest timestamp wins, and a delete wins over a put with the same
 * timestamp. So these writes may be repeated, and may be executed in any order. Immutable.
 *
 * <p>In a table with conditional writes, a timed put must have a stamp. The row gets this stamp,
 * and later conditional writes compare it.
 */
public sealed interface TimedWrite {

  /**
   * The layout of the table that is written. A table is written either by timed writes only, or all
   * its writes without a condition are timed writes.
   */
  TableLayout layout();

  /** The key of the row that is written. */
  Key key();

  /**
   * The timestamp of the write, in microseconds since 1970: above 0, and a multiple of {@link
   * Engine#versionStep}.
   */
  long timestamp();

  /**
   * Replaces the row by a row with the cells and the version of {@code row}.
   *
   * @param row the new row. It has no expected version, and its new version is the timestamp of the
   *     write
   */
  record Put(RowWrite.Put row) implements TimedWrite {
    @Override
    public TableLayout layout() {
      return row.layout();
    }

    @Override
    public Key key() {
      return row.key();
    }

    @Override
    public long timestamp() {
      return row.newVersion();
    }
  }

  /**
   * Removes everything in a row that was written at {@code timestamp}, in microseconds since 1970,
   * or before.
   */
  record Delete(TableLayout layout, Key key, long timestamp) implements TimedWrite {}

  /**
   * Makes a timed put of a complete row with a stamp.
   *
   * @param batch a batch with one write, which inserts the row
   * @throws StoreException if the batch contains anything else
   */
  static TimedWrite put(WriteBatch batch) {
    if (batch.size() != 1
        || !(batch.writes().get(0) instanceof RowWrite.Put put)
        || put.head() == null) {
      throw new StoreException(
          "cannot write with timestamps: found a batch of "
              + batch.size()
              + " writes, expected a single write that inserts or replaces a row");
    }
    return new Put(put);
  }

  /**
   * Makes a put of a row that never expires. If two puts of a row have the same timestamp, their
   * values must be the same.
   *
   * @param timestamp the timestamp of the write, in microseconds since 1970
   * @param values the values by column id; a column with a null gets no cell
   * @throws StoreException as {@link WriteBatch#put(TableLayout, Key, long, long, Map)}
   */
  static TimedWrite put(
      TableLayout layout,
      Key key,
      long timestamp,
      Map<Integer, ? extends @Nullable Object> values) {
    WriteBatch batch = new WriteBatch(0).put(layout, key, WriteBatch.ANY, timestamp, values);
    return new Put((RowWrite.Put) batch.writes().get(0));
  }

  /**
   * Makes a delete of everything in a row that was written at {@code timestamp}, in microseconds
   * since 1970, or before.
   */
  static TimedWrite delete(TableLayout layout, Key key, long timestamp) {
    return new Delete(layout, key, timestamp);
  }
}
