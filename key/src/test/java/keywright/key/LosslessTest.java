package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What would be rounded, cut or replaced is refused, and what only looks different is taken. */
final class LosslessTest {

  private static void assertRefused(String type, Object value, String expected) {
    assertThatThrownBy(() -> KeySchema.parse("a " + type, "a").key(value))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith("cannot encode a: found ")
        .hasMessageContaining(", expected " + expected);
  }

  private static void assertTaken(String type, Object value, Object expected) {
    assertThat(KeySchema.parse("a " + type, "a").key(value).part(0)).isEqualTo(expected);
  }

  @Test
  void aNumberOutOfRangeOrWithAFractionIsRefused() {
    assertRefused("tinyint", 128, "a whole number from -128 to 127");
    assertRefused("tinyint unsigned", -1, "a whole number from 0 to 255");
    assertRefused("int", 1L << 31, "a whole number from -2147483648 to 2147483647");
    assertRefused("bigint", BigInteger.ONE.shiftLeft(63), "a whole number from ");
    assertRefused("bigint unsigned", BigInteger.ONE.shiftLeft(64), "a whole number from 0 to ");
    assertRefused("bigint unsigned", -1L, "a whole number from 0 to ");
    assertRefused("int", new BigDecimal("1.5"), "a whole number");
    assertRefused("int", 0.1, "a whole number");
    assertRefused("int", Double.NaN, "a whole number");
    assertRefused("int", "1", "a whole number");
    assertRefused("int", new BigDecimal("1e999999999"), "a whole number");
    assertRefused("int", new BigDecimal("1e-999999999"), "a whole number");
    assertTaken("int", new BigDecimal("1.000"), 1);
    assertTaken("int", 7.0, 7);
    assertTaken("bigint unsigned", 1, BigInteger.ONE);
    assertTaken("tinyint unsigned", 255L, (short) 255);
  }

  @Test
  void extraDecimalsAndDigitsAreRefused() {
    assertRefused("decimal(4,2)", new BigDecimal("1.001"), "a number from -99.99 to 99.99");
    assertRefused("decimal(4,2)", new BigDecimal("100"), "a number from -99.99 to 99.99");
    assertRefused("decimal(4,2)", new BigDecimal("-1e999999999"), "a number from -99.99 to 99.99");
    assertRefused("decimal(4,2)", Double.POSITIVE_INFINITY, "a number from -99.99 to 99.99");
    assertTaken("decimal(4,2)", new BigDecimal("1.1000"), new BigDecimal("1.10"));
    assertTaken("decimal(4,2)", 0.1, new BigDecimal("0.10"));
    assertTaken("decimal(4,2)", 3, new BigDecimal("3.00"));
  }

  @Test
  void aFinerOrFartherTimeIsRefused() {
    Instant fine = Instant.parse("1969-12-31T23:59:59.999999999Z");
    assertRefused(
        "timestamp",
        fine.toString(),
        "a UTC timestamp such as 1970-01-01T00:00:00.000Z (at most 3");
    assertRefused("timestamp(s)", "1970-01-01T00:00:00.001Z", "a UTC timestamp");
    assertRefused("timestamp(us)", fine.toString(), "a UTC timestamp");
    // An instant of a program is the unit that it falls in.
    assertTaken("timestamp", fine, Instant.ofEpochMilli(-1));
    assertTaken("timestamp(s)", Instant.ofEpochMilli(-1), Instant.ofEpochSecond(-1));
    assertTaken("timestamp(us)", fine, Instant.EPOCH.minusNanos(1_000));
    assertRefused("timestamp(ns)", Instant.MAX, "a UTC timestamp");
    assertRefused("timestamp(ns)", Instant.MIN, "a UTC timestamp");
    assertRefused("timestamp(s)", Instant.MIN, "a UTC timestamp");
    assertRefused("timestamp", "2017-01-01T00:00:00.0001Z", "a UTC timestamp");
    assertRefused("timestamp", "2017-01-32", "a UTC timestamp");
    assertRefused("timestamp", true, "a UTC timestamp");
    assertRefused("timestamp", new BigDecimal("0.5"), "a UTC timestamp");
    assertTaken("timestamp(ns)", fine, fine);
    assertTaken("timestamp", 1L, Instant.ofEpochMilli(1));
    assertTaken(
        "timestamp", "2017-01-01T02:00:00.5+02:00", Instant.parse("2017-01-01T00:00:00.5Z"));
    assertTaken("timestamp", "2017-01-01", Instant.parse("2017-01-01T00:00:00Z"));
    assertTaken("timestamp", LocalDate.EPOCH, Instant.EPOCH);
    assertRefused("date", "2017-01-31T00:00:01Z", "a date such as 2017-01-31");
    assertRefused("date", Instant.MIN, "a date such as 2017-01-31");
    assertRefused("date", LocalDate.MAX, "a date such as 2017-01-31");
    assertTaken("date", "2017-01-31", LocalDate.of(2017, 1, 31));
  }

  @Test
  void anUnpairedSurrogateIsRefused() {
    for (String text : new String[] {"\ud83d", "\udd25", "a\ud83d", "\udd25\ud83d", "\ud83dx"}) {
      assertRefused("text", text, "text such as 'abc' (no unpaired surrogates)");
      assertRefused("char(8)", text, "text of at most 8 bytes");
    }
    assertTaken("text", "\ud83d\udd25", "\ud83d\udd25");
  }

