package keywright.table.write;

import java.math.BigDecimal;
import java.util.List;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes the values of one statement take in memory, about. What is written is held several
 * times: as values, as cells, and as what the engine is sent. Used by one thread.
 */
public final class HeldBytes {
  /**
   * A tenth of the heap, 64 MB at most. A byte of a value that a statement holds takes about six
   * bytes of the heap at the peak, and one that a program holds takes three, measured by the
   * largest batches that succeed.
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
