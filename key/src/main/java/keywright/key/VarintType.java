package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers of any size.
 *
 * <p>Layout: 0 is {@code 80}. Positive: {@code 80+n} and the n bytes of the magnitude, big-endian
 * and without leading zero bytes, for n ≤ 112; else {@code F8}, n in 4 bytes, the magnitude.
 * Negative: the complement of the body of the absolute value. Order: numeric. Example: 1 is {@code
 * 8101}, -1 is {@code 7efe}.
 */
final class VarintType extends Type {
  static final VarintType VARINT = new VarintType();

  private static final int ZERO = 0x80;
  private static final int LONGEST_SHORT = 112;
  private static final int LONG_FORM = 0xF8;

  /** What a {@link BigInteger} can hold, less a few bits. */
  private static final int MOST_BYTES = (1 << 28) - 1;

  /** 10 to the power of this is more than a {@link BigInteger} can hold. */
  private static final int MOST_DIGITS = 646_456_994;

  /** The zeros that a literal such as 1e6 may stand for. */
  private static final int MOST_ZEROS = 1_000;

  private VarintType() {
    super("varint");
  }

  @Override
  public Class<?> valueClass() {
    return BigInteger.class;
  }

  @Override
  String expectation() {
    return "a whole number";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof BigInteger) {
      return Fit.exact(literal);
    }
    BigDecimal number = Numbers.unbounded(literal);
    if (number == null) {
      return null;
    }
    long digits = (long) number.precision() - number.scale();
    if (number.signum() == 0 || digits <= 0) {
      // Between -1 and 1, and never divided by 10^999999999.
      return Fit.of(BigInteger.valueOf(Math.min(number.signum(), 0)), number.signum() == 0);
    }
    if (number.scale() > 0) {
      BigDecimal floor = number.setScale(0, RoundingMode.FLOOR);
      return Fit.of(floor.unscaledValue(), floor.compareTo(number) == 0);
    }
    if (digits > MOST_DIGITS + 1L) {
      return number.signum() < 0 ? Fit.BELOW : Fit.ABOVE;
    }
    if (number.scale() < -MOST_ZEROS) {
      throw KeyException.of(
          "found " + Type.describe(number) + ", expected a whole number written without exponent");
    }
    return Fit.exact(number.toBigIntegerExact());
  }

  @Override
  public int fixedLength() {
    return -1;
  }

  @Override
  void write(Object value, KeyWriter out) {
    BigInteger number = (BigInteger) value;
    if (number.bitLength() < Long.SIZE) {
      write(number.longValue(), out);
      return;
    }
    int start = out.length();
    byte[] magnitude = number.abs().toByteArray();
    int from = magnitude[0] == 0 ? 1 : 0;
    int length = magnitude.length - from;
    if (length <= LONGEST_SHORT) {
      out.put(ZERO + length);
    } else {
      out.put(LONG_FORM);
      out.putBits(length, 4);
    }
    out.put(magnitude, from);
    if (number.signum() < 0) {
      out.complement(start);
    }
  }

  static void write(long number, KeyWriter out) {
    long magnitude = Math.abs(number);
    int length = (Long.SIZE + 7 - Long.numberOfLeadingZeros(magnitude)) >> 3;
    out.put(number < 0 ? ZERO - 1 - length : ZERO + length);
    out.putBits(number < 0 ? ~magnitude : magnitude, length);
  }

  @Override
  BigInteger read(KeyReader in) {
    int offset = in.offset();
    int head = (int) in.bits(1);
    if (head == ZERO) {
      return BigInteger.ZERO;
    }
    boolean negative = head < ZERO;
    int length = negative ? ZERO - 1 - head : head - ZERO;
    if (negative) {
      in.complement();
    }
    if (length == LONG_FORM - ZERO) {
      length = longLength(in);
    } else if (length == 0 || length > LONGEST_SHORT) {
      throw in.error(
          offset, "starts with " + BlobType.hex(head), "07, 0f to 7e, 80, 81 to f0 or f8");
    }
    BigInteger number = magnitude(length, in);
    if (negative) {
      in.complement();
      return number.negate();
    }
    return number;
  }

  private static int longLength(KeyReader in) {
    int offset = in.offset();
    long length = in.bits(4);
    if (length <= LONGEST_SHORT) {
      throw in.error(
          offset, "holds a length of " + length + " in the long form", "more than 112 bytes");
    }
    int most = Math.min(in.remaining(), MOST_BYTES);
    if (length > most) {
      throw in.error(offset, "holds a length of " + length, "at most the " + most + " bytes left");
    }
    return (int) length;
  }

  private static BigInteger magnitude(int length, KeyReader in) {
    int offset = in.offset();
    BigInteger number;
    boolean leadingZero;
    if (length < Long.BYTES) {
      long bits = in.bits(length);
      leadingZero = bits >>> (8 * (length - 1)) == 0;
      number = BigInteger.valueOf(bits);
    } else {
      byte[] magnitude = in.bytes(length);
      leadingZero = magnitude[0] == 0;
      number = new BigInteger(1, magnitude);
    }
    if (leadingZero) {
      throw in.error(offset, "holds a leading zero byte", "a magnitude without one");
    }
    return number;
  }

  @Override
  public int compare(Object a, Object b) {
    return ((BigInteger) a).compareTo((BigInteger) b);
  }

  @Override
  public Object parseValue(String text) {
    return convert(Numbers.parseUnbounded(text, this));
  }
}
