package keywright.table.query;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Key;
import keywright.key.KeySpan;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * A view that contains a single row, for a query that reads one row by its key. Such a query needs
 * no snapshot of the engine, because a single row is read at one moment. Immutable.
 */
public final class OneRow implements Snapshot {
  private final @Nullable StoredRow row;
  private final long nowMillis;

  private OneRow(@Nullable StoredRow row, long nowMillis) {
    this.row = row;
    this.nowMillis = nowMillis;
  }

  /**
   * Reads the row of a plan that reads at most one row.
   *
   * @param nowMillis the time of the read, in milliseconds since 1970
   * @param cancellation ends the read early
   * @return the view with this row; null if the plan may read more than one row
   */
  public static @Nullable OneRow read(
      QueryPlan plan, Engine engine, long nowMillis, Cancellation cancellation) {
    Key key = plan.onlyKey();
    if (key == null) {
      return null;
    }
    TableLayout layout = plan.stored().layout();
    StoredRow row =
        layout.keySchema().encodes(key)
            ? engine.get(layout, key, plan.rowOptions().stoppedBy(cancellation), nowMillis)
            : null;
    return new OneRow(row, nowMillis);
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options) {
    return row;
  }

  @Override
  public List<@Nullable StoredRow> get(TableLayout layout, List<Key> keys, RowOptions options) {
    List<@Nullable StoredRow> rows = new ArrayList<>(1);
    rows.add(row);
    return rows;
  }

  @Override
  public RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
    throw new IllegalStateException("a scan of one row");
  }

  @Override
  public RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options) {
    throw new IllegalStateException("a walk over one row");
  }

  @Override
  public void close() {}
}
