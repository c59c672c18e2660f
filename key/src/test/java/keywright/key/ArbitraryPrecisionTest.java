package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;

/** Varints and decimals: small domains complete, and the far ends of what Java can hold. */
final class ArbitraryPrecisionTest {
  private static final Type VARINT = Type.parse("varint");
  private static final Type DECIMAL = Type.parse("decimal");

  private static BigInteger whole(long value) {
    return BigInteger.valueOf(value);
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }

  private static void assertRefused(Runnable runnable, String message) {
    assertThatThrownBy(runnable::run).isInstanceOf(KeyException.class).hasMessage(message);
  }

  @Test
  void allVarintsOfUpToThreeBytesAreInOrder() {
    byte[] before = null;
    for (int i = -70_000; i <= 70_000; i++) {
      byte[] bytes = VARINT.toBytes(whole(i));
      assertThat(bytes).hasSize(i == 0 ? 1 : Math.abs(i) < 256 ? 2 : Math.abs(i) < 65_536 ? 3 : 4);
      assertThat(VARINT.fromBytes(bytes)).isEqualTo(whole(i));
      if (before != null && Arrays.compareUnsigned(before, bytes) >= 0) {
        assertThat(HexFormat.of().formatHex(bytes)).isGreaterThan(HexFormat.of().formatHex(before));
      }
      before = bytes;
    }
  }

  @Test
  void varintsOfEveryLengthAndAroundThePowersOfTwoAreInOrder() {
    List<BigInteger> values = new ArrayList<>(List.of(BigInteger.ZERO));
    for (int bits : new int[] {7, 8, 15, 16, 31, 32, 55, 56, 62, 63, 64, 72, 895, 896, 897, 904}) {
      for (int near = -1; near <= 1; near++) {
        BigInteger value = BigInteger.ONE.shiftLeft(bits).add(whole(near));
        values.add(value);
        values.add(value.negate());
      }
    }
    TypeOrderTest.assertOrder("varint", values);
    for (int length = 1; length <= 300; length++) {
      BigInteger most = BigInteger.ONE.shiftLeft(8 * length).subtract(BigInteger.ONE);
      for (BigInteger value : List.of(most, most.negate(), most.add(BigInteger.ONE))) {
        byte[] bytes = VARINT.toBytes(value);
        int magnitude = value.equals(most.add(BigInteger.ONE)) ? length + 1 : length;
        assertThat(bytes).hasSize(magnitude + (magnitude <= 112 ? 1 : 5));
        assertThat(VARINT.fromBytes(bytes)).isEqualTo(value);
      }
    }
  }

  @Test
  void allDecimalsOfThreeDigitsAreInOrder() {
    List<BigDecimal> values = new ArrayList<>();
    for (int digits = -1_000; digits <= 1_000; digits++) {
      for (int scale = -4; scale <= 5; scale++) {
        values.add(BigDecimal.valueOf(digits, scale));
      }
    }
    assertSorted(values);
    List<Object> few = new ArrayList<>();
    for (int digits : new int[] {-100, -99, -11, -10, -5, -1, 0, 1, 2, 9, 10, 12, 50, 99, 101}) {
      for (int scale = -2; scale <= 3; scale++) {
        few.add(BigDecimal.valueOf(digits, scale));
      }
    }
    TypeOrderTest.assertOrder("decimal", few);
  }

  /**
   * Neighbours in the order of compareTo have rising bytes, or the same ones when they are equal.
   */
  private static void assertSorted(List<BigDecimal> values) {
    List<BigDecimal> sorted = values.stream().sorted().toList();
    byte[] before = new byte[0];
    BigDecimal last = null;
    for (BigDecimal value : sorted) {
      byte[] bytes = DECIMAL.toBytes(value);
      assertThat(bytes).as(value.toString()).isEqualTo(DECIMAL.toBytes(DECIMAL.convert(value)));
      int expected = last == null ? -1 : last.compareTo(value);
      assertThat(Integer.signum(Arrays.compareUnsigned(before, bytes)))
          .as("%s and %s", last, value)
          .isEqualTo(expected);
      Object read = DECIMAL.fromBytes(bytes);
      assertThat(read).isEqualTo(DECIMAL.convert(value));
      assertThat((BigDecimal) read).isEqualByComparingTo(value);
      before = bytes;
      last = value;
    }
  }

