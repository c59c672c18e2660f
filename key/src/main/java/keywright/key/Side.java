package keywright.key;

import java.util.List;

/** {@code left(text, n)} and {@code right(text, n)}: the first or last n characters. */
final class Side extends TypedExpression.Unary {
  private static final int MOST_MEMBERS_DIGITS = 8;

  private final boolean left;
  private final int count;

  Side(TypedExpression text, boolean left, int count) {
    super(
        text.textWidth() > 0 ? new CharType(Math.min(count, text.textWidth())) : TextType.TEXT,
        text);
    this.left = left;
    this.count = count;
  }

  int count() {
    return count;
  }

  @Override
  Object apply(Object value) {
    String text = (String) value;
    if (text.codePointCount(0, text.length()) <= count) {
      return text;
    }
    return left
        ? text.substring(0, text.offsetByCodePoints(0, count))
        : text.substring(text.offsetByCodePoints(text.length(), -count));
  }

  @Override
  Order order() {
    return left ? Order.KEEPS_WEAKLY : Order.NONE;
  }

  /** Digits of numbers below a limit are not even one by one: of 0 to 15 most begin with 0. */
  @Override
  Evenness evenness() {
    Evenness whole = argument().evenness();
    if (argument().cardinality() >= 0 && !alphabet().equals(Digest.HEX)) {
      return Evenness.NOWHERE;
    }
    if (left) {
      return whole.inFront() ? whole : Evenness.NOWHERE;
    }
    return whole.behind() ? Evenness.EVERYWHERE : Evenness.NOWHERE;
  }

  @Override
  String alphabet() {
    return argument().alphabet();
  }

  @Override
  int textWidth() {
    return argument().textWidth() > 0 ? Math.min(count, argument().textWidth()) : -1;
  }

  @Override
  long cardinality() {
    int letters = alphabet().length();
    if (letters == 0) {
      return super.cardinality();
    }
    return textWidth() > MOST_MEMBERS_DIGITS ? -1 : (long) Math.pow(letters, textWidth());
  }

  @Override
  Object member(long index) {
    String letters = alphabet();
    if (letters.isEmpty()) {
      return super.member(index);
    }
    char[] text = new char[textWidth()];
    long rest = index;
    for (int i = text.length - 1; i >= 0; i--) {
      text[i] = letters.charAt((int) (rest % letters.length()));
      rest /= letters.length();
    }
    return new String(text);
  }

  /** A character has at most four bytes, an escaped NUL two; no char(n) ends in one. */
  @Override
  int longestBody() {
    int fixed = argument().type().fixedLength();
    return type().fixedLength() >= 0
        ? type().fixedLength()
        : least(4 * count + 2, fixed >= 0 ? 2 * fixed + 1 : argument().longestBody());
  }

  @Override
  int longestText() {
    return textWidth() >= 0 ? textWidth() : least(4 * count, argument().longestText());
  }

  private static int least(int bound, int other) {
    return other < 0 ? bound : Math.min(bound, other);
  }

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
