package keywright.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a key expression: {@code primary ('-' primary)*}, where a primary is a literal, a column or
 * a call. The operators {@code +}, {@code %} and {@code ||} and calls of methods, {@code x.f(1)},
 * are read as calls too, so that {@link OtherSpellings} can say how they are written here.
 */
final class KeyExpressionParser {
  private static final int MOST_STEPS = 32;
  private static final char[] OPERATORS = {'-', '+', '%', '|'};

  private KeyExpressionParser() {}

  static KeyExpression parse(Tokens tokens) {
    return parse(tokens, 0);
  }

  private static KeyExpression parse(Tokens tokens, int depth) {
    int steps = depth;
    KeyExpression left = primary(tokens, steps);
    for (String operator = operator(tokens); operator != null; operator = operator(tokens)) {
      left = new KeyExpression.Call(operator, List.of(left, primary(tokens, ++steps)));
    }
    return left;
  }

  private static @Nullable String operator(Tokens tokens) {
    for (char operator : OPERATORS) {
      if (tokens.take(operator)) {
        if (operator == '|') {
          tokens.expect('|');
        }
        return operator == '|' ? "||" : String.valueOf(operator);
      }
    }
    return null;
  }

  private static KeyExpression primary(Tokens tokens, int depth) {
    KeyExpression value = value(tokens, depth);
    int start = tokens.position();
    for (int steps = depth; tokens.take('.'); ) {
      String method = tokens.name("a function");
      if (value instanceof KeyExpression.ColumnName && method.equals("max_value")) {
        throw tokens.errorAt(
            start,
            "found the largest value of a type, expected a number to subtract from"
                + (tokens.take('-') ? "; write " + value(tokens, depth) + " DESC" : ""));
      }
      tokens.expect('(');
      List<KeyExpression> arguments = new ArrayList<>(List.of(value));
      arguments.addAll(arguments(tokens, ++steps));
      value = new KeyExpression.Call(method, arguments);
    }
    return value;
  }

  private static KeyExpression value(Tokens tokens, int depth) {
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
    List<KeyExpression> arguments = arguments(tokens, depth);
    // The unit may be a bare word, as in some dialects of SQL.
    if (name.equals("date_trunc")
        && !arguments.isEmpty()
        && arguments.get(0) instanceof KeyExpression.ColumnName unit) {
      arguments.set(0, new KeyExpression.TextLiteral(unit.name()));
    }
    return new KeyExpression.Call(name, arguments);
  }

  /** The arguments of a call, after its opening parenthesis. */
  private static List<KeyExpression> arguments(Tokens tokens, int depth) {
    List<KeyExpression> arguments = new ArrayList<>();
    if (!tokens.take(')')) {
      do {
        arguments.add(parse(tokens, depth + 1));
      } while (tokens.take(','));
      tokens.expect(')');
    }
    return arguments;
  }
}
