package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;

/** Times of the day, enums and bytes of fixed length. */
final class TimeAndEnumTest {
  private static final String KIND = "enum('mobile phone' = 1 AS 'sj', 'it''s fax' = 7 AS 'fx')";

  private static void assertRefused(Runnable runnable, String message) {
    assertThatThrownBy(runnable::run).isInstanceOf(KeyException.class).hasMessage(message);
  }

  @Test
  void everySecondOfTheDayIsInOrderAsBytesAndAsText() {
    Type type = Type.parse("time(s)");
    byte[] before = new byte[0];
    String text = "";
    for (int second = 0; second < 86_400; second++) {
      LocalTime time = LocalTime.ofSecondOfDay(second);
      byte[] bytes = type.toBytes(time);
      assertThat(bytes).hasSize(3);
      if (Arrays.compareUnsigned(before, bytes) >= 0 || text.compareTo(type.format(time)) >= 0) {
        assertThat(time).as("out of order").isNull();
      }
      assertThat(type.fromBytes(bytes)).isEqualTo(time);
      assertThat(type.parseValue(type.format(time))).isEqualTo(time);
      before = bytes;
      text = type.format(time);
    }
    for (String unit : List.of("time(ms)", "time(us)", "time(ns)", "time")) {
      List<Object> times = new ArrayList<>();
      for (int second : new int[] {0, 1, 59, 60, 43_199, 43_200, 86_399}) {
        times.add(LocalTime.ofSecondOfDay(second));
        times.add(LocalTime.ofSecondOfDay(second).plusNanos(999_000_000));
      }
      TypeOrderTest.assertOrder(unit, times);
    }
    assertThat(Type.parse("time(ns)")).isEqualTo(Type.parse("time")).hasToString("time");
  }

  @Test
  void aTimeIsTakenWithoutLossOrRefused() {
    Type seconds = Type.parse("time(s)");
    Type millis = Type.parse("time(ms)");
    assertThat(seconds.convert("10:00")).isEqualTo(LocalTime.of(10, 0));
    assertThat(millis.convert("10:00:00.5")).isEqualTo(LocalTime.parse("10:00:00.5"));
    assertThat(millis.convert(1)).isEqualTo(LocalTime.parse("00:00:00.001"));
    assertThat(seconds.parseValue("61")).isEqualTo(LocalTime.of(0, 1, 1));
    assertThat(Type.parse("time").format(LocalTime.NOON)).isEqualTo("12:00:00.000000000");
    String expected = ", expected a time of the day such as 00:00:00 (whole seconds)";
    for (String text :
        List.of("24:00:00", "23:59:60", "10", "10:0", "10:00Z", "10:00+01:00", "-1:00", "")) {
      assertRefused(() -> seconds.convert(text), "found '" + text + "'" + expected);
    }
    assertRefused(() -> seconds.convert("10:00:00.5"), "found '10:00:00.5'" + expected);
    assertRefused(() -> seconds.convert(-1), "found -1" + expected);
    assertRefused(() -> seconds.convert(86_400), "found 86400" + expected);
    assertRefused(() -> seconds.convert(true), "found true" + expected);
  }

  @Test
  void aFinerTimeBoundsARangeExactly() {
    KeySchema schema = KeySchema.parse("a time(s)", "a");
    for (Operator operator : List.of(Operator.GT, Operator.GE, Operator.LT, Operator.LE)) {
      Condition condition = new Compare("a", operator, "10:00:00.5");
      ByteRange range = schema.bytes(schema.ranges(List.of(condition)).ranges().get(0));
      boolean above = operator == Operator.GT || operator == Operator.GE;
      assertThat(range.contains(schema.encode(schema.key("10:00:00")))).isEqualTo(!above);
      assertThat(range.contains(schema.encode(schema.key("10:00:01")))).isEqualTo(above);
    }
    assertThat(schema.ranges(List.of(new Compare("a", Operator.EQ, "10:00:00.5"))).isEmpty())
        .isTrue();
    assertThat(schema.ranges(List.of(new Compare("a", Operator.GT, 86_400))).isEmpty()).isTrue();
    assertThat(schema.ranges(List.of(new Compare("a", Operator.LT, -1))).isEmpty()).isTrue();
  }

