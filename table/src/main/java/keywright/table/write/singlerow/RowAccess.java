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

  /** A number that no other call gave, in this process or another. */
  long nonce();

  /**
   * The row as it is stored, dead or expired perhaps, with its history; {@linkplain
   * RowOptions#settled settled}, since repairs conclude from what it does not show.
   */
  @Nullable StoredRow read(StoredTable table, Key key);

  /** A stamp above a version, with a new nonce. */
  RowStamp stampAbove(long version);

  /**
   * Requires before a fence where no row is that the declaration holds.
   *
   * @throws OutdatedException when the table may have another GC watermark by now, below which an
   *     engine may take the fence and show it to nobody, or may be filled by a {@code BulkLoad}
   */
  void requireHeld(StoredTable table);

  /**
   * Writes a row as it is, above a version and the GC watermark of its table, so that a writer that
   * read the row before is refused.
   *
   * @param row as it was read; null for none
   * @return the version that the row has then; 0 when it has changed meanwhile, or that is unknown
   */
  long fence(StoredTable table, Key key, @Nullable StoredRow row, long above);

  /** Whether a batch of one row was written; false also when that is not known. */
  boolean write(WriteBatch batch);

  /** Puts entries and waits for it; false when one may not be there. */
  boolean put(List<TimedWrite> puts);

  /** Deletes entries at a version of their row that lacks them; false when one may be left. */
  boolean delete(List<IndexEntry> entries, long version);

  /**
   * Removes the tombstones among these that are not above a GC watermark, each if it is as it was
   * read.
   *
   * @return what became of each that was to be removed
   */
  List<Written> drop(TableLayout layout, List<StoredRow> rows, long gcWatermark);

  default long nowMillis() {
    return now().toEpochMilli();
  }

  /** Puts entries of one row and waits for it; false when one may not be there. */
  default boolean put(List<IndexEntry> entries, byte[] rowKey, long version) {
    return put(entries.stream().map(entry -> entry.put(rowKey, version)).toList());
  }

  /** Adds that a row of this mark and these cells stands in the place of one that was found. */
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