  @Test
  void decimalsSortFromTheSmallestToTheLargestExponent() {
    List<BigDecimal> values = new ArrayList<>();
    for (int exponent = -400; exponent <= 400; exponent++) {
      for (String digits : List.of("1", "1.5", "9.99", "10", "0.99999999999999999999")) {
        values.add(number(digits + "e" + exponent));
        values.add(number("-" + digits + "e" + exponent));
      }
    }
    String hundred = "1234567890".repeat(10);
    for (String text :
        List.of("0", "0.000", "-0.5", "-0.50", "9.99", "10", "1e999999999", "1e-999999999")) {
      values.add(number(text));
    }
    for (int scale = 0; scale <= 101; scale++) {
      values.add(new BigDecimal(new BigInteger(hundred), scale));
      values.add(new BigDecimal(new BigInteger(hundred).add(BigInteger.ONE), scale).negate());
    }
    assertSorted(values);
    for (int digits = 1; digits <= 40; digits++) {
      List<BigDecimal> nines = new ArrayList<>();
      for (int scale = -3; scale < 45; scale++) {
        nines.add(new BigDecimal(new BigInteger("9".repeat(digits)), scale));
        nines.add(new BigDecimal(new BigInteger("1" + "0".repeat(digits)), scale).negate());
      }
      assertSorted(nines);
    }
  }

  @Test
  void oneAndOnePointZeroAreOneValue() {
    KeySchema schema = KeySchema.parse("a decimal", "a");
    Key one = schema.key(number("1"));
    for (String text : List.of("1.0", "1.00", "10e-1", "0.1e1", "1" + "0".repeat(50) + "e-50")) {
      assertThat(schema.key(number(text))).isEqualTo(one).hasSameHashCodeAs(one);
      assertThat(DECIMAL.toBytes(number(text))).isEqualTo(schema.encode(one));
    }
    assertThat(DECIMAL.convert(number("0e-999"))).isEqualTo(BigDecimal.ZERO);
    assertThat(DECIMAL.convert(0.1)).isEqualTo(number("0.1"));
    assertThat(DECIMAL.convert(0.1f)).isEqualTo(number("0.1"));
    for (Object hundred : List.of(100, number("1e2"), number("100.00"))) {
      assertThat(DECIMAL.convert(hundred)).isEqualTo(number("100"));
      assertThat(schema.decode(schema.rowKey(hundred)).part(0)).isEqualTo(number("100"));
    }
    assertThat(DECIMAL.convert(number("100e50"))).isEqualTo(number("1e52"));
    assertThat(VARINT.convert(number("12e2"))).isEqualTo(whole(1_200));
    assertThat(VARINT.convert(3.0)).isEqualTo(whole(3));
    assertThat(VARINT.convert((byte) -1)).isEqualTo(whole(-1));
  }

  @Test
  void anExponentThatNoIntHoldsIsRefusedOrComparedWithoutArithmetic() {
    BigDecimal huge = new BigDecimal(whole(100), Integer.MIN_VALUE);
    BigDecimal tiny = new BigDecimal(whole(1), Integer.MAX_VALUE);
    String expected = ", expected a number with an exponent from -1000000000 to 1000000000";
    for (BigDecimal far : List.of(huge, huge.negate(), tiny, tiny.negate())) {
      assertRefused(() -> DECIMAL.convert(far), "found " + far + expected);
      assertRefused(() -> DECIMAL.toBytes(far), "found " + far + expected);
    }
    assertThat(DECIMAL.convert(new BigDecimal(BigInteger.ZERO, Integer.MAX_VALUE)))
        .isEqualTo(BigDecimal.ZERO);
    assertCompared("decimal", number("9e999999999"), huge, -1);
    assertCompared("decimal", number("-9e999999999"), huge.negate(), 1);
    assertCompared("decimal", BigDecimal.ZERO, tiny, -1);
    assertCompared("decimal", BigDecimal.ZERO, tiny.negate(), 1);
    assertCompared("decimal", number("1e-999999999"), tiny, 1);
    assertCompared("decimal", number("-1e-999999999"), tiny.negate(), -1);
    assertCompared("varint", whole(7), huge, -1);
    assertCompared("varint", whole(7), huge.negate(), 1);
    assertCompared("varint", whole(0), tiny, -1);
    assertCompared("varint", whole(0), tiny.negate(), 1);
    assertCompared("varint", whole(-1), tiny.negate(), -1);
    assertCompared("varint", whole(2), number("2.5"), -1);
    assertCompared("varint", whole(-3), number("-2.5"), -1);
    assertRefused(
        () -> VARINT.convert(number("1e2000000")),
        "found 1E+2000000, expected a whole number written without exponent");
    assertRefused(() -> VARINT.convert(number("2.5")), "found 2.5, expected a whole number");
    assertRefused(() -> VARINT.convert(Double.NaN), "found NaN, expected a whole number");
    assertRefused(() -> VARINT.convert("1"), "found '1', expected a whole number");
    assertThat(VARINT.convert(number("1e1000"))).isEqualTo(BigInteger.TEN.pow(1_000));
  }

