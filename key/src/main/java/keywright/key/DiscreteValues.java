package keywright.key;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of an interval one by one, where a part of a key has none between them: whole numbers,
 * dates, the labels of an enum, the units of {@code date_trunc}.
 */
final class DiscreteValues {
  private DiscreteValues() {}

  /** Whether {@link #of} can give the values of a part that has the values of its column. */
  static boolean areOf(ColumnReference part) {
    Type type = part.type();
    return type instanceof EnumType || type instanceof DateType || type instanceof IntegerType;
  }

  /**
   * The values that {@code part} can have in {@code in}, in order.
   *
   * @param most how many there may be
   * @return null when there are more, the interval is open, or the part is not discrete
   */
  static @Nullable List<Object> of(TypedExpression part, Interval in, long most) {
    Type type = part.type();
    if (type instanceof EnumType labels) {
      return labels(labels, in, most);
    }
    Object lower = in.lower();
    Object upper = in.upper();
    if (lower == null || upper == null) {
      return null;
    }
    if (part instanceof DateTrunc units) {
      return units(units, in, lower, upper, most);
    }
    if (type instanceof DateType) {
      long first = ((LocalDate) lower).toEpochDay();
      return numbers(type, in, first, ((LocalDate) upper).toEpochDay(), most, true);
    }
    return type instanceof IntegerType
            && !(lower instanceof BigInteger)
            && !(upper instanceof BigInteger)
        ? numbers(type, in, ((Number) lower).longValue(), ((Number) upper).longValue(), most, false)
        : null;
  }

  private static @Nullable List<Object> labels(EnumType type, Interval in, long most) {
    List<Object> values = new ArrayList<>();
    for (String label : type.labels()) {
      if (in.contains(label, type)) {
        values.add(label);
      }
    }
    return values.size() <= most ? values : null;
  }

  private static @Nullable List<Object> numbers(
      Type type, Interval in, long lower, long upper, long most, boolean days) {
    long count;
    try {
      long first = in.lowerInclusive() ? lower : Math.addExact(lower, 1);
      long last = in.upperInclusive() ? upper : Math.subtractExact(upper, 1);
      count = Math.addExact(Math.subtractExact(last, first), 1);
      if (count > most) {
        return null;
      }
      List<Object> values = new ArrayList<>();
      for (long i = 0; i < count; i++) {
        values.add(type.convert(days ? LocalDate.ofEpochDay(first + i) : (Object) (first + i)));
      }
      return values;
    } catch (ArithmeticException e) {
      return null; // At the ends of the type, where it is open as good as.
    }
  }

  private static @Nullable List<Object> units(
      DateTrunc part, Interval in, Object lower, Object upper, long most) {
    List<Object> values = new ArrayList<>();
    try {
      Object unit = part.apply(lower);
      while (part.type().compare(unit, upper) <= 0) {
        if (in.contains(unit, part.type())) {
          if (values.size() == most) {
            return null;
          }
          values.add(unit);
        }
        unit = part.next(unit);
      }
      return values;
    } catch (DateTimeException | ArithmeticException | KeyException e) {
      return null; // At the ends of the calendar.
    }
  }
}
