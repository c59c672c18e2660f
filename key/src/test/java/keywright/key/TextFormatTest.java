package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;

/** Row keys that people read: what they look like, and what they refuse. */
final class TextFormatTest {

  private static KeySchema schema(String columns, String key, String delimiter) {
    return KeySchema.parse(columns, key, KeyFormat.text(delimiter));
  }

  private static void assertText(KeySchema schema, String expected, Object... values) {
    Key key = schema.key(values);
    assertThat(new String(schema.encode(key), UTF_8)).isEqualTo(expected);
    assertThat(schema.decode(expected.getBytes(UTF_8))).isEqualTo(key);
  }

  @Test
  void partsAreJoinedByTheDelimiter() {
    assertText(
        schema(
            "customer_id int, day date",
            "lpad(customer_id, 6), date_format(day, 'MM-dd-yyyy')",
            "_"),
        "000123_01-01-2017",
        123,
        "2017-01-01");
    assertText(schema("a text, b text", "a, b", "::"), "x::", "x", "");
    assertText(schema("a text, b boolean", "a, b", "|"), "é|true", "é", true);
    assertText(schema("t timestamp", "t", ""), "1970-01-01T00:00:00.001Z", Instant.ofEpochMilli(1));
    assertText(schema("a bigint", "mod(a, 100), a", "."), "07.-93", -93);
  }

