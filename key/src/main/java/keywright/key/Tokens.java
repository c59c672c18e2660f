package keywright.key;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/** A cursor over the text of a declaration: names, words, numbers, quoted text and punctuation. */
final class Tokens {
  private final String text;
  private int position;
  private int before;

  Tokens(String text) {
    this.text = text;
  }

  private void skipBlanks() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private char peek() {
    skipBlanks();
    return position < text.length() ? text.charAt(position) : '\0';
  }

  boolean atEnd() {
    skipBlanks();
    return position == text.length();
  }

  boolean take(char symbol) {
    if (atEnd() || text.charAt(position) != symbol) {
      return false;
    }
    before = position++;
    return true;
  }

  void expect(char symbol) {
    if (!take(symbol)) {
      throw error("'" + symbol + "'");
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw error("',' or the end of the text");
    }
  }

  /** Whether the next token is {@code word} in any case, unquoted; takes it when so. */
  boolean takeWord(String word) {
    skipBlanks();
    int end = position + word.length();
    if (end > text.length()
        || !text.regionMatches(true, position, word, 0, word.length())
        || (end < text.length() && isNamePart(text.charAt(end)))) {
      return false;
    }
    before = position;
    position = end;
    return true;
  }

  void expectWord(String word) {
    if (!takeWord(word)) {
      throw error(word);
    }
  }

  boolean startsName() {
    char c = peek();
    return c == '"' || Character.isLetter(c) || c == '_';
  }

  boolean startsQuotedName() {
    return peek() == '"';
  }

  boolean startsNumber() {
    char c = peek();
    return (c >= '0' && c <= '9') || c == '-';
  }

  boolean startsText() {
    return peek() == '\'';
  }

  /** A name: lower-cased, or as it stands between double quotes (doubled inside). */
  String name(String expected) {
    if (!startsName()) {
      throw error(expected);
    }
    if (text.charAt(position) == '"') {
      return quoted('"');
    }
    before = position;
    while (position < text.length() && isNamePart(text.charAt(position))) {
      position++;
    }
    return text.substring(before, position).toLowerCase(Locale.ROOT);
  }

  /** Text between single quotes (doubled inside). */
  String text(String expected) {
    if (!startsText()) {
      throw error(expected);
    }
    return quoted('\'');
  }

  BigInteger number(String expected) {
    if (!startsNumber()) {
      throw error(expected);
    }
    before = position;
    int start = position;
    position++;
    while (position < text.length() && Numbers.isDigit(text.charAt(position))) {
      position++;
    }
    String digits = text.substring(start, position);
    if (digits.equals("-")) {
      position = start;
      throw error(expected);
    }
    return new BigInteger(digits);
  }

  /** A whole number between {@code low} and {@code high}, both included. */
  int integer(String what, int low, int high) {
    BigInteger value = number(what + " from " + low + " to " + high);
    if (value.compareTo(BigInteger.valueOf(low)) < 0
        || value.compareTo(BigInteger.valueOf(high)) > 0) {
      throw errorBefore("found " + value + ", expected " + what + " from " + low + " to " + high);
    }
    return value.intValue();
  }

  private String quoted(char quote) {
    before = position;
    StringBuilder value = new StringBuilder();
    for (int i = position + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != quote) {
        value.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
        value.append(quote);
        i++;
      } else {
        position = i + 1;
        return value.toString();
      }
    }
    throw KeyException.at(
        position,
        "cannot read \""
            + text
            + "\": the "
            + quote
            + " at character "
            + (position + 1)
            + " is not closed; add the closing "
            + quote);
  }

  int position() {
    skipBlanks();
    return position;
  }

  /** An error at the next token: what was found there and what was expected. */
  KeyException error(String expected) {
    int start = position();
    int end = start;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    end = Math.max(end, Math.min(start + 1, text.length()));
    String found = text.substring(start, end);
    if (found.isEmpty()) {
      found = "the end of the text";
    } else if (!Numbers.isDigit(found.charAt(0))) {
      found = "'" + found + "'";
    }
    return errorAt(start, "found " + found + ", expected " + expected);
  }

  /** An error at the token that was just taken. */
  KeyException errorBefore(String problem) {
    return errorAt(before, problem);
  }

  KeyException errorAt(int place, String problem) {
    return KeyException.at(
        place, "cannot read \"" + text + "\" at character " + (place + 1) + ": " + problem);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isNamePart(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** What {@code elements} are as text, with commas between them. */
  static String list(List<?> elements) {
    StringBuilder list = new StringBuilder();
    for (Object element : elements) {
      list.append(list.length() == 0 ? "" : ", ").append(element);
    }
    return list.toString();
  }

  /** The name as it must be written to be read back: quoted when lower-casing would change it. */
  static String quoteName(String name) {
    boolean plain =
        !name.isEmpty()
            && (Character.isLetter(name.charAt(0)) || name.charAt(0) == '_')
            && isName(name)
            && name.equals(name.toLowerCase(Locale.ROOT));
    return plain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
