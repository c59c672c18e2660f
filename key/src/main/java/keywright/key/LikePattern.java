package keywright.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A LIKE pattern: {@code %} any text, {@code _} one character, {@code \} makes the next one
 * literal.
 */
final class LikePattern implements ValuePattern {
  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final int[] points;
  private final String prefix;

  LikePattern(String pattern) {
    int[] read = new int[pattern.length()];
    int count = 0;
    for (int i = 0; i < pattern.length(); ) {
      int point = pattern.codePointAt(i);
      i += Character.charCount(point);
      if (point == '\\') {
        if (i == pattern.length()) {
          throw KeyException.of(
              "cannot use LIKE '"
                  + pattern
                  + "': it ends in a lone \\, expected a character after it");
        }
        point = pattern.codePointAt(i);
        i += Character.charCount(point);
      } else if (point == '%') {
        point = ANY_TEXT;
      } else if (point == '_') {
        point = ANY_CHARACTER;
      }
      read[count++] = point;
    }
    points = Arrays.copyOf(read, count);
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < points.length && points[i] >= 0; i++) {
      literal.appendCodePoint(points[i]);
    }
    prefix = literal.toString();
  }

  /** The literal text before the first wildcard. */
  @Override
  public String prefix() {
    return prefix;
  }

  /** The only text that matches, when there is no wildcard. */
  @Nullable String literal() {
    return prefix.codePointCount(0, prefix.length()) == points.length ? prefix : null;
  }

  /** Whether the pattern asks for the prefix and nothing else. */
  @Override
  public boolean isPrefixOnly() {
    return points.length == prefix.codePointCount(0, prefix.length()) + 1
        && points[points.length - 1] == ANY_TEXT;
  }

  /** Greedy matching that goes back to the latest {@code %} only: at most text × pattern steps. */
  @Override
  public boolean matches(Object text) {
    int[] input = ((String) text).codePoints().toArray();
    int at = 0;
    int p = 0;
    int wildcard = -1;
    int resume = 0;
    while (at < input.length) {
      if (p < points.length && (points[p] == ANY_CHARACTER || points[p] == input[at])) {
        at++;
        p++;
      } else if (p < points.length && points[p] == ANY_TEXT) {
        wildcard = p++;
        resume = at;
      } else if (wildcard >= 0) {
        p = wildcard + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    while (p < points.length && points[p] == ANY_TEXT) {
      p++;
    }
    return p == points.length;
  }
}
