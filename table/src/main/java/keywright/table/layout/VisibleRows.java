package keywright.table.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * A view of the existing rows on an engine with single-row atomicity. It wraps a view of the
 * engine's rows and leaves out tombstones and forwarding records. A row with a move intent is
 * included as soon as its old row was replaced by a forwarding record. Safe for many threads.
 */
public final class VisibleRows implements Snapshot {
  private final Snapshot view;

  public VisibleRows(Snapshot view) {
    this.view = view;
  }

  /**
   * Wraps a view of {@code engine}. Returns {@code view} itself if the engine stores no tombstones.
   */
  public static Snapshot of(Engine engine, Snapshot view) {
    return WriteDiscipline.of(engine).entriesAreExact() ? view : new VisibleRows(view);
  }

  @Override
  public long nowMillis() {
    return view.nowMillis();
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
    return visible(layout, view.get(layout, key, options), options);
  }

  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    for (StoredRow row : view.get(layout, keys, options)) {
      rows.add(visible(layout, row, options));
    }
    return rows;
  }

  @Override
  public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
    return visible(layout, view.scan(layout, span, options), options);
  }

  @Override
  public RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options) {
    return visible(layout, view.walk(layout, after, options), options);
  }

  /** A cursor over the existing rows of a cursor over the underlying view. */
  private RowCursor visible(TableLayout layout, RowCursor rows, ScanOptions options) {
    return new RowCursor() {
      private long skipped;

      @Override
      public @Nullable StoredRow next() {
        StoredRow row = rows.next();
        while (row != null) {
          StoredRow visible = visible(layout, row, options.row());
          if (visible != null) {
            return visible;
          }
          options.row().checkSkipped(++skipped, layout);
          row = rows.next();
        }
        return null;
      }

      @Override
      public void close() {
        rows.close();
      }
    };
  }

  /** The row, found at its new key if it has moved meanwhile; null if it does not exist. */
  private @Nullable StoredRow visible(
      TableLayout layout, @Nullable StoredRow found, RowOptions options) {
    StoredRow row = found;
    while (row != null && row.head().mark().kind() == RowMark.Kind.PENDING) {
      RowMark mark = row.head().mark();
      RowOptions headOnly = RowOptions.of(Set.of()).withExpired();
      Key from = layout.keySchema().decode(mark.rowKey());
      StoredRow origin = view.get(layout, from, headOnly);
      if (origin != null && isMovedBy(origin, mark)) {
        return row;
      }
      if (origin != null && origin.head().stamp().equals(mark.from())) {
        return null;
      }
      // The move was finished or given up since the row was read, unless its mark still stands.
      StoredRow again = view.get(layout, row.key(), options);
      if (again == null || again.head().mark().equals(mark)) {
        return null;
      }
      row = again;
    }
    return row == null || !row.head().mark().isLive() ? null : row;
  }

  private static boolean isMovedBy(StoredRow origin, RowMark pending) {
    RowMark mark = origin.head().mark();
    return mark.kind() == RowMark.Kind.MOVED && mark.move() == pending.move();
  }

  @Override
  public void close() {
    view.close();
  }
}
