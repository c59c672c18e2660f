package keywright.table.maintenance;

import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.Written;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Tables;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredTable;
import keywright.table.write.singlerow.RowAccess;
import org.jspecify.annotations.Nullable;

/**
 * Drops the tombstones of a table, and the free reservations of its unique indexes, on engines with
 * single-row atomicity.
 *
 * <p>A tombstone has two purposes. Its version makes a new row with that key go above it, so that
 * no entry of the new row is among those that were deleted for old rows. Its stamp refuses writers
 * that read the row before it was deleted, or found none. Both must hold without the tombstone. So
 * the catalog first gets a GC watermark for the table: every row is written above it from then on.
 * Then this waits for all processes that may not know the watermark yet, and for what they have
 * sent. After that a tombstone at or below the watermark may go: a writer that finds no row writes
 * above the watermark, and so above everything that was ever deleted for the key. A tombstone above
 * the watermark stays until the next scrub.
 *
 * <p>A free reservation names no row, so only its stamp and version are lost with it. It may go
 * under the same rule: a writer that finds none and reserves the key is above the watermark too.
 *
 * <p>No clock decides how old a row is: only versions are compared with the watermark, and only the
 * wait takes time. The watermark is one request delay behind the clock. So a process with {@code
 * alone=true}, which waits for nobody, does not meet its own writes. A row is dropped only if it
 * still has the stamp that was read. Used by one thread.
 */
public final class TombstoneGc {
  private static final RowOptions HEAD = RowOptions.of(Set.of()).withExpired();

  private final Tables tables;
  private final RowAccess rows;
  private final String table;
  private long gcWatermark;

  TombstoneGc(Tables tables, RowAccess rows, String table) {
    this.tables = tables;
    this.rows = rows;
    this.table = table;
  }

  /** Gives the table its GC watermark; nothing when that is done. */
  void declareWatermark() {
    if (hasWatermark()) {
      return;
    }
    Engine engine = tables.engine();
    long least = (tables.nowMillis() - engine.horizonMillis()) * 1_000;
    gcWatermark =
        tables.changing(
            () -> {
              CatalogEntry before = tables.require(table).entry();
              CatalogEntry after = before.withGcWatermark(least);
              if (!after.equals(before)) {
                tables.exchange(tables.stored(after));
              }
              return after.gcWatermark();
            });
  }

  /**
   * Whether there is a GC watermark, so that tombstones below it can be removed when all processes
   * use it.
   */
  boolean hasWatermark() {
    return gcWatermark > 0;
  }

  /**
   * Waits until all processes use the GC watermark.
   *
   * @param goesOn as for {@link CatalogLease#awaitWriters}
   * @return false when the wait was ended
   */
  boolean await(LongPredicate goesOn) {
    return tables.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
  }

  /**
   * Drops what may go of the rows, or of the reservations, after a row key; gives those that were
   * read.
   *
   * @param layout of the table, or of the reservations of one of its indexes
   */
  List<StoredRow> drop(
      StoredTable stored, TableLayout layout, @Nullable Key after, Findings findings) {
    Engine engine = tables.engine();
    long nowMillis = tables.nowMillis();
    List<StoredRow> read;
    try (Snapshot view = engine.snapshot(nowMillis)) {
      read = Scrub.chunk(view, layout, HEAD, after, unreadable -> {});
    }
    // A table that was made again under the name has a GC watermark of its own.
    if (stored.entry().gcWatermark() >= gcWatermark) {
      for (Written written : rows.drop(layout, read, gcWatermark)) {
        findings.dropped += written == Written.DONE ? 1 : 0;
      }
    }
    return read;
  }
}
