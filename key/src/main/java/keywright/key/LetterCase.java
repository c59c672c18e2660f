package keywright.key;

import java.util.List;
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

  @Override
  int longestBody() {
    int fixed = argument().type().fixedLength();
    int longest = argument().longestBody();
    return fixed >= 0 ? 3 * fixed + 2 : longest < 0 ? -1 : 3 * longest;
  }

  /** Of two bytes become at most six: U+0390 in upper case. */
  @Override
  int longestText() {
    int longest = argument().longestText();
    return longest < 0 ? -1 : 3 * longest;
  }

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
