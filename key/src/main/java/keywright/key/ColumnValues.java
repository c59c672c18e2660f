package keywright.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Contains;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import org.jspecify.annotations.Nullable;

/**
 * The values of a column that all conditions on it allow: single points in ascending order, or an
 * interval with patterns.
 *
 * <p>Points may include null; an interval never does, except in {@link #ANY}, which no condition
 * narrows.
 */
final class ColumnValues {
  static final ColumnValues ANY = new ColumnValues(null, Interval.ALL, List.of(), true);
  private static final ColumnValues NONE = points(List.of());

  private final @Nullable List<@Nullable Object> points;
  private final Interval interval;
  private final List<ValuePattern> patterns;
  private final boolean nulls;

  /**
   * Disjoint intervals inside of the interval, in ascending order, that hold every value allowed;
   * empty for the interval itself.
   */
  private final List<Interval> pieces;

  private ColumnValues(
      @Nullable List<@Nullable Object> points,
      Interval interval,
      List<ValuePattern> patterns,
      boolean nulls) {
    this(points, interval, patterns, nulls, List.of());
  }

  private ColumnValues(
      @Nullable List<@Nullable Object> points,
      Interval interval,
      List<ValuePattern> patterns,
      boolean nulls,
      List<Interval> pieces) {
    this.points = points;
    this.interval = interval;
    this.patterns = patterns;
    this.nulls = nulls;
    this.pieces = pieces;
  }

  private static ColumnValues points(List<@Nullable Object> points) {
    return new ColumnValues(points, Interval.ALL, List.of(), false);
  }

  private static ColumnValues interval(@Nullable Interval interval) {
    return interval == null ? NONE : new ColumnValues(null, interval, List.of(), false);
  }

  /** What one condition allows. */
  static ColumnValues of(Condition condition, Type type) {
    if (condition instanceof Compare compare) {
      if (compare.operator() == Operator.EQ && type.isValue(compare.value())) {
        return points(List.of(compare.value()));
      }
      if (compare.operator() != Operator.EQ && !type.isOrdered()) {
        throw KeyException.of(
            "cannot compare "
                + compare
                + ": column "
                + compare.column()
                + " has type "
                + type
                + ", expected a type with an order; "
                + DurationType.NO_ORDER
                + "; use = or IN");
      }
      return interval(Interval.of(compare.operator(), fit(compare.column(), compare.value(), type)))
          .normal(type);
    }
    if (condition instanceof In in) {
      TreeSet<Object> found = new TreeSet<>(type::compare);
      for (Object value : in.values()) {
        Fit fit = fit(in.column(), value, type);
        Object floor = fit.floor();
        if (fit.exact() && floor != null) {
          found.add(floor);
        }
      }
      return points(new ArrayList<>(found));
    }
    if (condition instanceof IsNull isNull) {
      List<@Nullable Object> justNull = new ArrayList<>();
      justNull.add(null);
      return isNull.negated() ? interval(Interval.ALL) : points(justNull);
    }
    if (condition instanceof Contains contains) {
      return containing(contains, type);
    }
    if (condition instanceof Condition.ContainsKey contains) {
      return havingKey(contains, type);
    }
    if (condition instanceof Condition.AtKey at) {
      return atKey(at, type);
    }
    if (condition instanceof Condition.AnyOf any) {
      return anyOf(any, type);
    }
    if (condition instanceof Condition.Matching matching) {
      return new ColumnValues(
          null, Interval.ALL, List.of(matching.test()::test), matching.meetsNull());
    }
    Like like = (Like) condition;
    if (!type.isText()) {
      throw KeyException.of(
          "cannot compare "
              + like
              + ": column "
              + like.column()
              + " has type "
              + type
              + ", expected a text type; use =, <, > or IN");
    }
    LikePattern pattern = new LikePattern(like.pattern());
    String literal = pattern.literal();
    if (literal == null) {
      return new ColumnValues(null, Interval.ALL, List.of(pattern), false);
    }
    try {
      return of(new Compare(like.column(), Operator.EQ, literal), type);
    } catch (KeyException e) {
      return NONE; // No value of the type is like a text that the type cannot hold.
    }
  }

