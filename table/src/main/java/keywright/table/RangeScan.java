package keywright.table;

import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/** Reads ranges of a table, or of an index, one after another. Used by one thread. */
final class RangeScan implements FoundRow.Source {
  private final Plan plan;
  private final Snapshot snapshot;
  private final List<KeyRange> ranges;
  private final ReadCounts counts;
  private int next;
  private @Nullable RowCursor cursor;

  /**
   * @param ranges in the order in which they are read
   */
  RangeScan(Plan plan, Snapshot snapshot, List<KeyRange> ranges, ReadCounts counts) {
    this.plan = plan;
    this.snapshot = snapshot;
    this.ranges = ranges;
    this.counts = counts;
  }

  @Override
  public @Nullable FoundRow next() {
    while (true) {
      if (cursor == null) {
        if (next == ranges.size()) {
          return null;
        }
        cursor = open(ranges.get(next++));
      }
      StoredRow row = cursor.next();
      if (row == null) {
        close();
        continue;
      }
      FoundRow found = found(row);
      if (found != null) {
        return found;
      }
    }
  }

  private RowCursor open(KeyRange range) {
    StoredIndex index = plan.storedIndex();
    if (index == null) {
      ScanOptions options = new ScanOptions(plan.rowOptions(), plan.isReverse());
      return snapshot.scan(plan.stored().layout(), range, options);
    }
    TableLayout layout = index.layout();
    ScanOptions options =
        new ScanOptions(Set.of(layout.families().get(0).name()), plan.isReverse());
    return snapshot.scan(layout, range, options);
  }

  private @Nullable FoundRow found(StoredRow row) {
    StoredIndex index = plan.storedIndex();
    if (index == null) {
      counts.rows++;
      return FoundRow.row(plan, row.key(), row);
    }
    counts.entries++;
    Key key = row.key();
    byte[] rowKey = (byte[]) row.value(StoredIndex.ROW_KEY_COLUMN);
    return FoundRow.entry(index.schema().columnValues(key), rowKey);
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
