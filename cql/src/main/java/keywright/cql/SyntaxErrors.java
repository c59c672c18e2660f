package keywright.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;

/** Says in one line what was found and what was expected. */
final class SyntaxErrors {
  private static final int ALTERNATIVES_SHOWN = 6;
  private static final int FOUND_LENGTH_SHOWN = 30;
  private static final Pattern KEYWORD = Pattern.compile("[A-Z][A-Z ]*");

  private SyntaxErrors() {}

  static CqlException describe(
      Source source,
      List<Token> tokens,
      RecognitionException error,
      Function<CqlParser, ? extends ParserRuleContext> rule) {
    int errorIndex = error.getOffendingToken().getTokenIndex();
    Token found = tokens.get(errorIndex);
    Set<String> expected = Expected.at(tokens, errorIndex, error.getExpectedTokens(), rule);
    String end = "the end of the " + source.what();
    String problem =
        "found "
            + (found.getType() == Token.EOF ? end : found(found))
            + ", expected "
            + alternatives(found, expected, end);
    Token previous = errorIndex == 0 ? found : tokens.get(errorIndex - 1);
    String hint = Dialects.hint(tokens, errorIndex);
    if (hint.isEmpty()) {
      hint = Hints.of(previous, found, expected);
    }
    if (hint.isEmpty() && Expected.isNameMeant(tokens, errorIndex, expected, rule)) {
      hint =
          "\"" + found.getText() + "\" is a keyword: put it in double quotes to use it as a name";
    }
    if (!hint.isEmpty()) {
      problem += "; " + hint;
    }
    return found.getType() == Token.EOF && errorIndex > 0
        ? source.unreadable(previous.getStopIndex() + 1, 1, problem, null)
        : source.unreadable(found, problem);
  }

  /** The token as an error shows it: a text, a name in quotes or a number as it was written. */
  static String found(Token token) {
    String text = token.getText();
    int[] characters = text.codePoints().limit(FOUND_LENGTH_SHOWN).toArray();
    String shown = new String(characters, 0, characters.length);
    shown += shown.length() < text.length() ? "…" : "";
    return switch (token.getType()) {
      case Token.EOF -> Expected.END;
      case CqlLexer.OPEN_TEXT -> "the text " + shown + " without a closing single quote";
      case CqlLexer.OPEN_NAME -> "the name " + shown + " without a closing double quote";
      case CqlLexer.OPEN_COMMENT -> "the comment " + shown + " without a closing */";
      case CqlLexer.TEXT, CqlLexer.QUOTED_NAME, CqlLexer.INTEGER, CqlLexer.DECIMAL -> shown;
      default -> "'" + shown + "'";
    };
  }

  /** The keyword that was probably meant comes first, then a handful of others. */
  private static String alternatives(Token found, Set<String> expected, String end) {
    List<String> others = new ArrayList<>(expected);
    others.replaceAll(alternative -> alternative.equals(Expected.END) ? end : alternative);
    String meant = null;
    if (Character.isLetter(found.getText().charAt(0))) {
      String word = found.getText().toUpperCase(Locale.ROOT);
      for (String alternative : expected) {
        if (KEYWORD.matcher(alternative).matches() && isNear(word, alternative.split(" ", 2)[0])) {
          meant = alternative;
          others.remove(meant);
          break;
        }
      }
    }
    if (found.getTokenIndex() == 0 && expected.contains("SELECT")) {
      return meant != null ? meant : "a statement such as SELECT, INSERT or CREATE TABLE";
    }
    if (meant != null) {
      return meant + (others.isEmpty() ? "" : " (or " + join(others, ", ") + ")");
    }
    return join(others, " or ");
  }

  private static String join(List<String> alternatives, String last) {
    if (alternatives.size() > ALTERNATIVES_SHOWN) {
      return String.join(", ", alternatives.subList(0, ALTERNATIVES_SHOWN)) + ", …";
    }
    int lastIndex = alternatives.size() - 1;
    return lastIndex == 0
        ? alternatives.get(0)
        : String.join(", ", alternatives.subList(0, lastIndex))
            + last
            + alternatives.get(lastIndex);
  }

  /** Whether one or two slips of the keyboard make one word of the other. */
  static boolean isNear(String word, String keyword) {
    if (word.length() < 2 || Math.abs(word.length() - keyword.length()) > 2) {
      return false;
    }
    int limit = keyword.length() < 4 || word.length() < 4 ? 1 : 2;
    return distance(word, keyword) <= limit;
  }

  /** Insertions, deletions, replacements and swaps of neighbours between two words. */
  private static int distance(String a, String b) {
    int[][] distances = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          distances[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = distances[i - 1][j - 1] + (same ? 0 : 1);
        best = Math.min(best, Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, distances[i - 2][j - 2] + 1);
        }
        distances[i][j] = best;
      }
    }
    return distances[a.length()][b.length()];
  }
}
