package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers of 1, 2, 4 or 8 bytes.
 *
 * <p>Layout: big-endian, the sign bit flipped when signed. Order: numeric. Example: int 1 is {@code
 * 80000001}.
 */
final class IntegerType extends Type {
  static final IntegerType BIGINT = new IntegerType("bigint", 8, false);

  private final int bytes;
  private final boolean unsigned;
  private final BigInteger min;
  private final BigInteger max;
  private final int textDigits;

  IntegerType(String name, int bytes, boolean unsigned) {
    this(name, bytes, unsigned, -1);
  }

  private IntegerType(String name, int bytes, boolean unsigned, int textDigits) {
    super(name);
    this.bytes = bytes;
    this.unsigned = unsigned;
    this.textDigits = textDigits;
    BigInteger values = BigInteger.ONE.shiftLeft(8 * bytes);
    this.min = unsigned ? BigInteger.ZERO : values.shiftRight(1).negate();
    this.max = min.add(values).subtract(BigInteger.ONE);
  }

  /** Numbers from 0 to n - 1: as short as they can be, and of one width as text. */
  static IntegerType remainder(int n) {
    String name = n <= 1 << 8 ? "tinyint" : n <= 1 << 16 ? "smallint" : "int";
    int bytes = n <= 1 << 8 ? 1 : n <= 1 << 16 ? 2 : 4;
    return new IntegerType(name + " unsigned", bytes, true, Integer.toString(n - 1).length());
  }

  /** {@code type}, but not of one width as text: for what is computed from remainders. */
  static Type ofAnyWidth(Type type) {
    return type instanceof IntegerType integer && integer.textDigits > 0
        ? new IntegerType(integer.toString(), integer.bytes, integer.unsigned)
        : type;
  }

  @Override
  public Class<?> valueClass() {
    return box(0).getClass();
  }

  /** The value whose low bits are {@code bits}. */
  Object box(long bits) {
    return switch (unsigned ? bytes * 2 : bytes) {
      case 1 -> (byte) bits;
      case 2 -> (short) (bytes == 1 ? bits & 0xFF : bits);
      case 4 -> (int) (bytes == 2 ? bits & 0xFFFF : bits);
      case 8 -> bytes == 4 ? bits & 0xFFFFFFFFL : bits;
      default -> new BigInteger(Long.toUnsignedString(bits));
    };
  }

  @Override
  String expectation() {
    return "a whole number from " + min + " to " + max;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof Integer || literal instanceof Long) {
      long value = ((Number) literal).longValue();
      if (bytes < 8 || value >= 0 || !unsigned) {
        return fit(value);
      }
    }
    BigDecimal number = Numbers.exact(literal);
    if (number == null) {
      return null;
    }
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigInteger();
    if (floor.compareTo(min) < 0) {
      return Fit.BELOW;
    }
    if (floor.compareTo(max) > 0) {
      return Fit.above(box(max.longValue()));
    }
    return Fit.of(box(floor.longValue()), new BigDecimal(floor).compareTo(number) == 0);
  }

  @Override
  boolean isValue(Object value) {
    return !unsigned
        && (bytes == 8 ? value instanceof Long : bytes == 4 && value instanceof Integer);
  }

  private Fit fit(long value) {
    if (bytes == 8) {
      return Fit.exact(box(value));
    }
    long low = min.longValue();
    long high = max.longValue();
    return value < low ? Fit.BELOW : value > high ? Fit.above(box(high)) : Fit.exact(box(value));
  }

  @Override
  Carrier carrier() {
    return Carrier.WHOLE;
  }

  @Override
  long lowest() {
    return min.longValue();
  }

  @Override
  long highest() {
    return max.bitLength() > 63 ? Long.MAX_VALUE : max.longValue();
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  int textWidth() {
    return textDigits;
  }

  @Override
  boolean textSorts() {
    return textDigits > 0;
  }

  boolean isSigned() {
    return !unsigned;
  }

  private long signBit() {
    return unsigned ? 0 : 1L << (8 * bytes - 1);
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putBits(((Number) value).longValue() ^ signBit(), bytes);
  }

  @Override
  Object read(KeyReader in) {
    return box(in.bits(bytes) ^ signBit());
  }

  @Override
  public int compare(Object a, Object b) {
    long left = ((Number) a).longValue();
    long right = ((Number) b).longValue();
    return unsigned ? Long.compareUnsigned(left, right) : Long.compare(left, right);
  }

  @Override
  public String format(Object value) {
    String digits = value.toString();
    return "0".repeat(Math.max(0, textDigits - digits.length())) + digits;
  }

  @Override
  public Object parseValue(String text) {
    return convert(Numbers.parse(text, this));
  }

  @Override
  int longestText() {
    return textDigits > 0 ? textDigits : Math.max(min.toString().length(), max.toString().length());
  }
}
