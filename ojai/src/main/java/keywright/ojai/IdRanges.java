package keywright.ojai;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.ojai.ValueOrder.Group;
import keywright.ojai.ValueRanges.Cut;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.DecodingException;

/**
 * Ranges of {@code _id} as conditions on the key column of a table.
 *
 * <p>The bytes of a {@link Cut} are one of these: the first byte of a group or the byte behind it;
 * a value; behind a value, which is its bytes with the last one raised; the strings from a prefix;
 * behind the strings with a prefix.
 */
final class IdRanges {
  /** The values of one IN, so that a query of a salted key stays below its fan-out. */
  private static final int IN_MAX = 50;

  private final String column;
  private final Group group;

  /** {@code group} is STRING or BINARY. */
  IdRanges(String column, Group group) {
    this.column = column;
    this.group = group;
  }

  /**
   * The conditions of table queries that together find the ids in {@code ranges}, each id once.
   * They ascend: the ids of a query are before those of the next one. A query without conditions
   * finds all ids.
   */
  List<List<Condition>> conditions(ValueRanges ranges) {
    List<List<Condition>> queries = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (ValueRanges.Range range : ranges.and(ValueRanges.group(group)).ranges()) {
      if (range.isValue()) {
        values.add(key(range.value()));
        if (values.size() == IN_MAX) {
          addValues(queries, values);
        }
        continue;
      }
      addValues(queries, values);
      List<Condition> conditions = new ArrayList<>(2);
      boolean hasLow = addLow(conditions, range.low());
      if (hasLow) {
        addHigh(conditions, range.high());
        queries.add(conditions);
      }
    }
    addValues(queries, values);
    return queries;
  }

  private void addValues(List<List<Condition>> queries, List<Object> values) {
    if (values.size() == 1) {
      queries.add(List.of(new Condition.Compare(column, Operator.EQ, values.get(0))));
    } else if (!values.isEmpty()) {
      queries.add(List.of(new Condition.In(column, values)));
    }
    values.clear();
  }

  /** Adds the lower bound; false if no id is above it. */
  private boolean addLow(List<Condition> conditions, Cut cut) {
    byte[] bytes = cut.bytes();
    if (bytes.length == 1) {
      return true;
    }
    Object value = value(bytes);
    if (value != null) {
      conditions.add(new Condition.Compare(column, Operator.GE, value));
      return true;
    }
    byte[] lowered = lowered(bytes);
    Object before = value(lowered);
    if (before != null) {
      conditions.add(new Condition.Compare(column, Operator.GT, before));
      return true;
    }
    String first = first(bytes, lowered);
    if (first != null) {
      conditions.add(new Condition.Compare(column, Operator.GE, first));
    }
    return first != null;
  }

  private void addHigh(List<Condition> conditions, Cut cut) {
    byte[] bytes = cut.bytes();
    if (bytes.length == 1) {
      return;
    }
    Object value = value(bytes);
    if (value != null) {
      conditions.add(new Condition.Compare(column, Operator.LT, value));
      return;
    }
    byte[] lowered = lowered(bytes);
    Object last = value(lowered);
    if (last != null) {
      conditions.add(new Condition.Compare(column, Operator.LE, last));
      return;
    }
    String first = first(bytes, lowered);
    if (first != null) {
      conditions.add(new Condition.Compare(column, Operator.LT, first));
    }
  }

  private static byte[] lowered(byte[] bytes) {
    byte[] lowered = bytes.clone();
    lowered[lowered.length - 1]--;
    return lowered;
  }

  private static @Nullable Object value(byte[] bytes) {
    try {
      Object value = OrderedBytes.decode(bytes);
      return value == null ? null : key(value);
    } catch (DecodingException e) {
      return null;
    }
  }

  /** The first string from a prefix on, or behind the strings with a prefix; null if none is. */
  private static @Nullable String first(byte[] bytes, byte[] lowered) {
    return value(terminated(bytes)) instanceof String prefix
        ? prefix
        : value(terminated(lowered)) instanceof String prefix ? behind(prefix) : null;
  }

  private static byte[] terminated(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** The first string behind those that start with {@code prefix}; null if there is none. */
  private static @Nullable String behind(String prefix) {
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        return prefix.substring(0, end) + Character.toString(next);
      }
    }
    return null;
  }

  /** A plain string or binary as a value of the key column. */
  static Object key(@Nullable Object id) {
    if (id instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    } else if (id instanceof String) {
      return id;
    }
    throw new IllegalArgumentException("no string or binary: " + id);
  }
}
