package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decimals of fixed precision and scale.
 *
 * <p>Layout: the unscaled number in 1, 2, 4, 8 or 16 bytes for p ≤ 2, 4, 9, 18, 38, big-endian,
 * sign bit flipped. Order: numeric. Example: decimal(12,2) 9.99 is {@code 80000000000003e7}.
 */
final class DecimalType extends Type {
  private final int precision;
  private final int scale;
  private final int bytes;
  private final BigInteger limit;

  DecimalType(int precision, int scale) {
    super("decimal(" + precision + "," + scale + ")");
    this.precision = precision;
    this.scale = scale;
    this.bytes =
        precision <= 2 ? 1 : precision <= 4 ? 2 : precision <= 9 ? 4 : precision <= 18 ? 8 : 16;
    this.limit = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
  }

  @Override
  public Class<?> valueClass() {
    return BigDecimal.class;
  }

  @Override
  String expectation() {
    BigDecimal max = new BigDecimal(limit, scale);
    return "a number from -" + max + " to " + max + " with at most " + scale + " decimals";
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof BigDecimal number
        && number.scale() == scale
        && number.precision() <= precision;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    BigDecimal number =
        literal instanceof Double || literal instanceof Float
            ? Numbers.finite((Number) literal)
            : Numbers.exact(literal);
    if (number == null) {
      return null;
    }
    BigInteger floor = number.setScale(scale, RoundingMode.FLOOR).unscaledValue();
    if (floor.compareTo(limit.negate()) < 0) {
      return Fit.BELOW;
    }
    if (floor.compareTo(limit) > 0) {
      return Fit.above(new BigDecimal(limit, scale));
    }
    BigDecimal value = new BigDecimal(floor, scale);
    return Fit.of(value, value.compareTo(number) == 0);
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  void write(Object value, KeyWriter out) {
    BigDecimal number = (BigDecimal) value;
    if (bytes == 16) {
      BigInteger unscaled = number.unscaledValue();
      out.putBits(unscaled.shiftRight(64).longValue() ^ Long.MIN_VALUE, 8);
      out.putBits(unscaled.longValue(), 8);
    } else {
      // The unscaled number, without an object of its own.
      long unscaled = number.scaleByPowerOfTen(scale).longValue();
      out.putBits(unscaled ^ 1L << (8 * bytes - 1), bytes);
    }
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    BigDecimal value;
    in.need(bytes);
    if (bytes == 16) {
      BigInteger high = BigInteger.valueOf(in.bits(8) ^ Long.MIN_VALUE).shiftLeft(64);
      value = new BigDecimal(high.add(new BigInteger(Long.toUnsignedString(in.bits(8)))), scale);
    } else {
      int shift = 64 - 8 * bytes;
      value = BigDecimal.valueOf((in.bits(bytes) << shift ^ Long.MIN_VALUE) >> shift, scale);
    }
    if (value.precision() > precision) {
      throw in.error(offset, "holds " + value, expectation());
    }
    return value;
  }

  @Override
  public int compare(Object a, Object b) {
    return ((BigDecimal) a).compareTo((BigDecimal) b);
  }

  @Override
  public String format(Object value) {
    return ((BigDecimal) value).toPlainString();
  }

  @Override
  public Object parseValue(String text) {
    return convert(Numbers.parse(text, this));
  }

  @Override
  int longestText() {
    return format(new BigDecimal(limit.negate(), scale)).length();
  }

  /** Zero, and the number that has all its digits 1. */
  @Override
  List<Object> samples() {
    BigInteger ones = limit.divide(BigInteger.valueOf(9));
    return List.of(new BigDecimal(BigInteger.ZERO, scale), new BigDecimal(ones, scale));
  }
}