  private static ColumnValues anyOf(Condition.AnyOf any, Type type) {
    List<ColumnValues> alternatives = new ArrayList<>();
    for (List<Condition> conditions : any.alternatives()) {
      ColumnValues all = ANY;
      for (Condition condition : conditions) {
        all = all.and(of(condition, type), type);
      }
      alternatives.add(all);
    }
    if (alternatives.stream().allMatch(alternative -> alternative.points != null)) {
      TreeSet<@Nullable Object> found = new TreeSet<>((a, b) -> compare(a, b, type));
      alternatives.forEach(alternative -> found.addAll(alternative.points()));
      return points(new ArrayList<>(found));
    }
    boolean hasNull = alternatives.stream().anyMatch(each -> each.contains(type, null));
    List<Interval> pieces = hasNull ? List.of(Interval.ALL) : pieces(alternatives, type);
    ValuePattern pattern =
        value -> alternatives.stream().anyMatch(each -> each.contains(type, value));
    return new ColumnValues(
        null, Interval.hull(pieces), List.of(pattern), hasNull, severalOf(pieces));
  }

  private static List<Interval> severalOf(List<Interval> pieces) {
    return pieces.size() > 1 ? pieces : List.of();
  }

  /** The values of alternatives, at least, as disjoint intervals in ascending order. */
  private static List<Interval> pieces(List<ColumnValues> alternatives, Type type) {
    List<Interval> all = new ArrayList<>();
    for (ColumnValues alternative : alternatives) {
      if (alternative.points == null) {
        all.addAll(alternative.pieces());
      } else {
        alternative.points.forEach(point -> all.add(new Interval(point, true, point, true)));
      }
    }
    return Interval.union(all, type);
  }

  /** The lists, sets and maps with an element; none where no value of its type is equal to it. */
  private static ColumnValues containing(Contains contains, Type type) {
    Type elements = type.elementType();
    if (elements == null) {
      throw KeyException.of(
          "cannot compare "
              + contains
              + ": column "
              + contains.column()
              + " has type "
              + type
              + ", expected a list, set or map type; use =, <, > or IN");
    }
    Fit fit = fit(contains.column(), contains.element(), elements);
    Object element = fit.floor();
    if (!fit.exact() || element == null) {
      return NONE;
    }
    ValuePattern pattern =
        value ->
            (value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value)
                .stream().anyMatch(each -> elements.compare(each, element) == 0);
    return new ColumnValues(null, Interval.ALL, List.of(pattern), false);
  }

  private static Type keyType(Condition condition, Type type) {
    Type keys = type.keyType();
    if (keys == null) {
      throw KeyException.of(
          "cannot compare "
              + condition
              + ": column "
              + condition.column()
              + " has type "
              + type
              + ", expected a map type");
    }
    return keys;
  }

  /** The maps with a key. */
  private static ColumnValues havingKey(Condition.ContainsKey contains, Type type) {
    Type keys = keyType(contains, type);
    Fit fit = fit(contains.column(), contains.key(), keys);
    Object key = fit.floor();
    return fit.exact() && key != null
        ? new ColumnValues(
            null, Interval.ALL, List.of(map -> valueOf((Map<?, ?>) map, keys, key) != null), false)
        : NONE;
  }

  /** The maps whose value of a key meets a condition. */
  private static ColumnValues atKey(Condition.AtKey at, Type type) {
    Type keys = keyType(at, type);
    Type held = Objects.requireNonNull(type.elementType());
    Fit fit = fit(at.column(), at.key(), keys);
    Object key = fit.floor();
    ColumnValues allowed = of(at.condition(), held);
    boolean allowsNull = allowed.contains(held, null);
    ValuePattern pattern =
        fit.exact() && key != null
            ? map -> allowed.contains(held, valueOf((Map<?, ?>) map, keys, key))
            : map -> allowsNull;
    return new ColumnValues(null, Interval.ALL, List.of(pattern), allowsNull);
  }

