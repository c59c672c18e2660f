package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binary floating-point numbers of 4 or 8 bytes.
 *
 * <p>Layout: the IEEE bits; when negative all bits flipped, else the sign bit. Order: −∞ &lt; …
 * &lt; +∞ &lt; NaN. −0.0 becomes 0.0 and every NaN one NaN, so equal values have equal bytes.
 * Example: double 1.0 is {@code bff0000000000000}.
 */
final class FloatingType extends Type {
  static final FloatingType FLOAT = new FloatingType("float", 4);
  static final FloatingType DOUBLE = new FloatingType("double", 8);

  private final int bytes;

  private FloatingType(String name, int bytes) {
    super(name);
    this.bytes = bytes;
  }

  @Override
  public Class<?> valueClass() {
    return bytes == 4 ? Float.class : Double.class;
  }

  @Override
  String expectation() {
    return "a number within the range of " + this;
  }

  private Object box(double value) {
    double canonical = value == 0 ? 0.0 : value;
    return bytes == 4 ? (Object) (float) canonical : (Object) canonical;
  }

  /** A decimal literal means the binary number nearest to it, so 0.1 is a value of both types. */
  @Override
  @Nullable Fit fit(Object literal) {
    if (!(literal instanceof Number number)) {
      return null;
    }
    double value = bytes == 4 ? number.floatValue() : number.doubleValue();
    boolean binary = literal instanceof Float || literal instanceof Double;
    boolean given = binary && Double.isInfinite(number.doubleValue());
    if (Double.isInfinite(value) && !given) {
      double max = bytes == 4 ? Float.MAX_VALUE : Double.MAX_VALUE;
      return Fit.of(box(value > 0 ? max : Double.NEGATIVE_INFINITY), false);
    }
    return Fit.exact(box(value));
  }

  @Override
  Carrier carrier() {
    return bytes == 4 ? Carrier.FLOAT : Carrier.DOUBLE;
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  void write(Object value, KeyWriter out) {
    if (bytes == 4) {
      out.putBits(Kw1Bytes.floatBits((Float) value), 4);
    } else {
      out.putBits(Kw1Bytes.doubleBits((Double) value), 8);
    }
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    long found = in.bits(bytes);
    float single = Kw1Bytes.toFloat((int) found);
    double number = Kw1Bytes.toDouble(found);
    Object value = bytes == 4 ? (Object) single : (Object) number;
    long canonical =
        bytes == 4 ? Kw1Bytes.floatBits(single) & 0xFFFFFFFFL : Kw1Bytes.doubleBits(number);
    if (canonical != found) {
      throw in.error(offset, "holds " + value + " in a form that is not canonical", expectation());
    }
    return value;
  }

  @Override
  public int compare(Object a, Object b) {
    return bytes == 4
        ? Float.compare((Float) a + 0.0f, (Float) b + 0.0f)
        : Double.compare((Double) a + 0.0, (Double) b + 0.0);
  }

  /**
   * As {@link Double#toString} since Java 19, which no longer gives more digits than are needed;
   * the same on every Java, because text keys are made of it.
   */
  @Override
  public String format(Object value) {
    double number = ((Number) value).doubleValue();
    if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number + 0.0);
    }
    return plainOrScientific(shortest(number, value).stripTrailingZeros());
  }

  /** The nearest decimal; at a power of two, where values are less dense above, the next one. */
  private BigDecimal shortest(double number, Object value) {
    BigDecimal exact = withFewDigits(new BigDecimal(number));
    for (int digits = 2; digits < 17; digits++) {
      for (RoundingMode mode : List.of(RoundingMode.HALF_EVEN, RoundingMode.UP)) {
        BigDecimal rounded = exact.round(new MathContext(digits, mode));
        if (bytes == 4 ? value.equals(rounded.floatValue()) : value.equals(rounded.doubleValue())) {
          return rounded;
        }
      }
    }
    return exact.round(new MathContext(17));
  }

  /**
   * A number that is rounded to 17 digits or fewer as {@code exact} is, of which a thousand can be
   * given: its first 20 digits, and one that stands for all that follow.
   */
  private static BigDecimal withFewDigits(BigDecimal exact) {
    BigDecimal cut = exact.round(new MathContext(20, RoundingMode.DOWN));
    if (cut.compareTo(exact) == 0) {
      return cut;
    }
    BigInteger digits = cut.unscaledValue().multiply(BigInteger.TEN);
    return new BigDecimal(digits.add(BigInteger.valueOf(exact.signum())), cut.scale() + 1);
  }

  private static String plainOrScientific(BigDecimal number) {
    int exponent = number.precision() - number.scale() - 1;
    if (exponent >= -3 && exponent < 7) {
      return number.setScale(Math.max(1, number.scale())).toPlainString();
    }
    String digits = number.unscaledValue().abs().toString();
    return (number.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + "."
        + (digits.length() > 1 ? digits.substring(1) : "0")
        + "E"
        + exponent;
  }

  @Override
  public Object parseValue(String text) {
    return switch (text) {
      case "NaN" -> box(Double.NaN);
      case "Infinity" -> box(Double.POSITIVE_INFINITY);
      case "-Infinity" -> box(Double.NEGATIVE_INFINITY);
      default -> convert(Numbers.parse(text, this));
    };
  }

  /** As -1.17549435E-38 and -2.2250738585072014E-308. */
  @Override
  int longestText() {
    return bytes == 4 ? 15 : 24;
  }
}
