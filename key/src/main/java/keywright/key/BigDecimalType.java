package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Decimals of any precision and scale; 1.0 and 1.00 are one value.
 *
 * <p>Layout: 0 is {@code 80}. Positive, as 0.d₁d₂… · 100^e with base-100 digits and d₁ &gt; 0:
 * {@code C0}, e as varint, each digit + 1, {@code 00}; trailing zero digits are left out. Negative:
 * the complement of the body of the absolute value. Order: numeric. Example: 9.99 is {@code
 * c081010a6400}.
 *
 * <p>Numbers from 10^1000000000 on, and those that are as close to 0, are refused.
 */
final class BigDecimalType extends Type {
  static final BigDecimalType DECIMAL = new BigDecimalType();

  private static final int ZERO = 0x80;
  private static final int POSITIVE = 0xC0;
  private static final int NEGATIVE = 0xFF - POSITIVE;
  private static final int TERMINATOR = 0x00;

  /** Of 0.d₁d₂… · 10^e with d₁ &gt; 0, so that e and all scales stay within an int. */
  private static final int MOST_EXPONENT = 1_000_000_000;

  /** Well below what a {@link BigInteger} can hold. */
  private static final int MOST_DIGITS = 100_000_000;

  /** Digits that fit into a long with a zero on either side. */
  private static final int FEW_DIGITS = 16;

  /** With larger exponents a text is in scientific notation; decimal(38,s) never has them. */
  private static final int MOST_PLAIN_EXPONENT = 40;

  private BigDecimalType() {
    super("decimal");
  }

  @Override
  public Class<?> valueClass() {
    return BigDecimal.class;
  }

  @Override
  String expectation() {
    return "a number with an exponent from -" + MOST_EXPONENT + " to " + MOST_EXPONENT;
  }

  /**
   * The form that equal numbers have in common: without zeros behind the point, and a whole number
   * with all its digits, unless it has many.
   */
  private static BigDecimal canonical(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() < 0 && exponent(shortest) <= MOST_PLAIN_EXPONENT
        ? shortest.setScale(0)
        : shortest;
  }

  private static long exponent(BigDecimal number) {
    return (long) number.precision() - number.scale();
  }

