package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** What Java numbers and digits in a text mean exactly. */
final class Numbers {
  private static final int LONGEST = 1_000;

  /** A long can hold every number of so many decimal digits. */
  private static final int LONG_DIGITS = 18;

  private Numbers() {}

  /**
   * The exact value of a number for types with bounds; null when it is none, infinite or NaN. What
   * is beyond all bounds is replaced by something shorter that is as well.
   */
  static @Nullable BigDecimal exact(Object literal) {
    return literal instanceof BigDecimal number ? bounded(number) : unbounded(literal);
  }

  /** The exact value of a number, whatever its size; null when it is none, infinite or NaN. */
  static @Nullable BigDecimal unbounded(Object literal) {
    if (literal instanceof BigDecimal number) {
      return number;
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

  /** As {@link #unbounded}, but of a binary number the shortest decimal that reads back as it. */
  static @Nullable BigDecimal shortest(Object literal) {
    return literal instanceof Double || literal instanceof Float
        ? finite((Number) literal)
        : unbounded(literal);
  }

  /**
   * The shortest decimal that reads back as {@code number}, a float or double: 0.1 is one tenth.
   * The same on every Java, as {@link FloatingType#format} is.
   */
  static @Nullable BigDecimal finite(Number number) {
    FloatingType type = number instanceof Float ? FloatingType.FLOAT : FloatingType.DOUBLE;
    return Double.isFinite(number.doubleValue()) ? new BigDecimal(type.format(number)) : null;
  }

  /** The number that {@code text} spells, for a value of {@code type}. */
  static Number parse(String text, Type type) {
    if (text.length() <= LONG_DIGITS && isPlainInteger(text)) {
      return Long.parseLong(text);
    }
    BigDecimal number = text.length() <= LONGEST ? decimal(text) : null;
    if (number == null || Math.abs((long) number.scale()) > LONGEST) {
      throw misspelt(text, type);
    }
    return number;
  }

  /** As {@link #parse}, for a type whose values are of any length. */
  static Number parseUnbounded(String text, Type type) {
    BigDecimal number = decimal(text);
    if (number == null) {
      throw misspelt(text, type);
    }
    return number;
  }

  /** Whether there are characters that Java may take for digits, such as those of Arabic. */
  private static boolean hasOtherDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '~') {
        return true;
      }
    }
    return false;
  }

  private static KeyException misspelt(String text, Type type) {
    return KeyException.of("found " + Type.describe(text) + ", expected " + type.expectation());
  }

  /** The number that {@code text} spells with the digits 0 to 9; null when it spells none. */
  static @Nullable BigDecimal decimal(String text) {
    BigDecimal plain = plainDecimal(text);
    if (plain != null || hasOtherDigits(text)) {
      return plain;
    }
    try {
      if (text.length() <= LONGEST) {
        return new BigDecimal(text);
      }
      // As the constructor, whose time grows with the square of the digits.
      int start = text.startsWith("-") ? 1 : 0;
      int end = Math.max(text.indexOf('e'), text.indexOf('E'));
      int exponent = end < 0 ? 0 : Integer.parseInt(text.substring(end + 1));
      String digits = text.substring(start, end < 0 ? text.length() : end);
      int point = digits.indexOf('.');
      String whole = point < 0 ? digits : digits.substring(0, point) + digits.substring(point + 1);
      long scale = (point < 0 ? 0 : whole.length() - point) - (long) exponent;
      if (!isPlainInteger(whole) || whole.startsWith("-") || scale != (int) scale) {
        return null;
      }
      BigInteger unscaled = digits(whole);
      return new BigDecimal(start > 0 ? unscaled.negate() : unscaled, (int) scale);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * The number that at most 18 digits spell, with or without a minus and a point; null for another
   * text. The constructor of BigDecimal makes the same number in more time.
   */
  private static @Nullable BigDecimal plainDecimal(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int length = text.length();
    int point = length;
    long unscaled = 0;
    for (int i = start; i < length && length - start <= LONG_DIGITS + 1; i++) {
      char c = text.charAt(i);
      if (isDigit(c)) {
        unscaled = unscaled * 10 + (c - '0');
      } else if (c == '.' && point == length) {
        point = i;
      } else {
        return null;
      }
    }
    int scale = Math.max(0, length - point - 1);
    int digits = length - start - (point < length ? 1 : 0);
    return digits == 0 || digits > LONG_DIGITS
        ? null
        : BigDecimal.valueOf(start > 0 ? -unscaled : unscaled, scale);
  }

  /** The number that decimal digits spell, in less than the square of their count. */
  static BigInteger digits(CharSequence digits) {
    int length = digits.length();
    if (length <= LONGEST) {
      return new BigInteger(digits.toString());
    }
    int low = length / 2;
    return digits(digits.subSequence(0, length - low))
        .multiply(BigInteger.TEN.pow(low))
        .add(digits(digits.subSequence(length - low, length)));
  }

  static boolean isPlainInteger(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    for (int i = start; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return text.length() > start;
  }

  /** Whether a character is one of 0 to 9. */
  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
