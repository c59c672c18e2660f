package keywright.cql;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Finds what the parameters of a SELECT are compared with. */
final class MarkerReader {
  private static final Type COUNT = Type.parse("int");
  private static final Type MOMENT = Type.parse("timestamp(us)");

  private final Parsed<?> parsed;
  private final TableColumns columns;

  MarkerReader(Parsed<?> parsed, TableColumns columns) {
    this.parsed = parsed;
    this.columns = columns;
  }

  /** One for each value to be given; a name that stands in several places is what its first is. */
  List<Marker> read() {
    Parameters parameters = Parameters.of(parsed);
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
      return new Marker(null, COUNT, Marker.Use.COUNT);
    }
    if (place instanceof CqlParser.InValuesContext) {
      return marker(place.getParent().getParent(), Marker.Use.ONE_OF);
    }
    ParserRuleContext around = place.getParent();
    if (around instanceof CqlParser.AsOfContext) {
      return new Marker(null, MOMENT, Marker.Use.MOMENT);
    }
    if (around instanceof CqlParser.ComparePredicateContext compare) {
      return marker(around.getParent(), use(compare.comparison(), false));
    }
    if (around instanceof CqlParser.BetweenPredicateContext between) {
      boolean first = between.value(0) == place;
      return marker(around.getParent(), first ? Marker.Use.LOWER : Marker.Use.UPPER);
    }
    if (around instanceof CqlParser.LikePredicateContext) {
      return marker(around.getParent(), Marker.Use.PATTERN);
    }
    if (around instanceof CqlParser.ContainsPredicateContext) {
      Marker marker = marker(around.getParent(), Marker.Use.ELEMENT);
      Type element = marker.type().elementType();
      // A column that is no list is refused when the query is read.
      return element == null ? marker : new Marker(marker.column(), element, marker.use());
    }
    if (around instanceof CqlParser.InValuesContext) {
      return marker(around.getParent().getParent(), Marker.Use.EQUAL);
    }
    if (around instanceof CqlParser.ValueConditionContext condition) {
      boolean first = condition.value(0) == place;
      return marker(around, use(condition.comparison(first ? 0 : 1), first));
    }
    throw parsed
        .source()
        .unreadable(
            parameter.getStart(),
            "found '%s' inside a list, expected one parameter for the whole list"
                .formatted(parameter.getText()));
  }

  private Marker marker(ParserRuleContext condition, Marker.Use use) {
    CqlParser.ColumnNameContext context =
        condition instanceof CqlParser.ColumnConditionContext column
            ? column.columnName()
            : ((CqlParser.ValueConditionContext) condition).columnName();
    String name = columns.name(context);
    return new Marker(name, columns.type(name), use);
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
