package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * {@code c - x}: a constant less a number, which keeps the number's type and reverses its order.
 */
final class Minus extends TypedExpression.Unary {
  private final BigInteger constant;

  Minus(BigInteger constant, TypedExpression number) {
    super(IntegerType.ofAnyWidth(number.type()), number);
    this.constant = constant;
  }

  /**
   * Whole numbers stay such: to count the digits of a long one takes far more room than it does.
   */
  private Number difference(Object value) {
    if (value instanceof BigInteger number) {
      return constant.subtract(number);
    }
    BigDecimal number = Numbers.unbounded(value);
    if (number == null) {
      throw new IllegalStateException("not a number: " + value);
    }
    return new BigDecimal(constant).subtract(number);
  }

  @Override
  Object apply(Object value) {
    return type().convert(difference(value));
  }

  @Override
  Fit image(Object value) {
    Fit fit = type().fit(difference(value));
    return fit == null ? Fit.BELOW : fit;
  }

  @Override
  Order order() {
    return Order.REVERSES;
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    return apply(value);
  }
}
