package keywright.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Key;
import keywright.key.KeySpan;
import keywright.store.RowCursor;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;

/** A view that shows a row which was about to move so again, whatever became of the move. */
final class FirstLooks implements Snapshot {
  private final Snapshot view;
  private final Map<Key, StoredRow> first = new HashMap<>();

  FirstLooks(Snapshot view) {
    this.view = view;
  }

  @Override
  public long nowMillis() {
    return view.nowMillis();
  }

  @Override
  public StoredRow get(TableLayout layout, Key key, RowOptions options) {
    StoredRow seen = first.get(key);
    StoredRow row = seen == null ? view.get(layout, key, options) : seen;
    if (row != null && row.head().mark().kind() == RowMark.Kind.PENDING) {
      first.put(key, row);
    }
    return row;
  }

  @Override
  public List<StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    return keys.stream().map(key -> get(layout, key, options)).toList();
  }

  @Override
  public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
    return view.scan(layout, span, options);
  }

  @Override
  public RowCursor walk(TableLayout layout, Key after, ScanOptions options) {
    return view.walk(layout, after, options);
  }

  @Override
  public void close() {
    view.close();
  }
}
