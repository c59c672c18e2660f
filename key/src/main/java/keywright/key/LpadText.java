package keywright.key;

/**
 * {@code lpad(x, n)} of a text: one to n decimal digits, padded with zeros to n of them.
 *
 * <p>A text that begins with zeros is refused, unless it is {@code 0}: without the padding it could
 * not be told from the same digits without them. Numbers in texts do not sort as texts do, so
 * nothing of their order is kept.
 */
final class LpadText extends TypedExpression.Unary {
  private final int digits;

  LpadText(TypedExpression text, int digits) {
    super(new DigitsType(digits), text);
    this.digits = digits;
  }

  @Override
  Object apply(Object value) {
    String text = (String) value;
    boolean plain = !text.isEmpty() && text.length() <= digits && Numbers.isPlainInteger(text);
    if (!plain || text.startsWith("-") || (text.startsWith("0") && text.length() > 1)) {
      throw KeyException.of(
          "found "
              + Type.describe(value)
              + ", expected a text of 1 to "
              + digits
              + " digits without leading zeros, because lpad adds leading zeros itself; give the text without leading zeros, or declare the column as digits(n) and leave out lpad");
    }
    return "0".repeat(digits - text.length()) + text;
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    String text = (String) value;
    int start = 0;
    while (start < digits - 1 && text.charAt(start) == '0') {
      start++;
    }
    return argument().type().convert(text.substring(start));
  }

  @Override
  Evenness evenness() {
    return argument().cardinality() < 0 ? Evenness.BEHIND : argument().evenness();
  }

  @Override
  String alphabet() {
    return "0123456789";
  }
}
