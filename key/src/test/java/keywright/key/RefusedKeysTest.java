package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that cannot be, in the words that people get. */
final class RefusedKeysTest {
  private static final String COLUMNS =
      "n int, x text NULL, t timestamp, d date, f double, b blob, u uuid";

  private static void assertRefused(String key, String message) {
    assertThatThrownBy(() -> KeySchema.parse(COLUMNS, key))
        .isInstanceOf(KeyException.class)
        .hasMessage(message);
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThatExist() {
    assertRefused(
        "y",
        "cannot use column y in a key: there is no such column, expected one of n, x, t, d, f, b,"
            + " u");
    assertRefused(
        "foo(n)",
        "cannot use foo(n) in a key: there is no function foo, expected lpad, reverse,"
            + " reverse_bytes, bit_reverse, md5, sha1, sha256, left, right, mod, bucket, random,"
            + " date_trunc, date_format, lower, upper or c - x");
  }

  @Test
  void anArgumentOfTheWrongKindIsRefused() {
    assertRefused(
        "lpad(u, 3)",
        "cannot use lpad(u, 3): its argument is uuid, expected a whole number, a timestamp or a text"
            + " of digits");
    assertRefused(
        "reverse(n)",
        "cannot use reverse(n): its argument is int, expected a text; write reverse(lpad(x, width))"
            + " for a number");
    assertRefused(
        "md5(b)",
        "cannot use md5(b): its argument is blob, expected a text, a uuid, a number or a timestamp");
    assertRefused(
        "bit_reverse(x)",
        "cannot use bit_reverse(x): its argument is text, expected a whole number of fixed length or a"
            + " uuid");
    assertRefused(
        "date_trunc('hour', d)",
        "cannot use date_trunc('hour', d): its argument is date, expected a timestamp, or a date"
            + " for day, month and year");
    assertRefused(
        "date_format(n, 'yyyy')",
        "cannot use date_format(n, 'yyyy'): its argument is int, expected a timestamp or a date");
    assertRefused(
        "9 - f", "cannot use 9 - f: its argument is double, expected a number or a timestamp");
  }

  @Test
  void aWrongNumberOrCountOfArgumentsIsRefused() {
    assertRefused("lpad(n)", "cannot use lpad(n): found 1 argument, expected lpad(number, width)");
    assertRefused("lpad(n, 39)", "cannot use lpad(n, 39): found 39, expected a width from 1 to 38");
    assertRefused(
        "mod(n, 0)", "cannot use mod(n, 0): found 0, expected a divisor from 1 to 1073741824");
    assertRefused(
        "bucket()",
        "cannot use bucket(): found nothing, expected a number of buckets from 1 to 65536");
    assertRefused(
        "bucket(65537, n)",
        "cannot use bucket(65537, n): found 65537, expected a number of buckets from 1 to 65536");
    assertRefused(
        "bucket(4)",
        "cannot use bucket(4) alone: found no column to hash in the other parts, expected at least one; add a column to the key, or name columns in bucket(n, column)");
    assertRefused(
        "n - 9",
        "cannot use n - 9 in a key: expected a constant minus a column, such as 999999 - id");
    assertRefused(
        "5", "cannot use 5 in a key: found a constant, expected a column or a function of columns");
    assertRefused(
        "date_trunc('week', t)",
        "cannot use date_trunc('week', t): found 'week', expected 'second', 'minute', 'hour',"
            + " 'day', 'month' or 'year'");
    assertRefused(
        "lpad(random(4), 2)",
        "cannot use random(4) inside an expression: expected random(n) only as a whole key part; make it a part of the key without a function around it");
    for (String pattern : List.of("yyyy Z", "b", "")) {
      assertRefused(
          "date_format(t, '" + pattern + "')",
          "cannot use date_format(t, '"
              + pattern
              + "'): found the pattern '"
              + pattern
              + "', expected a pattern of java.time.format.DateTimeFormatter without time zone, such as 'yyyy-MM-dd HH:mm:ss'");
    }
  }

  @Test
  void anArgumentTooManyIsRefusedByEveryFunction() {
    for (String key :
        List.of(
            "lpad(n, 3, 3)",
            "reverse(x, x)",
            "reverse_bytes(n, n)",
            "bit_reverse(n, n)",
            "md5(x, x)",
            "sha1(x, x)",
            "sha256(x, x)",
            "left(x, 2, 2)",
            "right(x, 2, 2)",
            "mod(n, 3, 3)",
            "random(3, 3)",
            "date_trunc('day', t, t)",
            "date_format(t, 'yyyy', 'yyyy')",
            "lower(x, x)",
            "upper(x, x)")) {
      int count = key.split(",", -1).length;
      assertThatThrownBy(() -> KeySchema.parse(COLUMNS, key))
          .as(key)
          .isInstanceOf(KeyException.class)
          .hasMessageStartingWith(
              "cannot use " + key + ": found " + count + " arguments, expected ");
    }
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    Column a = new Column("a", Type.parse("int"), false);
    Column other = new Column("a", Type.parse("text"), false);
    assertThatThrownBy(
            () -> KeySchema.of(List.of(a, other), KeyPart.parseList("a"), KeyFormat.kw1()))
        .hasMessage("cannot make a key: column a is declared twice; remove or rename one");
    assertThatThrownBy(() -> KeySchema.parse("a int", "random(3), random(4)"))
        .hasMessage(
            "cannot use random(4): a column named random exists already; choose another name after AS");
    assertThatThrownBy(() -> KeySchema.parse("r int, a int", "random(3) AS r, a"))
        .hasMessage(
            "cannot use random(3) AS r: a column named r exists already; choose another name after AS");
    assertThatThrownBy(() -> KeySchema.of(List.of(a), List.of(), KeyFormat.kw1()))
        .hasMessage("cannot make a key: found no parts, expected at least one");
  }

  @Test
  void aValueThatDoesNotFitNamesColumnValueAndWidth() {
    KeySchema padded = KeySchema.parse("customer_id int", "lpad(customer_id, 6)");
    assertThatThrownBy(() -> padded.key(1_234_567))
        .hasMessage(
            "cannot encode lpad(customer_id, 6) for customer_id = 1234567: found 1234567, expected"
                + " 0 to 999999 (width 6); declare a width that holds the largest value");
    assertThatThrownBy(() -> padded.key(-1)).hasMessageContaining("found -1, expected 0 to 999999");
    assertThatThrownBy(() -> padded.key())
        .hasMessage("cannot make a key: found 0 values, expected 1 (customer_id)");
    assertThatThrownBy(() -> padded.key((Object) null))
        .hasMessage(
            "cannot encode lpad(customer_id, 6) for customer_id = null: found null, expected int,"
                + " because column customer_id is NOT NULL; give the column a value");
    assertThatThrownBy(() -> KeySchema.parse("a tinyint", "100 - a").key(-100))
        .hasMessageContaining("found 200, expected a whole number from -128 to 127");
    assertThatThrownBy(() -> KeySchema.parse("a int", "random(3), a").key(1, 3))
        .hasMessageContaining("found 3, expected 0 to 2");
  }

  @Test
  void aFormattedDateThatIsCoarserThanItsColumnNamesTheTypeThatItHolds() {
    assertOtherType("date_format(at, 'MM-dd-yyyy HH:mm:ss')", "timestamp", "timestamp(s)");
    assertOtherType("date_format(at, 'yyyyMMddHHmmssSSS')", "timestamp(ns)", "timestamp(ms)");
    assertOtherType("date_format(at, 'yyyy-MM-dd')", "timestamp(s)", "date");
    assertThatThrownBy(
            () -> KeySchema.parse("at timestamp", "date_format(at, 'HH:mm')").requireIdentifying())
        .hasMessageEndingWith("write (date_format(at, 'HH:mm'), at)");
  }

  private static void assertOtherType(String key, String type, String expected) {
    assertThatThrownBy(() -> KeySchema.parse("at " + type, key).requireIdentifying())
        .hasMessageEndingWith(
            "; write (%s, at), or declare at as %s, whose values the pattern writes completely"
                .formatted(key, expected));
    KeySchema.parse("at " + expected, key).requireIdentifying();
  }

  @Test
  void aKeyThatTwoRowsCouldShareIsRefusedWithTheFix() {
    assertThatThrownBy(
            () -> KeySchema.parse("user_id text", "left(md5(user_id), 4)").requireIdentifying())
        .hasMessage(
            "cannot use (left(md5(user_id), 4)) as a primary key: user_id cannot be recovered from"
                + " this key, so two rows could share one key; write (left(md5(user_id), 4), user_id)");
    for (String key :
        List.of(
            "mod(n, 3)",
            "reverse(left(x, 2))",
            "date_format(t, 'yyyy-MM-dd')",
            "date_format(t, 'yyyyMMddHHmmss.S SSS')",
            "date_format(d, 'yyyy-MM')",
            "date_trunc('day', t)",
            "lower(x)",
            "md5(left(x, 2))",
            "bucket(4, n)")) {
      assertThatThrownBy(() -> KeySchema.parse(COLUMNS, key).requireIdentifying())
          .as(key)
          .isInstanceOf(KeyException.class);
    }
    for (String key :
        List.of(
            "md5(n)",
            "reverse(sha256(x))",
            "lpad(9 - t, 19)",
            "date_format(d, 'dd.MM.yyyy')",
            "bucket(4), n",
            "left(md5(x), 4), reverse(x)",
            "random(3) AS r")) {
      KeySchema.parse(COLUMNS, key).requireIdentifying();
    }
    assertThat(KeySchema.parse(COLUMNS, "md5(n)").recovers("n")).isFalse();
  }

  @Test
  void aCorruptedKeyNamesPartOffsetAndWhatWasFound() {
    KeySchema schema = KeySchema.parse("id int, paid_at timestamp NULL, x text", "id, paid_at, x");
    assertCorrupted(
        schema,
        "8000007b20000001",
        1,
        5,
        "part 2 \"paid_at\" needs 8 bytes from byte 5 of the row key on, found 3");
    assertCorrupted(
        schema,
        "8000007b00",
        1,
        4,
        "part 2 \"paid_at\" starts with 00 at byte 4 of the row key, expected the marker 20 or 11");
    assertCorrupted(
        schema,
        "8000007b11610061",
        2,
        6,
        "part 3 \"x\" holds 00 61 at byte 6 of the row key, expected 00 ff or 00 01");
    assertCorrupted(
        schema,
        "8000007b1161",
        2,
        5,
        "part 3 \"x\" has no terminator 00 01 from byte 5 of the row key on");
    assertCorrupted(
        schema,
        "8000007b11c30001",
        2,
        5,
        "part 3 \"x\" holds malformed UTF-8 at byte 5 of the row key, expected text");
    assertCorrupted(
        schema,
        "8000007b1100016100",
        2,
        7,
        "part 3 \"x\" ends at byte 7 of the row key, found 2 more bytes");
  }

  @Test
  void aComputedPartThatNoRowCanHaveIsRefused() {
    assertCorrupted(
        KeySchema.parse("a int, b int", "mod(a, 10), md5(b)"),
        "0a" + "30".repeat(32),
        0,
        0,
        "part 1 \"mod(a, 10)\" at byte 0 of the row key holds 10, expected a value that this expression can have");
    assertCorrupted(
        KeySchema.parse("a int, b int", "mod(a, 10), left(md5(b), 2)"),
        "093047",
        1,
        1,
        "part 2 \"left(md5(b), 2)\" at byte 1 of the row key holds 0G, expected a value that this expression can have");
    assertCorrupted(
        KeySchema.parse("a int", "bucket(3, a)"),
        "03",
        0,
        0,
        "part 1 \"bucket(3, a)\" at byte 0 of the row key holds 3, expected a value that this expression can have");
  }

  @Test
  void aRangeOfMorePartsThanThereAreIsRefused() {
    KeySchema schema = KeySchema.parse("a int", "a");
    assertThatThrownBy(() -> schema.bytes(new KeyRange(List.of(1), null, null, null, true)))
        .hasMessage(
            "cannot make a range of row keys: found values for 2 parts, expected at most 1");
  }

  @Test
  void aKeyKeepsItsOwnBytes() {
    KeySchema schema = KeySchema.parse("a blob", "a");
    byte[] bytes = {1};
    Key key = schema.key((Object) bytes);
    bytes[0] = 2;
    assertThat(schema.encode(key)).isEqualTo(new byte[] {1, 0, 1});
  }

  private static void assertCorrupted(
      KeySchema schema, String hex, int part, int offset, String message) {
    assertThatThrownBy(() -> schema.decode(java.util.HexFormat.of().parseHex(hex)))
        .isInstanceOfSatisfying(
            KeyException.class,
            e -> {
              assertThat(e.part()).isEqualTo(part);
              assertThat(e.offset()).isEqualTo(offset);
            })
        .hasMessage("cannot read key " + hex + ": " + message + KeyException.WRITTEN_OTHERWISE);
  }
}
