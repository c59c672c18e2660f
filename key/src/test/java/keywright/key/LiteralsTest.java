package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and texts at the limits of what is read, shown and held. */
final class LiteralsTest {

  private static Fit fit(String type, String number) {
    return Type.parse(type).fit(new BigDecimal(number));
  }

  @Test
  void numbersBeyondAllBoundsAreBeyondThoseOfEveryType() {
    for (String type : List.of("int", "tinyint unsigned", "decimal(4,0)")) {
      Object zero = Type.parse(type).parseValue("0");
      Object most = fit(type, "1E+400").floor();
      for (int exponent : new int[] {999, 1_000, 1_001, 2_000, 999_999_999}) {
        assertThat(fit(type, "1E+" + exponent)).isEqualTo(Fit.above(most));
        assertThat(fit(type, "-1E+" + exponent)).isEqualTo(Fit.BELOW);
        assertThat(fit(type, "1E-" + exponent)).isEqualTo(Fit.of(zero, false));
        assertThat(fit(type, "0E+" + exponent)).isEqualTo(Fit.exact(zero));
        assertThat(fit(type, "0E-" + exponent)).isEqualTo(Fit.exact(zero));
      }
    }
    for (String exponent : List.of("-1000", "-1001", "-999999999")) {
      assertThat(fit("int", "-1E" + exponent)).isEqualTo(Fit.of(-1, false));
    }
  }

  @Test
  void floatingPointNumbersEndInInfinities() {
    for (String number : List.of("1E+400", "1E+999999999")) {
      assertThat(fit("float", number)).isEqualTo(Fit.of(Float.MAX_VALUE, false));
      assertThat(fit("float", "-" + number)).isEqualTo(Fit.of(Float.NEGATIVE_INFINITY, false));
      assertThat(fit("double", number)).isEqualTo(Fit.of(Double.MAX_VALUE, false));
      assertThat(fit("double", "-" + number)).isEqualTo(Fit.of(Double.NEGATIVE_INFINITY, false));
    }
    assertThat(fit("float", "1E+39")).isEqualTo(Fit.of(Float.MAX_VALUE, false));
    Type single = Type.parse("float");
    Type number = Type.parse("double");
    assertThat(single.compare(-0.0f, 0.0f)).isZero();
    assertThat(single.compare(0.0f, -0.0f)).isZero();
    assertThat(number.compare(-0.0, 0.0)).isZero();
    assertThat(number.compare(0.0, -0.0)).isZero();
  }

  /** The decimal with its first digit 10^9 places from the point is the last that is held. */
  @Test
  void theLastDecimalsAndVarints() {
    assertThat(fit("decimal", "1E-1000000001").exact()).isTrue();
    assertThat(fit("decimal", "-1E-1000000001").exact()).isTrue();
    assertThat(fit("decimal", "1E-1000000002")).isEqualTo(Fit.of(BigDecimal.ZERO, false));
    assertThat(fit("decimal", "-1E-1000000002"))
        .isEqualTo(Fit.of(new BigDecimal("-1E-1000000001"), false));
    assertThat(fit("decimal", "1E+999999999").exact()).isTrue();
    assertThat(fit("decimal", "1E+1000000000")).isEqualTo(Fit.ABOVE);
    assertThat(fit("decimal", "-1E+1000000000")).isEqualTo(Fit.BELOW);
    Type decimal = Type.parse("decimal");
    assertThat(decimal.format(new BigDecimal("1E+39"))).isEqualTo("1" + "0".repeat(39));
    assertThat(decimal.format(new BigDecimal("1E+40"))).isEqualTo("1E+40");
    assertThat(decimal.format(new BigDecimal("1E-41"))).isEqualTo("0." + "0".repeat(40) + "1");
    assertThat(decimal.format(new BigDecimal("1E-42"))).isEqualTo("1E-42");
    assertThat(fit("varint", "1E+1000").exact()).isTrue();
    assertThatThrownBy(() -> fit("varint", "1E+1001"))
        .hasMessage("found 1E+1001, expected a whole number written without exponent");
  }

