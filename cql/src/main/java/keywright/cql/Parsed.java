package keywright.cql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * A parse tree with the text and the tokens it was made from.
 *
 * @param tokens in order, comments left out, the end included
 */
record Parsed<T extends ParserRuleContext>(Source source, List<Token> tokens, T tree) {

  /** Every part of a tree that is of one rule, in the order of the text. */
  static <C extends ParserRuleContext> List<C> all(ParserRuleContext tree, Class<C> rule) {
    List<C> found = new ArrayList<>();
    Deque<ParseTree> open = new ArrayDeque<>(List.of(tree));
    while (!open.isEmpty()) {
      ParseTree part = open.pop();
      if (rule.isInstance(part)) {
        found.add(rule.cast(part));
      }
      for (int i = part.getChildCount() - 1; i >= 0; i--) {
        open.push(part.getChild(i));
      }
    }
    return found;
  }

  /** A name as the catalog has it: lower case, or as it stands between double quotes. */
  static String name(CqlParser.NameContext context) {
    String text = context.getText();
    return context.QUOTED_NAME() == null
        ? text.toLowerCase(Locale.ROOT)
        : text.substring(1, text.length() - 1).replace("\"\"", "\"");
  }

  /** What stands between the quotes of a text. */
  static String text(Token token) {
    String text = token.getText();
    return text.substring(1, text.length() - 1).replace("''", "'");
  }

  /**
   * Reads a part of the statement by a parser of {@code keywright.key}, and gives its error the
   * place in the statement.
   */
  <R> R read(ParserRuleContext part, Function<String, R> reader) {
    String text = text(part);
    try {
      return reader.apply(text);
    } catch (KeyException e) {
      int position = Math.max(0, Math.min(e.position(), text.length()));
      int offset = part.getStart().getStartIndex() + text.codePointCount(0, position);
      throw source.unreadable(offset, lengthAt(offset), problem(e, text), e);
    }
  }

  /** The part as it stands in the statement, with blanks for comments, so that places agree. */
  private String text(ParserRuleContext part) {
    StringBuilder text = new StringBuilder();
    int end = part.getStart().getStartIndex();
    for (int i = part.getStart().getTokenIndex(); i <= part.getStop().getTokenIndex(); i++) {
      Token token = tokens.get(i);
      text.append(" ".repeat(token.getStartIndex() - end)).append(token.getText());
      end = token.getStopIndex() + 1;
    }
    return text.toString();
  }

  /** The message less the place in the part, which the place in the statement replaces. */
  private static String problem(KeyException e, String text) {
    String place = "cannot read \"" + text + "\" at character " + (e.position() + 1) + ": ";
    String message = String.valueOf(e.getMessage());
    return message.startsWith(place)
        ? message
            .substring(place.length())
            .replaceFirst("^found the end of the text,", "found nothing,")
            .replaceFirst("or the end of the text$", "or ')'")
        : message;
  }

  /** The length of the token that starts at {@code offset}. */
  private int lengthAt(int offset) {
    return tokens.stream()
        .filter(token -> token.getStartIndex() == offset)
        .mapToInt(token -> token.getStopIndex() + 1 - offset)
        .findFirst()
        .orElse(1);
  }
}
