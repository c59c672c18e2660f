package keywright.table.layout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Variant;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The longest value that a cell may have. The length is counted in stored bytes: UTF-8 for text,
 * the bytes themselves for a blob, the kw1 body for all other types.
 *
 * @param length in bytes
 */
public record ValueLimit(int length) {

  /**
   * Refuses a value that is longer than the limit.
   *
   * @throws TableException with the column, both lengths and what to do
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

  /** A quickly computed upper bound of the stored bytes of a value. */
  public static long atMost(@Nullable Object value) {
    if (value instanceof String text) {
      return 6L * text.length() + 8;
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
    long sum = 32;
    if (value instanceof List<?> list) {
      for (Object element : list) {
        sum += atMost(element) + 8;
      }
    }
    return sum;
  }
}
