package keywright.cql;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.table.model.DocumentTable;
import keywright.table.model.Expression;
import keywright.table.model.Grouping;
import keywright.table.model.History;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.RowCondition;
import keywright.table.model.SelectItem;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads a SELECT: makes its query for each run of the statement, and names its result columns. The
 * parts that are the same in each run are read once. Immutable and safe for many threads.
 */
final class QueryReader {
  private static final Type MICROSECONDS = Type.parse("timestamp(us)");
  private static final Type COUNT = Type.parse("int");

  private static final List<RowCondition> NO_ROWS = List.of();
  private static final Set<String> FUNCTIONS =
      Set.of("count", "sum", "avg", "min", "max", "ttl", "writetime");

  private final Parsed<?> parsed;
  private final CqlParser.SelectContext context;
  private final TableColumns columns;

  /** Without the values of parameters. */
  private final List<SelectItem> items;

  private final boolean hasLiteralItems;
  private final List<OrderBy> orderBy;
  private final List<String> groups;
  private final CqlParser.@Nullable LimitContext partitionLimit;
  private final @Nullable Conditions conditions;
  private final CqlParser.@Nullable LimitContext limit;
  private final CqlParser.@Nullable VersionCountContext versions;
  private final @Nullable StatementValue asOf;
  private final boolean allowsFiltering;
  private final boolean isJson;

