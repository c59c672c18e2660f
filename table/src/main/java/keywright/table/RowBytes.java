package keywright.table;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import keywright.key.Variant;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of rows up to a limit. A value has 4 bytes and its content: the UTF-8 bytes of a
 * text, the bytes of a blob, the elements of a list, up to 16 bytes of another value. Used by one
 * thread.
 */
final class RowBytes {
  private static final long BYTES_OF_LENGTH = 4;
  private static final int BYTES_OF_FIXED = 16;

  private long left;

  /**
   * @param limit the number of bytes; {@link Long#MAX_VALUE} for no limit
   */
  RowBytes(long limit) {
    this.left = limit;
  }

  /** Whether the rows have as many bytes as the limit, or more. */
  boolean isFull() {
    return left <= 0;
  }

  void add(Row row) {
    for (int i = 0; i < row.size() && left != Long.MAX_VALUE; i++) {
      left -= bytes(row.get(i));
    }
  }

  static long bytes(@Nullable Object value) {
    if (value instanceof String text) {
      return BYTES_OF_LENGTH + utf8(text);
    }
    if (value instanceof byte[] bytes) {
      return BYTES_OF_LENGTH + bytes.length;
    }
    if (value instanceof BigInteger number) {
      return BYTES_OF_LENGTH + 1 + number.bitLength() / Byte.SIZE;
    }
    if (value instanceof BigDecimal number) {
      return BYTES_OF_LENGTH + bytes(number.unscaledValue());
    }
    if (value instanceof Variant variant) {
      return bytes(variant.value());
    }
    if (value instanceof Collection<?> collection) {
      long sum = 2 * BYTES_OF_LENGTH;
      for (Object element : collection) {
        sum += bytes(element);
      }
      return sum;
    }
    if (value instanceof Map<?, ?> map) {
      return bytes(map.keySet()) + bytes(map.values());
    }
    return BYTES_OF_LENGTH + (value == null ? 0 : BYTES_OF_FIXED);
  }

  private static long utf8(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a character beyond U+FFFF stands for two of its four bytes.
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }
}
