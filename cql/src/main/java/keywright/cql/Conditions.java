package keywright.cql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.key.Type;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.RowCondition;
import keywright.table.model.TupleCondition;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Parses the conditions of a WHERE clause. The methods are safe for many threads.
 *
 * <p>{@code BETWEEN a AND b} and {@code a < c < b} become two conditions each. {@code 5 < c}
 * becomes {@code c > 5}. Alternatives of one column joined by OR become one condition.
 */
public final class Conditions {
  private static final int ALTERNATIVES_MAX = 1_024;

  private final Parsed<?> parsed;
  private final Checks checks;
  private final List<Step> steps = new ArrayList<>();
  private final List<RowStep> rowSteps = new ArrayList<>();

  /** For each {@code !=} the condition that must not be met. */
  private final List<Step> unmet = new ArrayList<>();

  private final boolean isAfterIf;

  /** Where the first comparison of several columns begins; null if there is none. */
  private @Nullable Token firstTuple;

  /** Where the first OR of several columns begins; null if there is none. */
  private @Nullable Token firstAlternatives;

  private final Set<String> columns = new LinkedHashSet<>();

  /**
   * Reads the conditions as far as they are the same in each run.
   *
   * @param values the values of any run; no parameter is read from them
   */
  Conditions(Parsed<?> parsed, CqlParser.ConditionsContext context, Values values, Checks checks) {
    this(parsed, checks, false);
    add(context, values);
  }

  private Conditions(Parsed<?> parsed, Checks checks, boolean isAfterIf) {
    this.isAfterIf = isAfterIf;
    this.parsed = parsed;
    this.checks = checks;
  }

  /** Gives a condition in a run, with the values of its parameters. */
  private interface Step {
    Condition in(Values values);
  }

  /** Gives a condition on several columns in a run. */
  private interface RowStep {
    RowCondition in(Values values);
  }

  /** Checks the columns and literals of conditions. */
  interface Checks {
    /** The name of a column; refuses a column that does not exist. */
    default String column(CqlParser.ColumnNameContext column) {
      return Parsed.name(column.name());
    }

    /** What a condition is on; refuses what does not exist. */
    Field field(CqlParser.FieldContext field);

    /** A condition on the value at a path; refuses one that no value can meet. */
    default Condition at(DocumentPath path, Condition condition, Token place) {
      return DocumentTable.where(path, condition);
    }

    /** The type of a column; null if it is unknown. */
    default @Nullable Type typeOf(String column) {
      return null;
    }

    /** The value of a tuple for a column, as a value of the column's type. */
    default @Nullable Object element(String column, CqlParser.ValueContext value, Values values) {
      return values.of(value, typeOf(column));
    }

    /** Refuses a condition that the column's type cannot meet, for the literal at {@code place}. */
    void condition(Condition condition, Token place);
  }

  /**
   * Parses conditions, such as {@code "customer_id = 123 AND paid_at >= '2017-01-01'"}. This method
   * does not check whether the columns exist.
   *
   * @throws CqlException if the text cannot be parsed; the message gives the position of the error
   *     and what was expected at this position
   */
  public static List<Condition> parse(String where) {
    Source source = new Source("condition", where, 1, 1);
    Parsed<CqlParser.OneWhereContext> parsed = Parsing.parse(source, CqlParser::oneWhere);
    return of(
        parsed,
        parsed.tree().conditions(),
        new Values(parsed),
        new Checks() {
          @Override
          public Field field(CqlParser.FieldContext field) {
            String column = Parsed.name(field.columnName().name());
            return Field.withoutPath(source, field, column, "write conditions on columns");
          }

          @Override
          public void condition(Condition condition, Token place) {}
        });
  }

  static List<Condition> of(
      Parsed<?> parsed, CqlParser.ConditionsContext context, Values values, Checks checks) {
    return new Conditions(parsed, context, values, checks).onSingleColumns().in(values);
  }

  /** The conditions after IF, which can have {@code !=}. */
  static Conditions afterIf(
      Parsed<?> parsed, CqlParser.ConditionsContext context, Values values, Checks checks) {
    Conditions conditions = new Conditions(parsed, checks, true);
    conditions.add(context, values);
    return conditions.onSingleColumns();
  }

