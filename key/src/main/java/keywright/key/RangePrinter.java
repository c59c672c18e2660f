package keywright.key;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges in words: {@code after (123, 2017-01-02T00:00:00.000Z)}. */
final class RangePrinter {
  private RangePrinter() {}

  static String start(KeySchema schema, KeyRange range) {
    KeyRange.Bound bound = isBackwards(schema, range) ? range.upper() : range.lower();
    return bound == null
        ? edge(schema, range, "from", "from the first key")
        : (bound.inclusive() ? "from " : "after ") + tuple(schema, range.prefix(), bound.value());
  }

  static String stop(KeySchema schema, KeyRange range) {
    KeyRange.Bound bound = isBackwards(schema, range) ? range.lower() : range.upper();
    return bound == null
        ? edge(schema, range, "through", "through the last key")
        : (bound.inclusive() ? "through " : "before ")
            + tuple(schema, range.prefix(), bound.value());
  }

  /** An end without a bound of its own: the prefix, and text that the next part starts with. */
  private static String edge(KeySchema schema, KeyRange range, String word, String whole) {
    if (range.startsWith() != null) {
      String tuple = tuple(schema, range.prefix(), range.startsWith());
      return word + " " + tuple.substring(0, tuple.length() - 1) + "…)";
    }
    String text =
        range.prefix().isEmpty() ? whole : word + " " + tuple(schema, range.prefix(), null);
    return range.restrictsNext() && schema.partNullable(range.prefix().size())
        ? text + " without nulls"
        : text;
  }

  /** {@code (a, b)}: part values, and one more value of the part after them. */
  static String tuple(KeySchema schema, List<@Nullable Object> prefix, @Nullable Object next) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < prefix.size(); i++) {
      Object value = prefix.get(i);
      values.add(value == null ? "null" : schema.partType(i).format(value));
    }
    if (next != null) {
      int part = prefix.size();
      values.add(next instanceof String text ? text : schema.partType(part).format(next));
    }
    return "(" + String.join(", ", values) + ")";
  }

  /** {@code (a, b)}: column values of the parts that alone give them back, values of the others. */
  static String key(KeySchema schema, Key key) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < schema.parts().size(); i++) {
      Object value = key.parts().get(i);
      values.add(value == null ? "null" : columnText(schema.expressions().get(i), value));
    }
    return "(" + String.join(", ", values) + ")";
  }

  private static String columnText(TypedExpression part, Object value) {
    TypedExpression step = part;
    Object undone = value;
    try {
      while (step.argument() != null && step.undoable()) {
        undone = step.undo(undone);
        step = step.argument();
      }
    } catch (KeyException e) {
      return part.type().format(value); // No row has such a part.
    }
    return step.undoable() ? step.type().format(undone) : part.type().format(value);
  }

  /** Whether the row keys of a range start at its upper bound. */
  private static boolean isBackwards(KeySchema schema, KeyRange range) {
    int next = range.prefix().size();
    if (next == schema.parts().size()) {
      return false;
    }
    Run run = Run.holding(schema.codec().runs(next), Interval.of(range), schema.partType(next));
    return schema.parts().get(next).descending() != (run != null && run.reversed());
  }
}
