package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Conditions on the column of a key expression, with every literal between, below and above its
 * values: what is found is what meets them, in binary keys and in text.
 */
final class ExpressionRangesTest {
  private static final String[] NUMBERS = {"-1", "0", "1", "9", "10", "99", "100", "101", "1000"};
  private static final String[] TEXTS = {"", "a", "ab", "abc", "abd", "ac", "b", "\ud83d\udd25"};
  private static final String[] DAYS = {
    "-5877641-06-23", // the first day of the type
    "-5877641-07-01",
    "-0001-12-31",
    "0000-12-31",
    "0001-01-01",
    "2017-01-01",
    "2017-01-02",
    "2017-02-01",
    "9999-12-31",
    "+10000-01-01",
    "+5881580-07-01",
    "+5881580-07-11" // the last
  };
  private static final String[] TIMES = {
    "0000-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z",
    "2016-12-31T23:59:59.999Z",
    "2017-01-01T00:00:00Z",
    "2017-01-01T00:00:00.001Z",
    "2017-01-02T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "+10000-01-01T00:00:00Z"
  };

  private static String[] values(String type) {
    return switch (type) {
      case "date" -> DAYS;
      case "timestamp" -> TIMES;
      case "text", "char(4)" -> TEXTS;
      default -> NUMBERS;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int | lpad(n, 2)",
        "bigint | lpad(n, 19)",
        "varint | lpad(n, 3)",
        "int | lpad(n, 2) DESC",
        "int | 100 - n",
        "int | lpad(100 - n, 3)",
        "int | lpad(99 - n, 2) DESC",
        "int | n",
        "text | left(n, 2)",
        "text | left(n, 2) DESC",
        "text | left(n, 2), n",
        "char(4) | left(n, 3)",
        "text | upper(n)",
        "text | n",
        "char(4) | n",
        "date | n",
        "date | date_format(n, 'yyyy-MM-dd')",
        "date | date_format(n, 'yyyyMMdd') DESC",
        "date | date_format(n, 'yyyyMM')",
        "date | date_format(n, 'MMyyyy')",
        "date | date_trunc('month', n)",
        "date | date_trunc('year', n) DESC",
        "timestamp | date_trunc('day', n)",
        "timestamp | n",
        "timestamp | date_format(n, 'yyyyMMddHHmmssSSS')",
        "timestamp | date_format(n, 'yyyyMMddHHmmss')",
        "timestamp | left(date_format(n, 'yyyyMMdd'), 4)",
        "timestamp | date_trunc('day', n)",
        "timestamp | date_trunc('month', n) DESC",
        "timestamp | lpad(n, 13)"
      })
  void conditionsFindTheRowsThatMeetThem(String type, String expression) {
    for (String key : List.of(expression, "z, " + expression)) {
      assertFound(KeySchema.parse("n " + type + ", z tinyint", key));
      if (!key.contains("DESC")) {
        for (String delimiter : List.of("_", "::")) {
          assertFound(KeySchema.parse("n " + type + ", z tinyint", key, KeyFormat.text(delimiter)));
          assertFound(
              KeySchema.parse("n " + type + ", z tinyint", key + ", z", KeyFormat.text(delimiter)));
        }
      }
    }
  }

  private static void assertFound(KeySchema schema) {
    Type type = schema.columns().get(0).type();
    List<Object> literals = new ArrayList<>();
    for (String value : values(type.toString())) {
      literals.add(type.parseValue(value));
    }
    List<Object> rows = new ArrayList<>();
    List<byte[]> rowKeys = new ArrayList<>();
    for (Object literal : literals) {
      try {
        rowKeys.add(schema.encode(schema.key(literal, 1)));
        rows.add(literal);
      } catch (KeyException e) {
        assertThat(e.getMessage())
            .containsAnyOf("found ", "cannot encode a key: found only empty texts");
      }
    }
    assertThat(rows).hasSizeGreaterThan(3);
    for (Object literal : literals) {
      for (Operator operator : Operator.values()) {
        Condition condition = new Compare("n", operator, literal);
        assertFound(schema, condition, rows, rowKeys);
      }
    }
  }

  private static void assertFound(
      KeySchema schema, Condition condition, List<Object> rows, List<byte[]> rowKeys) {
    Type type = schema.columns().get(0).type();
    KeyRanges found = schema.ranges(List.of(new Compare("z", Operator.EQ, 1), condition));
    List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
    for (int i = 0; i < rows.size(); i++) {
      byte[] rowKey = rowKeys.get(i);
      Object row = rows.get(i);
      boolean is =
          ranges.stream().anyMatch(range -> range.contains(rowKey))
              && found.residual().stream()
                  .allMatch(c -> c.column().equals("z") || Conditions.holds(c, type, row));
      assertThat(is)
          .as("%s finds %s in %s of %s", condition, row, ranges, schema.parts())
          .isEqualTo(Conditions.holds(condition, type, row));
    }
  }

