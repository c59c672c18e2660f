package keywright.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of a part that lie together, and in order, in the row keys that share what is before it.
 *
 * <p>Most formats have one run, of all values. A format that writes the sign bit as it stands has
 * two, the negative values after the others; one that keeps no order has none.
 *
 * @param values the interval; the runs of a part are disjoint and in the order of values
 * @param reversed whether larger values have smaller bytes
 */
record Run(Interval values, boolean reversed) {
  /** All values in their order. */
  static final List<Run> WHOLE = List.of(new Run(Interval.ALL, false));

  /** No order at all. */
  static final List<Run> NONE = List.of();

  /** A part of {@code in} that lies in one run. */
  record Cut(Run run, Interval values) {}

  /** What {@code in} holds of each run, without the runs of which it holds nothing. */
  static List<Cut> cut(List<Run> runs, Interval in, Type type) {
    List<Cut> cuts = new ArrayList<>();
    for (Run run : runs) {
      Interval both = in.and(run.values, type);
      if (both != null) {
        cuts.add(new Cut(run, both));
      }
    }
    return cuts;
  }

  /** The one run that {@code in} lies in; null when it reaches over several, or there is none. */
  static @Nullable Run holding(List<Run> runs, Interval in, Type type) {
    if (runs.size() == 1) {
      return runs.get(0);
    }
    List<Cut> cuts = cut(runs, in, type);
    return cuts.size() == 1 ? cuts.get(0).run() : null;
  }
}
