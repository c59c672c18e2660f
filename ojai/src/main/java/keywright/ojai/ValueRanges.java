package keywright.ojai;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import keywright.ojai.ValueOrder.Group;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.DecodingException;

/**
 * A set of values as ranges that are disjoint, ascending and not empty, in {@link ValueOrder}. A
 * field that does not exist is in none. Immutable.
 */
final class ValueRanges {
  /** A place between values, given by bytes of {@link OrderedBytes}. */
  static final class Cut implements Comparable<Cut> {
    private final byte[] bytes;

    private Cut(byte[] bytes) {
      this.bytes = bytes;
    }

    static Cut before(@Nullable Object value) {
      return new Cut(OrderedBytes.encode(value));
    }

    static Cut after(@Nullable Object value) {
      return new Cut(successor(OrderedBytes.encode(value)));
    }

    private static Cut before(Group group) {
      return new Cut(new byte[] {group.first});
    }

    private static Cut after(Group group) {
      return new Cut(new byte[] {group.stop});
    }

    /** The lowest bytes that do not start with {@code bytes}, which do not start with FF. */
    private static byte[] successor(byte[] bytes) {
      int last = bytes.length - 1;
      while (bytes[last] == -1) {
        last--;
      }
      byte[] successor = Arrays.copyOf(bytes, last + 1);
      successor[last]++;
      return successor;
    }

    /** The first bytes after this place. A copy. */
    byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public int compareTo(Cut other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Cut cut && Arrays.equals(bytes, cut.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(bytes);
    }
  }

  /**
   * The values between two places. The bytes of a value in it, whatever follows them, are in {@code
   * [low, high)}.
   */
  record Range(Cut low, Cut high) {
    boolean contains(Cut value) {
      return low.compareTo(value) <= 0 && value.compareTo(high) < 0;
    }

    /** Whether it has one value, {@link #value}. */
    boolean isValue() {
      return Arrays.equals(Cut.successor(low.bytes), high.bytes) && isWhole(low.bytes);
    }

    private static boolean isWhole(byte[] bytes) {
      try {
        OrderedBytes.decode(bytes);
        return true;
      } catch (DecodingException e) {
        return false;
      }
    }

    /** The one value: equal to that of the condition, but maybe of another numeric type. */
    @Nullable Object value() {
      return OrderedBytes.decode(low.bytes);
    }
  }

  static final ValueRanges NONE = new ValueRanges(List.of());

  /** All values. */
  static final ValueRanges ALL = of(new Range(Cut.before(Group.NULL), Cut.after(Group.MAP)));

  private final List<Range> ranges;

  private ValueRanges(List<Range> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  private static ValueRanges of(Range range) {
    return range.low.compareTo(range.high) < 0 ? new ValueRanges(List.of(range)) : NONE;
  }

  static ValueRanges between(Cut low, Cut high) {
    return of(new Range(low, high));
  }

  static ValueRanges value(@Nullable Object value) {
    return between(Cut.before(value), Cut.after(value));
  }

  static ValueRanges group(Group group) {
    return between(Cut.before(group), Cut.after(group));
  }

  /** The values of the group of {@code value} that are less. */
  static ValueRanges less(@Nullable Object value) {
    return between(Cut.before(ValueOrder.group(value)), Cut.before(value));
  }

  /** The values of the group of {@code value} that are greater. */
  static ValueRanges greater(@Nullable Object value) {
    return between(Cut.after(value), Cut.after(ValueOrder.group(value)));
  }

  static ValueRanges lessOrEqual(@Nullable Object value) {
    return between(Cut.before(ValueOrder.group(value)), Cut.after(value));
  }

  static ValueRanges greaterOrEqual(@Nullable Object value) {
    return between(Cut.before(value), Cut.after(ValueOrder.group(value)));
  }

  /** The strings that start with {@code prefix}. */
  static ValueRanges startingWith(String prefix) {
    byte[] bytes = OrderedBytes.prefix(prefix);
    return between(new Cut(bytes), new Cut(Cut.successor(bytes)));
  }

  List<Range> ranges() {
    return ranges;
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Whether each range is one value. */
  boolean isValues() {
    return ranges.stream().allMatch(Range::isValue);
  }

  boolean contains(@Nullable Object value) {
    Cut cut = Cut.before(value);
    return ranges.stream().anyMatch(range -> range.contains(cut));
  }

  ValueRanges and(ValueRanges other) {
    List<Range> both = new ArrayList<>();
    for (Range one : ranges) {
      for (Range two : other.ranges) {
        Cut low = one.low.compareTo(two.low) >= 0 ? one.low : two.low;
        Cut high = one.high.compareTo(two.high) <= 0 ? one.high : two.high;
        if (low.compareTo(high) < 0) {
          both.add(new Range(low, high));
        }
      }
    }
    return new ValueRanges(both);
  }

  ValueRanges or(ValueRanges other) {
    List<Range> all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    all.sort((one, two) -> one.low.compareTo(two.low));
    List<Range> joined = new ArrayList<>();
    for (Range range : all) {
      Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      // Adjacent values stay ranges of their own, so that each is known as a value.
      if (last != null && range.low.compareTo(last.high) < 0) {
        if (range.high.compareTo(last.high) > 0) {
          joined.set(joined.size() - 1, new Range(last.low, range.high));
        }
      } else {
        joined.add(range);
      }
    }
    return new ValueRanges(joined);
  }

  /** The values that are not in this. */
  ValueRanges not() {
    ValueRanges left = ALL;
    for (Range range : ranges) {
      left =
          left.and(
              between(Cut.before(Group.NULL), range.low)
                  .or(between(range.high, Cut.after(Group.MAP))));
    }
    return left;
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