  @Test
  void functionsOfDatesAndNumbersRefuseATime() {
    for (String[] line :
        new String[][] {
          {"date_trunc('hour', a)", "a timestamp, or a date for day, month and year"},
          {"date_format(a, 'HH')", "a timestamp or a date"},
          {"lpad(a, 9)", "a whole number, a timestamp or a text of digits"},
          {"md5(a)", "a text, a uuid, a number or a timestamp"}
        }) {
      assertRefused(
          () -> KeySchema.parse("a time", line[0]),
          "cannot use " + line[0] + ": its argument is time, expected " + line[1]);
    }
  }

  @Test
  void anEnumSortsByItsNumbersAndReadsBackItsDeclaration() {
    Type type = Type.parse("ENUM ( 'it''s fax'=7 as 'fx' , 'mobile phone' = 1 AS 'sj')");
    assertThat(type).isEqualTo(Type.parse(KIND)).hasToString(KIND);
    assertThat(Column.parseList("a " + KIND + " NULL, b int").get(0))
        .hasToString("a " + KIND + " NULL");
    assertThat(type.compare("mobile phone", "it's fax")).isNegative();
    assertThat(type.toBytes("it's fax")).containsExactly(7);
    assertThat(Type.parse("enum('a' = 255)").fixedLength()).isEqualTo(1);
    assertThat(Type.parse("enum('a' = 256)").toBytes("a")).containsExactly(1, 0);
    assertRefused(
        () -> type.convert("fax"), "found 'fax', expected one of 'mobile phone', 'it''s fax'");
    assertRefused(() -> type.convert(1), "found 1, expected one of 'mobile phone', 'it''s fax'");
    assertRefused(
        () -> type.toBytes("fax"), "found 'fax', expected one of 'mobile phone', 'it''s fax'");
    StringBuilder all = new StringBuilder("enum('v0' = 0");
    for (int i = 1; i <= 255; i++) {
      all.append(", 'v").append(i).append("' = ").append(i);
    }
    List<Object> labels = new ArrayList<>();
    for (int i = 0; i <= 255; i++) {
      labels.add("v" + i);
    }
    TypeOrderTest.assertOrder(all + ")", labels);
  }

  @Test
  void anEnumDeclarationThatCannotBeIsRefused() {
    String twice = "found a number, a label or a text form twice, expected each once";
    for (String members :
        List.of("'a' = 1, 'b' = 1", "'a' = 1, 'a' = 2", "'a' = 1 AS 'b', 'b' = 2")) {
      assertThatThrownBy(() -> Type.parse("enum(" + members + ")"))
          .isInstanceOf(KeyException.class)
          .hasMessageEndingWith("at character 5: " + twice);
    }
    assertThatThrownBy(() -> Type.parse("enum('a' = 65536)"))
        .hasMessageEndingWith("found 65536, expected a number from 0 to 65535");
    assertThatThrownBy(() -> Type.parse("enum('' = 1)"))
        .hasMessageEndingWith("found '', expected text without unpaired surrogates");
    assertThatThrownBy(() -> Type.parse("enum()"))
        .hasMessageEndingWith("found ')', expected a label between single quotes");
    assertThatThrownBy(() -> Type.parse("enum('a')"))
        .hasMessageEndingWith("found ')', expected '='");
  }

