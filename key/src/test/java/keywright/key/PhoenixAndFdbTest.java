package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the formats phoenix and fdb refuse, the bytes of some keys, and the salt in the planner. */
final class PhoenixAndFdbTest {

  private static KeySchema schema(String format, String columns, String key) {
    return KeySchema.parse(columns, key, KeyFormat.of(format));
  }

  private static String hex(KeySchema schema, Object... row) {
    return HexFormat.of().formatHex(schema.encode(schema.key(row)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "phoenix # n timestamp(s) # n # found timestamp(s), expected a type that Phoenix has: tinyint to bigint, float, double, decimal, boolean, text, char(n), binary(n), blob,"
            + " uuid, date or timestamp(ms|us|ns)",
        "phoenix # n blob, m int # n, m # found a blob before the last part, expected a blob only as the last part and ascending, because Phoenix does not mark the end of a blob",
        "phoenix # n int NULL # n # found int that may be null, expected NOT NULL; only text,"
            + " decimal and blob may be null in a key of Phoenix",
        "phoenix # n text NULL # n NULLS LAST # found nulls last, expected NULLS FIRST, because Phoenix sorts nulls first in ASC and in DESC",
        "fdb # n int NULL # n NULLS LAST # found nulls last, expected nulls first, as in FoundationDB's tuple layer, or key_format kw1",
        "fdb # n list<varint> # n # found list<varint>, expected a type that FoundationDB's tuple layer has, or key_format kw1"
      })
  void whatAFormatCannotHoldIsRefusedInTheDeclaration(
      String format, String columns, String key, String message) {
    assertThatThrownBy(() -> schema(format, columns, key))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith("cannot use n")
        .hasMessageEndingWith(" in a key of key_format " + format + ": " + message);
  }

  @Test
  void bucketsAreAsManyAsAnUnsignedTinyintHolds() {
    schema("phoenix", "id int", "bucket(128), id");
    assertThatThrownBy(() -> schema("phoenix", "id int", "bucket(129), id"))
        .hasMessage(
            "cannot use bucket(129) in a key of key_format phoenix: found 129 values, expected a"
                + " whole number from 0 to 127 (Phoenix's unsigned types)");
  }

  @Test
  void keysHaveTheDocumentedBytes() {
    KeySchema phoenix = schema("phoenix", "a text, b bigint", "a, b");
    assertThat(hex(phoenix, "a", 1)).isEqualTo("61008000000000000001");
    KeySchema fdb = schema("fdb", "a text, b bigint", "a, b");
    assertThat(hex(fdb, "a", 1)).isEqualTo("0261001501");
    KeySchema nulls = schema("phoenix", "a text NULL, b text NULL", "a DESC NULLS FIRST, b");
    assertThat(hex(nulls, "a", null)).isEqualTo("9eff");
    assertThat(hex(nulls, null, "b")).isEqualTo("0062");
    assertThatThrownBy(() -> hex(nulls, null, null)).hasMessageStartingWith("cannot encode");
    KeySchema uuid = schema("fdb", "u uuid", "u");
    assertThat(hex(uuid, new UUID(-1, 0))).isEqualTo("30ffffffffffffffff0000000000000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"phoenix", "hbase-ordered"})
  void nullsThatAreLeftOutHaveNoBytes(String format) {
    KeySchema schema = schema(format, "a text, b text NULL, c text NULL", "a, b, c");
    byte[] rowKey = schema.encode(schema.key("a", null, null));
    List<EncodedPart> annotated = schema.annotate(rowKey);
    assertThat(annotated.get(0).hex()).isEqualTo(HexFormat.of().formatHex(rowKey));
    assertThat(annotated.get(1).length()).isZero();
    assertThat(annotated.get(2).length()).isZero();
  }

  @Test
  void aSaltStandsFirstInAPhoenixKeyAndNowhereElse() {
    String misplaced =
        "cannot use phoenix_salt(4) here: expected phoenix_salt(n) only as the first part of a key with key_format phoenix; use bucket(n) in other key formats";
    assertThatThrownBy(() -> schema("kw1", "id int", "phoenix_salt(4), id")).hasMessage(misplaced);
    assertThatThrownBy(() -> schema("fdb", "id int", "phoenix_salt(4), id")).hasMessage(misplaced);
    assertThatThrownBy(() -> schema("phoenix", "id int", "id, phoenix_salt(4)"))
        .hasMessage(misplaced);
    assertThatThrownBy(() -> schema("phoenix", "id int", "phoenix_salt(257), id"))
        .hasMessageContaining("expected a number of buckets from 1 to 256");
    assertThatThrownBy(() -> schema("phoenix", "id int", "phoenix_salt(4)"))
        .hasMessage(
            "cannot use phoenix_salt(4) alone: found no part after it, expected at least one; add the other parts of the key");
    assertThatThrownBy(() -> schema("phoenix", "id int", "phoenix_salt(4) DESC, id"))
        .hasMessageEndingWith(
            "found DESC, expected an ascending salt, because Phoenix has no other");
  }

  @Test
  void aSaltIsPrunedByAFullKeyAndFannedOutForARange() {
    KeySchema schema = schema("phoenix", "tenant text, id bigint", "phoenix_salt(256), tenant, id");
    Condition tenant = new Compare("tenant", Operator.EQ, "acme");
    KeyRanges one = schema.ranges(List.of(tenant, new Compare("id", Operator.EQ, 7)));
    assertThat(one.count()).isEqualTo(1);
    byte[] rowKey = schema.encode(schema.key("acme", 7));
    assertThat(schema.bytes(one.ranges().get(0)).contains(rowKey)).isTrue();

    KeyRanges all = schema.ranges(List.of(tenant, new Compare("id", Operator.GE, 7)));
    assertThat(all.count()).isEqualTo(256);
    assertThat(all.fanOuts()).containsExactly("256 values of phoenix_salt(256)");
    assertThat(all.residual()).isEmpty();
    List<ByteRange> ranges = new ArrayList<>();
    all.ranges().forEach(range -> ranges.add(schema.bytes(range)));
    for (long id = 0; id < 1_000; id++) {
      byte[] other = schema.encode(schema.key("acme", id));
      assertThat(ranges.stream().filter(range -> range.contains(other)).count())
          .isEqualTo(id >= 7 ? 1 : 0);
    }
  }

  @Test
  void aSaltThatDoesNotAgreeIsRefused() {
    KeySchema schema = schema("phoenix", "id bigint", "phoenix_salt(4), id");
    byte[] rowKey = schema.encode(schema.key(1));
    int salt = rowKey[0];
    rowKey[0] = (byte) ((salt + 1) % 4);
    assertThatThrownBy(() -> schema.decode(rowKey))
        .isInstanceOf(KeyException.class)
        .hasMessageEndingWith(
            "part 1 \"phoenix_salt(4)\" holds "
                + rowKey[0]
                + " at byte 0 of the row key, expected "
                + salt
                + ", the salt of the bytes after it"
                + KeyException.WRITTEN_OTHERWISE);
    KeySchema nulls = schema("phoenix", "a text NULL, b text NULL", "phoenix_salt(4), a, b");
    assertThatThrownBy(() -> nulls.decode(new byte[] {1}))
        .hasMessageEndingWith(
            "has no bytes after it at byte 1 of the row key, expected the bytes of the other parts"
                + KeyException.WRITTEN_OTHERWISE);
    // The salt is taken from the bytes, so it agrees though the column cannot be recovered.
    KeySchema digest = schema("phoenix", "t text", "phoenix_salt(16), md5(t)");
    Key key = digest.key("x");
    assertThat(digest.decode(digest.encode(key))).isEqualTo(key);
  }

  @Test
  void rangesHoldTheKeysWhoseNullsAreLeftOut() {
    KeySchema schema =
        schema("phoenix", "a text, b text NULL, c text NULL", "a, b DESC NULLS FIRST, c");
    Condition equal = new Compare("a", Operator.EQ, "x");
    Condition isNull = new Condition.IsNull("b", false);
    Condition notNull = new Condition.IsNull("b", true);
    Condition like = new Condition.Like("a", "x%");
    List<List<Condition>> finding =
        List.of(
            List.of(equal),
            List.of(equal, isNull),
            List.of(new Compare("a", Operator.GE, "x")),
            List.of(new Compare("a", Operator.LE, "x")),
            List.of(like));
    List<List<Condition>> missing =
        List.of(
            List.of(equal, notNull),
            List.of(new Compare("a", Operator.GT, "x")),
            List.of(new Compare("a", Operator.LT, "x")));
    byte[] rowKey = schema.encode(schema.key("x", null, null));
    assertThat(finding).allMatch(conditions -> holds(schema, conditions, rowKey));
    assertThat(missing).noneMatch(conditions -> holds(schema, conditions, rowKey));
  }

  @Test
  void paddingIsNoPartOfAChar() {
    for (String part : List.of("t", "t DESC")) {
      KeySchema schema = schema("phoenix", "t char(4)", part);
      List<Condition> blank = List.of(new Condition.Like("t", "ab %"));
      assertThat(holds(schema, blank, schema.encode(schema.key("ab")))).isFalse();
      assertThat(holds(schema, blank, schema.encode(schema.key("ab c")))).isTrue();
      List<Condition> start = List.of(new Condition.Like("t", "ab%"));
      assertThat(holds(schema, start, schema.encode(schema.key("ab")))).isTrue();
    }
  }

  private static boolean holds(KeySchema schema, List<Condition> conditions, byte[] rowKey) {
    KeyRanges found = schema.ranges(conditions);
    assertThat(found.residual()).isEmpty();
    return found.ranges().stream().map(schema::bytes).anyMatch(range -> range.contains(rowKey));
  }

  @Test
  void boundsThatAFormatCannotHoldFallBetweenTheValuesThatItHolds() {
    KeySchema schema = schema("phoenix", "t text, d decimal", "t, d");
    assertFound(schema, "t", Operator.GE, "", true);
    assertFound(schema, "t", Operator.LE, "", false);
    assertFound(schema, "t", Operator.LT, "b\0", true);
    assertFound(schema, "t", Operator.GE, "b\0", false);
    KeySchema chars = schema("phoenix", "t char(3)", "t");
    assertFound(chars, "t", Operator.LT, "b\u00e9", true);
    assertFound(chars, "t", Operator.GT, "a  ", true);
    KeySchema varint = schema("fdb", "t varint", "t");
    assertFound(varint, "t", Operator.LT, BigInteger.ONE.shiftLeft(3_000), true);
    assertFound(varint, "t", Operator.GT, BigInteger.ONE.shiftLeft(3_000), false);
  }

  private static void assertFound(
      KeySchema schema, String column, Operator operator, Object bound, boolean expected) {
    Object value = bound instanceof String ? "b" : 1;
    byte[] rowKey =
        schema.columns().size() == 1
            ? schema.encode(schema.key(value))
            : schema.encode(schema.key(value, 1));
    KeyRanges found = schema.ranges(List.of(new Compare(column, operator, bound)));
    assertThat(found.residual()).isEmpty();
    assertThat(found.ranges().stream().map(schema::bytes).anyMatch(r -> r.contains(rowKey)))
        .as("%s %s %s finds %s", column, operator, bound, value)
        .isEqualTo(expected);
  }

  @Test
  void whatPhoenixCannotHoldIsSaid() {
    Map.of(
            "binary(3)",
            "1 to 3 bytes that do not end in 00; no bytes mean null in Phoenix",
            "blob",
            "at least one byte; no bytes mean null in Phoenix",
            "text",
            "text that is not empty and has no U+0000 (in Phoenix an empty text is null, and U+0000 ends a text)",
            "char(3)",
            "1 to 3 ASCII characters, none below the space, and the last one not a space (Phoenix's CHAR pads with spaces)",
            "bigint unsigned",
            "a whole number from 0 to 9223372036854775807 (Phoenix's unsigned types)")
        .forEach(
            (type, expected) -> {
              KeySchema schema = schema("phoenix", "first int, v " + type, "first, v");
              Object value =
                  switch (type) {
                    case "blob", "binary(3)" -> new byte[0];
                    case "bigint unsigned" -> BigInteger.ONE.shiftLeft(63);
                    default -> "";
                  };
              assertThatThrownBy(() -> schema.rowKey(1, value))
                  .hasMessageEndingWith("expected " + expected);
            });
  }
}
