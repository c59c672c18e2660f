package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojai.Document;
import org.ojai.exceptions.DecodingException;
import org.ojai.json.Json;
import org.ojai.types.ODate;
import org.ojai.types.OTimestamp;

/** JSON of documents, with the tags of the API. */
class JsonTextTest {
  @Test
  void aNumberWithoutATagIsNeverRounded() {
    assertThat(
            JsonText.document(
                    "{\"a\":[1,-0,1.5,0.1,9007199254740993,-9223372036854775808,9223372036854775807,9223372036854775809,1e400]}")
                .get("a"))
        .isEqualTo(
            List.of(
                1.0,
                -0.0,
                1.5,
                0.1,
                9007199254740993L,
                -0x1p63,
                9223372036854775807L,
                new BigDecimal("9223372036854775809"),
                new BigDecimal("1e400")));
  }

  /** Programs print a double with the fewest digits, or with 17 digits. */
  @Test
  void aFractionThatNoDoubleIsPrintedAsIsADecimal() {
    for (String number :
        List.of(
            "12345678901234567.89",
            "1234567890123456789.5",
            "0.123456789012345678",
            "1234567890123456.78",
            "1234567890123456.7",
            "123456789012345678.25",
            "1e-400",
            "1.5e400")) {
      assertThat(JsonText.document("{\"a\":" + number + "}").get("a"))
          .as(number)
          .isEqualTo(new BigDecimal(number));
    }
    for (String number :
        List.of(
            "0.1",
            "0.10",
            "0.10000000000000001",
            "1.7976931348623157E308",
            "4.9E-324",
            "1e3",
            "123456789012345.6",
            "-0.0e0",
            "-0.000000e+00",
            "-0.00000000000000000",
            "1e+23",
            "5e-324",
            "8.773833219672013e+16",
            "0.30000000000000004")) {
      assertThat(JsonText.document("{\"a\":" + number + "}").get("a"))
          .as(number)
          .isEqualTo(Double.valueOf(number));
    }
    Random random = new Random(Seeds.base());
    for (int trial = 0; trial < Trials.of(10_000); trial++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        for (String printed :
            List.of(
                Double.toString(value),
                new BigDecimal(value)
                    .round(new MathContext(17, RoundingMode.HALF_EVEN))
                    .toString())) {
          assertThat(JsonText.document("{\"a\":" + printed + "}").get("a"))
              .as("%s: %s", printed, Seeds.reproduction(Seeds.base()))
              .isEqualTo(value);
        }
      }
    }
    for (String number : List.of("1e999999999999", "-1.0e2147483648")) {
      assertThatThrownBy(() -> JsonText.document("{\"a\":" + number + "}"))
          .isInstanceOf(DecodingException.class)
          .hasMessageEndingWith(
              "found \""
                  + number
                  + "\" (line 1, column 6), expected an exponent from -2147483647 to 2147483647");
    }
  }

  /** The API's own reader has the same values, apart from whole numbers that a double rounds. */
  @Test
  void tagsAreThoseOfTheApi() {
    String json =
        """
        {"a":{"$numberByte":-1},"b":{"$numberShort":"-2"},"c":{"$numberInt":3},"d":{"$numberLong":4},
         "e":{"$numberFloat":0.5},"f":{"$decimal":"12.30"},"g":{"$dateDay":"2012-10-20"},
         "h":{"$time":"07:42:46.123"},"i":{"$date":"2012-10-20T07:42:46.123Z"},"j":{"$interval":172800000},
         "k":{"$binary":"YWJjZA=="},"l":{"$other":1},"m":[null,true,"x",{}]}\
        """;
    Document expected = Json.newDocument(json);
    assertThat(Exactly.text(JsonText.document(json))).isEqualTo(Exactly.text(expected));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (int trial = 0; trial < Trials.of(2000); trial++) {
      long seed = Seeds.base() + trial;
      Object value = moderate(RandomDocuments.of(seed).document());
      StringBuilder json = new StringBuilder();
      JsonText.write(json, value);
      Object read = JsonText.document(json.toString());
      assertThat(ValueOrder.INSTANCE.compare(read, value))
          .as("%s: %s", json, Seeds.reproduction(seed))
          .isZero();
    }
  }

  /** Without the tags of the API as names, and without dates that its text does not have. */
  private static Object moderate(Object value) {
    if (value instanceof Map) {
      Map<String, Object> map = Plain.map(value);
      map.replaceAll((name, field) -> moderate(field));
      return map;
    } else if (value instanceof List) {
      Plain.list(value).replaceAll(JsonTextTest::moderate);
      return value;
    } else if (value instanceof ODate date) {
      return ODate.fromDaysSinceEpoch(date.toDaysSinceEpoch() % 1_000_000);
    } else if (value instanceof OTimestamp timestamp) {
      return new OTimestamp(timestamp.getMillis() % 100_000_000_000_000L);
    }
    return value;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,} | cannot read the document: Unexpected character ('}'): was"
            + " expecting double-quote to start field name (line 1, column 8), expected JSON",
        "{\"a\":NaN} | cannot read the document: Non-standard token 'NaN' (line 1, column 9), expected"
            + " JSON",
        "{\"a\":tru} | cannot read the document: Unrecognized token 'tru': was expecting (JSON"
            + " String, Number, Array, Object or token 'null', 'true' or 'false') (line 1, column"
            + " 6), expected JSON",
        "{\"a\": | cannot read the document: Unexpected end-of-input within/between Object entries"
            + " (line 1, column 6), expected JSON",
        "[1] | cannot read the document: found \"[\" (line 1, column 1), expected {",
        "{\"$numberInt\":1} | cannot read the document: it is a value of type INT, expected an"
            + " object",
        "{\"a\":{\"$numberInt\":1,\"b\":2}} | cannot read the document: found \"b\" (line 1, column"
            + " 22), expected } after a value with a tag",
        "{\"a\":{\"$numberByte\":300}} | cannot read the document: found \"300\" (line 1, column"
            + " 21), expected the value of $numberByte",
        "{\"a\":{\"$dateDay\":[1]}} | cannot read the document: found \"[\" (line 1, column 18),"
            + " expected the value of $dateDay",
        "{\"a\":{\"b\":null,\"c\":1,\"b\":2},\"d\":3} | cannot read the document: an object has the field"
            + " \"b\" twice (line 1, column 27), expected each field of an object once"
      })
  void textThatIsNoDocumentIsRefusedInOneLine(String json, String message) {
    assertThatThrownBy(() -> JsonText.document(json))
        .isInstanceOf(DecodingException.class)
        .hasMessage(message);
  }

  @Test
  void aTextThatTheParserDoesNotPermitIsRefused() {
    assertThatThrownBy(() -> JsonText.document("{\"a\":\"" + "x".repeat(21_000_000) + "\"}"))
        .isInstanceOf(DecodingException.class)
        .hasMessageStartingWith("cannot read the document: String value length (")
        .message()
        .hasLineCount(1);
  }

  @Test
  void theLineOfAnErrorIsNamed() {
    assertThatThrownBy(() -> JsonText.document("{\n \"a\":1,\n \"b\" 2}"))
        .hasMessageContaining("(line 3, column 6)");
    assertThatThrownBy(() -> JsonText.document(""))
        .hasMessageStartingWith("cannot read the document: it ends");
  }
}
