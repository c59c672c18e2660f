package keywright.ojai;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * The order of all plain values. First by group: null, boolean, number, string, binary, date, time,
 * timestamp, interval, array, map. Within a group:
 *
 * <ul>
 *   <li>false before true;
 *   <li>numbers of all types by their exact values: negative infinity first, positive infinity last
 *       but NaN, which is equal to itself; -0.0 equals 0;
 *   <li>strings and names by code points, binaries by unsigned bytes;
 *   <li>dates, times, timestamps and intervals by the number that they store;
 *   <li>arrays by their elements from the first one, a prefix first;
 *   <li>maps by their fields in order of the names, each by name and then by value, a prefix first.
 * </ul>
 *
 * <p>So the order of the fields of a map does not matter. {@link OrderedBytes} encodes this order.
 */
final class ValueOrder implements Comparator<@Nullable Object> {
  static final ValueOrder INSTANCE = new ValueOrder();

  /** A group of types whose values can be compared with each other. */
  enum Group {
    NULL(2, 3),
    BOOLEAN(3, 5),
    NUMBER(5, 9),
    STRING(9, 10),
    BINARY(10, 11),
    DATE(11, 12),
    TIME(12, 13),
    TIMESTAMP(13, 14),
    INTERVAL(14, 15),
    ARRAY(15, 16),
    MAP(16, 17);

    /** The first byte of the values of this group in {@link OrderedBytes} is in [first, stop). */
    final byte first;

    final byte stop;

    Group(int first, int stop) {
      this.first = (byte) first;
      this.stop = (byte) stop;
    }
  }

  private ValueOrder() {}

  static Group group(@Nullable Object value) {
    if (value == null) {
      return Group.NULL;
    } else if (value instanceof Number) {
      return Group.NUMBER;
    } else if (value instanceof String) {
      return Group.STRING;
    }
    return switch (Plain.type(value)) {
      case BOOLEAN -> Group.BOOLEAN;
      case BINARY -> Group.BINARY;
      case DATE -> Group.DATE;
      case TIME -> Group.TIME;
      case TIMESTAMP -> Group.TIMESTAMP;
      case INTERVAL -> Group.INTERVAL;
      case ARRAY -> Group.ARRAY;
      default -> Group.MAP;
    };
  }

  @Override
  public int compare(@Nullable Object left, @Nullable Object right) {
    Group group = group(left);
    int order = group.compareTo(group(right));
    if (order != 0 || left == null || right == null) {
      return order;
    }
    return switch (group) {
      case NULL -> 0;
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case NUMBER -> numbers((Number) left, (Number) right);
      case STRING -> strings((String) left, (String) right);
      case BINARY -> binaries((ByteBuffer) left, (ByteBuffer) right);
      case DATE ->
          Integer.compare(((ODate) left).toDaysSinceEpoch(), ((ODate) right).toDaysSinceEpoch());
      case TIME ->
          Integer.compare(((OTime) left).toTimeInMillis(), ((OTime) right).toTimeInMillis());
      case TIMESTAMP ->
          Long.compare(((OTimestamp) left).getMillis(), ((OTimestamp) right).getMillis());
      case INTERVAL ->
          Long.compare(((OInterval) left).getTimeInMillis(), ((OInterval) right).getTimeInMillis());
      case ARRAY -> arrays(Plain.list(left), Plain.list(right));
      case MAP -> maps(Plain.map(left), Plain.map(right));
    };
  }

  static int numbers(Number left, Number right) {
    if (isWhole(left) && isWhole(right)) {
      return Long.compare(left.longValue(), right.longValue());
    } else if (isFloating(left) && isFloating(right)) {
      // Adding zero turns -0.0 into 0.0.
      return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
    } else if (isFloating(left) && !isFinite(left)) {
      return left.doubleValue() == Double.NEGATIVE_INFINITY ? -1 : 1;
    } else if (isFloating(right) && !isFinite(right)) {
      return right.doubleValue() == Double.NEGATIVE_INFINITY ? 1 : -1;
    }
    return exact(left).compareTo(exact(right));
  }

  private static boolean isWhole(Number number) {
    return !(number instanceof BigDecimal) && !isFloating(number);
  }

  static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  static boolean isFinite(Number number) {
    return Double.isFinite(number.doubleValue());
  }

  /** The exact value of a finite number. */
  static BigDecimal exact(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    return isFloating(number)
        ? new BigDecimal(number.doubleValue())
        : BigDecimal.valueOf(number.longValue());
  }

  /** By code points, which is the order of the bytes in UTF-8. */
  static int strings(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int index = 0; index < length; index++) {
      char one = left.charAt(index);
      char other = right.charAt(index);
      if (one != other) {
        // Surrogates, which stand for code points above U+FFFF, are below U+E000 to U+FFFF.
        boolean high = Character.isSurrogate(one);
        return high == Character.isSurrogate(other) ? Character.compare(one, other) : high ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  private static int binaries(ByteBuffer left, ByteBuffer right) {
    int length = Math.min(left.remaining(), right.remaining());
    for (int index = 0; index < length; index++) {
      int order =
          Byte.compareUnsigned(
              left.get(left.position() + index), right.get(right.position() + index));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.remaining(), right.remaining());
  }

  private int arrays(List<@Nullable Object> left, List<@Nullable Object> right) {
    int count = Math.min(left.size(), right.size());
    for (int index = 0; index < count; index++) {
      int order = compare(left.get(index), right.get(index));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private int maps(Map<String, @Nullable Object> left, Map<String, @Nullable Object> right) {
    List<String> names = names(left);
    List<String> others = names(right);
    int count = Math.min(names.size(), others.size());
    for (int index = 0; index < count; index++) {
      String name = names.get(index);
      int order = strings(name, others.get(index));
      if (order == 0) {
        order = compare(left.get(name), right.get(name));
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(names.size(), others.size());
  }

  /** The names of a map in their order. */
  static List<String> names(Map<String, @Nullable Object> map) {
    List<String> names = new ArrayList<>(map.keySet());
    names.sort(ValueOrder::strings);
    return names;
  }
}
