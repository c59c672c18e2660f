package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of a key that contain all rows which meet given conditions, and the residual
 * conditions, by which the rows of the ranges must still be filtered. Immutable.
 *
 * <p>{@link KeySchema#ranges} computes these objects. The ranges are disjoint and in key order. If
 * conditions do not fix a part with few values, such as {@code bucket(8)}, the part can be fanned
 * out: each range has one value of the part.
 */
public final class KeyRanges {

  /**
   * A leading part that has one value in each range.
   *
   * @param fixed whether conditions fix its columns; otherwise the part is fanned out
   * @param expansion the values of a bounded discrete part; null for every value that the part can
   *     have
   */
  record Step(int part, boolean fixed, @Nullable Expansion expansion) {
    Step(int part, boolean fixed) {
      this(part, fixed, null);
    }
  }

  /**
   * The values within a bound on a discrete part.
   *
   * @param column the bounded column
   * @param exact whether the values imply all conditions on the column, except its patterns
   */
  record Expansion(int column, List<Object> values, boolean exact) {}

  private final KeySchema schema;
  private final @Nullable RangePlanner planner;
  private final List<Step> steps;
  private final List<KeyRange> next;
  private final List<Condition> residual;
  private final String stop;

  KeyRanges(
      KeySchema schema,
      @Nullable RangePlanner planner,
      List<Step> steps,
      List<KeyRange> next,
      List<Condition> residual,
      String stop) {
    this.schema = schema;
    this.planner = planner;
    this.steps = List.copyOf(steps);
    this.next = List.copyOf(next);
    this.residual = List.copyOf(residual);
    this.stop = stop;
  }

  /** The ranges for conditions that no row can meet. */
  static KeyRanges nothing(KeySchema schema) {
    return new KeyRanges(schema, null, List.of(), List.of(), List.of(), "");
  }

  /**
   * Computes the ranges for other values, faster than {@link KeySchema#ranges(List)}.
   *
   * @param conditions the conditions of this object, with other values in conditions with {@code
   *     =}, {@code <}, {@code <=}, {@code >} and {@code >=}
   * @return the ranges; null if they must be computed by {@link KeySchema#ranges(List)}, for
   *     example because no row can have the new values
   * @throws KeyException as {@link KeySchema#ranges(List)}
   */
  public @Nullable KeyRanges withValuesOf(List<Condition> conditions) {
    if (planner == null) {
      return null;
    }
    RangePlanner other = planner.withValuesOf(conditions);
    if (other == null) {
      return null;
    }
    List<KeyRange> bounds = next.isEmpty() ? next : other.bounds(steps.size());
    return bounds.size() == next.size()
        ? new KeyRanges(schema, other, steps, bounds, other.inPlaceOf(planner, residual), stop)
        : null;
  }

  /**
   * Whether other values in conditions with {@code <}, {@code <=}, {@code >} and {@code >=} may
   * lead to ranges that {@link #withValuesOf} does not compute, for example because a bound on days
   * has been expanded to one range for each day. True also if there are no ranges.
   */
  public boolean boundsDecide() {
    return planner == null || planner.boundsDecide();
  }

  /**
   * Whether no row can meet the conditions, because the conditions contradict each other or the
   * types of the columns.
   */
  public boolean isEmpty() {
    return planner == null;
  }

  /**
   * An upper bound of the number of ranges, computed without making them; at most {@code
   * Long.MAX_VALUE}.
   */
  public long count() {
    if (planner == null) {
      return 0;
    }
    long count = Math.max(1, next.size());
    BitSet assigned = new BitSet();
    for (Step step : steps) {
      TypedExpression expression = schema.expressions().get(step.part());
      if (step.expansion() != null) {
        count = saturatedMultiply(count, step.expansion().values().size());
        continue;
      }
      if (!step.fixed()) {
        count =
            saturatedMultiply(count, expression.cardinality() + (expression.nullable() ? 1 : 0));
        continue;
      }
      BitSet inputs = expression.columns();
      inputs.andNot(assigned);
      assigned.or(inputs);
      for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
        count = saturatedMultiply(count, points(planner, i).size());
      }
    }
    return count;
  }

  private static long saturatedMultiply(long a, long b) {
    return a > Long.MAX_VALUE / Math.max(1, b) ? Long.MAX_VALUE : a * b;
  }

  private static List<@Nullable Object> points(RangePlanner planner, int column) {
    List<@Nullable Object> points = planner.values(column).points();
    return points == null ? List.of() : points;
  }

  /**
   * Computes the ranges, disjoint and in key order. Their number may be large: see {@link #count}.
   */
  public List<KeyRange> ranges() {
    if (planner == null) {
      return List.of();
    }
    KeyRange only = only(planner);
    if (only != null) {
      return List.of(only);
    }
    Map<Key, List<Placed>> found = new LinkedHashMap<>();
    expand(
        planner,
        0,
        new @Nullable Object[schema.columns().size()],
        new BitSet(),
        new @Nullable Object[steps.size()],
        found);
    List<Placed> placed = new ArrayList<>();
    for (List<Placed> equal : found.values()) {
      placed.addAll(equal);
    }
    placed.sort(Comparator.comparing(each -> each.bytes.start(), Arrays::compareUnsigned));
    List<KeyRange> ranges = new ArrayList<>(placed.size());
    for (Placed each : placed) {
      ranges.add(each.range);
    }
    return ranges;
  }

  /** A range and its row keys. */
  private record Placed(KeyRange range, ByteRange bytes) {}

  /**
   * The only range, if every column has one value and the key has no further parts; null otherwise.
   */
  private @Nullable KeyRange only(RangePlanner planner) {
    if (!next.isEmpty()) {
      return null;
    }
    @Nullable Object[] row = new @Nullable Object[schema.columns().size()];
    for (int column = 0; column < row.length; column++) {
      List<@Nullable Object> points = planner.values(column).points();
      if (points != null && points.size() == 1) {
        row[column] = points.get(0);
      } else if (points != null) {
        return null;
      }
    }
    @Nullable Object[] prefix = new @Nullable Object[steps.size()];
    try {
      for (int index = 0; index < prefix.length; index++) {
        if (!steps.get(index).fixed()) {
          return null;
        }
        prefix[index] = schema.expressions().get(steps.get(index).part()).evaluate(row);
      }
      return schema.hasRowKeys(prefix) ? KeyRange.equalTo(Arrays.asList(prefix)) : null;
    } catch (KeyException e) {
      return null; // No row has these values, or no row key: there is no range.
    }
  }

  /** Assigns values to the columns of one step after another, in every combination. */
  private void expand(
      RangePlanner planner,
      int index,
      @Nullable Object[] row,
      BitSet assigned,
      @Nullable Object[] prefix,
      Map<Key, List<Placed>> found) {
    if (index == steps.size()) {
      add(prefix.clone(), found);
      return;
    }
    TypedExpression expression = schema.expressions().get(steps.get(index).part());
    Expansion expansion = steps.get(index).expansion();
    if (expansion != null) {
      for (Object value : expansion.values()) {
        prefix[index] = value;
        expand(planner, index + 1, row, assigned, prefix, found);
      }
      return;
    }
    if (!steps.get(index).fixed()) {
      for (long i = 0; i < expression.cardinality(); i++) {
        try {
          prefix[index] = expression.member(i);
        } catch (KeyException e) {
          continue; // As below: 5 - mod(x, 10) has no value where it would be negative.
        }
        expand(planner, index + 1, row, assigned, prefix, found);
      }
      if (expression.nullable()) {
        prefix[index] = null;
        expand(planner, index + 1, row, assigned, prefix, found);
      }
      return;
    }
    BitSet missing = expression.columns();
    missing.andNot(assigned);
    int column = missing.nextSetBit(0);
    if (column < 0) {
      try {
        prefix[index] = expression.evaluate(row);
      } catch (KeyException e) {
        return; // No row has these values: it could not have been written.
      }
      expand(planner, index + 1, row, assigned, prefix, found);
      return;
    }
    assigned.set(column);
    for (Object value : points(planner, column)) {
      row[column] = value;
      expand(planner, index, row, assigned, prefix, found);
    }
    assigned.clear(column);
  }

  private void add(@Nullable Object[] prefix, Map<Key, List<Placed>> found) {
    KeyRange equal = KeyRange.equalTo(Arrays.asList(prefix));
    List<Placed> ranges = new ArrayList<>(Math.max(1, next.size()));
    try {
      if (next.isEmpty()) {
        place(equal, ranges);
      }
      for (KeyRange more : next) {
        place(
            new KeyRange(
                equal.prefix(), more.lower(), more.upper(), more.startsWith(), more.notNull()),
            ranges);
      }
      found.put(new Key(prefix), ranges);
    } catch (KeyException e) {
      // A value that the format cannot hold: no row has it.
    }
  }

  private void place(KeyRange range, List<Placed> ranges) {
    ByteRange bytes = schema.bytes(range);
    if (!bytes.isEmpty()) {
      ranges.add(new Placed(range, bytes));
    }
  }

  /**
   * Computes at most {@code most} ranges for the same conditions. If the fan-out of a part would
   * make more ranges, the prefix of the ranges ends before this part. The conditions on this part
   * and on later parts are then residual conditions.
   */
  public KeyRanges atMost(long most) {
    if (planner == null || count() <= most) {
      return this;
    }
    int kept = next.size() > 1 ? steps.size() : steps.size() - 1;
    while (kept > 0 && with(planner, steps.subList(0, kept)).count() > most) {
      kept--;
    }
    String tooMany =
        "a longer prefix would exceed the limit of ranges: " + String.join(" times ", fanOuts());
    return planner.cut(steps.subList(0, kept), tooMany);
  }

  /** One range that contains all keys. All conditions are then residual conditions. */
  public KeyRanges unbounded() {
    return planner == null ? this : planner.cut(List.of(), stop);
  }

  private KeyRanges with(RangePlanner rules, List<Step> fewer) {
    return new KeyRanges(schema, rules, fewer, List.of(), residual, stop);
  }

  /**
   * The number of leading parts that have a single value in each range, because conditions fix them
   * by {@code =} or {@code IN}, or because they are fanned out.
   */
  public int fixedParts() {
    return steps.size();
  }

  /**
   * The number of leading parts that conditions fix by {@code =} or {@code IN}. Parts that are
   * fanned out without such a condition do not count.
   */
  public int equalities() {
    int fixed = 0;
    for (Step step : steps) {
      fixed += step.fixed() ? 1 : 0;
    }
    return fixed;
  }

  /**
   * Whether the part after the fixed parts has a bound. This also counts a bound on a part with
   * discrete values, such as days, that was replaced by one range for each value.
   */
  public boolean hasRange() {
    return !next.isEmpty() || steps.stream().anyMatch(step -> step.expansion() != null);
  }

  /** Whether each range contains a single key. */
  public boolean isFullKey() {
    return steps.size() == schema.parts().size();
  }

  /**
   * Whether the first part is fixed, fanned out or bounded. If not, there is one range with the
   * whole table.
   */
  public boolean isBounded() {
    return planner == null || hasRange() || equalities() > 0;
  }

  /**
   * The residual conditions, which the ranges do not imply. The caller must check them on each row
   * of the ranges.
   */
  public List<Condition> residual() {
    return residual;
  }

  /** A text for each part that is fanned out, such as {@code "8 values of bucket(8)"}. */
  public List<String> fanOuts() {
    List<String> phrases = new ArrayList<>();
    if (planner == null) {
      return phrases;
    }
    BitSet assigned = new BitSet();
    for (Step step : steps) {
      TypedExpression expression = schema.expressions().get(step.part());
      if (step.expansion() != null) {
        phrases.add(
            step.expansion().values().size()
                + " values of "
                + schema.parts().get(step.part()).name());
        continue;
      }
      if (!step.fixed()) {
        phrases.add(
            expression.cardinality()
                + (expression.nullable() ? " values and null of " : " values of ")
                + schema.parts().get(step.part()).name());
        continue;
      }
      BitSet inputs = expression.columns();
      inputs.andNot(assigned);
      assigned.or(inputs);
      for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
        int count = points(planner, i).size();
        if (count > 1) {
          phrases.add(count + " values of " + schema.columns().get(i).name());
        }
      }
    }
    if (next.size() > 1) {
      boolean areSigns = next.size() <= schema.codec().runs(steps.size()).size();
      phrases.add(
          "%d %s of %s"
              .formatted(
                  next.size(),
                  areSigns ? "signs" : "ranges",
                  schema.parts().get(steps.size()).name()));
    }
    return Collections.unmodifiableList(phrases);
  }

  /**
   * The reason why later parts of the key do not restrict the ranges, as text such as {@code
   * "nothing fixes or bounds paid_at"}. Empty if every part is fixed.
   */
  public String stop() {
    return stop;
  }
}
