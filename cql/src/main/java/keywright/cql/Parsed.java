package keywright.cql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import keywright.table.model.Names;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * A parse tree with the text and the tokens it was made from.
 *
 * @param tokens in order, comments left out, the end included
 * @param keyspace that a name without a keyspace is in; empty for none
 */
record Parsed<T extends ParserRuleContext>(
    Source source, List<Token> tokens, T tree, String keyspace) {

  Parsed(Source source, List<Token> tokens, T tree) {
    this(source, tokens, tree, "");
  }

  /** The same statement in a session that is in a keyspace. */
  Parsed<T> in(String newKeyspace) {
    return newKeyspace.equals(keyspace) ? this : new Parsed<>(source, tokens, tree, newKeyspace);
  }

  /** The name of a table with its keyspace: the one before it, or else that of the session. */
  String name(CqlParser.TableNameContext context) {
    return qualified(context.name());
  }

  /** The name of an index with its keyspace: the one before it, or else that of the session. */
  String name(CqlParser.IndexNameContext context) {
    return qualified(context.name());
  }

  private String qualified(List<CqlParser.NameContext> names) {
    CqlParser.NameContext last = names.get(names.size() - 1);
    String name = name(last);
    if (name.indexOf('.') >= 0) {
      // It would be read as a keyspace and a name.
      throw source.refused(
          last.getStart(),
          "cannot use the name %s: found a dot in it, expected letters, digits and _; write quotes around the keyspace and around the name"
              .formatted(last.getText()),
          null);
    }
    return Names.in(names.size() > 1 ? name(names.get(0)) : keyspace, name);
  }

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
