package keywright.key;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a key expression: {@code primary ('-' primary)*}, where a primary is a literal, a column or
 * a call.
 */
final class KeyExpressionParser {
  private static final int MOST_STEPS = 32;

  private KeyExpressionParser() {}

  static KeyExpression parse(Tokens tokens) {
    return parse(tokens, 0);
  }

  private static KeyExpression parse(Tokens tokens, int depth) {
    int steps = depth;
    KeyExpression left = primary(tokens, steps);
    while (tokens.take('-')) {
      left = new KeyExpression.Call("-", List.of(left, primary(tokens, ++steps)));
    }
    return left;
  }

  private static KeyExpression primary(Tokens tokens, int depth) {
    if (depth > MOST_STEPS) {
      throw tokens.error("no more than " + MOST_STEPS + " steps in an expression");
    }
    if (tokens.take('(')) {
      KeyExpression inner = parse(tokens, depth + 1);
      tokens.expect(')');
      return inner;
    }
    if (tokens.startsNumber()) {
      return new KeyExpression.NumberLiteral(tokens.number("a number"));
    }
    if (tokens.startsText()) {
      return new KeyExpression.TextLiteral(tokens.text("text"));
    }
    boolean quoted = tokens.startsQuotedName();
    String name = tokens.name("a column or a function");
    if (quoted || !tokens.take('(')) {
      return new KeyExpression.ColumnName(name);
    }
    List<KeyExpression> arguments = new ArrayList<>();
    if (!tokens.take(')')) {
      do {
        arguments.add(parse(tokens, depth + 1));
      } while (tokens.take(','));
      tokens.expect(')');
    }
    // The unit may be a bare word, as in some dialects of SQL.
    if (name.equals("date_trunc")
        && !arguments.isEmpty()
        && arguments.get(0) instanceof KeyExpression.ColumnName unit) {
      arguments.set(0, new KeyExpression.TextLiteral(unit.name()));
    }
    return new KeyExpression.Call(name, arguments);
  }
}
