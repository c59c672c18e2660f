package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * {@code c - x}: a constant less a number, which keeps the number's type and reverses its order.
 */
final class Minus extends TypedExpression.Unary {
  private final BigDecimal constant;

  Minus(BigInteger constant, TypedExpression number) {
    super(IntegerType.ofAnyWidth(number.type()), number);
    this.constant = new BigDecimal(constant);
  }

  private BigDecimal difference(Object value) {
    BigDecimal number = Numbers.unbounded(value);
    if (number == null) {
      throw new IllegalStateException("not a number: " + value);
    }
    return constant.subtract(number);
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
