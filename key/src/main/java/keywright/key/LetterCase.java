package keywright.key;

import java.util.Locale;

/** {@code lower(text)} and {@code upper(text)}, by the rules of no particular language. */
final class LetterCase extends TypedExpression.Unary {
  private final boolean lower;

  LetterCase(TypedExpression text, boolean lower) {
    super(TextType.TEXT, text);
    this.lower = lower;
  }

  @Override
  Object apply(Object value) {
    String text = (String) value;
    return lower ? text.toLowerCase(Locale.ROOT) : text.toUpperCase(Locale.ROOT);
  }
}
