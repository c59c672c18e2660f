package keywright.ojai;

import java.util.ArrayList;
import java.util.List;
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
    // What stands between one % and the next.
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
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
        part.append(Pattern.quote(literal.toString())).append(one == '_' ? "." : "");
        literal.setLength(0);
        if (one == '%') {
          parts.add(part.toString());
          part.setLength(0);
        }
        continue;
      }
      literal.append(one);
    }
    prefix = wildcards == 0 ? literal.toString() : prefix;
    boolean isPrefix = wildcards == 1 && parts.size() == 1 && literal.isEmpty();
    parts.add(part.append(Pattern.quote(literal.toString())).toString());
    return new LikePattern(prefix, isPrefix, wildcards == 0, regex(parts));
  }

  /**
   * Each part is where it is found first after the one before, and the last part is at the end. So
   * no part is looked for again, which could take longer than any query may.
   */
  private static Pattern regex(List<String> parts) {
    int last = parts.size() - 1;
    StringBuilder regex = new StringBuilder(parts.get(0));
    for (int i = 1; i < last; i++) {
      regex.append("(?>.*?").append(parts.get(i)).append(')');
    }
    if (last > 0) {
      regex.append(".*").append(parts.get(last));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  boolean matches(String text) {
    if (isExact) {
      return text.equals(prefix);
    }
    return isPrefix ? text.startsWith(prefix) : regex.matcher(text).matches();
  }
}