  private static @Nullable Object valueOf(Map<?, ?> map, Type keys, Object key) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (keys.compare(entry.getKey(), key) == 0) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static Fit fit(String column, Object literal, Type type) {
    Fit fit;
    try {
      fit = type.fit(literal);
    } catch (KeyException e) {
      throw KeyException.of("cannot compare " + column + ": " + e.getMessage());
    }
    if (fit == null) {
      throw KeyException.of(
          "cannot compare "
              + column
              + ": found "
              + Type.describe(literal)
              + ", expected "
              + type.expectation());
    }
    return fit;
  }

  /** Points are in ascending order, null first. */
  private static boolean isAmong(List<@Nullable Object> points, @Nullable Object value, Type type) {
    return Collections.binarySearch(points, value, (a, b) -> compare(a, b, type)) >= 0;
  }

  private static int compare(@Nullable Object a, @Nullable Object b, Type type) {
    return a == null || b == null ? Boolean.compare(a != null, b != null) : type.compare(a, b);
  }

  private boolean matchesAll(Object value) {
    for (ValuePattern pattern : patterns) {
      if (!pattern.matches(value)) {
        return false;
      }
    }
    return true;
  }

  /** An interval of one value is that point. */
  private ColumnValues normal(Type type) {
    Object only = points == null ? interval.only(type) : null;
    if (only == null) {
      return this;
    }
    List<@Nullable Object> point = new ArrayList<>();
    if (matchesAll(only)) {
      point.add(only);
    }
    return points(point);
  }

  /** The values that both allow. */
  ColumnValues and(ColumnValues other, Type type) {
    List<@Nullable Object> own = points != null ? points : other.points;
    if (own != null) {
      ColumnValues filter = points != null ? other : this;
      List<@Nullable Object> left = new ArrayList<>();
      for (Object value : own) {
        if (filter.contains(type, value)) {
          left.add(value);
        }
      }
      return points(left);
    }
    List<Interval> both = new ArrayList<>();
    for (Interval piece : pieces()) {
      for (Interval others : other.pieces()) {
        Interval shared = piece.and(others, type);
        if (shared != null) {
          both.add(shared);
        }
      }
    }
    if (both.isEmpty()) {
      return NONE;
    }
    List<ValuePattern> all = new ArrayList<>(patterns);
    all.addAll(other.patterns);
    return new ColumnValues(null, Interval.hull(both), all, nulls && other.nulls, severalOf(both))
        .normal(type);
  }

  /** Disjoint intervals, in ascending order, that hold every value allowed but null. */
  List<Interval> pieces() {
    return pieces.isEmpty() ? List.of(interval) : pieces;
  }

  boolean contains(Type type, @Nullable Object value) {
    if (points != null) {
      return isAmong(points, value, type);
    }
    if (value == null) {
      return nulls;
    }
    return interval.contains(value, type) && matchesAll(value);
  }

  boolean isEmpty() {
    return points != null && points.isEmpty();
  }

  /**
   * The only values allowed in ascending order, null first where it is; null when they are not
   * enumerated.
   */
  @Nullable List<@Nullable Object> points() {
    return points;
  }

  Interval interval() {
    return interval;
  }

  /** An interval that holds every value allowed but null. */
  Interval hull(Type type) {
    if (points == null) {
      return interval;
    }
    Object low = null;
    Object high = null;
    for (Object point : points) {
      if (point != null) {
        low = low == null || type.compare(point, low) < 0 ? point : low;
        high = high == null || type.compare(point, high) > 0 ? point : high;
      }
    }
    return new Interval(low, true, high, true);
  }

  List<ValuePattern> patterns() {
    return patterns;
  }

  /** Whether both have as many points, or as many intervals that are bounded on the same sides. */
  boolean isLike(ColumnValues other) {
    if (points != null || other.points != null) {
      return points != null && other.points != null && points.size() == other.points.size();
    }
    return interval.isBoundedAs(other.interval) && pieces.size() == other.pieces.size();
  }

  /** Whether any condition bounds the values from a side or by a prefix. */
  boolean isBounded() {
    for (ValuePattern pattern : patterns) {
      if (!pattern.prefix().isEmpty()) {
        return true;
      }
    }
    return interval.isBounded() || pieces.size() > 1;
  }
}
