package keywright.table.layout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The longest number that is written: its text has {@value #DIGITS} digits at most. Statements and
 * files of rows take no longer ones, so that what is exported can be loaded. Without state.
 */
final class NumberLimit {
  static final int DIGITS = 1_000;

  /** A number of fewer bits has no more digits. */
  private static final int BITS = 3_321;

  private static final Type DECIMAL = Type.parse("decimal");

  private NumberLimit() {}

  /**
   * Refuses a number that is longer, alone, in a list, set or map, or in a variant.
   *
   * @throws TableException naming the column and what to do
   */
  static void require(String table, Column column, Object value) {
    if (isTooLong(value)) {
      throw new TableException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot set %s of %s: found a number of more than %,d digits, expected at most %,d; round it, or store it as a text"
              .formatted(Names.quote(column.name()), table, DIGITS, DIGITS));
    }
  }

  /** Whether a number, alone, in a list or in a variant, is longer. */
  static boolean isTooLong(@Nullable Object value) {
    if (value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Instant) {
      return false; // Most are, and to ask whether they are collections takes longer.
    }
    if (value instanceof BigDecimal number) {
      boolean isSurelyShort =
          number.precision() <= 18 && Math.abs((long) number.scale()) < DIGITS / 2;
      return !isSurelyShort
          && (number.unscaledValue().bitLength() > BITS + 3
              || DECIMAL.format(number).chars().filter(Character::isDigit).count() > DIGITS);
    }
    if (value instanceof BigInteger number) {
      return number.bitLength() > BITS
          && (number.bitLength() > BITS + 3 || number.abs().toString().length() > DIGITS);
    }
    if (value instanceof Variant variant) {
      return isTooLong(variant.value());
    }
    if (value instanceof Map<?, ?> map) {
      return isTooLong(map.keySet()) || isTooLong(map.values());
    }
    return value instanceof Collection<?> several
        && several.stream().anyMatch(NumberLimit::isTooLong);
  }
}