  @Test
  void aTextTooLongOrEndingInThePadByteIsRefusedByCharOfN() {
    assertRefused("char(3)", "abcd", "text of at most 3 bytes that does not end in U+0000");
    assertRefused("char(3)", "é\u20ac", "text of at most 3 bytes");
    assertRefused("char(3)", "ab\0", "text of at most 3 bytes");
    assertRefused("char(3)", "\0", "text of at most 3 bytes");
    assertTaken("char(3)", "\0b", "\0b");
    assertTaken("char(3)", "", "");
    assertRefused("digits(3)", "12", "exactly 3 decimal digits");
    assertRefused("digits(3)", "12a", "exactly 3 decimal digits");
    assertRefused("digits(1)", "\u0661", "exactly 1 decimal digits");
  }

  @Test
  void anotherKindOfValueIsRefused() {
    assertRefused("boolean", 1, "true or false");
    assertRefused("blob", "ff", "bytes");
    assertRefused("text", 1, "text");
    assertRefused("uuid", "01234567-89ab-cdef-0123-456789abcde", "a uuid such as");
    assertTaken(
        "uuid",
        "01234567-89ab-CDEF-0123-456789abcdef",
        UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"));
    assertRefused("double", "1", "a number within the range of double");
    assertRefused("double", new BigDecimal("1e400"), "a number within the range of double");
    assertRefused("float", 1e300, "a number within the range of float");
  }

  @Test
  void zeroHasNoSignAndNaNIsOne() {
    assertTaken("double", -0.0, 0.0);
    assertTaken("float", -0.0f, 0.0f);
    Type type = Type.parse("double");
    assertThat(type.toBytes(Double.longBitsToDouble(0xfff8_0000_0000_1234L)))
        .isEqualTo(type.toBytes(Double.NaN));
  }

  @Test
  void everyTypeReadsBackTheTextItWrites() {
    for (String name : Values.TYPES) {
      Type type = Type.parse(name);
      keywright.testkit.Property.check(
          name + " reads back its text and its bytes",
          200,
          Values.of(type),
          value -> {
            Object converted = type.convert(value);
            assertThat(Values.equal(type, type.parseValue(type.format(converted)), converted))
                .as(type.format(converted))
                .isTrue();
            assertThat(Values.equal(type, type.fromBytes(type.toBytes(converted)), converted))
                .isTrue();
            assertThat(type.valueClass().isInstance(converted)).isTrue();
          });
      assertThat(Type.parse(type.toString())).isEqualTo(type).hasSameHashCodeAs(type);
    }
  }

  @Test
  void digitsAloneAreUnitsOfATimestamp() {
    assertThat(Type.parse("timestamp(s)").parseValue("1364248490"))
        .isEqualTo(Instant.ofEpochSecond(1_364_248_490));
    assertThat(Type.parse("timestamp").parseValue("-1")).isEqualTo(Instant.ofEpochMilli(-1));
    assertThatThrownBy(() -> Type.parse("timestamp(ns)").parseValue("9".repeat(30)))
        .isInstanceOf(KeyException.class);
  }

  /** Java reads the digits of other scripts; a literal of a statement and a date have 0 to 9. */
  @ParameterizedTest
  @ValueSource(
      strings = {"int", "bigint", "timestamp", "decimal(9,2)", "decimal", "varint", "double"})
  void digitsOfOtherScriptsAreNoNumber(String declared) {
    Type type = Type.parse(declared);
    assertThat(type.parseValue("12")).isNotNull();
    for (String text : List.of("١٢", "1٢", "१२", "１２")) {
      assertThatThrownBy(() -> type.parseValue(text))
          .isInstanceOf(KeyException.class)
          .hasMessageStartingWith("found '" + text + "', expected ");
    }
    assertThatThrownBy(() -> KeyExpression.parse("lpad(id, 1٢)")).isInstanceOf(KeyException.class);
  }

  @Test
  void aLongValueIsShownByItsBeginning() {
    assertThatThrownBy(() -> Type.parse("int").parseValue("7".repeat(100_000)))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "found '"
                + "7".repeat(50)
                + "…' (100000 characters), expected a whole number from -2147483648 to 2147483647");
  }

  @Test
  void floatingPointNumbersHaveTheShortestTextThatReadsBack() {
    Type type = Type.parse("double");
    assertThat(type.format(2.0e-3)).isEqualTo("0.002");
    assertThat(type.format(Double.parseDouble("1e23"))).isEqualTo("1.0E23");
    assertThat(type.format(0x1p-44)).isEqualTo("5.684341886080802E-14");
    assertThat(type.format(Double.MIN_VALUE)).isEqualTo("4.9E-324");
    assertThat(type.format(-1234567.5)).isEqualTo("-1234567.5");
    assertThat(type.format(1e7)).isEqualTo("1.0E7");
    assertThat(type.format(0.1)).isEqualTo("0.1");
    assertThat(type.format(-0.0)).isEqualTo("0.0");
    assertThat(Type.parse("float").format(0.1f)).isEqualTo("0.1");
    assertThat(Type.parse("float").format(Float.NaN)).isEqualTo("NaN");
  }
}
