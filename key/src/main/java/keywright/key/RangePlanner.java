package keywright.key;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import keywright.key.Condition.Like;
import org.jspecify.annotations.Nullable;

/**
 * Turns conditions into ranges of one key, by these rules and no others: a part whose columns are
 * all fixed is fixed; a range on the column of an order-keeping part is a range on the part; a part
 * of few values with unknown columns is fanned out; anything else ends the prefix.
 */
final class RangePlanner {
  private final KeySchema schema;
  private final List<Condition> conditions;

  /** How many leading parts are to have one value in each range. */
  private final int fixedParts;

  /** By column; null where no condition is on it. */
  private final @Nullable ColumnValues[] values;

  RangePlanner(KeySchema schema, List<Condition> conditions) {
    this(schema, conditions, 0);
  }

  /**
   * @param fixedParts how many leading parts are to have one value in each range
   */
  RangePlanner(KeySchema schema, List<Condition> conditions, int fixedParts) {
    this.schema = schema;
    this.fixedParts = fixedParts;
    this.conditions = List.copyOf(conditions);
    this.values = new @Nullable ColumnValues[schema.columns().size()];
    for (Condition condition : conditions) {
      int index = schema.indexOf(condition.column());
      if (index < 0) {
        continue;
      }
      Column column = schema.columns().get(index);
      ColumnValues allowed = ColumnValues.of(condition, column.type());
      if (!column.nullable() && allowed.contains(column.type(), null)) {
        allowed = allowed.and(notNull(column), column.type());
      }
      ColumnValues before = values[index];
      values[index] = before == null ? allowed : before.and(allowed, column.type());
    }
  }

  private static ColumnValues notNull(Column column) {
    return ColumnValues.of(new Condition.IsNull(column.name(), true), column.type());
  }

  KeySchema schema() {
    return schema;
  }

  /** The same for conditions with other values; null if the ranges may be others by more. */
  @Nullable RangePlanner withValuesOf(List<Condition> others) {
    RangePlanner other = new RangePlanner(schema, others, fixedParts);
    return other.isLike(this) ? other : null;
  }

  /**
   * Whether this planner comes to the same ranges as {@code other} but for the values of
   * comparisons: all other conditions are equal, each column has as many values or is bounded from
   * the same sides, and no bound that differs decides which ranges there are.
   */
  private boolean isLike(RangePlanner other) {
    if (conditions.size() != other.conditions.size()) {
      return false;
    }
    boolean isBoundedOtherwise = false;
    for (int i = 0; i < conditions.size(); i++) {
      Condition own = conditions.get(i);
      Condition others = other.conditions.get(i);
      if (!own.hasShapeOf(others)) {
        return false;
      }
      isBoundedOtherwise |=
          own instanceof Condition.Compare compare
              && compare.operator() != Condition.Operator.EQ
              && !compare.equals(others);
    }
    for (int column = 0; column < values.length; column++) {
      if (!values(column).isLike(other.values(column))) {
        return false;
      }
    }
    return !isBoundedOtherwise || !boundsDecide();
  }

  /**
   * Whether the values of bounds, and not only which columns have bounds, decide which ranges there
   * are and in which order they return rows: a bound may be expanded to single values, reach over
   * several runs, or have no image under an expression.
   */
  boolean boundsDecide() {
    for (int part = 0; part < schema.parts().size(); part++) {
      BitSet inputs = schema.expressions().get(part).columns();
      if (inputs.cardinality() == 1
          && isBounded(inputs.nextSetBit(0))
          && (part < fixedParts || !keepsItsBound(part))) {
        return true;
      }
    }
    return false;
  }

  /** Whether any bound on the column of {@code part} is one range of the part. */
  private boolean keepsItsBound(int part) {
    return schema.expressions().get(part) instanceof ColumnReference column
        && schema.codec().runs(part).size() == 1
        && !(DiscreteValues.areOf(column) && isFollowedByBounds(part));
  }