  /** By the place of the item: its name in the result, if that is not its own. */
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
    this.items = items(values, false);
    this.hasLiteralItems = context.selectItem().stream().allMatch(StatementValue::isLiteral);
    this.orderBy =
        context.order().stream()
            .map(order -> new OrderBy(ordered(order.field()), order.DESC() != null))
            .toList();
    this.groups = groups();
    this.partitionLimit =
        context.partitionLimit() == null ? null : context.partitionLimit().limit();
    this.conditions =
        context.conditions() == null
            ? null
            : new Conditions(parsed, context.conditions(), values, columns);
    this.limit = context.limit();
    this.versions = context.versionCount();
    this.asOf =
        context.asOf() == null ? null : StatementValue.of(context.asOf().value(), null, values);
    this.allowsFiltering = context.FILTERING() != null;
    this.isJson = context.JSON() != null;
    this.aliases = context.selectItem().stream().map(this::alias).toList();
    this.hasAliases = aliases.stream().anyMatch(Optional::isPresent);
  }

  /** The name by AS, or the path that is written in place of the name of a column. */
  private Optional<String> alias(CqlParser.SelectItemContext item) {
    if (item.aliasName() != null) {
      return Optional.of(Parsed.name(item.aliasName().name()));
    }
    CqlParser.OperandContext only = ExpressionReader.only(item.expression());
    return only == null || only.argument() != null
        ? Optional.empty()
        : Optional.ofNullable(columns.selected(only.field()).label());
  }

  /** Whether it has read this SELECT for this declaration of its table. */
  @SuppressWarnings("ReferenceEquality") // Those of others that are equal are read again.
  boolean hasRead(CqlParser.SelectContext other, TableColumns otherColumns) {
    return context == other && columns == otherColumns;
  }

  /** The column of ORDER BY. A name by AS is none. */
  private String ordered(CqlParser.FieldContext column) {
    String name = Parsed.name(column.columnName().name());
    if (columns.typeOf(name) == null && column.fieldStep().isEmpty()) {
      for (int i = 0; i < context.selectItem().size(); i++) {
        CqlParser.AliasNameContext alias = context.selectItem(i).aliasName();
        if (alias != null && Parsed.name(alias.name()).equals(name)) {
          throw aliasInOrder(column.getStart(), name, items.get(i));
        }
      }
    }
    return columns.name(column);
  }

  private CqlException aliasInOrder(Token place, String name, SelectItem item) {
    return parsed
        .source()
        .unreadable(
            place,
            "found ORDER BY %s, the name of %s, expected a column of the table; %s"
                .formatted(
                    name,
                    item.label(),
                    item instanceof SelectItem.Column
                        ? "write ORDER BY " + item.label()
                        : "sort the result in your program"));
  }

  /** The query of a run. */
  Query query(Values values) {
    Query query =
        new Query(
            hasLiteralItems ? items : items(values, true),
            conditions == null ? List.of() : conditions.in(values),
            List.of(),
            orderBy,
            grouping(values),
            limit == null ? null : count(limit.getStart(), limit.parameter(), "limit", values),
            history(values),
            allowsFiltering,
            false,
            Limits.DEFAULT);
    for (RowCondition row : conditions == null ? NO_ROWS : conditions.ofRows(values)) {
      query = query.where(row);
    }
    return query;
  }

  private Grouping grouping(Values values) {
    if (groups.isEmpty() && partitionLimit == null) {
      return Grouping.NONE;
    }
    return new Grouping(
        groups,
        partitionLimit == null
            ? 0
            : count(
                partitionLimit.getStart(), partitionLimit.parameter(), "partition limit", values));
  }

  /** The columns of GROUP BY; those after DISTINCT are groups without aggregates. */
  private List<String> groups() {
    List<String> names = new ArrayList<>();
    CqlParser.GroupsContext by = context.groups();
    if (context.DISTINCT() == null) {
      if (by != null) {
        by.field().forEach(column -> names.add(columns.name(column)));
      }
      return names.stream().distinct().toList();
    }
    if (by != null) {
      throw parsed
          .source()
          .unreadable(by.getStart(), "found GROUP BY after DISTINCT, expected only one of the two");
    }
    for (CqlParser.SelectItemContext item : context.selectItem()) {
      CqlParser.OperandContext only = ExpressionReader.only(item.expression());
      if (only == null || only.argument() != null) {
        throw parsed
            .source()
            .unreadable(
                item.getStart(),
                "found a function after DISTINCT, expected columns; use GROUP BY with aggregates");
      }
      names.add(columns.name(only.field()));
    }
    if (names.isEmpty()) {
      throw parsed
          .source()
          .unreadable(
              context.DISTINCT().getSymbol(),
              "found DISTINCT *, expected the columns whose values are returned once, since no two rows are equal in all columns");
    }
    return names.stream().distinct().toList();
  }

  /** The query without its conditions and limits: it has the columns of each run. */
  Query shape() {
    return new Query(
        items,
        List.of(),
        List.of(),
        List.of(),
        Grouping.NONE,
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
            "found %s, expected a timestamp or microseconds since 1970"
                .formatted(Type.describe(value)));
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

  /** Whether each row of the result is one JSON text. */
  boolean isJson() {
    return isJson;
  }

  /** Whether the column of the result at {@code place} is a text with the JSON of a value. */
  boolean isJson(int place) {
    return !items.isEmpty()
        && items.get(place) instanceof SelectItem.Computed computed
        && (computed.expression() instanceof Expression.AtPath
            || computed.expression() instanceof Expression.DocumentJson);
  }

  /** The columns of the result as a program gets them. */
  List<Column> shown(List<Column> named) {
    return isJson() ? JsonRows.COLUMNS : named;
  }

  private List<SelectItem> items(Values values, boolean isRun) {
    if (context.selectItem().isEmpty()) {
      return everyColumn();
    }
    ExpressionReader expressions = new ExpressionReader(parsed, columns, values, isRun);
    return context.selectItem().stream().map(item -> item(item, expressions)).toList();
  }

  /** The items of {@code *}; none if they are the columns as they are stored. */
  private List<SelectItem> everyColumn() {
    List<String> names = columns.all().stream().map(Column::name).toList();
    return names.stream().anyMatch(columns::isDocument)
        ? names.stream().map(this::column).toList()
        : List.of();
  }

  /** A column alone. The documents of a document table are JSON. */
  private SelectItem column(String name) {
    return columns.isDocument(name)
        ? new SelectItem.Computed(new Expression.DocumentJson(name))
        : new SelectItem.Column(name);
  }

  private SelectItem item(CqlParser.SelectItemContext item, ExpressionReader expressions) {
    CqlParser.OperandContext only = ExpressionReader.only(item.expression());
    if (only == null) {
      return new SelectItem.Computed(expressions.read(item.expression()));
    }
    CqlParser.ArgumentContext argument = only.argument();
    if (argument == null) {
      Field field = columns.selected(only.field());
      Expression id = field.column().equals(DocumentTable.ID) ? columns.computedId() : null;
      if (id != null) {
        return new SelectItem.Computed(id);
      }
      return field.path() == null && field.key() == null
          ? column(field.column())
          : new SelectItem.Computed(expressions.read(field));
    }
    String function =
        only.field().fieldStep().isEmpty()
            ? Parsed.name(only.field().columnName().name())
            : only.field().getText();
    if (argument.field() == null) {
      if (function.equals("count") && isEveryRow(argument)) {
        return new SelectItem.Count();
      }
      throw unknownFunction(item, function, argument);
    }
    if (!FUNCTIONS.contains(function)) {
      throw unknownFunction(item, function, argument);
    }
    String column = columns.name(argument.field());
    return switch (function) {
      case "count" -> new SelectItem.CountOf(column);
      case "sum" -> new SelectItem.Sum(column);
      case "avg" -> new SelectItem.Average(column);
      case "min" -> new SelectItem.Extreme(SelectItem.Function.MIN, column);
      case "max" -> new SelectItem.Extreme(SelectItem.Function.MAX, column);
      case "ttl" -> new SelectItem.TimeToLive(column);
      default -> new SelectItem.WriteTime(column);
    };
  }

  /** Whether the argument is that of {@code count(*)} or {@code count(1)}. */
  private static boolean isEveryRow(CqlParser.ArgumentContext argument) {
    return argument.STAR() != null || argument.INTEGER().getText().equals("1");
  }

  private CqlException unknownFunction(
      CqlParser.SelectItemContext item, String function, CqlParser.ArgumentContext argument) {
    return parsed
        .source()
        .unreadable(
            item.getStart(),
            "found %s%s, expected count(*), count(column), sum(column), avg(column), min(column), max(column), writetime(column) or ttl(column)%s"
                .formatted(
                    function,
                    argument.getText(),
                    function.equals("token") ? "; " + Hints.NO_TOKENS : ""));
  }

  private int count(
      Token place, CqlParser.@Nullable ParameterContext parameter, String what, Values values) {
    @Nullable Object value =
        parameter == null ? new BigDecimal(place.getText()) : values.parameter(parameter);
    try {
      if (value != null && COUNT.convert(value) instanceof Integer count && count >= 1) {
        return count;
      }
    } catch (KeyException e) {
      // Refused below.
    }
    throw parsed
        .source()
        .wrongValue(
            place,
            "found %s %s, expected a whole number from 1 to 2147483647"
                .formatted(what, Type.describe(value)));
  }
}
