package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.store.FamilyLayout;
import keywright.store.RawRow;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;

/**
 * Removes the rows of an engine's table that cannot be read, a chunk at a time, each when it was
 * kept elsewhere. Used by one thread.
 */
final class UnreadableRows {
  private final Database database;
  private final Findings findings;
  private final Consumer<RawRow> keep;

  UnreadableRows(Database database, Findings findings, Consumer<RawRow> keep) {
    this.database = database;
    this.findings = findings;
    this.keep = keep;
  }

  /**
   * Removes what cannot be read of a chunk.
   *
   * @param of the table or the index, for the report
   * @return the rows that can be read
   */
  List<StoredRow> move(String of, TableLayout layout, byte[] position) {
    List<UnreadableRowException> found = new ArrayList<>();
    List<StoredRow> read = read(layout, ByteRange.between(position, null), found);
    for (UnreadableRowException row : found) {
      Findings.Tally tally =
          findings.note(of, ScrubReport.Kind.UNREADABLE_ROW, String.valueOf(row.getMessage()));
      findings.repair(
          tally,
          () ->
              database
                  .engine()
                  .removeRaw(layout, row.rowKey(), raw -> isKept(layout, row.rowKey(), raw)));
    }
    return read;
  }

  /** Keeps a row, unless it can be read by now. */
  private boolean isKept(TableLayout layout, byte[] rowKey, RawRow row) {
    List<UnreadableRowException> found = new ArrayList<>();
    ByteRange only = ByteRange.between(rowKey, Arrays.copyOf(rowKey, rowKey.length + 1));
    List<StoredRow> unused = read(layout, only, found);
    if (found.isEmpty()) {
      return false;
    }
    keep.accept(row);
    return true;
  }

  private List<StoredRow> read(
      TableLayout layout, ByteRange range, List<UnreadableRowException> unreadable) {
    Set<String> families =
        layout.families().stream().map(FamilyLayout::name).collect(Collectors.toSet());
    try (Snapshot snapshot = database.snapshot()) {
      return Scrub.chunk(snapshot, layout, RowOptions.of(families), range, unreadable::add);
    }
  }
}