  private Conditions onSingleColumns() {
    if (firstAlternatives != null) {
      throw parsed
          .source()
          .unreadable(
              firstAlternatives,
              "found OR between conditions on several columns, expected conditions on one column; only the WHERE of a SELECT can have more, so write one statement for each alternative");
    }
    if (firstTuple != null) {
      throw parsed
          .source()
          .unreadable(
              firstTuple,
              "found a comparison of several columns at once, expected conditions on single columns; only the WHERE of a SELECT can compare several columns");
    }
    return this;
  }

  /** The conditions in a run. */
  List<Condition> in(Values values) {
    List<Condition> conditions = new ArrayList<>(steps.size());
    for (Step step : steps) {
      conditions.add(step.in(values));
    }
    return conditions;
  }

  /** For each {@code !=} the equality that must not hold, in a run. */
  List<Condition> unmet(Values values) {
    return unmet.stream().map(step -> step.in(values)).toList();
  }

  /** The conditions on several columns in a run, without those that are joined equalities. */
  List<RowCondition> ofRows(Values values) {
    return rowSteps.isEmpty() ? List.of() : rowSteps.stream().map(step -> step.in(values)).toList();
  }

  private void add(CqlParser.ConditionsContext context, Values values) {
    if (context.conjunction().size() > 1) {
      addAlternatives(context, values);
    } else {
      add(context.conjunction(0), values);
    }
  }

  private void add(CqlParser.ConjunctionContext context, Values values) {
    for (CqlParser.ConditionContext condition : context.condition()) {
      if (condition instanceof CqlParser.NestedConditionContext nested) {
        add(nested.conditions(), values);
      } else {
        add(condition, values);
      }
    }
  }

  /** Alternatives of one column are a condition on it; others are a condition on rows. */
  private void addAlternatives(CqlParser.ConditionsContext context, Values values) {
    List<Conditions> parts = new ArrayList<>();
    Set<String> named = new LinkedHashSet<>();
    for (CqlParser.ConjunctionContext conjunction : context.conjunction()) {
      Conditions part = new Conditions(parsed, checks, isAfterIf);
      part.add(conjunction, values);
      if (part.firstTuple != null || !part.unmet.isEmpty()) {
        throw parsed
            .source()
            .unreadable(
                part.firstTuple != null ? part.firstTuple : conjunction.getStart(),
                "found %s beside OR, expected conditions on single columns with =, <, >, IN, LIKE or IS NULL; write one statement for each alternative"
                    .formatted(part.firstTuple != null ? "a comparison of several columns" : "!="));
      }
      parts.add(part);
      named.addAll(part.columns);
    }
    columns.addAll(named);
    Token start = context.getStart();
    if (named.size() == 1) {
      String column = named.iterator().next();
      steps.add(run -> ofColumn(column, alternatives(parts, start, run)));
      return;
    }
    firstAlternatives = firstAlternatives == null ? start : firstAlternatives;
    rowSteps.add(run -> new AlternativeConditions(alternatives(parts, start, run)));
  }

  private List<List<Condition>> alternatives(List<Conditions> parts, Token start, Values values) {
    List<List<Condition>> alternatives = new ArrayList<>();
    for (Conditions part : parts) {
      alternatives.addAll(part.alternatives(values));
      if (alternatives.size() > ALTERNATIVES_MAX) {
        throw parsed
            .source()
            .unreadable(
                start,
                "found more than %,d alternatives joined by OR, expected at most as many; use IN, or run several queries"
                    .formatted(ALTERNATIVES_MAX));
      }
    }
    return alternatives;
  }

  /** The conditions as alternatives, each without OR between columns. */
  private List<List<Condition>> alternatives(Values values) {
    List<List<Condition>> all = List.of(in(values));
    for (RowStep step : rowSteps) {
      List<List<Condition>> more = new ArrayList<>();
      for (List<Condition> some : all) {
        for (List<Condition> others : ((AlternativeConditions) step.in(values)).alternatives()) {
          more.add(Stream.concat(some.stream(), others.stream()).toList());
          if (more.size() > ALTERNATIVES_MAX) {
            return more;
          }
        }
      }
      all = more;
    }
    return all;
  }

