package keywright.ojai;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.ojai.ValueOrder.Group;
import org.jspecify.annotations.Nullable;
import org.ojai.FieldPath;
import org.ojai.Value;

/**
 * Which values at which field paths a condition admits, for a plan that reads ranges of keys. Every
 * document that meets the condition has at each of these paths a value in the ranges. Immutable.
 */
final class Bounds {
  /**
   * The values that a condition admits at a path.
   *
   * @param implied parts of the condition that a document meets if, and only if, it has a value in
   *     the ranges at the path; they need not be tested where the ranges are read
   */
  record PathBounds(FieldPath path, ValueRanges ranges, List<Condition> implied) {}

  private final List<Condition> parts = new ArrayList<>();
  private final Map<String, PathBounds> byPath = new LinkedHashMap<>();

  private Bounds() {}

  /** The bounds of a condition. */
  static Bounds of(Condition condition) {
    Bounds bounds = new Bounds();
    bounds.addAll(condition);
    return bounds;
  }

  /** Each path once, in the order of the condition. */
  List<PathBounds> paths() {
    return List.copyOf(byPath.values());
  }

  /** The bounds of a path; null if the condition admits every value there, and none. */
  @Nullable PathBounds at(FieldPath path) {
    return byPath.get(Paths.text(path));
  }

  /** What is left to test where the ranges of {@code used} are read; null if nothing is. */
  @Nullable Condition residual(List<PathBounds> used) {
    List<Condition> left = new ArrayList<>(parts);
    for (PathBounds bounds : used) {
      left.removeIf(part -> bounds.implied().stream().anyMatch(implied -> implied == part));
    }
    return left.isEmpty() ? null : left.size() == 1 ? left.get(0) : new Condition.And(left);
  }

  private void addAll(Condition condition) {
    if (condition instanceof Condition.And and) {
      and.parts().forEach(this::addAll);
      return;
    }
    parts.add(condition);
    if (condition instanceof Condition.Or or) {
      addOr(or);
    } else if (condition instanceof Condition.ElementAnd elementAnd) {
      addElementAnd(elementAnd);
    } else if (condition instanceof Condition.Exists exists) {

      if (!exists.isNegated()) {
        add(exists.path(), ValueRanges.ALL, true, condition);
      }
    } else {
      Condition.Leaf leaf = (Condition.Leaf) condition;
      add(leaf.path(), ranges(leaf), isExact(leaf), condition);
    }
  }

  private void add(FieldPath path, ValueRanges ranges, boolean isExact, Condition part) {
    List<Condition> implied = isExact ? List.of(part) : List.of();
    String text = Paths.text(path);
    PathBounds old = byPath.get(text);
    if (old == null) {
      byPath.put(text, new PathBounds(path, ranges, implied));
    } else if (!Paths.hasElements(path)) {
      List<Condition> both = new ArrayList<>(old.implied);
      both.addAll(implied);
      byPath.put(text, new PathBounds(path, old.ranges.and(ranges), both));
    } else if (ranges.isValues() && !old.ranges.isValues()) {
      // Different values at the path may meet the two parts, so one of them is kept: that with
      // values.
      byPath.put(text, new PathBounds(path, ranges, implied));
    }
  }

  private void addOr(Condition.Or or) {
    List<Bounds> parts = or.parts().stream().map(Bounds::of).toList();
    if (parts.isEmpty()) {
      return;
    }
    for (PathBounds first : parts.get(0).paths()) {
      @Nullable ValueRanges ranges = ValueRanges.NONE;
      boolean isExact = true;
      for (Bounds part : parts) {
        PathBounds bounds = part.at(first.path);
        if (bounds == null) {
          ranges = null;
          break;
        }
        ranges = ranges.or(bounds.ranges);
        isExact &= part.residual(List.of(bounds)) == null;
      }
      if (ranges != null) {
        add(first.path, ranges, isExact, or);
      }
    }
  }

  private void addElementAnd(Condition.ElementAnd elements) {
    Bounds inner = of(new Condition.And(elements.parts()));
    for (PathBounds bounds : inner.paths()) {
      FieldPath path = elements.path();
      if (Paths.root(bounds.path) != null) {
        path = path.cloneWithNewChild(bounds.path.getRootSegment());
      }
      boolean isExact = !Paths.hasElements(bounds.path) && inner.residual(List.of(bounds)) == null;
      add(path, bounds.ranges, isExact, elements);
    }
  }

  private static ValueRanges ranges(Condition.Leaf leaf) {
    if (leaf instanceof Condition.Compare compare) {

      Object value = compare.value();
      return switch (compare.op()) {
        case LESS -> ValueRanges.less(value);
        case LESS_OR_EQUAL -> ValueRanges.lessOrEqual(value);
        case EQUAL -> ValueRanges.value(value);
        case NOT_EQUAL -> ValueRanges.value(value).not();
        case GREATER_OR_EQUAL -> ValueRanges.greaterOrEqual(value);
        case GREATER -> ValueRanges.greater(value);
      };
    } else if (leaf instanceof Condition.Between between) {

      return ValueOrder.group(between.low()) == ValueOrder.group(between.high())
          ? ValueRanges.between(
              ValueRanges.Cut.before(between.low()), ValueRanges.Cut.after(between.high()))
          : ValueRanges.NONE;
    } else if (leaf instanceof Condition.In in) {

      ValueRanges values = ValueRanges.NONE;
      for (Object value : in.values()) {
        values = values.or(ValueRanges.value(value));
      }
      return in.isNegated() ? values.not() : values;
    } else if (leaf instanceof Condition.Like like && !like.isNegated()) {
      LikePattern pattern = like.matcher();
      return pattern.isExact()
          ? ValueRanges.value(pattern.prefix())
          : ValueRanges.startingWith(pattern.prefix());
    } else if (leaf instanceof Condition.TypeOf typeOf) {

      ValueRanges group = ValueRanges.group(group(typeOf.type()));
      if (!typeOf.isNegated()) {
        return group;
      }
      return typeOf.type().isNumeric() ? ValueRanges.ALL : group.not();
    } else if (leaf instanceof Condition.SizeOf) {
      return ValueRanges.group(Group.STRING)
          .or(ValueRanges.group(Group.BINARY))
          .or(ValueRanges.group(Group.ARRAY))
          .or(ValueRanges.group(Group.MAP));
    }
    return ValueRanges.group(Group.STRING);
  }

  private static boolean isExact(Condition.Leaf leaf) {
    if (leaf instanceof Condition.Like like) {

      return !like.isNegated() && (like.matcher().isExact() || like.matcher().isPrefix());
    } else if (leaf instanceof Condition.TypeOf typeOf) {
      return !typeOf.type().isNumeric();
    }
    return !(leaf instanceof Condition.Matches || leaf instanceof Condition.SizeOf);
  }

  private static Group group(Value.Type type) {
    return type.isNumeric() ? Group.NUMBER : Group.valueOf(type.name());
  }
}