  /** Part for part the offsets, lengths and values of a key in text. */
  @Test
  void aTextKeyIsAnnotatedByItsParts() {
    KeySchema schema = KeySchema.parse("a int, b text, c text", "a, b, c", KeyFormat.text("::"));
    List<EncodedPart> parts = schema.annotate("12::é::x".getBytes(UTF_8));
    assertThat(parts.stream().map(part -> part.offset() + "+" + part.length() + " " + part.value()))
        .containsExactly("0+4 12", "4+4 é", "8+1 x");
    assertThat(schema.partIsPrefixFree(0)).isTrue();
    assertThat(schema.partIsPrefixFree(2)).isFalse();
    assertThat(KeySchema.parse("a int", "lpad(a, 3)", KeyFormat.text("")).partIsPrefixFree(0))
        .isTrue();
    assertThat(
            KeySchema.parse("a text, b boolean", "b, left(a, 2)", KeyFormat.text("é")).longestKey())
        .hasValue(5 + 2 + 8);
  }

  @Test
  void malformedTextNamesThePartItIsIn() {
    KeySchema delimited =
        KeySchema.parse("a text, b text, c text", "a, b, c", KeyFormat.text("::"));
    assertPart(delimited, "ff", 0);
    assertPart(delimited, "613a3aff", 1);
    assertPart(delimited, "613a3a613a3aff", 2);
    KeySchema fixed =
        KeySchema.parse("a int, b int, c text", "lpad(a, 2), lpad(b, 2), c", KeyFormat.text(""));
    assertPart(fixed, "31ff", 0);
    assertPart(fixed, "3132ff", 1);
    assertPart(fixed, "31323132ff", 2);
    assertPart(fixed, "3132313261ff", 2);
  }

  private static void assertPart(KeySchema schema, String hex, int part) {
    byte[] rowKey = HexFormat.of().parseHex(hex);
    try {
      schema.decode(rowKey);
    } catch (KeyException e) {
      assertThat(List.of(e.part(), e.offset())).as(hex).isEqualTo(List.of(part, rowKey.length - 1));
      assertThat(e)
          .hasMessageEndingWith(
              "is not UTF-8 from byte "
                  + e.offset()
                  + " of the row key on, expected text"
                  + KeyException.WRITTEN_OTHERWISE);
      return;
    }
    throw new AssertionError(hex + " of " + Arrays.asList(schema.parts()));
  }

  /** 16 to the power of 8 is the most that is fanned out over or counted. */
  @Test
  void sidesOfHexTextHaveAsManyValuesAsLettersAllow() {
    KeySchema two = KeySchema.parse("n bigint, m bigint", "left(md5(n), 2), m");
    KeyRanges found = two.ranges(List.of(new Compare("m", Operator.EQ, 1)));
    assertThat(found.fanOuts()).containsExactly("256 values of left(md5(n), 2)");
    assertThat(found.count()).isEqualTo(256);
    for (long n = 0; n < 300; n++) {
      byte[] rowKey = two.encode(two.key(n, 1));
      assertThat(found.ranges().stream().filter(range -> two.bytes(range).contains(rowKey)))
          .hasSize(1);
    }
    KeySchema right = KeySchema.parse("n int, m bigint", "right(lpad(n, 6), 1), m");
    assertThat(right.ranges(List.of(new Compare("m", Operator.EQ, 1))).fanOuts())
        .containsExactly("10 values of right(lpad(n, 6), 1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | upper(n) | -1 | -1",
        "text | upper(left(n, 2)) | 30 | 24",
        "char(3) | lower(n) | 11 | 9",
        "text | left(n, 2) | 10 | 8",
        "char(3) | left(n, 2) | 7 | 3",
        "char(1) | right(n, 2) | 3 | 1",
        "text | left(left(n, 1), 5) | 6 | 4",
        "int | left(lpad(n, 5), 2) | 2 | 2",
        "int | right(md5(n), 40) | 32 | 32",
        "int | lpad(n, 5) | 5 | 5"
      })
  void whatAnExpressionTakesAtMost(String type, String key, int bytes, int characters) {
    KeySchema binary = KeySchema.parse("n " + type, key);
    assertThat(binary.longestKey().orElse(-1)).isEqualTo(bytes);
    KeySchema text = KeySchema.parse("n " + type, key, KeyFormat.text("_"));
    assertThat(text.longestKey().orElse(-1)).isEqualTo(characters);
  }

  @Test
  void aResultThatTheExpressionNeverGivesIsRefused() {
    KeySchema hex = KeySchema.parse("n int", "left(md5(n), 4)");
    for (String text : List.of("ab", "abcg", "ABCD", "")) {
      byte[] bytes = new CharType(4).toBytes(text);
      try {
        hex.decode(bytes);
      } catch (KeyException e) {
        assertThat(e).hasMessageContaining("expected a value that this expression can have");
        continue;
      }
      throw new AssertionError(text);
    }
    KeySchema padded = KeySchema.parse("n varint", "lpad(n, 19)");
    assertThat(padded.columnValues(padded.key(7))).containsExactly(BigInteger.valueOf(7));
  }
}
