package keywright.table.write.singlerow;

import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowCells;
import org.jspecify.annotations.Nullable;

/**
 * Single steps on single rows, where the engine changes one row at a time: what is read, a stamp
 * that nobody has, a row that is written again as it is so that whoever read it before is refused.
 * Safe for many threads.
 */
public final class RowFence {
  private final Engine engine;
  private final InstantSource clock;
  private final LongSupplier nonces;
  private final Declarations declarations;

  /** For steps that leave rows with the columns that they have. */
  public RowFence(Engine engine, InstantSource clock, LongSupplier nonces) {
    this(engine, clock, nonces, Declarations.FIXED);
  }

  public RowFence(
      Engine engine, InstantSource clock, LongSupplier nonces, Declarations declarations) {
    this.engine = engine;
    this.clock = clock;
    this.nonces = nonces;
    this.declarations = declarations;
  }

  Declarations declarations() {
    return declarations;
  }

  long nowMillis() {
    return clock.millis();
  }

  InstantSource clock() {
    return clock;
  }

  Engine engine() {
    return engine;
  }

  /** A number that nobody has. */
  long nonce() {
    return nonces.getAsLong();
  }

  /** The row as it is stored, dead or expired perhaps, with its history. */
  public @Nullable StoredRow read(StoredTable table, Key key) {
    return engine.get(table.layout(), key, table.rowOptions(true).withExpired(), clock.millis());
  }

  /** A stamp above a version, that nobody has. */
  public RowStamp stampAbove(long version) {
    long step = engine.versionStep();
    long least = Math.max(RowCells.micros(clock.instant()), version + 1);
    return new RowStamp((least + step - 1) / step * step, nonces.getAsLong());
  }

  /**
   * Requires before a fence where no row is that the declaration holds.
   *
   * @throws OutdatedException when the table may have another floor by now, below which an engine
   *     may take the fence and show it to nobody, or may be filled by a {@code BulkLoad}
   */
  void requireHeld(StoredTable table) {
    if (!declarations.hold(table)) {
      throw new OutdatedException(table);
    }
  }

  /**
   * Writes a row as it is, above a version and the floor of its table; the version that it has
   * then, 0 when it is another.
   */
  public long fence(StoredTable table, Key key, @Nullable StoredRow row, long above) {
    long nowMillis = clock.millis();
    long least = Math.max(above, table.entry().floor());
    RowStamp stamp = stampAbove(Math.max(least, row == null ? 0 : row.version()));
    WriteBatch batch = new WriteBatch(nowMillis);
    if (row != null && !row.head().isExpired(nowMillis)) {
      batch.put(table.layout(), key, row, row.head().withStamp(stamp), List.of());
    } else {
      // What has expired does not come back, and goes for good.
      replace(batch, table.layout(), key, row, RowMark.DEAD, stamp, List.of());
    }
    if (row == null) {
      batch.sendOnlyWhile(() -> declarations.hold(table));
    }
    return write(batch) ? stamp.version() : 0;
  }

  /** Adds that a row of this mark and these cells stands in the place of one that was found. */
  public static void replace(
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

  /** Whether a batch of one row was written; false also when that is not known. */
  public boolean write(WriteBatch batch) {
    try {
      return engine.write(batch);
    } catch (UnansweredException e) {
      declarations.unanswered();
      return false;
    }
  }

  /** Deletes entries at a version of their row that lacks them; false when one may be left. */
  boolean delete(List<RowCommit.Entry> entries, long version) {
    try {
      if (!entries.isEmpty()) {
        engine.writeTimed(entries.stream().map(entry -> RowCommit.delete(entry, version)).toList());
      }
      return true;
    } catch (UnansweredException e) {
      return false;
    }
  }

  /** Puts entries of a row and waits for it; false when one may not be there. */
  boolean put(List<RowCommit.Entry> entries, byte[] rowKey, long version) {
    try {
      if (!entries.isEmpty()) {
        engine.writeTimed(
            entries.stream().map(entry -> RowCommit.put(entry, rowKey, version)).toList());
      }
      return true;
    } catch (UnansweredException e) {
      return false;
    }
  }
}