  /** Equalities are one IN. */
  private static Condition ofColumn(String column, List<List<Condition>> alternatives) {
    List<Object> equal = new ArrayList<>();
    for (List<Condition> alternative : alternatives) {
      Condition only = alternative.size() == 1 ? alternative.get(0) : null;
      if (only instanceof Compare compare && compare.operator() == Operator.EQ) {
        equal.add(compare.value());
      } else if (only instanceof Condition.In in) {
        equal.addAll(in.values());
      } else {
        return new Condition.AnyOf(column, alternatives);
      }
    }
    return new Condition.In(column, equal);
  }

  /**
   * {@code (a, b) = (1, 2)} is {@code a = 1 AND b = 2}; other comparisons of tuples stay together.
   */
  private void add(CqlParser.TupleConditionContext context, Values values) {
    List<CqlParser.ColumnNameContext> names = context.tupleColumns().columnName();
    List<String> columns = names.stream().map(checks::column).toList();
    CqlParser.TuplePredicateContext predicate = context.tuplePredicate();
    for (CqlParser.TupleContext tuple : predicate.tuple()) {
      if (tuple.value().size() != columns.size()) {
        throw parsed
            .source()
            .unreadable(
                tuple.getStart(),
                "found %s, expected %d, one for each column"
                    .formatted(Counts.of(tuple.value().size(), "value"), columns.size()));
      }
    }
    boolean isEqual = predicate.IN() == null && operator(predicate.comparison()) == Operator.EQ;
    if (isEqual) {
      for (int i = 0; i < columns.size(); i++) {
        compare(columns.get(i), Operator.EQ, predicate.tuple(0).value(i), values);
      }
      return;
    }
    firstTuple = firstTuple == null ? context.getStart() : firstTuple;
    this.columns.addAll(columns);
    Operator operator = predicate.IN() == null ? operator(predicate.comparison()) : Operator.EQ;
    rowSteps.add(
        run ->
            new TupleCondition(
                columns,
                operator,
                predicate.tuple().stream().map(tuple -> tuple(columns, tuple, run)).toList()));
  }

