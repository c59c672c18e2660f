package keywright.cassandra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import keywright.key.ByteRange;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a partition that one statement reads: leading clustering columns that are equal to given
 * values, and at most two bounds on the column after them. Immutable.
 *
 * @param equal the values of the leading clustering columns
 * @param from the bound at which the rows begin in key order; null for none
 * @param to the bound at which they end
 */
record Slice(List<Object> equal, @Nullable Edge from, @Nullable Edge to) {

  /** A bound: a value of a clustering column, and whether rows of that value are in the slice. */
  record Edge(Object value, boolean inclusive) {}

  /** Its bounds, from first. */
  List<Edge> edges() {
    return Stream.of(from, to).filter(Objects::nonNull).toList();
  }

  /**
   * A place in a partition: before all rows whose leading clustering columns have these values, or
   * after them.
   */
  private record Place(List<Object> values, boolean after) {}

  /**
   * What reads the rows of a span, in key order; nothing when it has none.
   *
   * @param span that fixes the partition
   */
  static List<Slice> of(TableForm form, KeySpan span) {
    KeySchema schema = form.layout().keySchema();
    ByteRange rows = schema.bytes(span);
    if (rows.isEmpty()) {
      return List.of();
    }
    KeyBound after = span.from();
    KeyBound before = span.to();
    ByteRange whole = after == null && before == null ? rows : schema.bytes(span.range());
    Place from =
        after == null || Arrays.equals(rows.start(), whole.start())
            ? start(form, span.range())
            : place(form, after);
    Place to =
        before == null || Arrays.equals(rows.stop(), whole.stop())
            ? stop(form, span.range())
            : place(form, before);
    return between(from, to);
  }

  private static Place start(TableForm form, KeyRange range) {
    return edge(form, range, true);
  }

  private static Place stop(TableForm form, KeyRange range) {
    return edge(form, range, false);
  }

  private static Place edge(TableForm form, KeyRange range, boolean start) {
    KeySchema schema = form.layout().keySchema();
    int part = range.prefix().size();
    int index = part - form.partitionParts();
    if (index > form.nativeClustering()
        || (index == form.nativeClustering() && range.restrictsNext())) {
      ByteRange bytes = schema.bytes(range);
      return inTail(form, range.prefix(), start ? bytes.start() : bytes.stop());
    }
    List<Object> prefix = clusteringValues(form, range.prefix());
    boolean descending =
        index < form.nativeClustering() && form.clustering().get(index).descending();
    boolean lower = start != descending;
    KeyRange.Bound bound = lower ? range.lower() : range.upper();
    if (bound != null) {
      return new Place(with(prefix, bound.value()), start != bound.inclusive());
    }
    String text = range.startsWith();
    Object edge = text == null ? null : lower ? text : textAfter(text);
    return edge == null
        ? new Place(prefix, !start)
        // Rows of the lower text are in the range, rows of the upper one are not.
        : new Place(with(prefix, edge), descending);
  }

  private static Place place(TableForm form, KeyBound bound) {
    KeySchema schema = form.layout().keySchema();
    if (bound.values().size() <= form.partitionParts() + form.nativeClustering()) {
      return new Place(clusteringValues(form, bound.values()), bound.after());
    }
    ByteRange keys = schema.bytes(KeyRange.equalTo(bound.values()));
    return inTail(form, bound.values(), bound.after() ? keys.stop() : keys.start());
  }

  /**
   * The place before a row key whose parts of their own columns have these values, or after all.
   */
  private static Place inTail(
      TableForm form, List<@Nullable Object> values, byte @Nullable [] rowKey) {
    List<@Nullable Object> leading =
        TableForm.leading(values, form.partitionParts() + form.nativeClustering());
    List<Object> columns = clusteringValues(form, leading);
    byte[] prefix = form.prefix(leading);
    boolean inside =
        rowKey != null
            && rowKey.length >= prefix.length
            && Arrays.equals(rowKey, 0, prefix.length, prefix, 0, prefix.length);
    return inside && rowKey != null
        ? new Place(with(columns, Arrays.copyOfRange(rowKey, prefix.length, rowKey.length)), false)
        : new Place(columns, true);
  }

  /** The values of clustering columns among leading parts of the key. */
  private static List<Object> clusteringValues(TableForm form, List<@Nullable Object> parts) {
    List<Object> values = new ArrayList<>();
    for (int part = form.partitionParts(); part < parts.size(); part++) {
      Object value = parts.get(part);
      if (value == null) {
        throw new IllegalStateException("a null in a part that has none");
      }
      values.add(value);
    }
    return values;
  }

  private static List<Object> with(List<Object> values, Object next) {
    List<Object> all = new ArrayList<>(values);
    all.add(next);
    return all;
  }

  /** The lowest text above all that begin with {@code text}; null when there is none. */
  private static @Nullable String textAfter(String text) {
    int[] points = text.codePoints().toArray();
    for (int last = points.length - 1; last >= 0; last--) {
      int next = points[last] + 1;
      if (next == Character.MIN_SURROGATE) {
        next = Character.MAX_SURROGATE + 1;
      }
      if (next <= Character.MAX_CODE_POINT) {
        return new String(points, 0, last) + Character.toString(next);
      }
    }
    return null;
  }

  /** The slices between two places, of which the first is not behind the second. */
  private static List<Slice> between(Place from, Place to) {
    int common = 0;
    while (common < from.values.size()
        && common < to.values.size()
        && Type.same(from.values.get(common), to.values.get(common))) {
      common++;
    }
    List<Slice> slices = new ArrayList<>();
    boolean fromEnds = common == from.values.size();
    boolean toEnds = common == to.values.size();
    if ((fromEnds && from.after) || (toEnds && !to.after)) {
      return slices;
    }
    for (int last = from.values.size() - 1; last > common; last--) {
      boolean deepest = last == from.values.size() - 1;
      slices.add(
          new Slice(
              from.values.subList(0, last),
              new Edge(from.values.get(last), deepest && !from.after),
              null));
    }
    boolean fromInclusive = common == from.values.size() - 1 && !from.after;
    boolean toInclusive = common == to.values.size() - 1 && to.after;
    slices.add(
        new Slice(
            Collections.unmodifiableList(to.values.subList(0, common)),
            fromEnds ? null : new Edge(from.values.get(common), fromInclusive),
            toEnds ? null : new Edge(to.values.get(common), toInclusive)));
    for (int last = common + 1; last < to.values.size(); last++) {
      boolean deepest = last == to.values.size() - 1;
      slices.add(
          new Slice(
              to.values.subList(0, last),
              null,
              new Edge(to.values.get(last), deepest && to.after)));
    }
    return slices;
  }
}
