package keywright.table.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void everyKindOfValueIsRead() {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("", null);
    expected.put("a", List.of(true, false, new BigDecimal("-0.5e+2"), new BigDecimal(0)));
    expected.put("é\"\\/\b\f\n\r\tA", Map.of("b", Arrays.asList("x", null, List.of(), Map.of())));
    assertThat(
            JsonText.read(
                " {\"\" : null,\r\n\t\"a\":[true,false,-0.5e+2, 0 ] ,\"\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\":{\"b\":[\"x\",null,[ ],{ }]}} ",
                null))
        .isEqualTo(expected);
  }

  @Test
  void fieldsThatNobodyNeedsAreLeftOutAndChecked() {
    assertThat(JsonText.read("{\"a\":{\"c\":1},\"b\":2}", Set.of("a")))
        .isEqualTo(Map.of("a", Map.of("c", new BigDecimal(1))));
    assertThat(JsonText.read("{\"a\":1}", null)).isEqualTo(Map.of("a", new BigDecimal(1)));
    assertThatThrownBy(() -> JsonText.read("{\"a\":1,\"b\":tru}", Set.of("a")))
        .hasMessageContaining("found 't' at character 12");
  }

  @Test
  void aNumberThatIsTooLongIsNotComputed() {
    assertThat(JsonText.read("9".repeat(1_000), null)).isInstanceOf(BigDecimal.class);
    for (String number : List.of("9".repeat(1_001), "1e2001", "1e-2001", "1e99999999999")) {
      assertThat(JsonText.read(number, null)).isNotInstanceOf(BigDecimal.class).isNotNull();
    }
  }

  @Test
  void whatIsNotJsonIsRefusedWithItsPlace() {
    Map<String, String> wrong = new LinkedHashMap<>();
    wrong.put("", "found the end of the text at character 1, expected JSON with null, true");
    wrong.put("{a:1}", "found 'a' at character 2, expected JSON with the name of a field");
    wrong.put("{\"a\" 1}", "found '1' at character 6, expected JSON with ':'");
    wrong.put("{\"a\":1,}", "found '}' at character 8");
    wrong.put("[1,]", "found ']' at character 4");
    wrong.put("[1 2]", "found '2' at character 4, expected JSON with ',' or ']'");
    wrong.put("01", "found '1' at character 2, expected JSON with no more characters");
    wrong.put("1.", "found the end of the text at character 3, expected JSON with a digit");
    wrong.put("1e+", "found the end of the text at character 4, expected JSON with a digit");
    wrong.put("\"a", "found the end of the text at character 3");
    wrong.put("\"a\nb\"", "found '\n' at character 3");
    wrong.put("\"\\x\"", "found 'x' at character 3, expected JSON with one of");
    wrong.put("\"\\u00g0\"", "found 'g' at character 6, expected JSON with four hex digits");
    wrong.put("\"\\u00\uff11\uff11\"", "at character 6, expected JSON with four hex digits");
    wrong.put("NaN", "found 'N' at character 1");
    wrong.put("[".repeat(129), "found '[' at character 129, expected JSON with at most 128");
    wrong.forEach(
        (text, message) ->
            assertThatThrownBy(() -> JsonText.read(text, null))
                .as(text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
    assertThat(JsonText.read("[".repeat(128) + "]".repeat(128), null)).isNotNull();
  }
}