  /** {@code value} against a literal that it is never equal to, in conditions and in ranges. */
  private static void assertCompared(String type, Object value, BigDecimal literal, int order) {
    for (String direction : List.of("a", "a DESC")) {
      KeySchema schema = KeySchema.parse("a " + type, direction);
      byte[] rowKey = schema.encode(schema.key(value));
      for (Operator operator : Operator.values()) {
        boolean expected =
            switch (operator) {
              case EQ -> false;
              case LT, LE -> order < 0;
              case GT, GE -> order > 0;
            };
        Condition condition = new Compare("a", operator, literal);
        assertThat(condition.test(Type.parse(type), value)).as("%s", condition).isEqualTo(expected);
        KeyRanges ranges = schema.ranges(List.of(condition));
        assertThat(ranges.ranges().stream().anyMatch(r -> schema.bytes(r).contains(rowKey)))
            .as("%s", condition)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void anyLengthReadsBackFromText() {
    String digits = "123456789".repeat(2_000);
    assertThat(VARINT.parseValue("-" + digits)).isEqualTo(new BigInteger("-" + digits));
    for (String text : List.of(digits, digits + "e5", "-0." + digits, digits + "." + digits)) {
      Object value = DECIMAL.parseValue(text);
      assertThat((BigDecimal) value).isEqualByComparingTo(text);
      assertThat(DECIMAL.parseValue(DECIMAL.format(value))).isEqualTo(value);
      assertThat(DECIMAL.fromBytes(DECIMAL.toBytes(value))).isEqualTo(value);
    }
    for (String text :
        List.of("", "-", "x", "1-2", digits + "x", digits + "e", "--" + digits, digits + ".1.2")) {
      assertThatThrownBy(() -> DECIMAL.parseValue(text)).isInstanceOf(KeyException.class);
      assertThatThrownBy(() -> VARINT.parseValue(text)).isInstanceOf(KeyException.class);
    }
    assertThat(DECIMAL.format(number("1E+3"))).isEqualTo("1000");
    assertThat(DECIMAL.format(number("1.5E+2000"))).isEqualTo("1.5E+2000");
    assertThat(DECIMAL.format(number("1E-999999999"))).isEqualTo("1E-999999999");
  }

  @Test
  void functionsTakeThemWhereTheResultHasBounds() {
    KeySchema schema =
        KeySchema.parse("a varint", "mod(a, 10), lpad(a, 30), 999 - a, md5(a), a DESC");
    Key key = schema.key(new BigInteger("123456789012345678901234567"));
    assertThat(key.part(0)).isEqualTo((short) 7);
    assertThat(key.part(1)).isEqualTo("000123456789012345678901234567");
    assertThat(key.part(2)).isEqualTo(new BigInteger("-123456789012345678901233568"));
    assertThat(key.part(3)).isEqualTo("b8af8f154a575e68491b45beef9e6bd0");
    assertThat(schema.decode(schema.encode(key))).isEqualTo(key);
    assertThat(KeySchema.parse("a varint", "mod(a, 10)").key(-1).part(0)).isEqualTo((short) 9);
    KeySchema digest = KeySchema.parse("a decimal, b text", "md5(a), md5(b)");
    assertThat(digest.key(number("10.50"), "10.5").part(0))
        .isEqualTo(digest.key(number("10.5"), "10.5").part(1));
    assertThat(digest.key(number("1e30"), "1" + "0".repeat(30)).part(0))
        .isEqualTo(digest.key(1, "1" + "0".repeat(30)).part(1));
    assertThat(digest.key(number("-1.5e999999999"), "").part(0))
        .isEqualTo(digest.key(1, "-1.5E+999999999").part(1));
    Stream.of(
            "9 - a|cannot use 9 - a: its argument is decimal, expected a number of bounded length"
                + " such as decimal(p,s)",
            "lpad(a, 9)|cannot use lpad(a, 9): its argument is decimal, expected a whole number, a"
                + " timestamp or a text of digits",
            "bit_reverse(b)|cannot use bit_reverse(b): its argument is varint, expected a whole"
                + " number of fixed length or a uuid")
        .map(line -> line.split("\\|", -1))
        .forEach(
            line -> assertRefused(() -> KeySchema.parse("a decimal, b varint", line[0]), line[1]));
  }
}
