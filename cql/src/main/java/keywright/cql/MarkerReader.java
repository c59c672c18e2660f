package keywright.cql;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Finds what the parameters of a statement are compared with and written to. */
final class MarkerReader {
  private static final Type COUNT = Type.parse("int");
  private static final Type MOMENT = Type.parse("timestamp(us)");
  private static final Type SECONDS = Type.parse("int");
  private static final Type MICROSECONDS = Type.parse("bigint");
  private static final Type TEXT = Type.parse("text");

  /** Of a value that is compared with the one at a path. */
  private static final Type UNTYPED = Type.parse("variant");

  private final Parsed<?> parsed;
  private final Parameters parameters;
  private final Function<CqlParser.TableNameContext, TableColumns> tables;

  /**
   * @param parameters those of {@code parsed}
   * @param tables the columns of a table that the statement names
   */
  MarkerReader(
      Parsed<?> parsed,
      Parameters parameters,
      Function<CqlParser.TableNameContext, TableColumns> tables) {
    this.parsed = parsed;
    this.parameters = parameters;
    this.tables = tables;
  }

  /** Refuses parameters inside lists, sets and maps. */
  MarkerReader withoutElements() {
    for (CqlParser.ParameterContext parameter :
        Parsed.all(parsed.tree(), CqlParser.ParameterContext.class)) {
      ParserRuleContext around = parameter.getParent().getParent();
      if (isCollection(around)) {
        String kind =
            around instanceof CqlParser.ListContext
                ? "list"
                : ((CqlParser.EntryContext) around).value().size() == 2 ? "map" : "set";
        throw parsed
            .source()
            .unreadable(
                parameter.getStart(),
                "found '%s' inside a %s, expected one parameter for the whole %2$s"
                    .formatted(parameter.getText(), kind));
      }
    }
    return this;
  }

  /** Whether a value around which it is is one of a list, a set or a map. */
  private static boolean isCollection(ParserRuleContext around) {
    return around instanceof CqlParser.ListContext || around instanceof CqlParser.EntryContext;
  }

  /** One for each value to be given; a name that stands in several places is what its first is. */
  List<Marker> read() {
    @Nullable Marker[] markers = new @Nullable Marker[parameters.count()];
    for (CqlParser.ParameterContext parameter :
        Parsed.all(parsed.tree(), CqlParser.ParameterContext.class)) {
      int index = parameters.index(parameter.getStart());
      if (markers[index] == null) {
        markers[index] = marker(parameter);
      }
    }
    return Arrays.stream(markers).map(Objects::requireNonNull).toList();
  }

  private Marker marker(CqlParser.ParameterContext parameter) {
    ParserRuleContext place = parameter.getParent();
    if (place instanceof CqlParser.LimitContext || place instanceof CqlParser.VersionCountContext) {
      return marker(parameter, null, COUNT, Marker.Use.COUNT);
    }
    if (place instanceof CqlParser.JsonContext) {
      return marker(parameter, null, TEXT, Marker.Use.JSON);
    }
    if (place instanceof CqlParser.InValuesContext) {
      return ofCondition(parameter, place.getParent().getParent(), Marker.Use.ONE_OF);
    }
    ParserRuleContext around = place.getParent();
    if (isCollection(around)) {
      return ofElement(parameter);
    }
    if (around instanceof CqlParser.EntryKeyContext key) {
      return ofEntryKey(parameter, key);
    }
    if (around instanceof CqlParser.AsOfContext) {
      return marker(parameter, null, MOMENT, Marker.Use.MOMENT);
    }
    if (around instanceof CqlParser.UsingTermContext term) {
      return term.TTL() != null
          ? marker(parameter, null, SECONDS, Marker.Use.TTL)
          : marker(parameter, null, MICROSECONDS, Marker.Use.WRITE_TIME);
    }
    return ofValue(parameter, place);
  }

