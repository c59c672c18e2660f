package keywright.design.cassandra;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.key.KeyExpression;
import keywright.key.Type;
import keywright.table.model.Names;
import org.jspecify.annotations.Nullable;

/** Names and values as Cassandra's CQL has them. */
final class PlainText {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  /** The words of CQL that are no names. */
  private static final Set<String> RESERVED =
      Set.of(
          ("add allow alter and apply asc authorize batch begin by columnfamily create default"
                  + " delete desc describe drop entries execute from full grant if in index"
                  + " infinity insert into is keyspace limit materialized mbean mbeans modify nan"
                  + " norecursive not null of on or order primary rename replace revoke schema"
                  + " select set table to token truncate unlogged unset update use using view where"
                  + " with")
              .split(" "));

  private static final Type MILLIS = Type.parse("timestamp");
  private static final Instant FIRST_TEXT = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END_OF_TEXT = Instant.parse("+10000-01-01T00:00:00Z");

  private PlainText() {}

  /** A name, between quotes where CQL needs them. */
  static String name(String name) {
    return PLAIN.matcher(name).matches() && !RESERVED.contains(name)
        ? name
        : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The name of a table, with its keyspace if it has one. */
  static String qualified(String name) {
    String keyspace = Names.keyspace(name);
    return keyspace.isEmpty() ? name(name) : name(keyspace) + "." + name(Names.unqualified(name));
  }

  static String names(List<String> names) {
    return names.stream().map(PlainText::name).collect(Collectors.joining(", "));
  }

  /** A value of a type as a literal. */
  static String literal(Type type, Object value) {
    if (value instanceof Instant moment) {
      return moment(type, moment);
    }
    if (value instanceof LocalTime) {
      return "'" + type.format(value) + "'";
    }
    if (value instanceof InetAddress) {
      return "'" + type.format(value) + "'";
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof byte[] bytes) {
      StringBuilder hex = new StringBuilder("0x");
      for (byte one : bytes) {
        hex.append(String.format(Locale.ROOT, "%02x", one));
      }
      return hex.toString();
    }
    return value instanceof Number || value instanceof Boolean || value instanceof UUID
        ? value.toString()
        : "'" + value.toString().replace("'", "''") + "'";
  }

  /** Cassandra counts milliseconds where it has text too, and reads years of four digits. */
  private static String moment(Type type, Instant moment) {
    if (type.toString().endsWith("(us)") || type.toString().endsWith("(ns)")) {
      return Long.toString(type.units(moment));
    }
    return moment.isBefore(FIRST_TEXT) || !moment.isBefore(END_OF_TEXT)
        ? Long.toString(MILLIS.units(MILLIS.convert(moment)))
        : "'" + moment + "'";
  }

  /** The column that an expression is, and nothing but that; null for others. */
  static @Nullable String columnOf(KeyExpression expression) {
    return expression instanceof KeyExpression.ColumnName column ? column.name() : null;
  }

  /** The functions in an expression. */
  static Set<String> functions(KeyExpression expression) {
    Set<String> functions = new HashSet<>();
    if (expression instanceof KeyExpression.Call call) {
      functions.add(call.function());
      call.arguments().forEach(argument -> functions.addAll(functions(argument)));
    }
    return functions;
  }
}
