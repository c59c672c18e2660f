package keywright.cql.server.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words and signs of one statement, as far as the server reads them itself. A text that is not
 * CQL gives some words too; the session then refuses it. Immutable.
 */
public final class Words {
  /** A word, a value or a sign. */
  enum Kind {
    /** A name or a keyword; in lower case unless it was quoted. */
    NAME,
    /** A quoted text, without its quotes. */
    TEXT,
    /** A number or a uuid, as it is written. */
    NUMBER,
    /** {@code ?} or {@code :name}. */
    PARAMETER,
    /** A sign of one character. */
    SIGN
  }

  /**
   * One of the words.
   *
   * @param text without quotes
   * @param stop where it ends in the statement, exclusive
   */
  record Word(Kind kind, String text, int stop) {
    boolean is(String expected) {
      return text.equals(expected) && kind != Kind.TEXT;
    }
  }

  private final List<Word> words;

  private Words(List<Word> words) {
    this.words = words;
  }

  /** Reads at most the first {@code most} words. */
  public static Words of(String statement, int most) {
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < statement.length() && words.size() < most) {
      char c = statement.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (statement.startsWith("--", at) || statement.startsWith("//", at)) {
        int end = statement.indexOf('\n', at);
        at = end < 0 ? statement.length() : end + 1;
      } else if (statement.startsWith("/*", at)) {
        int end = statement.indexOf("*/", at + 2);
        at = end < 0 ? statement.length() : end + 2;
      } else {
        Word word = word(statement, at);
        words.add(word);
        at = word.stop();
      }
    }
    return new Words(List.copyOf(words));
  }

  private static Word word(String statement, int start) {
    char c = statement.charAt(start);
    if (c == '\'' || c == '"') {
      return quoted(statement, start, c);
    }
    if (c == '?') {
      return new Word(Kind.PARAMETER, "", start + 1);
    }
    if (c == ':' && start + 1 < statement.length() && beginsName(statement.charAt(start + 1))) {
      int stop = end(statement, start + 1);
      return new Word(
          Kind.PARAMETER, statement.substring(start + 1, stop).toLowerCase(Locale.ROOT), stop);
    }
    if (c == ':' && start + 1 < statement.length() && statement.charAt(start + 1) == '"') {
      Word name = quoted(statement, start + 1, '"');
      return new Word(Kind.PARAMETER, name.text(), name.stop());
    }
    if (isName(c)) {
      int stop = end(statement, start);
      String text = statement.substring(start, stop);
      boolean isNumber = Character.isDigit(c) || text.indexOf('-') >= 0;
      return isNumber
          ? new Word(Kind.NUMBER, text, stop)
          : new Word(Kind.NAME, text.toLowerCase(Locale.ROOT), stop);
    }
    return new Word(Kind.SIGN, String.valueOf(c), start + 1);
  }

  /** A uuid has hyphens; nothing else that the server reads has them inside. */
  private static int end(String statement, int start) {
    int stop = start;
    while (stop < statement.length() && isName(statement.charAt(stop))) {
      stop++;
    }
    boolean mayBeUuid = stop - start == 8 && statement.length() >= start + 36;
    if (mayBeUuid && statement.substring(start, start + 36).matches("[0-9A-Fa-f-]{36}")) {
      return start + 36;
    }
    return stop;
  }

  private static boolean beginsName(char c) {
    return c == '_' || Character.isLetter(c);
  }

  private static boolean isName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private static Word quoted(String statement, int start, char quote) {
    StringBuilder text = new StringBuilder();
    int at = start + 1;
    while (at < statement.length()) {
      char c = statement.charAt(at++);
      if (c != quote) {
        text.append(c);
      } else if (at < statement.length() && statement.charAt(at) == quote) {
        text.append(quote);
        at++;
      } else {
        break;
      }
    }
    return new Word(quote == '"' ? Kind.NAME : Kind.TEXT, text.toString(), at);
  }

  List<Word> list() {
    return words;
  }

  /** Whether the statement begins with these keywords. */
  public boolean beginWith(String... keywords) {
    for (int i = 0; i < keywords.length; i++) {
      if (i >= words.size() || !words.get(i).is(keywords[i])) {
        return false;
      }
    }
    return true;
  }

  /** The text of the word at {@code index}; empty if there are fewer words. */
  public String text(int index) {
    return index < words.size() ? words.get(index).text() : "";
  }
}
