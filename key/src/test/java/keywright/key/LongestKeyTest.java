package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Gen;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** How long the row keys of a declaration can be. */
final class LongestKeyTest {

  private static void assertLongest(String columns, String key, int longest, Object... values) {
    KeySchema schema = KeySchema.parse(columns, key);
    assertThat(schema.longestKey()).as(key).hasValue(longest);
    assertThat(schema.encode(schema.key(values))).as(key).hasSize(longest);
  }

  @Test
  void theLongestKeyIsReached() {
    assertLongest("a int NULL, b char(3)", "a DESC, b", 8, 1, "a");
    assertLongest("a text", "left(a, 3)", 14, "\ud83d\udd25".repeat(5));
    assertLongest("a text", "reverse(left(a, 3))", 14, "\ud83d\udd25".repeat(5));
    assertLongest("a char(2)", "left(a, 2)", 5, "\0a");
    assertLongest("a char(2)", "upper(a)", 8, "\u0390");
    assertLongest("a bigint", "bucket(300, a), md5(a), lpad(a, 19)", 2 + 32 + 19, 1);
    assertThat(KeySchema.parse("a text, b int", "b, a").longestKey()).isEmpty();
    assertThat(KeySchema.parse("a text, b int", "b, a").longestPart(0)).hasValue(4);
    assertThat(KeySchema.parse("a text, b int", "b, a").longestPart(1)).isEmpty();
  }

  @Test
  void theLongestTextKeyIsReached() {
    KeyFormat text = KeyFormat.text("__");
    KeySchema schema =
        KeySchema.parse(
            "a int, b decimal(4,4), c boolean, d double, f binary(2), g bigint unsigned",
            "a, b, c, d, f, g",
            text);
    Key key =
        schema.key(
            Integer.MIN_VALUE,
            -0.9999,
            false,
            -Double.MIN_NORMAL,
            new byte[] {1, 2},
            new BigInteger("18446744073709551615"));
    assertThat(schema.longestKey()).hasValue(schema.encode(key).length);
    assertThat(KeySchema.parse("a varint", "a", text).longestKey()).isEmpty();
  }

  @Test
  void lettersInAnotherCaseHaveAtMostThreeTimesTheBytes() {
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        String letter = Character.toString(point);
        int most = 3 * Utf8.encode(letter).length;
        assertThat(Utf8.encode(letter.toUpperCase(Locale.ROOT)).length).isLessThanOrEqualTo(most);
        assertThat(Utf8.encode(letter.toLowerCase(Locale.ROOT)).length).isLessThanOrEqualTo(most);
      }
    }
  }

  @Test
  void noKeyIsLongerThanTheLongest() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int bounded = 0;
    for (Gen<Sample> gen : List.of(RandomSchemas.kw1(20), RandomSchemas.text(20))) {
      for (int i = 0; i < 500; i++) {
        Sample sample = gen.generate(random.split());
        KeySchema schema = sample.schema();
        bounded += schema.longestKey().isPresent() ? 1 : 0;
        for (Key key : sample.keys()) {
          assertThat(schema.encode(key).length)
              .as("%s under %s", key, sample)
              .isLessThanOrEqualTo(schema.longestKey().orElse(Integer.MAX_VALUE));
        }
      }
    }
    assertThat(bounded).isGreaterThan(100);
  }
}
