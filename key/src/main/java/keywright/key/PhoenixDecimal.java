package keywright.key;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Decimals as Phoenix writes them.
 *
 * <p>Layout: a number is d₁.d₂d₃… · 100^e with base-100 digits and d₁ &gt; 0. Zero is {@code 80}; a
 * positive number {@code C1 + e} and each digit + 1; a negative one {@code 3E - e}, 101 less each
 * digit, and {@code 66} unless there are 20 digits. Order: numeric.
 */
final class PhoenixDecimal {
  /** The numbers that Phoenix holds, in words that follow "expected". */
  static final String EXPECTATION =
      "0 or a number of at most 38 digits whose absolute value is from 1E-126 to below 1E+124 (Phoenix's DECIMAL)";

  private static final int ZERO = 0x80;
  private static final int POSITIVE = 0xC1;
  private static final int NEGATIVE = 0x3E;
  private static final int END = 102;
  private static final int MOST_DIGITS = 38;
  private static final int MOST_PAIRS = 20;

  /** Below, Phoenix reads another exponent; above, it writes one, or the separator. */
  private static final BigDecimal LEAST = new BigDecimal("1E-126");

  private static final BigDecimal LIMIT = new BigDecimal("1E+124");
  private static final BigDecimal MOST =
      LIMIT.subtract(new BigDecimal("1E+86"), MathContext.UNLIMITED);

  private PhoenixDecimal() {}

  /** Where {@code number} falls among those that Phoenix holds. */
  static Fit fit(BigDecimal number) {
    BigDecimal floor = number.round(new MathContext(MOST_DIGITS, RoundingMode.FLOOR));
    if (number.signum() == 0) {
      return Fit.exact(number);
    }
    if (floor.abs().compareTo(LIMIT) >= 0) {
      return number.signum() < 0 ? Fit.BELOW : Fit.above(MOST);
    }
    if (number.abs().compareTo(LEAST) < 0) {
      return Fit.of(number.signum() < 0 ? LEAST.negate() : BigDecimal.ZERO, false);
    }
    boolean exact = floor.compareTo(number) == 0;
    return Fit.of(exact ? number : floor, exact);
  }

  static void write(BigDecimal value, KeyWriter out) {
    BigDecimal number = value.stripTrailingZeros();
    boolean negative = number.signum() < 0;
    if (number.signum() == 0) {
      out.put(ZERO);
      return;
    }
    int scale = number.scale();
    String digits = number.unscaledValue().abs() + ((scale & 1) == 0 ? "" : "0");
    digits = (digits.length() & 1) == 0 ? digits : "0" + digits;
    int pairs = digits.length() / 2;
    int exponent = pairs - 1 - (scale + (scale & 1)) / 2;
    out.put(negative ? NEGATIVE - exponent : POSITIVE + exponent);
    for (int i = 0; i < pairs; i++) {
      int digit = 10 * (digits.charAt(2 * i) - '0') + digits.charAt(2 * i + 1) - '0';
      out.put(negative ? 101 - digit : digit + 1);
    }
    if (negative && pairs < MOST_PAIRS) {
      out.put(END);
    }
  }

  /** The number that {@code body} is; one that is not in its one form may pass. */
  static BigDecimal read(byte[] body, KeyReader in, int offset) {
    int head = body[0] & 0xFF;
    boolean negative = head < ZERO;
    int end = body.length;
    if (head == ZERO && end == 1) {
      return BigDecimal.ZERO;
    }
    if (negative && body[end - 1] == END) {
      end--;
    }
    if (end < 2 || end > MOST_PAIRS + 1) {
      throw in.error(offset, "holds " + (end - 1) + " digits of base 100", "1 to " + MOST_PAIRS);
    }
    StringBuilder digits = new StringBuilder(negative ? "-" : "");
    for (int i = 1; i < end; i++) {
      int digit = negative ? 101 - body[i] : body[i] - 1;
      if (digit < 0 || digit > 99) {
        throw in.error(offset, "holds " + digit + " as a digit of base 100", "0 to 99");
      }
      digits.append(digit / 10).append(digit % 10);
    }
    int exponent = negative ? NEGATIVE - head : head - POSITIVE;
    return new BigDecimal(digits.toString()).movePointRight(2 * (exponent - (end - 2)));
  }
}