  /** A parameter inside a list, set or map, or in one that is inside another. */
  private Marker ofElement(CqlParser.ParameterContext parameter) {
    ParserRuleContext value = parameter.getParent();
    Deque<Boolean> isKey = new ArrayDeque<>();
    while (isCollection(value.getParent())) {
      ParserRuleContext around = value.getParent();
      boolean isEntry = around instanceof CqlParser.EntryContext;
      List<?> parts = isEntry ? ((CqlParser.EntryContext) around).value() : List.of();
      isKey.push(parts.size() == 2 && parts.get(0) == value);
      value = isEntry ? around.getParent().getParent() : around.getParent();
    }
    Marker whole = ofValue(parameter, value);
    Type type = whole.type();
    Marker.Use use = Marker.Use.ELEMENT;
    for (boolean key : isKey) {
      use = key ? Marker.Use.KEY : Marker.Use.ELEMENT;
      Type part = key ? type.keyType() : type.elementType();
      type = part == null ? type : part; // One that does not fit is refused when it is executed.
    }
    return marker(parameter, whole.column(), type, use);
  }

  /** {@code m[?]}, of the type of the keys. */
  private Marker ofEntryKey(
      CqlParser.ParameterContext parameter, CqlParser.EntryKeyContext entryKey) {
    ParserRuleContext around = entryKey.getParent();
    ParserRuleContext owner =
        around instanceof CqlParser.FieldStepContext ? around.getParent() : around;
    Marker map =
        ofColumn(
            parameter,
            Objects.requireNonNull(owner.getRuleContext(CqlParser.ColumnNameContext.class, 0)),
            Marker.Use.KEY);
    Type key = map.type().keyType();
    return key == null ? map : marker(parameter, map.column(), key, Marker.Use.KEY);
  }

  /** A parameter that is a value for a column, or inside one. */
  private Marker ofValue(CqlParser.ParameterContext parameter, ParserRuleContext value) {
    ParserRuleContext around = value.getParent();
    if (around instanceof CqlParser.ComparePredicateContext compare) {
      return ofCondition(parameter, around.getParent(), use(compare.comparison(), false));
    }
    if (around instanceof CqlParser.UnequalPredicateContext) {
      return ofCondition(parameter, around.getParent(), Marker.Use.EQUAL);
    }
    if (around instanceof CqlParser.BetweenPredicateContext between) {
      boolean first = between.value(0) == value;
      return ofCondition(
          parameter, around.getParent(), first ? Marker.Use.LOWER : Marker.Use.UPPER);
    }
    if (around instanceof CqlParser.LikePredicateContext) {
      return ofCondition(parameter, around.getParent(), Marker.Use.PATTERN);
    }
    if (around instanceof CqlParser.ContainsPredicateContext contains) {
      boolean isKey = contains.KEY() != null;
      Marker.Use use = isKey ? Marker.Use.KEY : Marker.Use.ELEMENT;
      Marker marker = ofCondition(parameter, around.getParent(), use);
      Type element = isKey ? marker.type().keyType() : marker.type().elementType();
      // A column that is no list, set or map is refused when the query is read.
      return element == null ? marker : marker(parameter, marker.column(), element, use);
    }
    if (around instanceof CqlParser.InValuesContext) {
      return ofCondition(parameter, around.getParent().getParent(), Marker.Use.EQUAL);
    }
    if (around instanceof CqlParser.ValueConditionContext condition) {
      boolean first = condition.value(0) == value;
      return ofCondition(parameter, around, use(condition.comparison(first ? 0 : 1), first));
    }
    if (around instanceof CqlParser.TupleContext tuple) {
      return ofTuple(parameter, tuple, tuple.value().indexOf(value));
    }
    if (around instanceof CqlParser.InsertRowContext row) {
      List<CqlParser.ColumnNameContext> names =
          ((CqlParser.InsertContext) row.getParent()).columnName();
      int index = row.value().indexOf(value);
      // Another number of values is refused when the statement is executed.
      return ofColumn(parameter, names.get(Math.min(index, names.size() - 1)), Marker.Use.SET);
    }
    if (around instanceof CqlParser.AssignmentContext assignment) {
      Marker marker = ofColumn(parameter, assignment.columnName(), Marker.Use.SET);
      Type entry = assignment.entryKey() == null ? null : marker.type().elementType();
      return entry == null ? marker : marker(parameter, marker.column(), entry, Marker.Use.SET);
    }
    if (around instanceof CqlParser.SumContext sum) {
      Marker marker = ofColumn(parameter, sum.columnName(), Marker.Use.ADD);
      Type key = sum.MINUS() == null ? null : marker.type().keyType();
      return key == null
          ? marker
          : marker(
              parameter, marker.column(), CollectionChange.keysOf(marker.type()), Marker.Use.ADD);
    }
    if (around instanceof CqlParser.KeyValuesContext key) {
      TableColumns columns = columns(parameter);
      List<String> names = columns.keyColumns();
      String name = names.get(Math.min(key.value().indexOf(value), names.size() - 1));
      return marker(parameter, name, columns.type(name), Marker.Use.EQUAL);
    }
    throw parsed
        .source()
        .unreadable(
            parameter.getStart(),
            "found '%s' in a definition, expected the value itself; only statements that read or change rows have parameters"
                .formatted(parameter.getText()));
  }