  private List<Object> tuple(List<String> columns, CqlParser.TupleContext context, Values values) {
    List<Object> tuple = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Object value = checks.element(columns.get(i), context.value(i), values);
      if (value == null) {
        throw nullFound(context.value(i).getStart());
      }
      tuple.add(value);
    }
    return tuple;
  }

  private void add(CqlParser.ConditionContext context, Values values) {
    if (context instanceof CqlParser.TupleConditionContext tuple) {
      add(tuple, values);
      return;
    }
    if (context instanceof CqlParser.ColumnConditionContext condition) {
      add(
          checks.field(condition.field()),
          condition,
          (part, column) -> part.add(column, condition.predicate(), values),
          values);
    } else if (context instanceof CqlParser.ValueConditionContext condition) {
      add(
          checks.field(condition.field()),
          condition,
          (part, column) -> part.addBounds(column, condition, values),
          values);
    }
  }

  private void addBounds(String column, CqlParser.ValueConditionContext condition, Values values) {
    Operator first = operator(condition.comparison(0));
    compare(column, mirrored(first), condition.value(0), values);
    if (condition.comparison().size() == 2) {
      Operator second = operator(condition.comparison(1));
      if (!sameDirection(first, second)) {
        throw parsed
            .source()
            .unreadable(
                condition.comparison(1).getStart(),
                "found '%s' after '%s' in a condition with two bounds, expected < or <= both times, or > or >= both times, as in 1 < a < 9"
                    .formatted(second, first));
      }
      compare(column, second, condition.value(1), values);
    }
  }

  /**
   * Conditions on a field.
   *
   * @param conditions adds the conditions as if they were on a column
   */
  private void add(
      Field field,
      ParserRuleContext context,
      BiConsumer<Conditions, String> conditions,
      Values values) {
    String column = field.column();
    DocumentPath path = field.path();
    if (path != null) {
      addParts(
          column,
          null,
          context,
          part -> conditions.accept(part, path.path()),
          (step, run) -> checks.at(path, step.in(run), context.getStart()),
          values);
    } else if (field.key() != null) {
      Type type = checks.typeOf(column);
      Type held = type == null || type.keyType() == null ? null : type.elementType();
      StatementValue key =
          StatementValue.of(field.key().value(), type == null ? null : type.keyType(), values);
      addParts(
          column,
          held,
          context,
          part -> conditions.accept(part, column),
          (step, run) -> atKey(column, key, step, run),
          values);
    } else {
      conditions.accept(this, column);
    }
  }

  /** Conditions on a part of the values of a column, as conditions on the column. */
  private void addParts(
      String column,
      @Nullable Type held,
      ParserRuleContext context,
      Consumer<Conditions> conditions,
      BiFunction<Step, Values, Condition> whole,
      Values values) {
    Checks ofValues =
        new Checks() {
          @Override
          public Field field(CqlParser.FieldContext field) {
            return checks.field(field);
          }

          @Override
          public @Nullable Type typeOf(String name) {
            return held;
          }

          @Override
          public void condition(Condition condition, Token place) {
            // Checked as a condition on the column, below.
          }
        };
    Conditions part = new Conditions(parsed, ofValues, isAfterIf);
    conditions.accept(part);
    columns.add(column);
    for (Step step : part.steps) {
      add(run -> whole.apply(step, run), context, values);
    }
    for (Step step : part.unmet) {
      unmet.add(
          run -> {
            Condition equal = whole.apply(step, run);
            checks.condition(equal, context.getStart());
            return equal;
          });
    }
  }

  private Condition atKey(String column, StatementValue key, Step step, Values run) {
    Object found = key.in(run);
    if (found == null) {
      throw parsed.source().unreadable(key.place(), "found null, expected a key of the map");
    }
    return new Condition.AtKey(column, found, step.in(run));
  }

  private void add(String column, CqlParser.PredicateContext context, Values values) {
    columns.add(column);
    if (context instanceof CqlParser.ComparePredicateContext predicate) {
      compare(column, operator(predicate.comparison()), predicate.value(), values);
    } else if (context instanceof CqlParser.UnequalPredicateContext predicate) {
      unequal(column, predicate, values);
    } else if (context instanceof CqlParser.BetweenPredicateContext predicate) {
      compare(column, Operator.GE, predicate.value(0), values);
      compare(column, Operator.LE, predicate.value(1), values);
    } else if (context instanceof CqlParser.InPredicateContext predicate) {
      CqlParser.InValuesContext in = predicate.inValues();
      add(run -> new Condition.In(column, list(column, in, run)), in, values);
    } else if (context instanceof CqlParser.LikePredicateContext predicate) {
      add(run -> like(column, predicate.value(), run), predicate.value(), values);
    } else if (context instanceof CqlParser.ContainsPredicateContext predicate) {
      boolean isKey = predicate.KEY() != null;
      add(run -> contains(column, isKey, predicate.value(), run), predicate.value(), values);
    } else if (context instanceof CqlParser.NullPredicateContext predicate) {
      Condition isNull = new Condition.IsNull(column, predicate.NOT() != null);
      add(run -> isNull, predicate, values);
    }
  }

  private void compare(
      String column, Operator operator, CqlParser.ValueContext context, Values values) {
    columns.add(column);
    StatementValue value = StatementValue.of(context, checks.typeOf(column), values);
    add(
        run -> {
          Object found = value.in(run);
          return found == null
              ? withNull(column, operator, value.place())
              : new Compare(column, operator, found);
        },
        context,
        values);
  }

  private void unequal(String column, CqlParser.UnequalPredicateContext context, Values values) {
    if (!isAfterIf) {
      throw parsed
          .source()
          .unreadable(
              context.getStart(),
              "found '%s', expected =, <, <=, > or >=; only IF can have !=, so filter the rows in your program"
                  .formatted(context.getStart().getText()));
    }
    StatementValue value = StatementValue.of(context.value(), checks.typeOf(column), values);
    unmet.add(
        run -> {
          Object found = value.in(run);
          Condition equal =
              found == null
                  ? new Condition.IsNull(column, false)
                  : new Compare(column, Operator.EQ, found);
          checks.condition(equal, value.place());
          return equal;
        });
  }

  /** Adds a condition that is read and checked once, or in each run if it has parameters. */
  private void add(Step condition, ParserRuleContext place, Values values) {
    Token start = place.getStart();
    Step checked =
        run -> {
          Condition read = condition.in(run);
          checks.condition(read, start);
          return read;
        };
    if (StatementValue.isLiteral(place)) {
      Condition literal = checked.in(values);
      steps.add(run -> literal);
    } else {
      steps.add(checked);
    }
  }

  private Condition like(String column, CqlParser.ValueContext context, Values values) {
    Object pattern = notNull(column, context, values);
    if (!(pattern instanceof String text)) {
      throw parsed
          .source()
          .wrongValue(context.getStart(), "found " + Type.describe(pattern) + ", expected a text");
    }
    return new Condition.Like(column, text);
  }

  private Condition contains(
      String column, boolean isKey, CqlParser.ValueContext context, Values values) {
    Type type = checks.typeOf(column);
    Type element = type == null ? null : isKey ? type.keyType() : type.elementType();
    Object value = values.of(context, element);
    if (value == null) {
      throw parsed
          .source()
          .wrongValue(
              context.getStart(),
              "found null, expected a value after CONTAINS: no list contains null; name a value");
    }
    if (isKey) {
      return new Condition.ContainsKey(column, value);
    }
    return new Condition.Contains(column, value);
  }

  private List<Object> list(String column, CqlParser.InValuesContext context, Values values) {
    List<Object> list = new ArrayList<>();
    if (context.parameter() != null) {
      Token place = context.getStart();
      if (!(values.parameter(context.parameter()) instanceof Collection<?> collection)) {
        throw parsed
            .source()
            .wrongValue(place, "found a single value for IN ?, expected a collection of values");
      }
      for (Object value : collection) {
        if (value == null) {
          throw nullFound(place);
        }
        list.add(value);
      }
    }
    context.value().forEach(value -> list.add(notNull(column, value, values)));
    return list;
  }

  private Object notNull(String column, CqlParser.ValueContext context, Values values) {
    Object value = values.of(context, checks.typeOf(column));
    if (value == null) {
      throw nullFound(context.getStart());
    }
    return value;
  }

  /** {@code IF a = null} is {@code IF a IS NULL}, as in CQL. Elsewhere null equals nothing. */
  private Condition withNull(String column, Operator operator, Token place) {
    if (!isAfterIf || operator != Operator.EQ) {
      throw nullFound(place);
    }
    return new Condition.IsNull(column, false);
  }

  private CqlException nullFound(Token place) {
    return parsed
        .source()
        .wrongValue(place, "found null, expected a value; write IS NULL or IS NOT NULL");
  }

  private static Operator operator(CqlParser.ComparisonContext context) {
    return switch (context.getStart().getType()) {
      case CqlLexer.EQUAL -> Operator.EQ;
      case CqlLexer.LESS -> Operator.LT;
      case CqlLexer.LESS_EQUAL -> Operator.LE;
      case CqlLexer.GREATER -> Operator.GT;
      default -> Operator.GE;
    };
  }

  private static Operator mirrored(Operator operator) {
    return switch (operator) {
      case EQ -> Operator.EQ;
      case LT -> Operator.GT;
      case LE -> Operator.GE;
      case GT -> Operator.LT;
      case GE -> Operator.LE;
    };
  }

  private static boolean sameDirection(Operator first, Operator second) {
    boolean less = first == Operator.LT || first == Operator.LE;
    boolean greater = first == Operator.GT || first == Operator.GE;
    return less
        ? second == Operator.LT || second == Operator.LE
        : greater && (second == Operator.GT || second == Operator.GE);
  }
}
