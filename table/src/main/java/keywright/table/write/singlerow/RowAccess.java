package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.List;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of single rows and of their index entries, on engines with single-row atomicity.
 * Safe for many threads.
 */
public interface RowAccess {
  Engine engine();

  Declarations declarations();

  Instant now();

  /** A new nonce: a number that no other call returns, in this process or in another process. */
  long nonce();

  /**
   * Reads a stored row with its history. The row may be a tombstone or expired. The read is
   * {@linkplain RowOptions#settled settled}: afterwards no earlier conditional write of the row can
   * take effect, so repairs can rely on the result.
   *
   * @return the row; null if no row is stored
   */
  @Nullable StoredRow read(StoredTable table, Key key);

  /** A stamp with a version above {@code version} and a new nonce. */
  RowStamp stampAbove(long version);

  /**
   * Checks that the declaration of a table is still valid. This check is made before a row that
   * does not exist is fenced.
   *
   * @throws OutdatedException if the table may have another GC watermark by now, or may be filled
   *     by a {@code BulkLoad}. An engine may accept a fence below the watermark and never show it
   */
  void requireHeld(StoredTable table);

  /**
   * Fences a row: writes it again unchanged, with a version above {@code above} and above the GC
   * watermark of its table. A writer that read the row before this call is then refused.
   *
   * @param row the row as it was read; null if it does not exist
   * @return the new version of the row; 0 if the row has changed meanwhile, or if the outcome is
   *     unknown
   */
  long fence(StoredTable table, Key key, @Nullable StoredRow row, long above);

  /**
   * Writes a batch that changes one row.
   *
   * @return false if the batch was not written, or if its outcome is unknown
   */
  boolean write(WriteBatch batch);

  /**
   * Puts index entries, and waits until the engine has acknowledged them.
   *
   * @return false if an entry may not have been put
   */
  boolean put(List<TimedWrite> puts);

  /**
   * Deletes index entries.
   *
   * @param version the timestamp of the deletes: a version at which the row lacks these entries
   * @return false if an entry may not have been deleted
   */
  boolean delete(List<IndexEntry> entries, long version);

  /**
   * Removes the tombstones whose version is not above a GC watermark. A tombstone is removed only
   * if it has not changed since it was read.
   *
   * @param rows the tombstones as they were read
   * @return the answer for each tombstone whose version is not above the watermark, in order
   */
  List<Written> drop(TableLayout layout, List<StoredRow> rows, long gcWatermark);

  default long nowMillis() {
    return now().toEpochMilli();
  }

  /**
   * Puts index entries of one row, and waits until the engine has acknowledged them.
   *
   * @param rowKey the row key of the indexed row
   * @param version the timestamp of the puts
   * @return false if an entry may not have been put
   */
  default boolean put(List<IndexEntry> entries, byte[] rowKey, long version) {
    return put(entries.stream().map(entry -> entry.put(rowKey, version)).toList());
  }

  /**
   * Adds to a batch the write that replaces a stored row by a row with the given mark, stamp and
   * cells.
   *
   * @param found the stored row; null if no row is stored
   */
  static void replace(
      WriteBatch batch,
      TableLayout layout,
      Key key,
      @Nullable StoredRow found,
      RowMark mark,
      RowStamp stamp,
      List<Cell> cells) {
    if (found != null) {
      batch.delete(layout, key, found);
    }
    RowHead head = RowHead.of(stamp.version()).withMark(mark).withStamp(stamp);
    batch.put(layout, key, WriteBatch.ABSENT, head, cells);
  }
}
