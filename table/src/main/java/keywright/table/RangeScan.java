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

/**
 * Reads ranges of a table, or of an index, one after another; keys that are known in full,
 * together. Used by one thread.
 */
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
        cursor = open();
      }
      StoredRow row = cursor.next();
      if (row != null) {
        return found(row);
      }
      close();
    }
  }

  /** The next range, or, where each is one key, all of them together. */
  private RowCursor open() {
    StoredIndex index = plan.storedIndex();
    TableLayout layout = index == null ? plan.stored().layout() : index.layout();
    Set<String> families =
        index == null ? plan.families() : Set.of(layout.families().get(0).name());
    if (plan.accessClass() == AccessClass.FULL_KEY) {
      List<Key> keys = ranges.subList(next, ranges.size()).stream().map(KeyRange::key).toList();
      next = ranges.size();
      return new KeyCursor(snapshot, layout, families, keys);
    }
    return snapshot.scan(layout, ranges.get(next++), new ScanOptions(families, plan.isReverse()));
  }

  private FoundRow found(StoredRow row) {
    StoredIndex index = plan.storedIndex();
    if (index == null) {
      counts.rows++;
      return new FoundRow(plan.stored().row(row), null);
    }
    counts.entries++;
    byte[] rowKey = (byte[]) row.value(StoredIndex.ROW_KEY_COLUMN);
    return new FoundRow(index.values(row), rowKey);
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
