package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.key.KeySchema.Following;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the formats of HBase refuse, where they sort, and the bytes of some keys. */
final class ForeignFormatsTest {
  private static final Condition POSITIVE = compare(Operator.GE, 1);

  private static KeySchema schema(String format, String columns, String key) {
    return KeySchema.parse(columns, key, KeyFormat.of(format));
  }

  private static Condition compare(Operator operator, Object value) {
    return new Compare("n", operator, value);
  }

  private static List<String> ranges(KeySchema schema, Condition... conditions) {
    KeyRanges found = schema.ranges(List.of(conditions));
    assertThat(found.residual()).isEmpty();
    return found.ranges().stream()
        .map(
            range ->
                schema.readableStart(range)
                    + " "
                    + schema.readableStop(range)
                    + " "
                    + schema.bytes(range))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hbase | n int | n DESC | found DESC, expected an ascending part; write a constant minus the column, such as 999999 - id, or use key_format kw1",
        "hbase | n int NULL | n | found a part that may be null, expected NOT NULL, or key_format"
            + " kw1",
        "hbase | n text, m int | n, m | found text before the last part, where this format does not mark the end of a value, expected a value of fixed width, such as lpad(x, n) or char(n); or use key_format text with a delimiter, or kw1",
        "hbase-ordered | n uuid | n | found uuid, expected a number, a text, a blob, a date or a"
            + " timestamp, or key_format kw1",
        "hbase-ordered | n int NULL | n | found int that may be null, expected NOT NULL, or"
            + " key_format kw1",
        "hbase-ordered | n text NULL | n DESC | found nulls last, expected NULLS FIRST, as in this format, or key_format kw1",
        "hbase-ordered | n text NULL, m int | n DESC NULLS FIRST, m | found nulls first, expected"
            + " NULLS LAST, as in this format, or key_format kw1",
        "hbase-ordered | n text NULL, m text NULL | n DESC, m | found a descending part that may be null and has only parts after it that may be null, whose nulls have no fixed order in this format,"
            + " expected ASC, NOT NULL, or key_format kw1"
      })
  void whatAFormatCannotHoldIsRefusedInTheDeclaration(
      String format, String columns, String key, String message) {
    assertThatThrownBy(() -> schema(format, columns, key))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith("cannot use n")
        .hasMessageEndingWith(" in a key of key_format " + format + ": " + message);
  }

  @Test
  void aDelimiterIsForTextAndUnknownNamesListWhatThereIs() {
    assertThatThrownBy(() -> new KeyFormat("hbase", "_"))
        .hasMessage(
            "cannot use key_delimiter '_': key_format is hbase, expected text; leave key_delimiter out, or use key_format text");
    assertThatThrownBy(() -> KeyFormat.of("hbase2"))
        .hasMessageStartingWith("cannot use key_format 'hbase2': expected kw1, text, hbase");
    assertThat(KeyFormat.names()).startsWith("kw1", "text", "hbase", "hbase-ordered");
  }

  @Test
  void anIntervalWithinOneSignIsARangeAndOneOverBothIsTwo() {
    KeySchema schema = schema("hbase", "n smallint, m int", "n, m");
    assertThat(ranges(schema, compare(Operator.GE, 5)))
        .containsExactly("from (5) through the last key [0005, 80)");
    assertThat(ranges(schema, compare(Operator.LT, -5)))
        .containsExactly("from the first key before (-5) [80, fffb)");
    assertThat(ranges(schema, compare(Operator.GT, -2), compare(Operator.LE, 1)))
        .containsExactly(
            "from (0) through (1) [0000, 0002)", "after (-2) through (-1) [ffff, end)");
    assertThat(schema.ranges(List.of(compare(Operator.LT, 5))).fanOuts())
        .containsExactly("2 signs of n");
    assertThat(schema.ranges(List.of(compare(Operator.LT, 5))).atMost(1).residual())
        .containsExactly(compare(Operator.LT, 5));
    KeyRange both =
        new KeyRange(List.of(), new KeyRange.Bound((short) -1, true), null, null, false);
    assertThatThrownBy(() -> schema.bytes(both))
        .hasMessage(
            "cannot make one range of row keys: the bounds on n include values whose row keys are not adjacent, expected adjacent row keys; use KeySchema.ranges, which returns several ranges");
  }

  @Test
  void negativeFloatingPointNumbersLieBackwards() {
    KeySchema schema = schema("hbase", "n double", "n");
    assertThat(ranges(schema, compare(Operator.LE, -1)))
        .containsExactly("from (-1.0) through the last key [bff0000000000000, end)");
    assertThat(ranges(schema, compare(Operator.GT, -1)))
        .containsExactly(
            "from (0.0) through the last key [0000000000000000, 80)",
            "from (-4.9E-324) before (-1.0) [8000000000000001, bff0000000000000)");
    assertThat(schema.follows(0, "n", List.of(compare(Operator.LT, -1))))
        .isEqualTo(Following.BACKWARDS);
  }

  @Test
  void aPartIsInOrderOnlyWhereConditionsHoldItToOneSign() {
    KeySchema schema = schema("hbase", "n bigint, u int unsigned", "n, u");
    assertThat(schema.follows(0, "n")).isEqualTo(Following.NO);
    assertThat(schema.follows(0, "n", List.of(POSITIVE))).isEqualTo(Following.FORWARDS);
    assertThat(schema.follows(0, "n", List.of(compare(Operator.GE, -1)))).isEqualTo(Following.NO);
    assertThat(schema.follows(0, "n", List.of(new Condition.In("n", List.of(1, 2)))))
        .isEqualTo(Following.FORWARDS);
    assertThat(schema.follows(0, "n", List.of(new Condition.In("n", List.of(-1, 2)))))
        .isEqualTo(Following.NO);
    assertThat(schema.follows(1, "u")).isEqualTo(Following.FORWARDS);
  }

  @Test
  void valuesThatTheLibraryWouldChangeAreRefused() {
    KeySchema numbers = schema("hbase-ordered", "n decimal(38,0)", "n");
    BigDecimal long32 = new BigDecimal("1" + "0".repeat(30) + "1");
    assertThatThrownBy(() -> numbers.encode(numbers.key(long32)))
        .hasMessage("cannot encode n: found " + long32 + ", expected at most 31 digits");
    assertThat(ranges(numbers, compare(Operator.GE, long32)))
        .containsExactly("from (" + long32 + ") through the last key [22101400, end)");
    KeySchema texts = schema("hbase-ordered", "n text", "n");
    assertThatThrownBy(() -> texts.encode(texts.key("a\0")))
        .hasMessage(
            "cannot encode n: found U+0000 in a text, expected a text without it, or key_format"
                + " kw1");
    KeySchema blobs = schema("hbase-ordered", "n blob", "n DESC");
    assertThatThrownBy(() -> blobs.encode(blobs.key((Object) new byte[] {1, 0})))
        .hasMessage(
            "cannot encode n: found 00 in a descending blob, expected bytes without it, or"
                + " key_format kw1");
    KeySchema word = schema("hbase", "n text", "n");
    assertThatThrownBy(() -> word.encode(word.key("")))
        .hasMessage(
            "cannot encode a key: found no bytes, because every part is empty, expected at least one byte; give a part a value");
  }

  @Test
  void otherFormsOfAValueAreRefused() {
    KeySchema floats = schema("hbase", "n float, m int", "n, m");
    assertThatThrownBy(() -> floats.decode(HexFormat.of().parseHex("8000000000000001")))
        .hasMessage(
            "cannot read key 8000000000000001: part 1 \"n\" has other bytes than key_format hbase"
                + " writes at byte 0 of the row key, expected the bytes that this format writes for the values of the key"
                + KeyException.WRITTEN_OTHERWISE);
    KeySchema struct = schema("hbase-ordered", "n int, m text NULL", "n, m");
    assertThat(struct.decode(HexFormat.of().parseHex("2b80000001")).part(1)).isNull();
    assertThatThrownBy(() -> struct.decode(HexFormat.of().parseHex("2b8000000105")))
        .hasMessageContaining("part 2 \"m\" has other bytes than key_format hbase-ordered writes");
  }

  @ParameterizedTest
  @CsvSource({
    "hbase, tinyint, -1, ff",
    "hbase, smallint, 256, 0100",
    "hbase, int, 1, 00000001",
    "hbase, bigint, -1, ffffffffffffffff",
    "hbase, int unsigned, 4294967295, ffffffff",
    "hbase, float, 1, 3f800000",
    "hbase, double, -1, bff0000000000000",
    "hbase, boolean, true, ff",
    "hbase, boolean, false, 00",
    "hbase, 'decimal(12,2)', 9.99, 0000000203e7",
    "hbase, text, a, 61",
    "hbase, blob, 00ff, 00ff",
    "hbase, char(4), ab, 61620000",
    "hbase, digits(3), 007, 303037",
    "hbase, date, 1970-01-02, 00000001",
    "hbase, timestamp, 1970-01-01T00:00:00.001Z, 0000000000000001",
    "hbase-ordered, tinyint, -1, 297f",
    "hbase-ordered, tinyint unsigned, 255, 2a80ff",
    "hbase-ordered, int, 1, 2b80000001",
    "hbase-ordered, bigint, 1, 2c8000000000000001",
    "hbase-ordered, bigint unsigned, 18446744073709551615, 21255987590f4b136f211e",
    "hbase-ordered, float, 1, 30bf800000",
    "hbase-ordered, double, 1, 31bff0000000000000",
    "hbase-ordered, 'decimal(12,2)', 9.99, 1813c6",
    "hbase-ordered, 'decimal(12,2)', -0.5, 14009b",
    "hbase-ordered, 'decimal(12,2)', 0, 15",
    "hbase-ordered, text, a, 346100",
    "hbase-ordered, blob, 00ff, 3800ff",
    "hbase-ordered, date, 1970-01-02, 2b80000001",
    "hbase-ordered, timestamp, 1970-01-01T00:00:00.001Z, 2c8000000000000001"
  })
  void theBytesOfAValue(String format, String type, String value, String hex) {
    KeySchema schema = schema(format, "n " + type, "n");
    Object parsed = schema.partType(0).parseValue(value);
    assertThat(HexFormat.of().formatHex(schema.encode(schema.key(parsed)))).isEqualTo(hex);
  }

  @Test
  void whatIsBehindABlobIsReachedAndTheBlobItselfFilters() {
    KeySchema schema = schema("hbase-ordered", "n blob, m int", "n, m");
    assertThat(HexFormat.of().formatHex(schema.encode(schema.key(new byte[] {0, 16}, 1))))
        .isEqualTo("37808400" + "2b80000001");
    KeyRanges found = schema.ranges(List.of(compare(Operator.GE, new byte[] {1})));
    assertThat(found.isBounded()).isFalse();
    assertThat(found.stop())
        .isEqualTo("in key_format hbase-ordered the bytes of n do not sort as its values do");
  }

  /** Every condition on small domains, with bounds that the format cannot hold among them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n text NULL, m text NULL | n, m",
        "n text NULL, m text NULL | n, m DESC NULLS FIRST",
        "n text, m text | n DESC, m DESC",
        "n text NULL, m text | n DESC, m",
        "n blob, m text NULL | n, m",
        "n text, m blob NULL | n, m DESC NULLS FIRST"
      })
  void rangesOfStructKeysAreExactOnSmallDomains(String columns, String key) {
    KeySchema schema = schema("hbase-ordered", columns, key);
    for (Condition n : conditions(schema.columns().get(0))) {
      for (Condition m : conditions(schema.columns().get(1))) {
        KeyRanges found = schema.ranges(List.of(n, m));
        List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
        for (Object x : domain(schema.columns().get(0), false)) {
          for (Object y : domain(schema.columns().get(1), false)) {
            if (x == null && y == null && schema.columns().get(1).nullable()) {
              continue; // No row key: all of it would be left out.
            }
            byte[] rowKey = schema.encode(schema.key(x, y));
            boolean inRange = ranges.stream().anyMatch(range -> range.contains(rowKey));
            boolean passes =
                found.residual().stream().allMatch(c -> holds(schema, c, c.equals(n) ? x : y));
            assertThat(inRange && passes)
                .as("%s and %s for %s, %s in %s", n, m, x, y, ranges)
                .isEqualTo(holds(schema, n, x) && holds(schema, m, y));
          }
        }
      }
    }
  }

  @Test
  void aPrefixThatEndsInNullsHoldsTheKeyThatLeavesThemOut() {
    KeySchema schema = schema("hbase-ordered", "k tinyint, n text NULL, m text NULL", "k, n, m");
    KeyRanges found =
        schema.ranges(List.of(new Compare("k", Operator.EQ, 1), new Condition.IsNull("n", false)));
    assertThat(found.residual()).isEmpty();
    ByteRange range = schema.bytes(found.ranges().get(0));
    assertThat(range).hasToString("[2981, 298106)");
    assertThat(range.contains(schema.encode(schema.key(1, null, null)))).isTrue();
    assertThat(range.contains(schema.encode(schema.key(1, null, "")))).isTrue();
    assertThat(range.contains(schema.encode(schema.key(1, "", null)))).isFalse();
  }

  private static boolean holds(KeySchema schema, Condition condition, Object value) {
    Column column = schema.columns().get(schema.indexOf(condition.column()));
    return Conditions.holds(condition, column.type(), value);
  }

  private static List<Condition> conditions(Column column) {
    List<Condition> conditions = new ArrayList<>();
    conditions.add(new Condition.IsNull(column.name(), true));
    conditions.add(new Condition.IsNull(column.name(), false));
    for (Object value : domain(column, true)) {
      for (Operator operator : Operator.values()) {
        conditions.add(new Compare(column.name(), operator, value));
      }
    }
    return conditions;
  }

  /** With {@code bounds} values that no key has instead of null. */
  private static List<Object> domain(Column column, boolean bounds) {
    List<Object> values = new ArrayList<>();
    for (String text : List.of("", "a", "a\1", "a\u007f", "b")) {
      values.add(text);
    }
    if (bounds) {
      values.add("\0");
      values.add("a\0b");
    } else if (column.nullable()) {
      values.add(null);
    }
    if (column.type() instanceof BlobType) {
      values.replaceAll(value -> value == null ? null : Utf8.encode((String) value));
      if (!column.nullable()) {
        values.add(new byte[] {0, 16});
        values.add(new byte[] {1});
      }
    }
    return values;
  }
}
