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
 * Drops the tombstones of a table and the free reservations of its unique indexes, where the engine
 * changes one row at a time, so that nothing is left of them.
 *
 * <p>A tombstone is there for its version and for its stamp: whoever makes a row in its place goes
 * above the version, so that no entry of the new row is among those that were deleted of the old
 * ones; and whoever read the row before it died, or found none, is refused. Both must hold without
 * it. So the table gets a GC watermark in the catalog, above which every row is written from then
 * on; then everybody is waited for who may not go by the GC watermark yet, with all that they have
 * sent. After that a tombstone that is not above the GC watermark may go: who found no row before
 * it, and writes still, goes by the GC watermark, and is above all that was ever deleted of the
 * row. One above the GC watermark stays for the next scrub.
 *
 * <p>A free reservation names no row, so nothing is lost with it but its stamp and its version. It
 * may go as a tombstone may: whoever found none, and reserves the key still, is above the GC
 * watermark too.
 *
 * <p>Clocks are not asked how old a row is: versions are compared with the GC watermark alone, and
 * only the wait takes time. The GC watermark is as far behind the clock as a write may be late, so
 * that a process that has the engine for itself, and waits for nobody, does not meet its own. A row
 * goes only if it still has the stamp that was read. Used by one thread.
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

  /** Whether there is a GC watermark, so that rows below it can go when all go by it. */
  boolean hasWatermark() {
    return gcWatermark > 0;
  }

  /**
   * Waits until all go by the GC watermark.
   *
   * @param goesOn as for {@link CatalogLease#awaitWriters}
   * @return false when the wait was ended
   */
  boolean await(LongPredicate goesOn) {
    return tables.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
  }

  /**
   * Drops what may go of the rows, or of the reservations, behind a row key; gives those that were
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
    // A table that was made anew under the name has a GC watermark of its own.
    if (stored.entry().gcWatermark() >= gcWatermark) {
      for (Written written : rows.drop(layout, read, gcWatermark)) {
        findings.dropped += written == Written.DONE ? 1 : 0;
      }
    }
    return read;
  }
}
