package keywright.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Literals and parameters as Java values: every number a {@link BigDecimal}, text, booleans, byte
 * arrays, uuids, lists of these and null.
 */
final class Values {
  /** Beyond any type; a number such as 1e999999999 would not fit into memory once written out. */
  private static final int DIGITS_LIMIT = 1_000;

  private final Parsed<?> parsed;
  private final @Nullable Object[] parameters;

  /** The number of each question mark, by the index of its token. */
  private final Map<Integer, Integer> ordinals = new HashMap<>();

  /**
   * @throws CqlException when there are more or fewer parameters than question marks
   */
  Values(Parsed<?> parsed, @Nullable Object... parameters) {
    this.parsed = parsed;
    this.parameters = parameters;
    for (Token token : parsed.tokens()) {
      if (token.getType() == CqlLexer.QUESTION) {
        ordinals.put(token.getTokenIndex(), ordinals.size());
      }
    }
    int expected = ordinals.size();
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
    if (context.list() != null) {
      return list(context.list());
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
    return parameters[Objects.requireNonNull(ordinals.get(questionMark.getTokenIndex()))];
  }

  private List<@Nullable Object> list(CqlParser.ListContext context) {
    List<@Nullable Object> values = new ArrayList<>();
    context.value().forEach(value -> values.add(of(value)));
    return values;
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
