package keywright.table.query;

import java.util.Iterator;
import java.util.List;
import keywright.key.Key;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * The rows of known keys, read in batches and given in the order of the keys. The batches grow, so
 * that a query that stops early has read little. Used by one thread.
 */
final class KeyCursor implements RowCursor {
  private static final int BATCH_FIRST = 16;
  private static final int BATCH_MAX = 512;

  private final Snapshot snapshot;
  private final TableLayout layout;
  private final RowOptions options;
  private final List<Key> keys;
  private int read;
  private int batchSize = BATCH_FIRST;
  private Iterator<@Nullable StoredRow> batch = List.<@Nullable StoredRow>of().iterator();

  KeyCursor(Snapshot snapshot, TableLayout layout, RowOptions options, List<Key> keys) {
    this.snapshot = snapshot;
    this.layout = layout;
    this.options = options;
    this.keys = keys;
  }

  @Override
  public @Nullable StoredRow next() {
    while (true) {
      while (batch.hasNext()) {
        StoredRow row = batch.next();
        if (row != null) {
          return row;
        }
      }
      if (read == keys.size()) {
        return null;
      }
      options.cancellation().check("read " + layout.name());
      int stop = Math.min(keys.size(), read + batchSize);
      batch = snapshot.get(layout, keys.subList(read, stop), options).iterator();
      read = stop;
      batchSize = Math.min(BATCH_MAX, batchSize * 4);
    }
  }

  @Override
  public void close() {}
}
