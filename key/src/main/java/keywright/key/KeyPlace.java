package keywright.key;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position among rows that are sorted by some of their columns, such as the position of the last
 * row of a page. {@link #behind} returns the keys of a range that may come after the position.
 * Immutable and safe for use by many threads.
 *
 * <p>Inside each range the rows must be in the order of these columns, forwards or in reverse. The
 * ranges themselves need not be in order. {@link #behind} compares the columns one after another.
 * If all rows of a range have the same value in a column, and this value differs from the value at
 * the position, then the whole range is before or after the position. In the other columns, the
 * values at the position bound the key parts after the fixed parts, if these parts sort as the
 * columns do.
 */
public final class KeyPlace {

  /**
   * One column of the order.
   *
   * @param column the name of the column
   * @param descending whether the rows are sorted by this column in descending order
   * @param value the value of the column at the position; a null sorts first in ascending order and
   *     last in descending order
   */
  public record Step(String column, boolean descending, @Nullable Object value) {}

  private final KeySchema schema;
  private final RangePlanner planner;
  private final List<Step> steps;
  private final boolean reverse;
  private final @Nullable Object[] constants;
  private final BitSet constant = new BitSet();

  private KeyPlace(
      KeySchema schema, List<Condition> conditions, List<Step> steps, boolean reverse) {
    this.schema = schema;
    this.steps = List.copyOf(steps);
    this.reverse = reverse;
    this.constants = new @Nullable Object[schema.columns().size()];
    this.planner = new RangePlanner(schema, conditions);
    for (int i = 0; i < constants.length; i++) {
      List<@Nullable Object> points = planner.values(i).points();
      if (points != null && points.size() == 1) {
        constants[i] = points.get(0);
        constant.set(i);
      }
    }
  }

  /**
   * Makes the position of a row in an order.
   *
   * @param schema the key whose ranges are read
   * @param conditions the conditions that all rows meet
   * @param steps the columns of the order, the most significant column first, each with the value
   *     that the row has in this column
   * @param reverse true if each range is read from its end to its start to get the rows in this
   *     order
   */
  public static KeyPlace of(
      KeySchema schema, List<Condition> conditions, List<Step> steps, boolean reverse) {
    return new KeyPlace(schema, conditions, steps, reverse);
  }

  /**
   * Computes the keys of a range that may come after the position. The result contains the keys of
   * all rows of the range after the position. It can also contain keys of rows before the position,
   * if the key parts do not distinguish these rows.
   *
   * @param ties whether rows that have the values of the position in all columns of the order count
   *     as rows after the position
   * @return the keys; null if no key of the range comes after the position
   */
  public @Nullable KeySpan behind(KeyRange range, boolean ties) {
    try {
      KeyBound bound = bound(range, ties);
      KeySpan span = reverse ? new KeySpan(range, null, bound) : new KeySpan(range, bound, null);
      return schema.bytes(span).isEmpty() ? null : span;
    } catch (KeyException e) {
      return KeySpan.of(range); // A value that the key cannot hold bounds nothing.
    }
  }

  private KeyBound bound(KeyRange range, boolean ties) {
    int fixedParts = range.prefix().size();
    List<@Nullable Object> parts = new ArrayList<>(range.prefix());
    @Nullable Object[] row = constants.clone();
    BitSet known = (BitSet) constant.clone();
    for (Step step : steps) {
      int column = schema.indexOf(step.column());
      if (column < 0) {
        return from(parts, true);
      }
      row[column] = step.value();
      int fixed = strictPart(column, 0, fixedParts);
      if (fixed >= 0) {
        int order = compare(range.prefix().get(fixed), fixed, row, step);
        if (order != 0) {
          return from(parts, order > 0);
        }
        known.set(column);
        continue;
      }
      known.set(column);
      while (parts.size() < schema.parts().size() && isKnown(parts.size(), known)) {
        parts.add(schema.expressions().get(parts.size()).evaluate(row));
      }
      if (strictPart(column, fixedParts, parts.size()) < 0) {
        return from(parts, true);
      }
    }
    return from(parts, ties);
  }

  private boolean isKnown(int part, BitSet known) {
    BitSet missing = schema.expressions().get(part).columns();
    boolean constantPart = missing.isEmpty();
    missing.andNot(known);
    return missing.isEmpty() && !constantPart;
  }

  /** A part of {@code [from, to)} that sorts exactly by the column alone; -1 if there is none. */
  private int strictPart(int column, int from, int to) {
    String name = schema.columns().get(column).name();
    for (int part = from; part < to; part++) {
      KeySchema.Following following = PartFollowing.ofValues(planner, part, name, false);
      if (following == KeySchema.Following.FORWARDS || following == KeySchema.Following.BACKWARDS) {
        return part;
      }
    }
    return -1;
  }

  /**
   * Compares the rows of a range, in which the part has the value {@code fixed}, with the position
   * by this step.
   */
  private int compare(@Nullable Object fixed, int part, @Nullable Object[] row, Step step) {
    Object place = schema.expressions().get(part).evaluate(row);
    int order;
    if (fixed == null || place == null) {
      order = Boolean.compare(fixed != null, place != null);
    } else {
      order = schema.partType(part).compare(fixed, place);
      KeySchema.Following following =
          PartFollowing.ofValues(
              planner, part, step.column(), schema.parts().get(part).descending());
      order = following == KeySchema.Following.FORWARDS ? order : -order;
    }
    return step.descending() ? -order : order;
  }

  /** A bound before, or after, the keys that begin with {@code parts}. */
  private KeyBound from(List<@Nullable Object> parts, boolean inclusive) {
    return new KeyBound(parts, inclusive == reverse);
  }
}
