package keywright.table.layout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Variant;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the length of the value of a cell. The length of a value is the number of its stored
 * bytes: the UTF-8 bytes of a text, the bytes of a blob, or the bytes that the key format kw1 needs
 * for a value of another type.
 *
 * @param length the longest value, in bytes
 */
public record ValueLimit(int length) {

  /**
   * Checks that a value is not longer than the limit.
   *
   * @param table the name of the table, for the error message
   * @throws TableException if the value is longer; the message names the column and both lengths
   */
  public void require(String table, Column column, Object value) {
    // Most values are far from the limit; one is encoded only if it might not be.
    if (atMost(value) <= length) {
      return;
    }
    int stored = storedLength(column, value);
    if (stored > length) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot set %s of %s: found %,d bytes, expected at most %,d in one value; divide the value over several columns, or open the database with a larger max_value_bytes (an option of rocksdb:)"
              .formatted(Names.quote(column.name()), table, stored, length));
    }
  }

  private static int storedLength(Column column, Object value) {
    if (value instanceof byte[] bytes && column.type().toString().equals("blob")) {
      return bytes.length;
    }
    return value instanceof String text && column.type().toString().equals("text")
        ? text.getBytes(StandardCharsets.UTF_8).length
        : column.type().toBytes(value).length;
  }

  /**
   * An upper bound of the number of stored bytes of a value. It is computed faster than the exact
   * number.
   */
  public static long atMost(@Nullable Object value) {
    if (value instanceof String text) {
      return 6L * text.length() + 8;
    }
    if (value instanceof Long || value instanceof Integer) {
      return 32;
    }
    if (value instanceof byte[] bytes) {
      return 2L * bytes.length + 8;
    }
    if (value instanceof BigInteger number) {
      return number.bitLength() / 2 + 32L;
    }
    if (value instanceof BigDecimal number) {
      return number.precision() + 32L;
    }
    if (value instanceof Variant variant) {
      return atMost(variant.value()) + 8;
    }
    if (value instanceof Map<?, ?> map) {
      return atMost(map.keySet()) + atMost(map.values());
    }
    long sum = 32;
    if (value instanceof Collection<?> collection) {
      for (Object element : collection) {
        sum += atMost(element) + 8;
      }
    }
    return sum;
  }
}
