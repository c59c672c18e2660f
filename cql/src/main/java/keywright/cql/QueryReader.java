package keywright.cql;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.model.History;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** SELECT to a query of one table, and the names of its result columns. */
final class QueryReader {
  private static final Type MICROSECONDS = Type.parse("timestamp(us)");

  private final Parsed<?> parsed;
  private final Values values;
  private final TableColumns columns;

  QueryReader(Parsed<?> parsed, Values values, TableColumns columns) {
    this.parsed = parsed;
    this.values = values;
    this.columns = columns;
  }

  Query query(CqlParser.SelectContext context) {
    List<SelectItem> items = context.selectItem().stream().map(this::item).toList();
    List<OrderBy> orderBy =
        context.order().stream()
            .map(order -> new OrderBy(columns.name(order.columnName()), order.DESC() != null))
            .toList();
    return new Query(
        items,
        context.conditions() == null ? List.of() : conditions(context.conditions()),
        orderBy,
        context.limit() == null
            ? null
            : count(context.limit().getStart(), context.limit().parameter(), "limit"),
        history(context),
        context.FILTERING() != null,
        false,
        Limits.DEFAULT);
  }

  private History history(CqlParser.SelectContext context) {
    CqlParser.VersionCountContext versions = context.versionCount();
    return new History(
        versions == null ? 0 : count(versions.getStart(), versions.parameter(), "versions"),
        context.asOf() == null ? Long.MAX_VALUE : moment(context.asOf().value()));
  }

  /** Microseconds since 1970 from a timestamp or from what WRITETIME gives. */
  private long moment(CqlParser.ValueContext context) {
    @Nullable Object value = values.of(context);
    try {
      if (value != null && MICROSECONDS.convert(value) instanceof Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
      }
    } catch (KeyException | ArithmeticException e) {
      // Refused below.
    }
    throw parsed
        .source()
        .unreadable(
            context.getStart(),
            "found %s, expected a timestamp or microseconds since 1970".formatted(value));
  }

  List<Condition> conditions(CqlParser.ConditionsContext context) {
    return Conditions.of(parsed, context, values, columns);
  }

  /** The columns of the result under the names that AS gives them. */
  static List<Column> named(CqlParser.SelectContext context, List<Column> columns) {
    List<Column> named = columns;
    List<CqlParser.SelectItemContext> items = context.selectItem();
    for (int i = 0; i < items.size(); i++) {
      CqlParser.AliasNameContext alias = items.get(i).aliasName();
      if (alias != null) {
        named = named.equals(columns) ? new ArrayList<>(columns) : named;
        Column column = columns.get(i);
        named.set(i, new Column(Parsed.name(alias.name()), column.type(), column.nullable()));
      }
    }
    return named;
  }

  private SelectItem item(CqlParser.SelectItemContext context) {
    CqlParser.ArgumentContext argument = context.argument();
    if (argument == null) {
      return new SelectItem.Column(columns.selected(context.columnName()));
    }
    String function = Parsed.name(context.columnName().name());
    boolean star = argument.STAR() != null;
    if (function.equals("count") && star) {
      return new SelectItem.Count();
    }
    if ((function.equals("min") || function.equals("max")) && !star) {
      return new SelectItem.Extreme(
          function.equals("min") ? SelectItem.Function.MIN : SelectItem.Function.MAX,
          columns.name(argument.columnName()));
    }
    if ((function.equals("writetime") || function.equals("ttl")) && !star) {
      String column = columns.name(argument.columnName());
      return function.equals("ttl")
          ? new SelectItem.TimeToLive(column)
          : new SelectItem.WriteTime(column);
    }
    throw parsed
        .source()
        .unreadable(
            context.getStart(),
            "found %s%s, expected count(*), min(column), max(column), writetime(column) or ttl(column)"
                .formatted(function, argument.getText()));
  }

  private int count(Token place, CqlParser.@Nullable ParameterContext parameter, String what) {
    @Nullable Object value =
        parameter == null ? new BigDecimal(place.getText()) : values.parameter(parameter);
    if (value instanceof Number number) {
      try {
        int limit = new BigDecimal(number.toString()).intValueExact();
        if (limit >= 1) {
          return limit;
        }
      } catch (ArithmeticException | NumberFormatException e) {
        // Refused below.
      }
    }
    throw parsed
        .source()
        .unreadable(
            place,
            "found " + what + " " + value + ", expected a whole number from 1 to 2147483647");
  }
}