  @Test
  void anEmptyDelimiterNeedsFixedWidthsInFrontOfTheLastPart() {
    assertText(schema("ts bigint", "right(md5(ts), 4), ts", ""), "ffe51364248490", 1364248490);
    assertText(
        schema("a bigint, b text", "reverse(lpad(a, 3)), mod(a, 10), b", ""), "7007x", 7, "x");
    assertThatThrownBy(() -> schema("a int, b text", "a, b", ""))
        .hasMessage(
            "cannot use an empty delimiter after a: found texts of different lengths, expected texts of one length; use lpad(x, width) for numbers, or set a delimiter");
    assertThatThrownBy(() -> schema("a bigint", "9 - mod(a, 10), a", ""))
        .isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> schema("a text, b text", "left(a, 2), b", ""))
        .isInstanceOf(KeyException.class);
  }

  @Test
  void aValueThatCouldBeTakenForTwoIsRefused() {
    List<String> letters = List.of("a", "b");
    for (String delimiter : List.of("a", "b", "aa", "ab", "aba", "abab", "aab")) {
      KeySchema schema = schema("x text, y text", "x, y", delimiter);
      for (List<String> x : Exhaustive.lists(letters, 4).toList()) {
        for (List<String> y : Exhaustive.lists(letters, 3).toList()) {
          Key key = schema.key(String.join("", x), String.join("", y));
          byte[] rowKey;
          try {
            rowKey = schema.encode(key);
          } catch (KeyException e) {
            assertThat(e).hasMessageContaining("expected a text without the delimiter");
            continue;
          }
          assertThat(schema.decode(rowKey)).as("%s with %s", key, delimiter).isEqualTo(key);
        }
      }
    }
    assertThatThrownBy(
            () ->
                schema("x text, y text", "x, y", "_")
                    .encode(schema("x text, y text", "x, y", "_").key("a_b", "")))
        .hasMessage(
            "cannot encode x: found 'a_b', expected a text without the delimiter '_';"
                + " choose another delimiter or key_format kw1");
  }

  @Test
  void aPrefixThatEndsLikeTheDelimiterStillFindsOnlyItsOwn() {
    List<String> letters = List.of("a", "b");
    for (String delimiter : List.of("", "a", "aa", "ab", "aba")) {
      String first = delimiter.isEmpty() ? "digits(3)" : "text";
      KeySchema schema = schema("x " + first + ", y text", "x, y", delimiter);
      List<String> values =
          delimiter.isEmpty()
              ? List.of("121", "122", "212")
              : Exhaustive.lists(letters, 3).map(list -> String.join("", list)).toList();
      for (List<String> prefix :
          Exhaustive.lists(delimiter.isEmpty() ? List.of("1", "2") : letters, 4).toList()) {
        String start = String.join("", prefix);
        Like like = new Like("x", start + "%");
        KeyRanges ranges = schema.ranges(List.of(like));
        for (String x : values) {
          for (String y : List.of("", "a", "b", "2")) {
            byte[] rowKey;
            try {
              rowKey = schema.encode(schema.key(x, y));
            } catch (KeyException e) {
              continue;
            }
            boolean found =
                ranges.ranges().stream().anyMatch(range -> schema.bytes(range).contains(rowKey))
                    && ranges.residual().stream()
                        .allMatch(left -> left.test(schema.columns().get(0).type(), x));
            assertThat(found)
                .as("'%s' by %s, '%s'", x, like, delimiter)
                .isEqualTo(x.startsWith(start));
          }
        }
      }
    }
  }

  @Test
  void descNullsAndLoneSurrogatesAreRefused() {
    assertThatThrownBy(() -> schema("a int", "a DESC", "_"))
        .hasMessageStartingWith("cannot use a DESC in a text key: found DESC");
    KeySchema nullable = schema("a int NULL", "a", "_");
    assertThatThrownBy(() -> nullable.encode(nullable.key((Object) null)))
        .hasMessage(
            "cannot encode a: found null, expected a value; a key that holds nulls needs key_format"
                + " kw1");
    assertThat(nullable.ranges(List.of(new Condition.IsNull("a", false))).ranges()).isEmpty();
    assertThatThrownBy(() -> KeyFormat.text("\ud800"))
        .hasMessage(
            "cannot use the key_delimiter: found an unpaired surrogate, expected well-formed text");
    assertThatThrownBy(() -> new KeyFormat("kw1", "_")).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> new KeyFormat("text", null)).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> new KeyFormat("avro", null))
        .hasMessage("cannot use key_format 'avro': expected " + KeyFormat.choices());
    KeySchema one = schema("a text", "a", "_");
    assertThatThrownBy(() -> one.encode(one.key("")))
        .hasMessage(
            "cannot encode a key: found only empty texts, expected at least one byte; give a part a text that is not empty");
  }

  @Test
  void yearsThatDoNotFitTheWidthAreRefusedAndStillBoundARange() {
    KeySchema schema = schema("d date, n int", "d, n", "_");
    assertText(schema, "0000-01-01_1", "0000-01-01", 1);
    assertText(schema, "9999-12-31_1", "9999-12-31", 1);
    for (String year : List.of("-0001-12-31", "+10000-01-01")) {
      assertThatThrownBy(() -> schema.encode(schema.key(year, 1)))
          .hasMessage("cannot encode d: found '" + year + "', expected 10 characters");
    }
    byte[] rowKey = schema.encode(schema.key("2017-01-01", 1));
    assertThat(finds(schema, Operator.LT, "+10000-01-01", rowKey)).isTrue();
    assertThat(finds(schema, Operator.GE, "-0001-12-31", rowKey)).isTrue();
    assertThat(finds(schema, Operator.GT, "+10000-01-01", rowKey)).isFalse();
    assertThat(finds(schema, Operator.LE, "-0001-12-31", rowKey)).isFalse();
    assertThat(finds(schema, Operator.EQ, "+10000-01-01", rowKey)).isFalse();
    KeySchema formatted = schema("d date", "date_format(d, 'yyyyMMdd')", "");
    assertThatThrownBy(() -> formatted.key("+10000-01-01"))
        .hasMessageEndingWith("found year 10000, expected 1 to 9999");
    assertThatThrownBy(() -> formatted.key("0000-01-01"))
        .hasMessageEndingWith("found year 0, expected 1 to 9999");
  }

  private static boolean finds(KeySchema schema, Operator operator, String day, byte[] rowKey) {
    return schema.ranges(List.of(new Compare("d", operator, day))).ranges().stream()
        .anyMatch(range -> schema.bytes(range).contains(rowKey));
  }

  @Test
  void foreignTextIsRefusedWithItsPartAndOffset() {
    KeySchema schema = schema("a int, b text", "lpad(a, 3), b", "_");
    assertRefused(schema, "", 0, 0, "part 1 \"lpad(a, 3)\" at byte 0 of the row key has no text");
    assertRefused(schema, "12_x", 0, 0, "found '12', expected exactly 3 decimal digits");
    assertRefused(schema, "123", 0, 0, "has no delimiter '_' after it");
    assertRefused(schema, "123_x_y", 1, 4, "expected a text without the delimiter '_'");
    KeySchema plain = schema("a int, b uuid", "a, b", "_");
    assertRefused(plain, "+1_", 0, 0, "is '+1', expected the canonical form '1'");
    assertRefused(plain, "1.0_", 0, 0, "is '1.0', expected the canonical form '1'");
    assertRefused(plain, "é_", 0, 0, "found 'é', expected a whole number");
    assertRefused(
        plain,
        "1_01234567-89AB-CDEF-0123-456789ABCDEF",
        1,
        2,
        "expected the canonical form '01234567-89ab-cdef-0123-456789abcdef'");
    assertThatThrownBy(() -> plain.decode(new byte[] {'1', '_', (byte) 0xff}))
        .hasMessage(
            "cannot read key 0x315fff: part 2 \"b\" is not UTF-8 from byte 2 of the row key on, expected text"
                + KeyException.WRITTEN_OTHERWISE);
    KeySchema salted = schema("ts bigint", "right(md5(ts), 4), ts", "");
    assertRefused(
        salted,
        "ffe61364248490",
        0,
        0,
        "part 1 \"right(md5(ts), 4)\" at byte 0 of the row key holds ffe6, expected ffe5, computed from the other parts");
    assertRefused(salted, "ffe", 0, 0, "needs 4 characters, found 3");
  }

  private static void assertRefused(
      KeySchema schema, String rowKey, int part, int offset, String message) {
    assertThatThrownBy(() -> schema.decode(rowKey.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            KeyException.class,
            e -> {
              assertThat(e.part()).isEqualTo(part);
              assertThat(e.offset()).isEqualTo(offset);
            })
        .hasMessageStartingWith("cannot read key '" + rowKey + "': part " + (part + 1))
        .hasMessageContaining(message);
  }
}
