package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** What Java numbers and digits in a text mean exactly. */
final class Numbers {
  private static final int LONGEST = 1_000;

  private Numbers() {}

  /** The exact value of a number; null when it is none, infinite or NaN. */
  static @Nullable BigDecimal exact(Object literal) {
    if (literal instanceof BigDecimal decimal) {
      return bounded(decimal);
    }
    if (literal instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (literal instanceof Double || literal instanceof Float) {
      double value = ((Number) literal).doubleValue();
      return Double.isFinite(value) ? new BigDecimal(value) : null;
    }
    return literal instanceof Byte
            || literal instanceof Short
            || literal instanceof Integer
            || literal instanceof Long
        ? BigDecimal.valueOf(((Number) literal).longValue())
        : null;
  }

  /**
   * A number that no type can tell from {@code number}: 1e999999999 is a few bytes here, beyond all
   * values, and a gigabyte when it is written out.
   */
  private static BigDecimal bounded(BigDecimal number) {
    long exponent = (long) number.precision() - number.scale();
    if (number.signum() != 0 && Math.abs(exponent) <= LONGEST) {
      return number;
    }
    return BigDecimal.valueOf(number.signum()).scaleByPowerOfTen(exponent > 0 ? LONGEST : -LONGEST);
  }

  /** The number that {@code text} spells, for a value of {@code type}. */
  static Number parse(String text, Type type) {
    if (text.length() <= 18 && isPlainInteger(text)) {
      return Long.parseLong(text);
    }
    try {
      if (text.length() <= LONGEST) {
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) <= LONGEST) {
          return number;
        }
      }
    } catch (NumberFormatException e) {
      // Falls through: the message below says what was found.
    }
    throw KeyException.of("found " + Type.describe(text) + ", expected " + type.expectation());
  }

  static boolean isPlainInteger(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > start;
  }
}
