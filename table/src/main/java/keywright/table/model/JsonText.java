package keywright.table.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON text (RFC 8259) as maps, lists, strings, numbers, booleans and null. All of the text
 * is checked; of an object with two fields of one name the last field counts, or the text is
 * refused. Used by one thread.
 */
public final class JsonText {
  private static final int NESTED_MAX = 128;
  private static final int NUMBER_MAX = 1_000;

  /** A number that is longer than those of statements, and is not computed. */
  private record LongNumber(String text) {
    @Override
    public String toString() {
      return "a number of " + text.length() + " characters";
    }
  }

  private final String text;
  private final @Nullable Set<String> wanted;
  private final boolean isStrict;
  private final Predicate<String> copied;
  private int position;

  private JsonText(
      String text, @Nullable Set<String> wanted, boolean isStrict, Predicate<String> copied) {
    this.text = text;
    this.wanted = wanted;
    this.isStrict = isStrict;
    this.copied = copied;
  }

  /** The text of an object that is not read. */
  public record Copied(String json) {}

  /**
   * The value of a text.
   *
   * @param wanted the fields of the outermost object that are needed, other fields are left out;
   *     null for all
   * @throws IllegalArgumentException if it is not JSON; the message gives the character
   */
  public static @Nullable Object read(String text, @Nullable Set<String> wanted) {
    return new JsonText(text, wanted, false, name -> false).all();
  }

  /**
   * The value of a text in which no object has two fields of one name.
   *
   * @param copied tells by the name of a field of the outermost object whether its value, if it is
   *     an object, is {@link Copied} instead of read
   * @throws IllegalArgumentException if it is not such JSON; the message gives the character
   */
  public static @Nullable Object readStrictly(String text, Predicate<String> copied) {
    return new JsonText(text, null, true, copied).all();
  }

  private @Nullable Object all() {
    Object value = value(0, true);
    skipBlanks();
    if (position < text.length()) {
      throw error("no more characters");
    }
    return value;
  }

  private IllegalArgumentException error(String expected) {
    String found =
        position < text.length() ? "'" + text.charAt(position) + "'" : "the end of the text";
    return new IllegalArgumentException(
        "found %s at character %d, expected JSON with %s".formatted(found, position + 1, expected));
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : '\0';
  }

  private void skipBlanks() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private boolean take(char c) {
    if (position < text.length() && text.charAt(position) == c) {
      position++;
      return true;
    }
    return false;
  }

  private boolean take(String word) {
    if (!text.startsWith(word, position)) {
      return false;
    }
    position += word.length();
    return true;
  }

  /**
   * @param kept whether anybody needs the value; what is returned otherwise has no meaning
   */
  private @Nullable Object value(int depth, boolean kept) {
    skipBlanks();
    return switch (peek()) {
      case '{' -> map(depth, kept);
      case '[' -> list(depth, kept);
      case '"' -> string();
      default ->
          take("null") ? null : take("true") ? true : take("false") ? (Object) false : number(kept);
    };
  }

  private void enter(int depth) {
    if (depth == NESTED_MAX) {
      throw error("at most " + NESTED_MAX + " nested objects and arrays");
    }
    position++;
    skipBlanks();
  }

  private Map<String, @Nullable Object> map(int depth, boolean kept) {
    enter(depth);
    Map<String, @Nullable Object> map = new HashMap<>();
    if (take('}')) {
      return map;
    }
    do {
      skipBlanks();
      if (peek() != '"') {
        throw error("the name of a field in quotes");
      }
      int start = position;
      String name = string();
      if (isStrict && map.containsKey(name)) {
        position = start;
        throw error("each name once in an object");
      }
      skipBlanks();
      if (!take(':')) {
        throw error("':'");
      }
      boolean needed = kept && (depth > 0 || wanted == null || wanted.contains(name));
      Object value = depth == 0 && copied.test(name) ? copy() : value(depth + 1, needed);
      if (needed) {
        map.put(name, value);
      }
      skipBlanks();
    } while (take(','));
    if (!take('}')) {
      throw error("',' or '}'");
    }
    return map;
  }

  private @Nullable Object copy() {
    skipBlanks();
    int start = position;
    boolean isObject = peek() == '{';
    Object value = value(1, !isObject);
    return isObject ? new Copied(text.substring(start, position)) : value;
  }

  private List<@Nullable Object> list(int depth, boolean kept) {
    enter(depth);
    List<@Nullable Object> list = new ArrayList<>();
    if (take(']')) {
      return list;
    }
    do {
      Object element = value(depth + 1, kept);
      if (kept) {
        list.add(element);
      }
      skipBlanks();
    } while (take(','));
    if (!take(']')) {
      throw error("',' or ']'");
    }
    return list;
  }

  private Object number(boolean kept) {
    int start = position;
    take('-');
    if (!take('0') && digits() == 0) {
      position = start;
      throw error("null, true, false, a number, a string, an array or an object");
    }
    if (take('.') && digits() == 0) {
      throw error("a digit");
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      if (digits() == 0) {
        throw error("a digit");
      }
    }
    return kept ? number(text.substring(start, position)) : text;
  }

  private static Object number(String digits) {
    if (digits.length() > NUMBER_MAX) {
      return new LongNumber(digits);
    }
    try {
      BigDecimal number = new BigDecimal(digits);
      return Math.abs((long) number.scale()) > 2 * NUMBER_MAX ? new LongNumber(digits) : number;
    } catch (NumberFormatException e) {
      return new LongNumber(digits); // The exponent is larger than a decimal holds.
    }
  }

  private int digits() {
    int start = position;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    return position - start;
  }

  private String string() {
    int start = ++position;
    while (position < text.length() && text.charAt(position) >= ' ') {
      char c = text.charAt(position);
      if (c == '"') {
        return text.substring(start, position++);
      }
      if (c == '\\') {
        return stringWithEscapes(start);
      }
      position++;
    }
    throw error("'\"' or an escape");
  }

  private String stringWithEscapes(int start) {
    StringBuilder value = new StringBuilder(text.substring(start, position));
    while (position < text.length() && text.charAt(position) >= ' ') {
      char c = text.charAt(position++);
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
    throw error("'\"' or an escape");
  }

  private char escaped() {
    char c = peek();
    if (c == 'u') {
      return unicode();
    }
    int kind = c == '\0' ? -1 : "\"\\/bfnrt".indexOf(c);
    if (kind < 0) {
      throw error("one of \" \\ / b f n r t u after the \\");
    }
    position++;
    return "\"\\/\b\f\n\r\t".charAt(kind);
  }

  private char unicode() {
    int code = 0;
    position++;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw error("four hex digits after \\u");
      }
      code = code << 4 | digit;
      position++;
    }
    return (char) code;
  }
}
