package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Decimals as HBase's {@code OrderedNumeric} writes them: a header for sign and magnitude, then the
 * digits two by two.
 *
 * <p>Layout: a number is 0.d₁d₂… · 100ᴱ with digits from 0 to 99, d₁ &gt; 0. Zero is {@code 15};
 * from 1 on {@code 17 + E} while E ≤ 10, else {@code 22 E}; below 1 {@code 16 ~(−E)}. Digits follow
 * as 2d + 1, the last as 2d. A negative number has {@code 13 − E}, {@code 08 ~E} or {@code 14 (−E)}
 * and complemented digits. Order: numeric. Example: 9.99 is {@code 1813c6}.
 *
 * <p>The library silently rounds to 31 digits, so different numbers get one key; here a number of
 * more digits is refused.
 */
final class OrderedNumeric {
  static final int DIGITS = 31;
  private static final int NEGATIVE_LARGE = 0x08;
  private static final int NEGATIVE_MEDIUM = 0x13;
  private static final int NEGATIVE_SMALL = 0x14;
  private static final int ZERO = 0x15;
  private static final int POSITIVE_SMALL = 0x16;
  private static final int POSITIVE_MEDIUM = 0x17;
  private static final int POSITIVE_LARGE = 0x22;
  private static final int MEDIUM_EXPONENT = 10;

  /** The exponents that take one byte, far beyond those of any type's values. */
  private static final int LARGEST_EXPONENT = 240;

  private OrderedNumeric() {}

  /** Whether the format holds {@code number} as it is. */
  static boolean holds(BigDecimal number) {
    return floor(number).compareTo(number) == 0;
  }

  /** The largest number not above {@code number} that has at most 31 digits. */
  static BigDecimal floor(BigDecimal number) {
    return number.round(new MathContext(DIGITS, RoundingMode.FLOOR));
  }

  static void write(BigDecimal number, KeyWriter out) {
    if (number.signum() == 0) {
      out.put(ZERO);
      return;
    }
    BigDecimal shortest = number.stripTrailingZeros();
    int decimalExponent = shortest.precision() - shortest.scale();
    int exponent = Math.floorDiv(decimalExponent + 1, 2);
    String digits = shortest.unscaledValue().abs().toString();
    digits = (decimalExponent % 2 == 0 ? "" : "0") + digits;
    digits += digits.length() % 2 == 0 ? "" : "0";
    boolean negative = number.signum() < 0;
    if (exponent > MEDIUM_EXPONENT) {
      out.put(negative ? NEGATIVE_LARGE : POSITIVE_LARGE);
      out.put(negative ? ~exponent : exponent);
    } else if (exponent > 0) {
      out.put(negative ? NEGATIVE_MEDIUM - exponent : POSITIVE_MEDIUM + exponent);
    } else {
      out.put(negative ? NEGATIVE_SMALL : POSITIVE_SMALL);
      out.put(negative ? -exponent : ~-exponent);
    }
    int start = out.length();
    for (int i = 0; i < digits.length(); i += 2) {
      int last = i + 2 == digits.length() ? 0 : 1;
      out.put(2 * Integer.parseInt(digits, i, i + 2, 10) + last);
    }
    if (negative) {
      out.complement(start);
    }
  }

  /** Reads a number; one that is not in its one form may pass. */
  static BigDecimal read(KeyReader in) {
    int offset = in.offset();
    int header = (int) in.bits(1);
    if (header == ZERO) {
      return BigDecimal.ZERO;
    }
    boolean negative = header < ZERO;
    int mask = negative ? 0xFF : 0;
    int exponent;
    if (header == NEGATIVE_LARGE || header == POSITIVE_LARGE) {
      exponent = (int) in.bits(1) ^ mask;
    } else if (header == NEGATIVE_SMALL || header == POSITIVE_SMALL) {
      exponent = -((int) in.bits(1) ^ mask ^ 0xFF);
    } else if (header > NEGATIVE_LARGE && header < POSITIVE_LARGE) {
      exponent = negative ? NEGATIVE_MEDIUM - header : header - POSITIVE_MEDIUM;
    } else {
      throw in.error(offset, "starts with " + BlobType.hex(header), "a number");
    }
    if (Math.abs(exponent) > LARGEST_EXPONENT) {
      throw in.error(offset, "holds exponent " + exponent, "at most " + LARGEST_EXPONENT);
    }
    BigInteger unscaled = BigInteger.ZERO;
    int count = 0;
    boolean more = true;
    for (; more && count <= DIGITS / 2; count++) {
      int digit = (int) in.bits(1) ^ mask;
      more = (digit & 1) != 0;
      unscaled = unscaled.multiply(BigInteger.valueOf(100)).add(BigInteger.valueOf(digit >> 1));
    }
    BigDecimal number = new BigDecimal(unscaled, 2 * (count - exponent));
    if (more || !holds(number)) {
      throw in.error(offset, "holds a number of more than " + DIGITS + " digits", "no more");
    }
    return negative ? number.negate() : number;
  }
}
