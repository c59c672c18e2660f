package keywright.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import keywright.key.KeyException;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * Values of a type for places where only their type and their order matter. The same ones each
 * time.
 *
 * <p>Literals of all kinds are tried until one converts, so that no kind of type has to be known.
 */
final class SampleValues {
  private static final int MOST_DIGITS = 38;
  private static final int TRIES = 300;
  private static final int ENOUGH = 10;

  private static final List<Object> LOW =
      List.of("", new UUID(0, 0), "1970-01-01", "00:00:00", Long.MIN_VALUE / 4, -1_000_000_000);
  private static final List<Object> HIGH =
      List.of(
          "\uFFFD",
          "~",
          new UUID(-1, -1),
          "2200-01-01",
          "23:59:59",
          Long.MAX_VALUE / 4,
          2_000_000_000);

  private static final List<Object> NEAR_LOW =
      List.of(
          "!",
          new UUID(0, 2),
          "1970-01-02 00:00:00",
          "1970-01-03",
          "00:00:02",
          Long.MIN_VALUE / 4 + 2,
          -1_000_000_000 + 2);

  private SampleValues() {}

  /** Value {@code index} of {@code type}: different ones as far as it has them. */
  static Object value(Type type, int index) {
    List<Object> values = values(type, index + 1);
    return values.get(index % values.size());
  }

  /** A value below nearly all others. */
  static Object low(Type type) {
    Object found = first(type, LOW);
    return found != null ? found : values(type, ENOUGH).get(0);
  }

  /** A value above nearly all others. */
  static Object high(Type type) {
    Object found = first(type, HIGH);
    List<Object> values = values(type, ENOUGH);
    return found != null ? found : values.get(values.size() - 1);
  }

  /** A value little above {@link #low}. */
  static Object nearLow(Type type) {
    Object found = first(type, NEAR_LOW);
    return found != null && type.compare(low(type), found) < 0 ? found : high(type);
  }

  private static @Nullable Object first(Type type, List<Object> literals) {
    for (Object literal : literals) {
      Object value = type.convertOrNull(literal);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** So many different values, at least one, in the order of the type. */
  private static List<Object> values(Type type, int count) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < TRIES && values.size() < count; i++) {
      Object value = first(type, literals(i));
      Object found = value != null ? value : ofBody(type, i);
      if (found != null && values.stream().noneMatch(other -> Type.same(other, found))) {
        values.add(found);
      }
    }
    if (values.isEmpty()) {
      throw new IllegalStateException("no value of " + type);
    }
    values.sort(type::compare);
    return values;
  }

  private static List<Object> literals(int index) {
    List<Object> literals = new ArrayList<>();
    literals.add(index + 1);
    literals.add("2017-01-%02d".formatted(1 + index % 28));
    literals.add("00:00:%02d".formatted(index % 60));
    literals.add(new UUID(0, index + 1));
    literals.add(new UUID((index + 1L) << 32 | 0x1000, 0)); // a timeuuid
    literals.add("10.0.0." + index % 100);
    literals.add(new byte[] {(byte) (index % 100 + 1)});
    literals.add(index % 2 == 1);
    literals.add(String.valueOf((char) ('a' + index % 26)));
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
      literals.add("0".repeat(digits - 1) + index % 10);
    }
    literals.add((index + 1) + "s");
    literals.add(List.of());
    literals.add(Set.of());
    literals.add(Map.of());
    return literals;
  }

  /** The labels of an enum are not known here, but their numbers are 0, 1, 2, … in most. */
  private static @Nullable Object ofBody(Type type, int number) {
    for (byte[] body : new byte[][] {{(byte) number}, {(byte) (number >> 8), (byte) number}}) {
      try {
        return type.fromBytes(body);
      } catch (KeyException e) {
        // No value has these bytes.
      }
    }
    return null;
  }
}