  private boolean isBounded(int column) {
    return values(column).points() == null && values(column).interval().isBounded();
  }

  /** Whether the part after {@code part} is fixed or bounded by other columns. */
  private boolean isFollowedByBounds(int part) {
    Restriction restriction = restriction(part);
    return restriction != null && helps(part, restriction);
  }

  /** Those of these conditions that stand where {@code some} stand among the others' conditions. */
  @SuppressWarnings("ReferenceEquality") // They are the same ones, not copies.
  List<Condition> inPlaceOf(RangePlanner other, List<Condition> some) {
    List<Condition> own = new ArrayList<>(some.size());
    for (int i = 0; i < conditions.size() && own.size() < some.size(); i++) {
      if (other.conditions.get(i) == some.get(own.size())) {
        own.add(conditions.get(i));
      }
    }
    return own;
  }

  ColumnValues values(int column) {
    ColumnValues allowed = values[column];
    return allowed == null ? ColumnValues.ANY : allowed;
  }

  KeyRanges plan(boolean keepFanOut) {
    return plan(keepFanOut, 0, 0);
  }

  /**
   * @param few how many values of a bounded part after them may be expanded
   * @param most how many values of these parts may be
   */
  KeyRanges plan(boolean keepFanOut, long few, long most) {
    for (ColumnValues allowed : values) {
      if (allowed != null && allowed.isEmpty()) {
        return KeyRanges.nothing(schema);
      }
    }
    List<KeyRanges.Step> steps = new ArrayList<>();
    Restriction restriction = null;
    int part = 0;
    for (; part < schema.parts().size(); part++) {
      TypedExpression expression = schema.expressions().get(part);
      if (isFixed(expression)) {
        steps.add(new KeyRanges.Step(part, true));
        continue;
      }
      restriction = restriction(part);
      if (restriction != null) {
        boolean isNeeded = part < fixedParts;
        KeyRanges.Expansion expansion =
            isNeeded || helps(part, restriction)
                ? expansion(part, restriction, isNeeded ? most : few)
                : null;
        if (expansion == null) {
          break;
        }
        steps.add(new KeyRanges.Step(part, false, expansion));
        restriction = null;
        continue;
      }
      if (expression.cardinality() < 0) {
        break;
      }
      steps.add(new KeyRanges.Step(part, false));
    }
    if (restriction != null && restriction.isEmpty()) {
      return KeyRanges.nothing(schema);
    }
    // A fan-out with nothing after it ends for want of what follows it.
    int end = part;
    while (restriction == null
        && !keepFanOut
        && steps.size() > fixedParts
        && !last(steps).fixed()) {
      steps.remove(steps.size() - 1);
      end = part < schema.parts().size() ? part : steps.size();
    }
    return new KeyRanges(
        schema,
        this,
        steps,
        restriction == null ? List.of() : restriction.ranges(),
        residual(steps, restriction),
        stop(end, restriction));
  }

  /** Whether the part after {@code part} is fixed or bounded by other columns. */
  private boolean helps(int part, Restriction restriction) {
    int next = part + 1;
    if (next == schema.parts().size()) {
      return false;
    }
    TypedExpression expression = schema.expressions().get(next);
    if (isFixed(expression)) {
      return !expression.columns().isEmpty();
    }
    Restriction behind = restriction(next);
    return behind != null && behind.column() != restriction.column();
  }

  private KeyRanges.@Nullable Expansion expansion(int part, Restriction restriction, long most) {
    Interval interval =
        values(restriction.column()).interval().isBounded() ? image(part).values() : null;
    List<Object> values =
        interval == null ? null : DiscreteValues.of(schema.expressions().get(part), interval, most);
    return values == null
        ? null
        : new KeyRanges.Expansion(restriction.column(), values, restriction.exact());
  }