  @Test
  void anEnumIsItsFormInTextKeysAndNoTextOtherwise() {
    KeySchema text = KeySchema.parse("a " + KIND + ", b int", "a, b", KeyFormat.text(""));
    byte[] rowKey = text.encode(text.key("mobile phone", 5));
    assertThat(rowKey).asString().isEqualTo("sj5");
    assertThat(text.decode(rowKey).part(0)).isEqualTo("mobile phone");
    assertThat(text.follows(0, "a")).isEqualTo(KeySchema.Following.NO);
    assertThatThrownBy(() -> text.decode("xx5".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .hasMessage(
            "cannot read key 'xx5': part 1 \"a\" at byte 0 of the row key cannot be read: found 'xx', expected"
                + " the text form of one of 'mobile phone', 'it''s fax'"
                + KeyException.WRITTEN_OTHERWISE);
    KeySchema sorted =
        KeySchema.parse("a enum('z' = 1 AS 'a', 'y' = 2 AS 'b')", "a", KeyFormat.text("_"));
    assertThat(sorted.follows(0, "a")).isEqualTo(KeySchema.Following.FORWARDS);
    KeySchema varies =
        KeySchema.parse(
            "a enum('z' = 1 AS 'ab', 'y' = 2 AS 'b'), b int", "b, a", KeyFormat.text("_"));
    assertThat(varies.follows(1, "a")).isEqualTo(KeySchema.Following.FORWARDS);
    KeySchema unsorted =
        KeySchema.parse("a enum('b' = 1, 'a' = 2, 'c' = 3), b int", "b, a", KeyFormat.text("_"));
    assertThat(unsorted.follows(1, "a")).isEqualTo(KeySchema.Following.NO);
    assertThatThrownBy(() -> new Like("a", "m%").check(Type.parse(KIND)))
        .hasMessage(
            "cannot compare a LIKE 'm%': column a has type "
                + KIND
                + ", expected a text type; use =, <, > or IN");
    assertThatThrownBy(() -> KeySchema.parse("a " + KIND, "reverse(a)"))
        .hasMessageContaining("its argument is " + KIND + ", expected a text");
  }

  @Test
  void allBytesOfTwoAreInOrderAndNoPaddingIsLost() {
    Type type = Type.parse("binary(2)");
    List<byte[]> values = new ArrayList<>(List.of(new byte[0]));
    for (int i = 1; i < 256; i++) {
      values.add(new byte[] {(byte) i});
    }
    for (int high = 0; high < 256; high++) {
      for (int low = 1; low < 256; low++) {
        values.add(new byte[] {(byte) high, (byte) low});
      }
    }
    values.sort(Arrays::compareUnsigned);
    byte[] before = new byte[0];
    for (byte[] value : values) {
      byte[] bytes = type.toBytes(value);
      if (bytes.length != 2 || Arrays.compareUnsigned(before, bytes) >= 0) {
        assertThat(value).as("out of order").isNull();
      }
      assertThat(type.fromBytes(bytes)).isEqualTo(value);
      before = bytes;
    }
    String expected = ", expected at most 2 bytes that do not end in 00, as text in hex";
    assertRefused(() -> type.convert(new byte[] {1, 0}), "found 0x0100" + expected);
    assertRefused(() -> type.toBytes(new byte[] {1, 0}), "found 0x0100" + expected);
    assertRefused(() -> type.convert(new byte[] {1, 2, 3}), "found 0x010203" + expected);
    assertRefused(() -> type.convert("00"), "found '00'" + expected);
    assertRefused(() -> type.parseValue("0x0"), "found '0x0'" + expected);
    Condition above = new Compare("a", Operator.GT, new byte[] {1, 0, 0});
    assertThat(above.test(type, new byte[] {1})).isFalse();
    assertThat(above.test(type, new byte[] {1, 1})).isTrue();
  }

  @Test
  void theirNamesAreNamesOfColumnsToo() {
    for (String name : List.of("time", "enum", "list", "variant", "varint", "binary", "json")) {
      KeySchema schema = KeySchema.parse(name + " time", name + " DESC");
      assertThat(schema.key(LocalTime.NOON).part(0)).isEqualTo(LocalTime.NOON);
      assertThat(Condition.class.cast(new Compare(name, Operator.EQ, BigDecimal.ONE)))
          .hasToString(name + " = 1");
    }
    assertThatThrownBy(() -> Type.parse("json"))
        .hasMessageEndingWith(
            "found type 'json', expected variant, which holds a JSON scalar or list");
  }
}
