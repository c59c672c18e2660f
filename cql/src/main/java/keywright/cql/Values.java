package keywright.cql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Literals and parameters as Java values: every number a {@link BigDecimal}, text, booleans, byte
 * arrays, uuids and null.
 */
final class Values {
  /** Beyond any type; a number such as 1e999999999 would not fit into memory once written out. */
  private static final int DIGITS_LIMIT = 1_000;

  private final Parsed<?> parsed;
  private final @Nullable Object[] parameters;

  /**
   * @throws CqlException when there are more or fewer parameters than question marks
   */
  Values(Parsed<?> parsed, @Nullable Object... parameters) {
    this.parsed = parsed;
    this.parameters = parameters;
    int expected = parsed.parametersBefore(parsed.tokens().get(parsed.tokens().size() - 1));
    if (expected != parameters.length) {
      throw parsed
          .source()
          .failed(
              "cannot run the statement: found %d %s, expected %d, one for each ?"
                  .formatted(
                      parameters.length,
                      parameters.length == 1 ? "parameter" : "parameters",
                      expected),
              null);
    }
  }

  /** The value, null for {@code null}. */
  @Nullable Object of(CqlParser.ValueContext context) {
    Token token = context.getStart();
    if (context.number() != null) {
      return number(context.number());
    }
    String text = token.getText();
    return switch (token.getType()) {
      case CqlLexer.TEXT -> Parsed.text(token);
      case CqlLexer.TRUE -> true;
      case CqlLexer.FALSE -> false;
      case CqlLexer.NULL -> null;
      case CqlLexer.UUID -> UUID.fromString(text.toLowerCase(Locale.ROOT));
      case CqlLexer.BLOB -> blob(token);
      default -> parameter(token);
    };
  }

  /** The parameter that stands for {@code questionMark}. */
  @Nullable Object parameter(Token questionMark) {
    Object value = parameters[parsed.parametersBefore(questionMark)];
    return value == null ? null : asLiteral(value);
  }

  /** The value as a literal would give it: whole numbers become decimals. */
  static Object asLiteral(Object value) {
    if (value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    return value instanceof BigInteger integer ? new BigDecimal(integer) : value;
  }

  private BigDecimal number(CqlParser.NumberContext context) {
    String text = context.getText();
    BigDecimal number = null;
    if (text.length() <= DIGITS_LIMIT) {
      try {
        number = new BigDecimal(text);
      } catch (NumberFormatException e) {
        // The exponent alone can be wrong; see below.
      }
    }
    if (number == null || Math.abs((long) number.scale()) > DIGITS_LIMIT) {
      throw parsed
          .source()
          .unreadable(
              context.getStart(),
              "found a number that is too long, expected at most "
                  + DIGITS_LIMIT
                  + " digits before and after the point");
    }
    return number;
  }

  private byte[] blob(Token token) {
    String hex = token.getText().substring(2);
    if (hex.length() % 2 != 0) {
      throw parsed
          .source()
          .unreadable(
              token, "found " + hex.length() + " hex digits, expected an even number of them");
    }
    return HexFormat.of().parseHex(hex);
  }
}