  @Test
  void digitsAreReadUpToAThousand() {
    Type type = Type.parse("int");
    assertThat(type.parseValue("0".repeat(999) + "7")).isEqualTo(7);
    assertThat(type.parseValue("7." + "0".repeat(998))).isEqualTo(7);
    assertThat(type.parseValue("700e-2")).isEqualTo(7);
    assertThat(type.parseValue("0E-1000")).isEqualTo(0);
    assertThat(type.parseValue("0E+1000")).isEqualTo(0);
    for (String text :
        List.of("0".repeat(1_000) + "7", "0E-1001", "0E+1001", "", "-", "1e", "0x1")) {
      assertThatThrownBy(() -> type.parseValue(text))
          .hasMessageContaining("expected a whole number");
    }
  }

  /** More than a thousand characters are read by halves, and as the constructor reads them. */
  @Test
  void longNumbersAreReadAsShortOnesAre() {
    String digits = "1234567890".repeat(120);
    for (String text :
        List.of(
            digits,
            "-" + digits,
            "0" + digits,
            digits.substring(1),
            "." + digits,
            "-." + digits,
            digits + ".",
            "3." + digits,
            "-3." + digits,
            digits + ".25",
            digits + "e5",
            digits + "E-5",
            digits + "e+7",
            "-7." + digits + "E3",
            digits.substring(0, 1_000),
            digits.substring(0, 1_001))) {
      assertThat(Numbers.decimal(text)).as(text).isEqualTo(new BigDecimal(text));
    }
    for (String text :
        List.of(
            "--" + digits,
            "." + digits + ".",
            digits + "e",
            digits + "e5.",
            "e5" + digits,
            digits + "x",
            "-".repeat(1_001),
            digits + "E-2147483648",
            "." + digits + "E-2147483647")) {
      assertThat(Numbers.decimal(text)).as(text).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[ ] | []",
        "[ 1 , \"a b\" ] | [1,\"a b\"]",
        " null | null",
        "\"\\u00e9\\u00E9\\uaBcF\" | \"éé\uabcf\"",
        "\"\\u0009\\u001f\\u0020\" | \"\\t\\u001f \"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\" | \"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\"",
        "-0.50e+1 | -5",
        "[[true],[false,[]]] | [[true],[false,[]]]"
      })
  void jsonIsReadAndWrittenInItsOneForm(String json, String canonical) {
    assertThat(Variant.parse(json)).hasToString(canonical);
    assertThat(Variant.parse(canonical)).isEqualTo(Variant.parse(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "]",
        "1]",
        "nul",
        "01",
        "1.",
        "1e",
        "-",
        "+1",
        "\"",
        "\"a",
        "\"\u001f\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u",
        "\"\\u00",
        "\"\\u004",
        "\"\\u004g\"",
        "\"\\u004\"",
        "1 2"
      })
  void whatIsNoJsonIsRefusedWhereItIsNot(String json) {
    assertThatThrownBy(() -> Variant.parse(json))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith("found '" + json + "', expected ")
        .hasMessageMatching("(?s).* at character \\d+");
  }

  @Test
  void typesAreWhatTheirDeclarationsAre() {
    Type type = Type.parse("int");
    assertThat(type).isEqualTo(Type.parse("INT")).hasSameHashCodeAs(Type.parse("INT"));
    assertThat(type.hashCode()).isNotEqualTo(Type.parse("bigint").hashCode());
    assertThatThrownBy(() -> Type.parse("int int")).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> type.fromBytes(new byte[5]))
        .hasMessage("cannot read value 0000000000 of type int: ends at byte 4, found 1 more bytes");
    assertThat(Type.parse("double").toJson(Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(Type.parse("float").toJson(1.5f)).isEqualTo("1.5");
    assertThat(Type.parse("float").toJson(Float.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
  }

  @Test
  void aMessageShowsAHundredCharacters() {
    assertThat(Type.describe("x".repeat(100))).isEqualTo("'" + "x".repeat(100) + "'");
    assertThat(Type.describe("x".repeat(101)))
        .isEqualTo("'" + "x".repeat(50) + "…' (101 characters)");
  }
}
