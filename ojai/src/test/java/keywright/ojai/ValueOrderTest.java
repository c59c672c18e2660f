package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.ojai.exceptions.DecodingException;

/** One order of all values, which the bytes of keys have too. */
class ValueOrderTest {
  private static int order(Object left, Object right) {
    return Integer.signum(ValueOrder.INSTANCE.compare(left, right));
  }

  /** The order as the page says it, as simply as possible: a list of what to compare. */
  private static int naive(Object left, Object right) {
    List<String> groups =
        List.of(
            "NULL",
            "BOOLEAN",
            "NUMBER",
            "STRING",
            "BINARY",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "INTERVAL",
            "ARRAY",
            "MAP");
    String group = left instanceof Number ? "NUMBER" : Plain.type(left).name();
    String other = right instanceof Number ? "NUMBER" : Plain.type(right).name();
    if (!group.equals(other)) {
      return groups.indexOf(group) < groups.indexOf(other) ? -1 : 1;
    }
    return switch (group) {
      case "NUMBER" -> naiveNumbers((Number) left, (Number) right);
      case "STRING" ->
          Integer.signum(
              Arrays.compareUnsigned(
                  ((String) left).getBytes(StandardCharsets.UTF_8),
                  ((String) right).getBytes(StandardCharsets.UTF_8)));
      case "ARRAY" -> naiveLists(Plain.list(left), Plain.list(right));
      case "MAP" -> naiveLists(fields(left), fields(right));
      default -> order(left, right);
    };
  }

  private static List<Object> fields(Object map) {
    List<Object> fields = new ArrayList<>();
    Map<String, Object> sorted =
        new TreeMap<>(
            (one, two) ->
                Arrays.compareUnsigned(
                    one.getBytes(StandardCharsets.UTF_8), two.getBytes(StandardCharsets.UTF_8)));
    sorted.putAll(Plain.map(map));
    sorted.forEach(
        (name, value) -> {
          fields.add(name);
          fields.add(value);
        });
    return fields;
  }

