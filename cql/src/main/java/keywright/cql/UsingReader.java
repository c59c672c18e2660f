package keywright.cql;

import java.math.BigDecimal;
import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import keywright.table.model.Using;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Reads what follows USING: a timestamp, a time to live, or both. */
final class UsingReader {
  private final Source source;
  private final Values values;

  UsingReader(Source source, Values values) {
    this.source = source;
    this.values = values;
  }

  /** The clause; nothing when there is none. */
  Using using(CqlParser.@Nullable UsingContext context) {
    if (context == null) {
      return Using.NOTHING;
    }
    long timestamp = Using.NOTHING.timestampMicros();
    long ttl = Using.NOTHING.ttlSeconds();
    boolean hasTimestamp = false;
    boolean hasTtl = false;
    for (CqlParser.UsingTermContext term : context.usingTerm()) {
      boolean isTtl = term.TTL() != null;
      if (isTtl ? hasTtl : hasTimestamp) {
        throw source.unreadable(
            term.getStart(),
            "found " + term.getStart().getText() + " a second time, expected it once");
      }
      hasTtl |= isTtl;
      hasTimestamp |= !isTtl;
      if (values.isUnset(term.value())) {
        continue; // As if the term was not written.
      }
      if (isTtl) {
        ttl = number(term.value(), 0, Using.TTL_MAX, "0 (for ever)", "seconds");
      } else {
        timestamp = number(term.value(), 1, Long.MAX_VALUE, "1", "microseconds since 1970");
      }
    }
    return new Using(timestamp, ttl);
  }

  private long number(
      CqlParser.ValueContext context, long least, long most, String from, String unit) {
    Token place = context.getStart();
    @Nullable Object value = values.of(context);
    if (value instanceof Number number) {
      try {
        long whole = new BigDecimal(number.toString()).longValueExact();
        if (whole >= least && whole <= most) {
          return whole;
        }
      } catch (ArithmeticException | NumberFormatException e) {
        // Refused below.
      }
    }
    throw source.wrongValue(
        place,
        "found %s, expected a whole number of %s from %s to %d"
            .formatted(Type.describe(value), unit, from, most));
  }
}
