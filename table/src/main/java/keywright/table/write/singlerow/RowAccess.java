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
 * Reads and writes of single rows and of their entries on engines with single-row atomicity: the
 * engine calls of which the protocol consists. Safe for many threads.
 */
public interface RowAccess {
  Engine engine();

  Declarations declarations();

  Instant now();

  /** A nonce: a number that no other call returns, in this process or another. */
  long nonce();

  /**
   * The stored row with its history, which may be a tombstone or expired. The read is {@linkplain
   * RowOptions#settled settled}, because repairs draw conclusions from a missing row.
   */
  @Nullable StoredRow read(StoredTable table, Key key);

  /** A stamp above a version, with a new nonce. */
  RowStamp stampAbove(long version);

  /**
   * Checks that the declaration is still valid, before a fence of a row that does not exist.
   *
   * @throws OutdatedException if the table may have another GC watermark by now, or may be filled
   *     by a {@code BulkLoad}. An engine may accept a fence below the watermark and never show it
   */
  void requireHeld(StoredTable table);

  /**
   * Fences a row: writes it again unchanged, above {@code above} and above the GC watermark of its
   * table. A writer that has read the row before is then refused.
   *
   * @param row the row as it was read; null if it does not exist
   * @return the new version of the row; 0 if the row has changed meanwhile, or if this is unknown
   */
  long fence(StoredTable table, Key key, @Nullable StoredRow row, long above);

  /** Writes a batch of one row. Returns false if it was not written, or if this is unknown. */
  boolean write(WriteBatch batch);

  /** Puts entries and waits for the answer. Returns false if an entry may be missing. */
  boolean put(List<TimedWrite> puts);

  /**
   * Deletes entries at a version at which their row lacks them. Returns false if an entry may be
   * left.
   */
  boolean delete(List<IndexEntry> entries, long version);

  /**
   * Removes those of the tombstones that are not above a GC watermark, each if it is still as it
   * was read.
   *
   * @return the answer for each tombstone to be removed
   */
  List<Written> drop(TableLayout layout, List<StoredRow> rows, long gcWatermark);

  default long nowMillis() {
    return now().toEpochMilli();
  }

  /** Puts entries of one row and waits for the answer. Returns false if an entry may be missing. */
  default boolean put(List<IndexEntry> entries, byte[] rowKey, long version) {
    return put(entries.stream().map(entry -> entry.put(rowKey, version)).toList());
  }

  /** Adds a write that replaces a stored row by a row with this mark and these cells. */
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
