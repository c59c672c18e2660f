package keywright.table.write;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * Counts about how many bytes the values of one statement take in memory, and refuses too many. A
 * value that is written exists several times in memory: as a value, as a cell, and as bytes for the
 * engine. Used by one thread.
 */
public final class HeldBytes {
  /**
   * The largest number of bytes: a tenth of the heap, but at most 64 MB. In a batch of this size,
   * each byte of a value needs about six bytes of the heap if the value comes from the text of a
   * statement, and three bytes if it comes from a program.
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
    if (value instanceof Collection<?> collection) {
      return 24L + collection.stream().mapToLong(HeldBytes::of).sum();
    }
    if (value instanceof Map<?, ?> map) {
      return of(map.keySet()) + of(map.values());
    }
    return value instanceof BigDecimal number ? 64L + number.precision() / 2 : 32L;
  }
}
