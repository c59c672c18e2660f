package keywright.cql;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.model.History;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads a SELECT: makes its query for each run of the statement, and names its result columns. The
 * parts that are the same in each run are read once. Immutable and safe for many threads.
 */
final class QueryReader {
  private static final Type MICROSECONDS = Type.parse("timestamp(us)");

  private final Parsed<?> parsed;
  private final CqlParser.SelectContext context;
  private final TableColumns columns;
  private final List<SelectItem> items;
  private final List<OrderBy> orderBy;
  private final @Nullable Conditions conditions;
  private final CqlParser.@Nullable LimitContext limit;
  private final CqlParser.@Nullable VersionCountContext versions;
  private final @Nullable StatementValue asOf;
  private final boolean allowsFiltering;

  /** By the place of the item: its name by AS; null for none. */
  private final List<Optional<String>> aliases;

  private final boolean hasAliases;

  /**
   * Reads a SELECT.
   *
   * @param values the values of any run; no parameter is read from them
   */
  QueryReader(
      Parsed<?> parsed, CqlParser.SelectContext context, Values values, TableColumns columns) {
    this.parsed = parsed;
    this.context = context;
    this.columns = columns;
    this.items = context.selectItem().stream().map(this::item).toList();
    this.orderBy =
        context.order().stream()
            .map(order -> new OrderBy(columns.name(order.columnName()), order.DESC() != null))
            .toList();
    this.conditions =
        context.conditions() == null
            ? null
            : new Conditions(parsed, context.conditions(), values, columns);
    this.limit = context.limit();
    this.versions = context.versionCount();
    this.asOf =
        context.asOf() == null ? null : StatementValue.of(context.asOf().value(), null, values);
    this.allowsFiltering = context.FILTERING() != null;
    this.aliases =
        context.selectItem().stream()
            .map(CqlParser.SelectItemContext::aliasName)
            .map(alias -> Optional.ofNullable(alias).map(name -> Parsed.name(name.name())))
            .toList();
    this.hasAliases = aliases.stream().anyMatch(Optional::isPresent);
  }

  /** Whether it has read this SELECT for this declaration of its table. */
  @SuppressWarnings("ReferenceEquality") // Those of others that are equal are read again.
  boolean hasRead(CqlParser.SelectContext other, TableColumns otherColumns) {
    return context == other && columns == otherColumns;
  }

  /** The query of a run. */
  Query query(Values values) {
    return new Query(
        items,
        conditions == null ? List.of() : conditions.in(values),
        orderBy,
        limit == null ? null : count(limit.getStart(), limit.parameter(), "limit", values),
        history(values),
        allowsFiltering,
        false,
        Limits.DEFAULT);
  }

  /** The query without its conditions and limits: it has the columns of each run. */
  Query shape() {
    return new Query(
        items,
        List.of(),
        List.of(),
        null,
        new History(versions == null ? 0 : 1, Long.MAX_VALUE),
        false,
        false,
        Limits.DEFAULT);
  }

  private History history(Values values) {
    if (versions == null && asOf == null) {
      return History.NONE;
    }
    return new History(
        versions == null ? 0 : count(versions.getStart(), versions.parameter(), "versions", values),
        asOf == null ? Long.MAX_VALUE : moment(asOf, values));
  }

  /** Microseconds since 1970 from a timestamp or from what WRITETIME gives. */
  private long moment(StatementValue moment, Values values) {
    @Nullable Object value = moment.in(values);
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
            moment.place(),
            "found %s, expected a timestamp or microseconds since 1970".formatted(value));
  }

  /** The columns of the result under the names that AS gives them. */
  List<Column> named(List<Column> found) {
    if (!hasAliases) {
      return found;
    }
    List<Column> named = new ArrayList<>(found);
    for (int i = 0; i < aliases.size(); i++) {
      if (aliases.get(i).isPresent()) {
        Column column = found.get(i);
        named.set(i, new Column(aliases.get(i).get(), column.type(), column.nullable()));
      }
    }
    return named;
  }

  private SelectItem item(CqlParser.SelectItemContext item) {
    CqlParser.ArgumentContext argument = item.argument();
    if (argument == null) {
      return new SelectItem.Column(columns.selected(item.columnName()));
    }
    String function = Parsed.name(item.columnName().name());
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
            item.getStart(),
            "found %s%s, expected count(*), min(column), max(column), writetime(column) or ttl(column)"
                .formatted(function, argument.getText()));
  }

  private int count(
      Token place, CqlParser.@Nullable ParameterContext parameter, String what, Values values) {
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
