package keywright.key;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Condition.Operator;
import org.jspecify.annotations.Nullable;

/** An interval of non-null values of one type; a missing bound is open to that side. */
record Interval(
    @Nullable Object lower,
    boolean lowerInclusive,
    @Nullable Object upper,
    boolean upperInclusive) {
  static final Interval ALL = new Interval(null, false, null, false);

  /** The values between the bounds of {@code range}. */
  static Interval of(KeyRange range) {
    KeyRange.Bound lower = range.lower();
    KeyRange.Bound upper = range.upper();
    return new Interval(
        lower == null ? null : lower.value(),
        lower != null && lower.inclusive(),
        upper == null ? null : upper.value(),
        upper != null && upper.inclusive());
  }

  /** The values {@code operator} relates to a literal that fits as {@code fit}; null when none. */
  static @Nullable Interval of(Operator operator, Fit fit) {
    Object floor = fit.floor();
    boolean exact = fit.exact();
    if (operator == Operator.EQ) {
      return exact && floor != null ? new Interval(floor, true, floor, true) : null;
    }
    if (operator == Operator.LT || operator == Operator.LE) {
      return floor != null
          ? new Interval(null, false, floor, !exact || operator == Operator.LE)
          : fit.aboveAll() ? ALL : null;
    }
    if (fit.aboveAll()) {
      return null;
    }
    return floor == null ? ALL : new Interval(floor, exact && operator == Operator.GE, null, false);
  }

  /** The interval from the first of several in ascending order to the last. */
  static Interval hull(List<Interval> pieces) {
    Interval first = pieces.get(0);
    Interval last = pieces.get(pieces.size() - 1);
    return new Interval(first.lower, first.lowerInclusive, last.upper, last.upperInclusive);
  }

  /** The values in any of several intervals, at least one, as disjoint ones in ascending order. */
  static List<Interval> union(List<Interval> intervals, Type type) {
    List<Interval> sorted = new ArrayList<>(intervals);
    sorted.sort(
        (a, b) -> {
          if (a.lower == null || b.lower == null) {
            return Boolean.compare(a.lower != null, b.lower != null);
          }
          int order = type.compare(a.lower, b.lower);
          return order != 0 ? order : Boolean.compare(b.lowerInclusive, a.lowerInclusive);
        });
    List<Interval> union = new ArrayList<>();
    for (Interval next : sorted) {
      Interval last = union.isEmpty() ? null : union.get(union.size() - 1);
      if (last == null || !last.reaches(next, type)) {
        union.add(next);
      } else if (next.endsAfter(last, type)) {
        union.set(
            union.size() - 1,
            new Interval(last.lower, last.lowerInclusive, next.upper, next.upperInclusive));
      }
    }
    return union;
  }

  /** Whether no value lies between this interval and {@code next}, which does not start before. */
  private boolean reaches(Interval next, Type type) {
    if (upper == null || next.lower == null) {
      return true;
    }
    int order = type.compare(upper, next.lower);
    return order > 0 || (order == 0 && (upperInclusive || next.lowerInclusive));
  }

  private boolean endsAfter(Interval other, Type type) {
    if (upper == null || other.upper == null) {
      return other.upper != null;
    }
    int order = type.compare(upper, other.upper);
    return order > 0 || (order == 0 && upperInclusive);
  }

  /** The values in both; null when there are none. */
  @Nullable Interval and(Interval other, Type type) {
    Object low = lower;
    boolean lowInclusive = lowerInclusive;
    if (other.lower != null) {
      int order = low == null ? -1 : type.compare(low, other.lower);
      lowInclusive =
          order == 0
              ? lowInclusive && other.lowerInclusive
              : order < 0 ? other.lowerInclusive : lowInclusive;
      low = order < 0 ? other.lower : low;
    }
    Object high = upper;
    boolean highInclusive = upperInclusive;
    if (other.upper != null) {
      int order = high == null ? 1 : type.compare(high, other.upper);
      highInclusive =
          order == 0
              ? highInclusive && other.upperInclusive
              : order > 0 ? other.upperInclusive : highInclusive;
      high = order > 0 ? other.upper : high;
    }
    Interval both = new Interval(low, lowInclusive, high, highInclusive);
    return both.isEmpty(type) ? null : both;
  }

  boolean isEmpty(Type type) {
    if (lower == null || upper == null) {
      return false;
    }
    int order = type.compare(lower, upper);
    return order > 0 || (order == 0 && !(lowerInclusive && upperInclusive));
  }

  boolean contains(Object value, Type type) {
    if (lower != null) {
      int order = type.compare(value, lower);
      if (order < 0 || (order == 0 && !lowerInclusive)) {
        return false;
      }
    }
    if (upper != null) {
      int order = type.compare(value, upper);
      return order < 0 || (order == 0 && upperInclusive);
    }
    return true;
  }

  boolean isBounded() {
    return lower != null || upper != null;
  }

  /** Whether both have bounds on the same sides. */
  boolean isBoundedAs(Interval other) {
    return (lower == null) == (other.lower == null) && (upper == null) == (other.upper == null);
  }

  /** The one value in the interval, if it is known to hold just one. */
  @Nullable Object only(Type type) {
    return lower != null && upper != null && type.compare(lower, upper) == 0 ? lower : null;
  }
}
