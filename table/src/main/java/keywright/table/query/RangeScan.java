package keywright.table.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.table.layout.StoredIndex;
import keywright.table.model.AccessClass;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of several ranges of a table or an index, range by range. If every range is one
 * row key, the rows are read together. If all rows will be read, several ranges are scanned at the
 * same time. If only some rows will be read, the first range is scanned alone. Each time a range
 * ends, twice as many ranges as before are scanned at the same time. Used by one thread.
 */
public final class RangeScan implements FoundRow.Source {
  private static final int OPEN_MAX = 16;

  private final QueryPlan plan;
  private final Snapshot snapshot;
  private final List<KeySpan> spans;
  private final ReadCounts counts;
  private final long rows;
  private final int scans;
  private final Deque<RowCursor> cursors = new ArrayDeque<>(2);
  private int next;

  /** The number of ranges that may be open at the same time. */
  private int open;

  /**
   * Opens the scan.
   *
   * @param spans the ranges, in the order in which they are read
   * @param rows about how many rows will be read
   * @param scans the number of scans from which rows are read alternately, including this scan
   */
  public RangeScan(
      QueryPlan plan,
      Snapshot snapshot,
      List<KeySpan> spans,
      ReadCounts counts,
      long rows,
      int scans) {
    this.plan = plan;
    this.snapshot = snapshot;
    this.spans = spans;
    this.counts = counts;
    this.rows = rows;
    this.scans = scans;
    this.open = rows < ScanOptions.ALL ? 1 : OPEN_MAX;
  }

  /** Starts reading the first ranges in the background, if the engine has servers. */
  void begin() {
    while (cursors.size() < open && next < spans.size()) {
      cursors.add(open());
    }
  }

  @Override
  public @Nullable FoundRow next() {
    while (true) {
      counts.check(plan);
      begin();
      RowCursor cursor = cursors.peek();
      if (cursor == null) {
        return null;
      }
      StoredRow row = cursor.next();
      if (row == null) {
        cursors.remove().close();
        open = Math.min(OPEN_MAX, 2 * open);
        continue;
      }
      FoundRow found = found(row);
      if (found != null) {
        return found;
      }
    }
  }

  /** Opens the next range. If each range is a single key, opens all of them together. */
  private RowCursor open() {
    StoredIndex index = plan.storedIndex();
    TableLayout layout = index == null ? plan.stored().layout() : index.layout();
    RowOptions row =
        (index == null ? plan.rowOptions() : RowOptions.of(Set.of(layout.families().get(0).name())))
            .stoppedBy(counts.cancellation());
    List<KeySpan> left = spans.subList(next, spans.size());
    if (plan.accessClass() == AccessClass.FULL_KEY && plan.within().isAll() && areWhole(left)) {
      List<Key> keys = new ArrayList<>(left.size());
      for (KeySpan span : left) {
        Key key = span.range().key();
        // A key that its format cannot encode has no row.
        if (layout.keySchema().encodes(key)) {
          keys.add(key);
        }
      }
      next = spans.size();
      return new KeyCursor(snapshot, layout, row, keys);
    }
    int together = Math.max(scans, Math.min(open, spans.size()));
    ScanOptions options =
        new ScanOptions(row, plan.isReverse())
            .ofAbout(rows)
            .ofScans(together)
            .within(plan.within());
    if (plan.query().skipUnreadable()) {
      options = options.skipping(counts::skip);
    }
    KeySpan span = spans.get(next++);
    if (plan.walks()) {
      KeyBound from = span.from();
      Key after = from == null ? null : KeyRange.equalTo(from.values()).key();
      return snapshot.walk(layout, after, options);
    }
    return snapshot.scan(layout, span, options);
  }

  private static boolean areWhole(List<KeySpan> spans) {
    for (KeySpan span : spans) {
      if (!span.isWhole()) {
        return false;
      }
    }
    return true;
  }

  private @Nullable FoundRow found(StoredRow row) {
    StoredIndex index = plan.storedIndex();
    if (index == null) {
      counts.rows++;
      return FoundRow.row(plan, row, row);
    }
    counts.entries++;
    return FoundRow.entry(index, row);
  }

  @Override
  public void close() {
    cursors.forEach(RowCursor::close);
    cursors.clear();
  }
}
