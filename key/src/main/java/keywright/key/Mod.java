package keywright.key;

import java.math.BigInteger;

/** {@code mod(x, n)}: the floored remainder of a whole number, from 0 to n - 1. */
final class Mod extends TypedExpression.Unary {
  private final int n;

  Mod(TypedExpression number, int n) {
    super(n, number);
    this.n = n;
  }

  @Override
  Object apply(Object value) {
    long remainder =
        value instanceof BigInteger big
            ? big.mod(BigInteger.valueOf(n)).longValue()
            : Math.floorMod(((Number) value).longValue(), n);
    return member(remainder);
  }
}
