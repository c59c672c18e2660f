package keywright.key;

import java.math.BigInteger;
import java.util.Optional;

/**
 * The values of a key part whose values are all equally frequent in any data. Parts with such
 * values are buckets, remainders, random numbers, digests, uuids (assumed to be random), and
 * numbers with reversed digits, bytes or bits. {@link KeySchema#spread} makes these objects.
 * Immutable.
 */
public final class Spread {
  private static final int BITS = 62;

  private final TypedExpression expression;
  private final long values;
  private final int radix;
  private final int digits;

  /**
   * @param values the number of values; -1 if only the number of leading digits is known, and there
   *     are {@code radix} to the power of {@code digits}
   */
  private Spread(TypedExpression expression, long values, int radix, int digits) {
    this.expression = expression;
    this.values = values;
    this.radix = radix;
    this.digits = digits;
  }

  static Optional<Spread> of(TypedExpression expression) {
    if (!expression.evenness().inFront()) {
      return Optional.empty();
    }
    if (expression.cardinality() >= 0) {
      return Optional.of(new Spread(expression, expression.cardinality(), 0, 0));
    }
    if (!expression.alphabet().isEmpty()) {
      int letters = expression.alphabet().length();
      return Optional.of(new Spread(expression, -1, letters, expression.textWidth()));
    }
    int bytes = expression.type().fixedLength();
    return bytes < 0 ? Optional.empty() : Optional.of(new Spread(expression, -1, 2, 8 * bytes));
  }

  /**
   * The number of different values. For buckets, remainders and random numbers it is the number of
   * all values. Digests, uuids and numbers with reversed digits, bytes or bits have too many
   * values. For these it is the number of different values of their leading digits (or bits). Just
   * as many leading digits are counted as give at least {@code atLeast} values. For example, for an
   * MD5 digest in hexadecimal {@code size(20)} is 256: one leading digit has 16 values, and two
   * have 256.
   */
  public long size(long atLeast) {
    if (values >= 0) {
      return values;
    }
    long size = 1;
    for (int i = 0; i < digits && size < atLeast && size <= (1L << BITS) / radix; i++) {
      size *= radix;
    }
    return size;
  }

  /**
   * Whether {@code size}, a number that {@link #size} returned, is the number of all values of the
   * part.
   */
  public boolean isWhole(long size) {
    return values >= 0 || BigInteger.valueOf(size).equals(BigInteger.valueOf(radix).pow(digits));
  }

  /**
   * One of {@code size} values of the part, in the order of the part's type. If {@code size} counts
   * the values of leading digits, the result is the lowest value with these leading digits.
   *
   * @param index the number of the value in this order, from 0
   * @param size a number that {@link #size} returned
   * @throws KeyException if the part cannot have this value, such as 12 in {@code lpad(mod(x, 20),
   *     1)}
   */
  public Object value(long index, long size) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("value " + index + " of " + size);
    }
    if (values >= 0) {
      return expression.member(index);
    }
    BigInteger whole = BigInteger.valueOf(radix).pow(digits);
    BigInteger number = BigInteger.valueOf(index).multiply(whole).divide(BigInteger.valueOf(size));
    return radix == 2 ? ofBits(number) : ofLetters(number.toString(radix));
  }

  private Object ofLetters(String number) {
    return expression.type().convert("0".repeat(digits - number.length()) + number);
  }

  private Object ofBits(BigInteger number) {
    byte[] body = new byte[digits / 8];
    byte[] bytes = number.toByteArray();
    int length = Math.min(bytes.length, body.length);
    System.arraycopy(bytes, bytes.length - length, body, body.length - length, length);
    return expression.type().fromBytes(body);
  }
}
