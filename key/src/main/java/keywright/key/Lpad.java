package keywright.key;

import java.math.BigInteger;

/** {@code lpad(x, n)}: the decimal digits of a whole number, padded with zeros to n of them. */
final class Lpad extends TypedExpression.Unary {
  private static final String ZEROS = "0".repeat(38);

  private final int digits;

  Lpad(TypedExpression number, int digits) {
    super(new DigitsType(digits), number);
    this.digits = digits;
  }

  @Override
  Object apply(Object value) {
    String text = value.toString();
    if (text.startsWith("-") || text.length() > digits) {
      throw KeyException.of(
          "found "
              + Type.describe(value)
              + ", expected 0 to "
              + "9".repeat(digits)
              + " (width "
              + digits
              + "); declare a width that holds the largest value");
    }
    return ZEROS.substring(0, digits - text.length()) + text;
  }

  @Override
  Fit image(Object value) {
    String text = value.toString();
    return text.startsWith("-")
        ? Fit.BELOW
        : text.length() > digits ? Fit.above("9".repeat(digits)) : Fit.exact(apply(value));
  }

  @Override
  Order order() {
    return Order.KEEPS;
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    String text = (String) value;
    return argument()
        .type()
        .convert(digits <= 18 ? (Object) Long.parseLong(text) : new BigInteger(text));
  }

  /** Numbers that rise, such as ids, have even last digits. */
  @Override
  Evenness evenness() {
    return argument().cardinality() < 0 ? Evenness.BEHIND : argument().evenness();
  }

  @Override
  String alphabet() {
    return "0123456789";
  }
}
