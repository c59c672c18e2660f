package keywright.ojai;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of SQL's LIKE for whole strings: {@code %} stands for any characters, {@code _} for one
 * code point; with an escape character, that followed by {@code %}, {@code _} or itself stands for
 * the second one.
 *
 * @param prefix what every string that matches starts with
 * @param isPrefix whether every string that starts so matches
 * @param isExact whether only {@code prefix} itself matches
 */
record LikePattern(String prefix, boolean isPrefix, boolean isExact, Pattern regex) {
  static LikePattern of(String pattern, @Nullable Character escape) {
    StringBuilder regex = new StringBuilder();
    StringBuilder literal = new StringBuilder();
    String prefix = "";
    int wildcards = 0;
    for (int index = 0; index < pattern.length(); index++) {
      char one = pattern.charAt(index);
      if (escape != null && one == escape) {
        index++;
        one = index < pattern.length() ? pattern.charAt(index) : '\0';
        if (index == pattern.length() || (one != '%' && one != '_' && one != escape)) {
          throw new IllegalArgumentException(
              "cannot use the LIKE pattern "
                  + JsonText.quoted(pattern)
                  + ": character "
                  + index
                  + " is the escape character, expected %, _ or the escape character after it");
        }
      } else if (one == '%' || one == '_') {
        prefix = wildcards++ == 0 ? literal.toString() : prefix;
        regex.append(Pattern.quote(literal.toString())).append(one == '%' ? ".*" : ".");
        literal.setLength(0);
        continue;
      }
      literal.append(one);
    }
    prefix = wildcards == 0 ? literal.toString() : prefix;
    boolean isPrefix =
        wildcards == 1 && literal.isEmpty() && regex.charAt(regex.length() - 1) == '*';
    regex.append(Pattern.quote(literal.toString()));
    return new LikePattern(
        prefix, isPrefix, wildcards == 0, Pattern.compile(regex.toString(), Pattern.DOTALL));
  }

  boolean matches(String text) {
    if (isExact) {
      return text.equals(prefix);
    }
    return isPrefix ? text.startsWith(prefix) : regex.matcher(text).matches();
  }
}