  private Marker ofCondition(
      CqlParser.ParameterContext parameter, ParserRuleContext condition, Marker.Use use) {
    CqlParser.FieldContext context =
        Objects.requireNonNull(condition.getRuleContext(CqlParser.FieldContext.class, 0));
    TableColumns columns = columns(parameter);
    Field field = columns.field(context);
    if (field.path() != null) {
      return marker(
          parameter, field.path().path(), use == Marker.Use.PATTERN ? TEXT : UNTYPED, use);
    }
    Type type = columns.type(field.column());
    Type entry = field.key() == null ? null : type.elementType();
    return marker(parameter, field.column(), entry == null ? type : entry, use);
  }

  private Marker ofTuple(
      CqlParser.ParameterContext parameter, CqlParser.TupleContext tuple, int index) {
    CqlParser.TuplePredicateContext predicate = (CqlParser.TuplePredicateContext) tuple.getParent();
    List<CqlParser.ColumnNameContext> names =
        ((CqlParser.TupleConditionContext) predicate.getParent()).tupleColumns().columnName();
    Marker.Use use = predicate.IN() != null ? Marker.Use.EQUAL : use(predicate.comparison(), false);
    // A tuple of another length is refused when the query is read.
    return ofColumn(parameter, names.get(Math.min(index, names.size() - 1)), use);
  }

  private Marker ofColumn(
      CqlParser.ParameterContext parameter, CqlParser.ColumnNameContext column, Marker.Use use) {
    TableColumns columns = columns(parameter);
    String name = columns.name(column);
    boolean isJson = use == Marker.Use.SET && columns.isDocument(name);
    return marker(parameter, name, isJson ? TEXT : columns.type(name), use);
  }

  private Marker marker(
      CqlParser.ParameterContext parameter, @Nullable String column, Type type, Marker.Use use) {
    String name = parameters.name(parameters.index(parameter.getStart()));
    return new Marker(name, column, type, use);
  }

  /** The columns of the table that the statement around a parameter reads or changes. */
  private TableColumns columns(ParserRuleContext part) {
    for (ParserRuleContext around = part.getParent(); ; around = around.getParent()) {
      CqlParser.TableNameContext table =
          around instanceof CqlParser.ExplainContext explain
              ? explain.select().tableName()
              : around.getRuleContext(CqlParser.TableNameContext.class, 0);
      if (table != null) {
        return tables.apply(table);
      }
    }
  }

  /** What a value is for on the right of a comparison, or on its left when {@code mirrored}. */
  private static Marker.Use use(CqlParser.ComparisonContext comparison, boolean mirrored) {
    Token sign = comparison.getStart();
    return switch (sign.getType()) {
      case CqlLexer.EQUAL -> Marker.Use.EQUAL;
      case CqlLexer.GREATER, CqlLexer.GREATER_EQUAL ->
          mirrored ? Marker.Use.UPPER : Marker.Use.LOWER;
      default -> mirrored ? Marker.Use.LOWER : Marker.Use.UPPER;
    };
  }
}
