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
 * Removes the tombstones of a table, and the free reservations of its unique indexes, on engines
 * with single-row atomicity.
 *
 * <p>A tombstone has two purposes. Its version ensures that a new row with its key gets a higher
 * version, so the deletes of old entries do not hide entries of the new row. Its stamp ensures that
 * writers are refused which have read the row before it was deleted, or have found no row. Both
 * must still be ensured after the tombstone is removed. So the catalog entry of the table first
 * gets a GC watermark: from then on every row gets a version above the watermark. Then this class
 * waits for all processes that may not know the watermark yet, and for their writes. After that a
 * tombstone at or below the watermark can be removed: a writer that finds no row writes above the
 * watermark, and so above every earlier delete of entries with this key. A tombstone above the
 * watermark stays until the next scrub.
 *
 * <p>A free reservation names no row, so removing it loses only its stamp and its version. It can
 * be removed under the same condition: a writer that finds no reservation and reserves the key also
 * writes above the watermark.
 *
 * <p>No ages of rows are computed from clocks: only versions are compared with the watermark. The
 * watermark is the current time minus the horizon of the engine ({@link Engine#horizonMillis}). So
 * a process with {@code alone=true}, which waits for no other process, does not refuse its own
 * writes. A tombstone is removed only if it still has the stamp that was read. Used by one thread.
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

  /** Stores a GC watermark for the table, unless this was done already. */
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
   * Whether the table has a GC watermark, so that tombstones below it can be removed when all
   * processes use it.
   */
  boolean hasWatermark() {
    return gcWatermark > 0;
  }

  /**
   * Waits until all processes use the GC watermark.
   *
   * @param goesOn as for {@link CatalogLease#awaitWriters}
   * @return false if the wait was ended
   */
  boolean await(LongPredicate goesOn) {
    return tables.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
  }

  /**
   * Removes the removable tombstones, or free reservations, after a row key. Returns all rows that
   * were read.
   *
   * @param layout the layout of the table, or of the reservations of one of its indexes
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
