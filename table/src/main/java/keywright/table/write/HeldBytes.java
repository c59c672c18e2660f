package keywright.table.write;

import java.math.BigDecimal;
import java.util.List;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * Counts about how many bytes the values of one statement take in memory, and refuses too many. A
 * written value is in memory several times: as a value, as a cell, and in the bytes for the engine.
 * Used by one thread.
 */
public final class HeldBytes {
  /**
   * The limit: a tenth of the heap, at most 64 MB. In the largest batches that succeed, each byte
   * of a value takes about six bytes of the heap if it comes from the text of a statement, and
   * three if it comes from a program.
   */
  public static final long MAX = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 10);

  private long bytes;

  void add(RowChange row) {
    for (Object value : row.values()) {
      bytes += value == null || value == StoredTable.UNNAMED ? 8 : of(value);
    }
  }

  boolean isTooMany() {
    return bytes > MAX;
  }

  private static long of(@Nullable Object value) {
    if (value instanceof String text) {
      return 48L + text.length();
    }
    if (value instanceof byte[] blob) {
      return 16L + blob.length;
    }
    if (value instanceof List<?> list) {
      return 24L + list.stream().mapToLong(HeldBytes::of).sum();
    }
    return value instanceof BigDecimal number ? 64L + number.precision() / 2 : 32L;
  }
}
