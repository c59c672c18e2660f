package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The one assertion of order, which every test of it shares. */
final class Order {
  private Order() {}

  /** Compares two keys part by part, with the order of {@link Values}. */
  static int compare(KeySchema schema, Key a, Key b) {
    for (int i = 0; i < schema.parts().size(); i++) {
      int order = compare(schema, i, a.part(i), b.part(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Compares two values of part {@code index}: -1, 0 or 1. */
  static int compare(KeySchema schema, int index, Object x, Object y) {
    KeyPart part = schema.parts().get(index);
    if (x == null || y == null) {
      boolean first =
          part.nulls() == KeyPart.Nulls.FIRST
              || (part.nulls() == KeyPart.Nulls.DEFAULT && !part.descending());
      int order = (x == null ? 0 : first ? 1 : -1) - (y == null ? 0 : first ? 1 : -1);
      return Integer.signum(order);
    }
    int order = Integer.signum(Values.compare(schema.partType(index), x, y));
    return part.descending() ? -order : order;
  }

  /**
   * Asserts that the row keys of {@code keys} sort as the values do, and that {@link
   * KeySchema#compare} agrees. Byte order is transitive, so neighbours in the order of the values
   * stand for all pairs; short lists are compared pair by pair all the same.
   */
  static void assertKept(KeySchema schema, List<Key> keys) {
    List<Key> sorted = new ArrayList<>(keys);
    sorted.sort((a, b) -> compare(schema, a, b));
    int reach = sorted.size() <= 40 ? sorted.size() : 3;
    for (int i = 0; i < sorted.size(); i++) {
      for (int j = Math.max(0, i - reach); j < Math.min(sorted.size(), i + reach); j++) {
        assertKept(schema, sorted.get(i), sorted.get(j));
      }
    }
  }

  static void assertKept(KeySchema schema, Key a, Key b) {
    byte[] rowKeyA = schema.encode(a);
    byte[] rowKeyB = schema.encode(b);
    int expected = compare(schema, a, b);
    int found = Integer.signum(Arrays.compareUnsigned(rowKeyA, rowKeyB));
    int compared = Integer.signum(schema.compare(a, b));
    if (found != expected || compared != expected) {
      assertThat(List.of(found, compared))
          .as(
              "order of row keys and compare() of %s and %s under %s: %s and %s",
              a,
              b,
              schema.parts(),
              HexFormat.of().formatHex(rowKeyA),
              HexFormat.of().formatHex(rowKeyB))
          .isEqualTo(List.of(expected, expected));
    }
  }
}
