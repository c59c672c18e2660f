package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.store.RawRow;
import keywright.store.RawRows;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.store.UnreadableRowException;
import keywright.table.catalog.Tables;
import keywright.table.model.ScrubReport;
import org.jspecify.annotations.Nullable;

/**
 * Removes the rows of an engine's table that cannot be read, a chunk at a time, each when it was
 * kept elsewhere. Used by one thread.
 */
final class UnreadableRows {
  private final Tables tables;
  private final Findings findings;
  private final Consumer<RawRow> keep;

  UnreadableRows(Tables tables, Findings findings, Consumer<RawRow> keep) {
    this.tables = tables;
    this.findings = findings;
    this.keep = keep;
  }

  /**
   * Removes what cannot be read of a chunk.
   *
   * @param of the table or the index, for the report
   * @return the rows that can be read
   */
  List<StoredRow> move(String of, TableLayout layout, @Nullable Key after) {
    List<UnreadableRowException> found = new ArrayList<>();
    List<StoredRow> read = read(layout, after, found);
    for (UnreadableRowException row : found) {
      Findings.Tally tally =
          findings.note(of, ScrubReport.Kind.UNREADABLE_ROW, String.valueOf(row.getMessage()));
      findings.repair(
          tally,
          () ->
              RawRows.of(tables.engine(), layout)
                  .remove(layout, row.rowKey(), raw -> isKept(layout, row.rowKey(), raw)));
    }
    return read;
  }

  /** Keeps a row, unless it can be read by now. */
  private boolean isKept(TableLayout layout, byte[] rowKey, RawRow row) {
    List<UnreadableRowException> found = new ArrayList<>();
    ByteRange only = ByteRange.between(rowKey, Arrays.copyOf(rowKey, rowKey.length + 1));
    ScanOptions options =
        ScanOptions.of(layout.familyNames()).within(new TablePart(only)).skipping(found::add);
    try (Snapshot snapshot = tables.snapshot();
        RowCursor again = snapshot.walk(layout, options)) {
      StoredRow unused = again.next();
    }
    if (found.isEmpty()) {
      return false;
    }
    keep.accept(row);
    return true;
  }

  private List<StoredRow> read(
      TableLayout layout, @Nullable Key after, List<UnreadableRowException> unreadable) {
    Set<String> families = layout.familyNames();
    try (Snapshot snapshot = tables.snapshot()) {
      return Scrub.chunk(snapshot, layout, RowOptions.of(families), after, unreadable::add);
    }
  }
}
