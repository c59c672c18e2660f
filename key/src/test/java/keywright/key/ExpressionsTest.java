package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import keywright.key.RandomSchemas.Sample;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** What each function gives, by examples that people print in their documents. */
final class ExpressionsTest {

  private static Object value(String type, String expression, Object value) {
    return KeySchema.parse("a " + type, expression).key(value).part(0);
  }

  private static String text(String type, String key, Object value) {
    KeySchema schema = KeySchema.parse("a " + type, key, KeyFormat.text(""));
    byte[] rowKey = schema.encode(schema.key(value));
    if (schema.recovers("a")) {
      Object expected = Type.parse(type).convert(value);
      assertThat(schema.columnValues(schema.decode(rowKey))).containsExactly(expected);
    }
    return new String(rowKey, UTF_8);
  }

  private static List<String> sorted(String key, String... values) {
    KeySchema schema = KeySchema.parse("a int", key, KeyFormat.text(""));
    TreeMap<String, String> rows = new TreeMap<>();
    for (String value : values) {
      String rowKey = new String(schema.encode(schema.key(Integer.parseInt(value))), UTF_8);
      rows.put(rowKey, rowKey);
    }
    return List.copyOf(rows.keySet());
  }

  /** A text of digits comes back as it was; one that could not is refused. */
  @Test
  void aTextOfDigitsIsPaddedAndComesBack() {
    for (String type : List.of("text", "char(9)")) {
      for (KeyFormat format : List.of(KeyFormat.kw1(), KeyFormat.text("_"))) {
        KeySchema schema = KeySchema.parse("a " + type, "reverse(lpad(a, 5))", format);
        for (String digits : List.of("0", "7", "10", "12345")) {
          assertThat(schema.columnValues(schema.rowKey(digits))).containsExactly(digits);
        }
        for (String refused :
            List.of("", "00", "007", "123456", "-1", "+1", "1.5", "a", "\u0661")) {
          assertThatThrownBy(() -> schema.rowKey(refused))
              .hasMessageContaining(
                  "expected a text of 1 to 5 digits without leading zeros, because lpad adds leading zeros itself");
        }
        Condition nine = new Condition.Compare("a", Condition.Operator.EQ, "9");
        assertThat(schema.ranges(List.of(nine)).isFullKey()).isTrue();
        Condition above = new Condition.Compare("a", Condition.Operator.GT, "9");
        assertThat(schema.ranges(List.of(above)).hasRange()).isFalse();
        Condition padded = new Condition.Compare("a", Condition.Operator.EQ, "007");
        assertThat(schema.ranges(List.of(padded)).ranges()).isEmpty();
      }
    }
    assertThat(text("text", "lpad(a, 9)", "12345")).isEqualTo("000012345");
  }

  @Test
  void paddingMakesTextsOfNumbersSortAsNumbers() {
    assertThat(sorted("lpad(a, 4)", "1", "9", "5", "2", "3", "22", "11"))
        .containsExactly("0001", "0002", "0003", "0005", "0009", "0011", "0022");
    assertThat(text("int", "lpad(a, 6)", 123)).isEqualTo("000123");
    assertThat(text("bigint unsigned", "lpad(a, 20)", 7)).isEqualTo("00000000000000000007");
    assertThat(text("timestamp", "lpad(a, 13)", Instant.ofEpochMilli(5)))
        .isEqualTo("0000000000005");
  }

  @Test
  void aConstantLessANumberReversesItsOrder() {
    assertThat(text("int", "lpad(999999 - a, 6)", 123)).isEqualTo("999876");
    assertThat(text("int", "lpad(999999 - a, 6)", 100)).isEqualTo("999899");
    assertThat(value("timestamp", "10 - a", Instant.ofEpochMilli(3))).isEqualTo(7L);
    assertThat(value("decimal(4,2)", "10 - a", "x".length())).hasToString("9.00");
    assertThat(value("tinyint", "100 - (50 - a)", 1)).isEqualTo((byte) 51);
  }