  @Override
  @Nullable Fit fit(Object literal) {
    BigDecimal number = Numbers.shortest(literal);
    if (number == null || number.precision() > MOST_DIGITS) {
      return null;
    }
    long exponent = exponent(number);
    if (number.signum() == 0) {
      return Fit.exact(BigDecimal.ZERO);
    }
    if (exponent > MOST_EXPONENT) {
      return number.signum() < 0 ? Fit.BELOW : Fit.ABOVE;
    }
    if (exponent < -MOST_EXPONENT) {
      return Fit.of(
          number.signum() < 0
              ? new BigDecimal(BigInteger.ONE.negate(), MOST_EXPONENT + 1)
              : BigDecimal.ZERO,
          false);
    }
    return Fit.exact(canonical(number));
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  boolean encodesEveryValue() {
    return false;
  }

  @Override
  void write(Object value, KeyWriter out) {
    BigDecimal number = (BigDecimal) value;
    if (number.signum() == 0) {
      out.put(ZERO);
      return;
    }
    long exponent = exponent(number);
    if (Math.abs(exponent) > MOST_EXPONENT) {
      throw KeyException.of("found " + Type.describe(number) + ", expected " + expectation());
    }
    int start = out.length();
    out.put(POSITIVE);
    VarintType.write((exponent + 1) >> 1, out);
    // With an odd exponent the point is in the middle of a base-100 digit: 9.99 is 09 99.
    int shift = (int) (exponent & 1);
    if (number.precision() <= FEW_DIGITS) {
      writeDigits(Math.abs(number.unscaledValue().longValue()), number.precision() + shift, out);
    } else {
      writeDigits(number.unscaledValue().abs().toString(), shift, out);
    }
    out.put(TERMINATOR);
    if (number.signum() < 0) {
      out.complement(start);
    }
  }

  private static void writeDigits(long number, int digits, KeyWriter out) {
    long rest = (digits & 1) == 0 ? number : number * 10;
    long unit = 1;
    for (int i = 2; i < digits; i += 2) {
      unit *= 100;
    }
    for (; rest != 0; unit /= 100) {
      long digit = rest / unit;
      rest -= digit * unit;
      out.put((int) digit + 1);
    }
  }

  private static void writeDigits(String number, int shift, KeyWriter out) {
    int end = number.length();
    while (number.charAt(end - 1) == '0') {
      end--;
    }
    for (int i = -shift; i < end; i += 2) {
      int tens = i < 0 ? 0 : number.charAt(i) - '0';
      int ones = i + 1 < end ? number.charAt(i + 1) - '0' : 0;
      out.put(10 * tens + ones + 1);
    }
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    int head = (int) in.bits(1);
    if (head == ZERO) {
      return BigDecimal.ZERO;
    }
    if (head != POSITIVE && head != NEGATIVE) {
      throw in.error(offset, "starts with " + BlobType.hex(head), "80, c0 or 3f");
    }
    if (head == NEGATIVE) {
      in.complement();
    }
    BigDecimal number = readPositive(in);
    if (head == POSITIVE) {
      return number;
    }
    in.complement();
    return number.negate();
  }

  private BigDecimal readPositive(KeyReader in) {
    int exponentOffset = in.offset();
    BigInteger exponent = VarintType.VARINT.read(in);
    int offset = in.offset();
    int first = readDigit(in);
    if (first <= 0) {
      throw in.error(
          offset, first < 0 ? "holds no digits" : "holds a leading zero digit", "02 to 64");
    }
    long decimalExponent =
        exponent.bitLength() < Integer.SIZE
            ? 2 * exponent.longValue() - (first < 10 ? 1 : 0)
            : Long.MAX_VALUE;
    if (Math.abs(decimalExponent) > MOST_EXPONENT) {
      throw in.error(
          exponentOffset,
          "holds the exponent " + Type.describe(exponent) + " of base 100",
          expectation());
    }
    long number = first;
    int count = 1;
    int last = first;
    StringBuilder more = null;
    for (int digit = readDigit(in); digit >= 0; digit = readDigit(in)) {
      last = digit;
      count++;
      if (count <= 9) {
        number = number * 100 + digit;
        continue;
      }
      if (more == null) {
        more = new StringBuilder(32).append(number);
      }
      more.append((char) ('0' + digit / 10)).append((char) ('0' + digit % 10));
    }
    if (last == 0) {
      throw in.error(in.offset() - 2, "holds a trailing zero digit", "02 to 64 before 00");
    }
    if (count > MOST_DIGITS / 2) {
      throw in.error(offset, "holds " + count + " digits", "at most " + MOST_DIGITS / 2);
    }
    BigInteger unscaled = more == null ? BigInteger.valueOf(number) : Numbers.digits(more);
    long scale = 2 * (count - exponent.longValue());
    return canonical(new BigDecimal(unscaled, (int) scale));
  }

  /** The next base-100 digit, or -1 for the terminator. */
  private static int readDigit(KeyReader in) {
    int digit = (int) in.bits(1) - 1;
    if (digit > 99) {
      throw in.error(in.offset() - 1, "holds the digit " + BlobType.hex(digit + 1), "00 to 64");
    }
    return digit;
  }

  @Override
  public int compare(Object a, Object b) {
    return ((BigDecimal) a).compareTo((BigDecimal) b);
  }

  /** All digits, unless they would be mostly zeros: then as 1.5E+2000. */
  static String text(BigDecimal number) {
    return Math.abs(exponent(number)) <= MOST_PLAIN_EXPONENT
        ? number.toPlainString()
        : number.toString();
  }

  @Override
  public String format(Object value) {
    return text((BigDecimal) value);
  }

  @Override
  public Object parseValue(String text) {
    return convert(Numbers.parseUnbounded(text, this));
  }
}