  private static int naiveLists(List<Object> left, List<Object> right) {
    for (int index = 0; index < left.size() && index < right.size(); index++) {
      int order = naive(left.get(index), right.get(index));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int naiveNumbers(Number left, Number right) {
    int one = special(left);
    int other = special(right);
    return one != 0 || other != 0
        ? Integer.compare(one, other)
        : new BigDecimal(left.toString().equals("-0.0") ? "0" : exact(left))
            .compareTo(new BigDecimal(exact(right)));
  }

  private static String exact(Number number) {
    return number instanceof Double || number instanceof Float
        ? new BigDecimal(number.doubleValue()).toString()
        : number.toString();
  }

  private static int special(Number number) {
    if (number instanceof BigDecimal) {
      return 0;
    }
    double value = number.doubleValue();
    return Double.isNaN(value)
        ? 2
        : value == Double.POSITIVE_INFINITY ? 1 : value == Double.NEGATIVE_INFINITY ? -1 : 0;
  }

  @Test
  void bytesHaveTheOrderOfValuesAndRestoreThem() {
    int equal = 0;
    for (int trial = 0; trial < Trials.of(30_000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      boolean numbers = draw.random().nextInt(3) == 0;
      Object left = numbers ? draw.number() : draw.value(2);
      Object right = numbers ? draw.number() : draw.value(2);
      byte[] leftBytes = OrderedBytes.encode(left);
      byte[] rightBytes = OrderedBytes.encode(right);
      int expected = naive(left, right);
      String line = "%s and %s: %s".formatted(left, right, Seeds.reproduction(seed));
      assertThat(order(left, right)).as(line).isEqualTo(expected);
      assertThat(order(right, left)).as(line).isEqualTo(-expected);
      assertThat(Integer.signum(Arrays.compareUnsigned(leftBytes, rightBytes)))
          .as(line)
          .isEqualTo(expected);
      if (expected != 0) {
        assertThat(Arrays.mismatch(leftBytes, rightBytes))
            .as("no prefix: " + line)
            .isLessThan(Math.min(leftBytes.length, rightBytes.length));
      } else {
        equal++;
      }
      Object decoded = OrderedBytes.decode(leftBytes);
      assertThat(order(decoded, left)).as(line).isZero();
      assertThat(OrderedBytes.encode(decoded)).as(line).isEqualTo(leftBytes);
    }
    assertThat(equal).isPositive();
  }

  @Test
  void numbersOfAllTypesCompareByTheirExactValues() {
    List<Object> ascending =
        List.of(
            Double.NEGATIVE_INFINITY,
            new BigDecimal("-1e400"),
            -Double.MAX_VALUE,
            Long.MIN_VALUE,
            new BigDecimal("-1e-400"),
            -0.0,
            new BigDecimal("1e-400"),
            Double.MIN_VALUE,
            new BigDecimal("0.1"),
            0.1,
            0.1f,
            9007199254740992L,
            9007199254740993L,
            9007199254740994.0,
            new BigDecimal("9223372036854775806.5"),
            Long.MAX_VALUE,
            0x1p63,
            new BigDecimal("9223372036854775808.1"),
            Double.MAX_VALUE,
            new BigDecimal("1e400"),
            Float.POSITIVE_INFINITY,
            Double.NaN);
    for (int one = 0; one < ascending.size(); one++) {
      for (int other = 0; other < ascending.size(); other++) {
        assertThat(order(ascending.get(one), ascending.get(other)))
            .as(ascending.get(one) + " and " + ascending.get(other))
            .isEqualTo(Integer.compare(one, other));
      }
    }
    assertThat(order(-0.0, (byte) 0)).isZero();
    assertThat(order(Float.NaN, Double.NaN)).isZero();
    assertThat(order(new BigDecimal("1.00"), 1)).isZero();
  }

  @Test
  void bytesAreFrozen() {
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(OrderedBytes.encode(1))).isEqualTo("06bff000000000000000");
    assertThat(hex.formatHex(OrderedBytes.encode(new BigDecimal("-0.1"))))
        .isEqualTo("064046666666666665017fffffffff" + "f4" + "ff");
    assertThat(hex.formatHex(OrderedBytes.encode("a\0b\1"))).isEqualTo("096101016201020" + "0");
    assertThat(hex.formatHex(OrderedBytes.encode(Map.of("b", List.of(true)))))
        .isEqualTo("10" + "016200" + "0f0400" + "00");
    assertThat(hex.formatHex(OrderedBytes.encode(ByteBuffer.wrap(new byte[] {-1}))))
        .isEqualTo("0aff00");
  }

  @Test
  void anyBytesDecodeOrGiveOneError() {
    int refused = 0;
    for (int trial = 0; trial < Trials.of(20_000); trial++) {
      long seed = Seeds.base() + trial;
      RandomDocuments draw = RandomDocuments.of(seed);
      byte[] bytes = OrderedBytes.encode(draw.value(3));
      bytes[draw.random().nextInt(bytes.length)] = (byte) draw.random().nextInt(20);
      byte[] damaged =
          draw.random().nextBoolean()
              ? bytes
              : Arrays.copyOf(bytes, draw.random().nextInt(bytes.length + 1));
      try {
        OrderedBytes.decode(damaged);
      } catch (DecodingException e) {
        refused++;
        assertThat(e.getMessage()).startsWith("cannot read the key of a value: ");
      } catch (RuntimeException | Error e) {
        throw new AssertionError(Seeds.reproduction(seed), e);
      }
    }
    assertThat(refused).isGreaterThan(Trials.of(20_000) / 4);
    byte[] nested = new byte[200_000];
    Arrays.fill(nested, (byte) 15);
    assertThatThrownBy(() -> OrderedBytes.decode(nested)).isInstanceOf(DecodingException.class);
  }
}