  @Test
  void reversingSpreadsSequentialNumbers() {
    assertThat(text("bigint", "reverse(lpad(a, 9))", 12345)).isEqualTo("543210000");
    assertThat(value("text", "reverse(a)", "a\ud83d\udd25b")).isEqualTo("b\ud83d\udd25a");
    assertThat(value("int", "reverse_bytes(a)", 1)).isEqualTo(0x0100_0000);
    assertThat(value("int", "bit_reverse(a)", 1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(value("tinyint unsigned", "bit_reverse(a)", 1)).isEqualTo((short) 128);
    assertThat(value("smallint", "reverse_bytes(a)", 0x0102)).isEqualTo((short) 0x0201);
    assertThat(value("uuid", "reverse_bytes(a)", new UUID(0x0102030405060708L, 9)))
        .isEqualTo(new UUID(0x0900000000000000L, 0x0807060504030201L));
  }

  @Test
  void digestsAreOfTheDecimalTextOrTheUtf8() {
    assertThat(text("bigint", "right(md5(a), 4), a", 1364248490)).isEqualTo("ffe51364248490");
    assertThat(value("text", "md5(a)", "")).isEqualTo("d41d8cd98f00b204e9800998ecf8427e");
    assertThat(value("text", "sha1(a)", "abc"))
        .isEqualTo("a9993e364706816aba3e25717850c26c9cd0d89d");
    assertThat(value("text", "sha256(a)", "abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(value("text", "md5(a)", "é")).isEqualTo(md5("é"));
    assertThat(value("decimal(4,2)", "md5(a)", 1)).isEqualTo(md5("1.00"));
    assertThat(value("timestamp", "md5(a)", Instant.ofEpochMilli(12))).isEqualTo(md5("12"));
    assertThat(value("uuid", "md5(a)", new UUID(0, 1)))
        .isEqualTo(md5("00000000-0000-0000-0000-000000000001"));
  }

  private static Object md5(String text) {
    try {
      byte[] digest = java.security.MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8));
      return java.util.HexFormat.of().formatHex(digest);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void leftAndRightCountCodePoints() {
    assertThat(value("text", "left(a, 2)", "\ud83d\udd25bc")).isEqualTo("\ud83d\udd25b");
    assertThat(value("text", "right(a, 2)", "c\ud83d\udd25b")).isEqualTo("\ud83d\udd25b");
    assertThat(value("text", "left(a, 2)", "x")).isEqualTo("x");
    assertThat(value("text", "lower(a)", "\u0130I")).isEqualTo("i\u0307i");
    assertThat(value("text", "upper(a)", "ß")).isEqualTo("SS");
  }

  @Test
  void remaindersAreNeverNegative() {
    assertThat(value("int", "mod(a, 10)", -1)).isEqualTo((short) 9);
    assertThat(value("int", "mod(a, 10)", Integer.MIN_VALUE)).isEqualTo((short) 2);
    assertThat(value("bigint", "mod(a, 300)", 299)).isEqualTo(299);
    assertThat(
            value(
                "bigint unsigned", "mod(a, 10)", new java.math.BigInteger("18446744073709551615")))
        .isEqualTo((short) 5);
    KeySchema wide = KeySchema.parse("a int", "mod(a, 70000)");
    assertThat(wide.partType(0)).hasToString("int unsigned");
    assertThat(KeySchema.parse("a int", "mod(a, 257)").partType(0))
        .hasToString("smallint unsigned");
    for (int value : new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) {
      assertThat((Short) value("int", "bucket(16, a)", value)).isBetween((short) 0, (short) 15);
    }
  }

  @Test
  void aBucketIsTheUnsignedRemainderOfTheHashOfTheBytes() {
    KeySchema schema = KeySchema.parse("a text NULL, b int", "bucket(65536), b DESC, a");
    assertThat(schema.keyColumns()).containsExactly("b", "a");
    byte[] bytes = {(byte) 0x80, 0, 0, 1, 0x20, 'x', 0, 1};
    assertThat(schema.key("x", 1).part(0))
        .isEqualTo((int) Long.remainderUnsigned(Xxh64.hash(bytes), 65_536));
    byte[] withNull = {(byte) 0x80, 0, 0, 1, 0x11};
    assertThat(schema.key(null, 1).part(0))
        .isEqualTo((int) Long.remainderUnsigned(Xxh64.hash(withNull), 65_536));
  }

  @Test
  void timesAreCutAndWrittenInUtc() {
    Instant time = Instant.parse("1969-12-31T23:59:59.999Z");
    assertThat(value("timestamp", "date_trunc('second', a)", time))
        .isEqualTo(Instant.parse("1969-12-31T23:59:59Z"));
    assertThat(value("timestamp", "date_trunc(hour, a)", time))
        .isEqualTo(Instant.parse("1969-12-31T23:00:00Z"));
    assertThat(value("timestamp", "date_trunc('month', a)", time))
        .isEqualTo(Instant.parse("1969-12-01T00:00:00Z"));
    assertThat(value("date", "date_trunc('year', a)", "2017-05-06"))
        .isEqualTo(LocalDate.of(2017, 1, 1));
    assertThat(value("timestamp", "date_format(a, 'yyyyMMddHHmmssSSS')", time))
        .isEqualTo("19691231235959999");
    assertThat(value("date", "date_format(a, 'dd.MM.yyyy')", "2017-05-06")).isEqualTo("06.05.2017");
    assertThat(text("timestamp", "date_format(a, 'yyyy-MM-dd''T''HH:mm:ss.SSS')", time))
        .isEqualTo("1969-12-31T23:59:59.999");
    assertThat(text("date", "date_format(a, 'uuuuMMdd hh')", "2017-05-06"))
        .isEqualTo("20170506 12");
  }

  @Test
  void aPatternWithAQuoteInsideALiteralLosesNothing() {
    Instant time = Instant.parse("2017-05-06T07:08:09.010Z");
    for (String quoted : List.of("''o''''clock''", "''''", "''''''o''")) {
      String key = "date_format(a, 'yyyyMMddHHmmssSSS " + quoted + "')";
      KeySchema schema = KeySchema.parse("a timestamp", key);
      assertThat(schema.columnValues(schema.decode(schema.encode(schema.key(time)))))
          .as(key)
          .containsExactly(time);
    }
    assertThat(text("timestamp", "date_format(a, 'yyyyMMddHHmmssSSS ''o''''clock''')", time))
        .isEqualTo("20170506070809010 o'clock");
  }

  @Test
  void aPatternOfUnsureWidthIsText() {
    assertThat(KeySchema.parse("a date", "date_format(a, 'yyyyMMdd')").partType(0))
        .hasToString("char(8)");
    for (String pattern : List.of("d.M.yyyy", "yyyy''é''MM", "[yyyy]", "EEE", "yyyy\0")) {
      assertThat(KeySchema.parse("a date", "date_format(a, '" + pattern + "')").partType(0))
          .as(pattern)
          .hasToString("text");
    }
  }

  @Test
  void theMembersOfAPartOfFewValuesAreAllOfThem() {
    Property.check(
        "members",
        1_500,
        RandomSchemas.kw1(6),
        sample -> {
          KeySchema schema = sample.schema();
          for (int part = 0; part < schema.parts().size(); part++) {
            TypedExpression expression = schema.expressions().get(part);
            if (expression.cardinality() >= 0 && expression.cardinality() <= 1_000) {
              assertMembers(sample, schema, part, expression);
            }
          }
        });
  }

  private static void assertMembers(
      Sample sample, KeySchema schema, int part, TypedExpression expression) {
    Set<Object> members = new HashSet<>();
    for (long i = 0; i < expression.cardinality(); i++) {
      try {
        members.add(expression.member(i));
      } catch (KeyException e) {
        // Refused by a later step: 5 - mod(x, 10).
      }
    }
    for (Key key : sample.keys()) {
      if (key.part(part) != null) {
        assertThat(members).as("of %s", schema.parts().get(part)).contains(key.part(part));
      }
    }
  }

  @Test
  void aBucketOfTheLastPartsIsCheckedWhenColumnsAreRead() {
    for (String parts :
        List.of("bucket(8, id), at, part, id", "bucket(8, id, part), at, id, part")) {
      KeySchema schema = KeySchema.parse("at timestamp NULL, id bigint, part int", parts);
      for (long id = 0; id < 50; id++) {
        Instant at = id % 7 == 0 ? null : Instant.ofEpochMilli(id);
        Object[] row = {at, id, (int) -id};
        byte[] rowKey = schema.rowKey(row);
        assertThat(schema.columnValues(rowKey)).containsExactly(row);
        rowKey[0] ^= 1;
        assertThatThrownBy(() -> schema.columnValues(rowKey))
            .isInstanceOf(KeyException.class)
            .hasMessageContaining("part 1")
            .hasMessageContaining("computed from the other parts");
      }
    }
  }
}
