package keywright.store;

import java.util.Arrays;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.key.KeySpan;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot of an engine that stores rows in the order of their row keys. It adds a scan of a
 * range of row keys, for tools that show row keys.
 *
 * <p>Safe for use by many threads, as every snapshot is.
 */
public interface ByteSnapshot extends Snapshot {

  /**
   * Opens a scan of the rows whose row keys are in {@code range}, in the order of the row keys or
   * in reverse.
   *
   * @return a cursor, which the caller must close
   * @throws StoreException as {@link #get(TableLayout, keywright.key.Key, RowOptions)}
   */
  RowCursor scan(TableLayout layout, ByteRange range, ScanOptions options);

  @Override
  default RowCursor scan(TableLayout layout, KeySpan span, ScanOptions options) {
    return scan(layout, options.part().positions().and(layout.keySchema().bytes(span)), options);
  }

  @Override
  default RowCursor walk(TableLayout layout, @Nullable Key after, ScanOptions options) {
    ByteRange part = options.part().positions();
    if (after == null) {
      return scan(layout, part, options);
    }
    byte[] last = layout.keySchema().encode(after);
    ByteRange rest = ByteRange.between(Arrays.copyOf(last, last.length + 1), null);
    return scan(layout, part.and(rest), options);
  }
}
