package keywright.cql;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.CqlDuration;
import keywright.key.KeyException;
import keywright.key.Type;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Literals and parameters as Java values: every number a {@link BigDecimal}, text, booleans, byte
 * arrays, uuids (a new one for uuid()), instants for now(), durations, lists, sets and maps of
 * these, and null. Used by one thread.
 */
final class Values {
  /** Beyond any type; a number such as 1e999999999 would not fit into memory once written out. */
  private static final int DIGITS_LIMIT = 1_000;

  private static final long DAYS_BEFORE_1970 = 1L << 31;
  private static final BigDecimal FIRST_DAY =
      BigDecimal.valueOf(DAYS_BEFORE_1970 + LocalDate.of(1, 1, 1).toEpochDay());
  private static final BigDecimal LAST_DAY =
      BigDecimal.valueOf(DAYS_BEFORE_1970 + LocalDate.of(9999, 12, 31).toEpochDay());

  private final Parsed<?> parsed;
  private final Parameters parameters;

  /** What now() and uuid() are; null where nothing is run. */
  private final @Nullable FunctionValues functions;

  /** Reads a statement that is not run, without parameters. */
  Values(Parsed<?> parsed) {
    this(parsed, Parameters.of(parsed).bind(), null);
  }

  /**
   * @param functions the values of the run; null for a statement that is not run
   */
  Values(Parsed<?> parsed, Parameters parameters, @Nullable FunctionValues functions) {
    this.parsed = parsed;
    this.parameters = parameters;
    this.functions = functions;
  }

  /** What now() and uuid() are in this run, which there must be. */
  FunctionValues functions() {
    return Objects.requireNonNull(functions);
  }

  /**
   * The value for a column of {@code type}: of a date, now() is the day in UTC; of a timeuuid, a
   * new one of this time.
   */
  @Nullable Object of(CqlParser.ValueContext context, @Nullable Type type) {
    if (isNow(context) && type != null && type.toString().equals("timeuuid")) {
      return run(context).ofTime(context.getStart().getTokenIndex());
    }
    if (type == null || type.valueClass() != LocalDate.class) {
      return of(context);
    }
    if (isNow(context)) {
      return LocalDate.ofInstant(run(context).now(), ZoneOffset.UTC);
    }
    Object value = of(context);
    return context.number() == null ? value : day((BigDecimal) Objects.requireNonNull(value));
  }

  /**
   * A number for a date is the days since 1970 plus 2^31, as in CQL. A number outside of the years
   * 1 to 9999 stays a number, which is refused: nobody means such a date.
   */
  private static Object day(BigDecimal number) {
    boolean isDay =
        number.compareTo(FIRST_DAY) >= 0
            && number.compareTo(LAST_DAY) <= 0
            && number.stripTrailingZeros().scale() <= 0;
    return isDay ? LocalDate.ofEpochDay(number.longValueExact() - DAYS_BEFORE_1970) : number;
  }

  /** The value, null for {@code null}. */
  @Nullable Object of(CqlParser.ValueContext context) {
    Token token = context.getStart();
    if (context.number() != null) {
      int kind = context.number().getStop().getType();
      return kind == CqlLexer.DURATION || kind == CqlLexer.ISO_DURATION
          ? duration(context)
          : number(context.number());
    }
    if (context.list() != null) {
      return list(context.list());
    }
    if (context.collection() != null) {
      return collection(context.collection());
    }
    if (context.parameter() != null) {
      return parameter(context.parameter());
    }
    String text = token.getText();
    return switch (token.getType()) {
      case CqlLexer.TEXT -> Parsed.text(token);
      case CqlLexer.TRUE -> true;
      case CqlLexer.FALSE -> false;
      case CqlLexer.NULL -> null;
      case CqlLexer.NOW, CqlLexer.CURRENT_TIMESTAMP -> run(context).now();
      case CqlLexer.RANDOM_UUID -> run(context).random(token.getTokenIndex());
      case CqlLexer.UUID -> UUID.fromString(text.toLowerCase(Locale.ROOT));
      default -> blob(token);
    };
  }

  private static boolean isNow(CqlParser.ValueContext context) {
    return context.valueFunction() != null && context.valueFunction().RANDOM_UUID() == null;
  }

  private FunctionValues run(CqlParser.ValueContext context) {
    if (functions == null) {
      throw parsed
          .source()
          .unreadable(
              context.getStart(),
              "found %s, expected ? or a value; a function has a value only when a statement runs"
                  .formatted(context.getText()));
    }
    return functions;
  }

  /**
   * The value that a program gave for a parameter.
   *
   * @throws CqlException if it is {@link PreparedStatement#UNSET}
   */
  @Nullable Object parameter(CqlParser.ParameterContext context) {
    Object value = parameters.value(context.getStart());
    if (value == PreparedStatement.UNSET) {
      throw parsed
          .source()
          .wrongValue(
              context.getStart(),
              "found no value for %s, expected one; only a value of INSERT, SET or USING can be left unset"
                  .formatted(context.getText()));
    }
    return value;
  }

  /** Whether a value is a parameter that a program left unset. */
  boolean isUnset(CqlParser.ValueContext context) {
    return context.parameter() != null
        && parameters.value(context.parameter().getStart()) == PreparedStatement.UNSET;
  }

  private List<@Nullable Object> list(CqlParser.ListContext context) {
    List<@Nullable Object> values = new ArrayList<>();
    context.value().forEach(value -> values.add(of(value)));
    return values;
  }

  private CqlDuration duration(CqlParser.ValueContext context) {
    try {
      return CqlDuration.parse(context.getText());
    } catch (KeyException e) {
      throw parsed.source().unreadable(context.getStart(), String.valueOf(e.getMessage()));
    }
  }

  /** A set, or a map if its entries have values; without entries a set. */
  private Object collection(CqlParser.CollectionContext context) {
    boolean isMap = !context.entry().isEmpty() && context.entry(0).value().size() == 2;
    Set<@Nullable Object> set = new LinkedHashSet<>();
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (CqlParser.EntryContext entry : context.entry()) {
      if ((entry.value().size() == 2) != isMap) {
        throw parsed
            .source()
            .unreadable(
                entry.getStart(),
                isMap
                    ? "found an element without ':' in a map, expected key: value"
                    : "found key: value in a set, expected an element without ':'");
      }
      Object key = of(entry.value(0));
      if (!isMap) {
        set.add(key);
      } else if (map.containsKey(key)) {
        throw parsed
            .source()
            .unreadable(
                entry.getStart(),
                "found the key %s twice in a map, expected each key once"
                    .formatted(entry.value(0).getText()));
      } else {
        map.put(key, of(entry.value(1)));
      }
    }
    return isMap ? map : set;
  }

  private BigDecimal number(CqlParser.NumberContext context) {
    return number(parsed, context.getStart(), context.getText());
  }

  /** The number of a text. */
  static BigDecimal number(Parsed<?> parsed, Token place, String text) {
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
          .wrongValue(
              place,
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
              token,
              "found " + hex.length() + " hex digits, expected an even number of hex digits");
    }
    return HexFormat.of().parseHex(hex);
  }
}