  /**
   * The ranges of the first {@code kept} steps alone.
   *
   * @param stop why they end there
   */
  KeyRanges cut(List<KeyRanges.Step> kept, String stop) {
    List<KeyRanges.Step> steps = new ArrayList<>(kept);
    while (!steps.isEmpty() && !last(steps).fixed()) {
      steps.remove(steps.size() - 1);
    }
    return new KeyRanges(schema, this, steps, List.of(), residual(steps, null), stop);
  }

  private static KeyRanges.Step last(List<KeyRanges.Step> steps) {
    return steps.get(steps.size() - 1);
  }

  private boolean isFixed(TypedExpression expression) {
    BitSet inputs = expression.columns();
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      if (values(i).points() == null) {
        return false;
      }
    }
    return true;
  }

  /**
   * What bounds the part after the prefix.
   *
   * @param ranges empty when no value can be in them
   * @param exact whether they say all that the conditions on the column say, but for its patterns
   * @param prefixOnly whether they are a LIKE prefix and nothing more
   */
  private record Restriction(int column, List<KeyRange> ranges, boolean exact, boolean prefixOnly) {
    boolean isEmpty() {
      return ranges.isEmpty();
    }
  }

  /** The bounds of the part after the prefix; empty when it has none. */
  List<KeyRange> bounds(int part) {
    Restriction restriction = restriction(part);
    return restriction == null ? List.of() : restriction.ranges();
  }

  private @Nullable Restriction restriction(int part) {
    TypedExpression expression = schema.expressions().get(part);
    BitSet inputs = expression.columns();
    if (inputs.cardinality() != 1) {
      return null;
    }
    int column = inputs.nextSetBit(0);
    ColumnValues allowed = values(column);
    if (allowed == ColumnValues.ANY || allowed.points() != null) {
      return null;
    }
    boolean hasPieces = expression instanceof ColumnReference && allowed.pieces().size() > 1;
    if (!allowed.interval().isBounded() && !hasPieces) {
      Restriction prefix = prefix(part, column, allowed);
      if (prefix != null) {
        return prefix;
      }
      boolean notNull = expression.nullable();
      return notNull && allowed.patterns().isEmpty()
          ? new Restriction(
              column, List.of(new KeyRange(List.of(), null, null, null, true)), true, false)
          : null;
    }
    TypedExpression.Image image = image(part);
    List<Run> runs = schema.codec().runs(part);
    Interval interval = image.values();
    if (runs.isEmpty() || (interval != null && !interval.isBounded() && !hasPieces)) {
      return null;
    }
    List<KeyRange> ranges = new ArrayList<>();
    if (interval != null) {
      for (Interval piece : hasPieces ? allowed.pieces() : List.of(interval)) {
        for (Run.Cut cut : Run.cut(runs, piece, expression.type())) {
          ranges.add(range(cut.values()));
        }
      }
    }
    return new Restriction(column, ranges, image.exact(), false);
  }

  private static KeyRange range(Interval interval) {
    return new KeyRange(
        List.of(),
        bound(interval.lower(), interval.lowerInclusive()),
        bound(interval.upper(), interval.upperInclusive()),
        null,
        true);
  }

  private static KeyRange.@Nullable Bound bound(@Nullable Object value, boolean inclusive) {
    return value == null ? null : new KeyRange.Bound(value, inclusive);
  }

  /** What {@code part}, of one column, makes of the values that the column may have. */
  TypedExpression.Image image(int part) {
    TypedExpression expression = schema.expressions().get(part);
    int column = expression.columns().nextSetBit(0);
    return column < 0
        ? TypedExpression.Image.UNKNOWN
        : expression.imageOfColumn(values(column).hull(schema.columns().get(column).type()));
  }

  /** The one run of the values that {@code part} may have; null when they reach over several. */
  @Nullable Run run(int part) {
    Interval interval = image(part).values();
    return interval == null
        ? null
        : Run.holding(schema.codec().runs(part), interval, schema.expressions().get(part).type());
  }

  /** A LIKE prefix bounds a column itself, or the first characters of it. */
  private @Nullable Restriction prefix(int part, int column, ColumnValues allowed) {
    TypedExpression expression = schema.expressions().get(part);
    ValuePattern longest = null;
    for (ValuePattern pattern : allowed.patterns()) {
      if (longest == null || pattern.prefix().length() > longest.prefix().length()) {
        longest = pattern;
      }
    }
    if (longest == null || longest.prefix().isEmpty() || !Utf8.isWellFormed(longest.prefix())) {
      return null;
    }
    String text = longest.prefix();
    boolean whole = expression instanceof ColumnReference;
    boolean start =
        expression instanceof Side side
            && side.order() != TypedExpression.Order.NONE
            && side.argument() instanceof ColumnReference
            && text.codePointCount(0, text.length()) <= side.count();
    if (!whole && !start) {
      return null;
    }
    return new Restriction(
        column,
        List.of(new KeyRange(List.of(), null, null, text, true)),
        allowed.patterns().size() == 1,
        longest.isPrefixOnly() && schema.codec().isExactPrefix(part, text));
  }

  /** The conditions that the steps and the restriction do not say in full. */
  private List<Condition> residual(List<KeyRanges.Step> steps, @Nullable Restriction restriction) {
    List<Condition> left = new ArrayList<>();
    for (Condition condition : conditions) {
      int column = schema.indexOf(condition.column());
      if (column < 0 || !isImplied(condition, column, steps, restriction)) {
        left.add(condition);
      }
    }
    return left;
  }

  private boolean isImplied(
      Condition condition,
      int column,
      List<KeyRanges.Step> steps,
      @Nullable Restriction restriction) {
    if (condition instanceof Condition.IsNull isNull
        && isNull.negated()
        && !schema.columns().get(column).nullable()) {
      return true;
    }
    if (values(column).points() != null) {
      for (KeyRanges.Step step : steps) {
        if (step.fixed()
            && schema.partDetermines(step.part(), schema.columns().get(column).name())) {
          return true;
        }
      }
      return false;
    }
    for (KeyRanges.Step step : steps) {
      KeyRanges.Expansion expansion = step.expansion();
      if (expansion != null
          && expansion.column() == column
          && !isPattern(condition)
          && (expansion.exact() || condition instanceof Condition.IsNull)) {
        return true;
      }
    }
    if (restriction == null || restriction.column() != column) {
      return false;
    }
    return isPattern(condition)
        ? restriction.exact() && restriction.prefixOnly()
        : restriction.exact() || condition instanceof Condition.IsNull;
  }

  private static boolean isPattern(Condition condition) {
    return condition instanceof Like
        || condition instanceof Condition.Contains
        || condition instanceof Condition.ContainsKey
        || condition instanceof Condition.AtKey
        || condition instanceof Condition.Matching
        || condition instanceof Condition.AnyOf;
  }

  private String stop(int next, @Nullable Restriction restriction) {
    if (next == schema.parts().size()) {
      return "";
    }
    String part = schema.parts().get(next).name();
    if (restriction != null) {
      return next == schema.parts().size() - 1 ? "" : "the range on " + part + " ends the prefix";
    }
    BitSet inputs = schema.expressions().get(next).columns();
    List<String> unknown = new ArrayList<>();
    List<String> ranged = new ArrayList<>();
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      if (values(i).points() == null) {
        (values(i).isBounded() ? ranged : unknown).add(schema.columns().get(i).name());
      }
    }
    if (!ranged.isEmpty()) {
      String names = String.join(" and ", ranged);
      if (part.equals(names)) {
        return "in key_format "
            + schema.format().name()
            + " the bytes of "
            + part
            + " do not sort as its values do";
      }
      String within = PartFollowing.within(schema.expressions().get(next));
      return within.isEmpty()
          ? part + " does not keep the order of " + names
          : part + " keeps the order of " + names + " only within " + within;
    }
    String names = String.join(" or ", unknown);
    return part.equals(names)
        ? "nothing fixes or bounds " + part
        : "nothing fixes or bounds " + names + " in " + part;
  }
}
