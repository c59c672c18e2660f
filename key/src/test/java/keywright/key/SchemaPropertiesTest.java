package keywright.key;

import static keywright.key.KeyExpression.bitReverse;
import static keywright.key.KeyExpression.bucket;
import static keywright.key.KeyExpression.column;
import static keywright.key.KeyExpression.dateFormat;
import static keywright.key.KeyExpression.dateTrunc;
import static keywright.key.KeyExpression.left;
import static keywright.key.KeyExpression.lower;
import static keywright.key.KeyExpression.lpad;
import static keywright.key.KeyExpression.md5;
import static keywright.key.KeyExpression.minus;
import static keywright.key.KeyExpression.mod;
import static keywright.key.KeyExpression.phoenixSalt;
import static keywright.key.KeyExpression.random;
import static keywright.key.KeyExpression.reverse;
import static keywright.key.KeyExpression.reverseBytes;
import static keywright.key.KeyExpression.right;
import static keywright.key.KeyExpression.sha1;
import static keywright.key.KeyExpression.sha256;
import static keywright.key.KeyExpression.upper;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import keywright.key.Condition.Like;
import org.junit.jupiter.api.Test;

/** What a schema says of its parts, and expressions that are built instead of parsed. */
final class SchemaPropertiesTest {
  private static final KeyExpression A = column("a");

  @Test
  void theFactoriesGiveWhatTheLanguageSays() {
    Map<String, KeyExpression> built =
        Map.ofEntries(
            Map.entry("lpad(a, 9)", lpad(A, 9)),
            Map.entry("999 - a", minus(999, A)),
            Map.entry("reverse(lpad(a, 9))", reverse(lpad(A, 9))),
            Map.entry("reverse_bytes(a)", reverseBytes(A)),
            Map.entry("bit_reverse(a)", bitReverse(A)),
            Map.entry("md5(a)", md5(A)),
            Map.entry("sha1(a)", sha1(A)),
            Map.entry("sha256(a)", sha256(A)),
            Map.entry("left(a, 4)", left(A, 4)),
            Map.entry("right(a, 4)", right(A, 4)),
            Map.entry("mod(a, 16)", mod(A, 16)),
            Map.entry("bucket(8)", bucket(8)),
            Map.entry("bucket(8, a, b)", bucket(8, "a", "b")),
            Map.entry("phoenix_salt(20)", phoenixSalt(20)),
            Map.entry("random(3)", random(3)),
            Map.entry("date_trunc('day', a)", dateTrunc("day", A)),
            Map.entry("date_format(a, 'yyyy')", dateFormat(A, "yyyy")),
            Map.entry("lower(a)", lower(A)),
            Map.entry("upper(a)", upper(A)));
    built.forEach(
        (text, expression) -> {
          assertThat(expression).hasToString(text);
          assertThat(KeyExpression.parse(text)).isEqualTo(expression);
        });
  }

  @Test
  void aBareBucketIsSpelledOutWhereverItStands() {
    List<String> columns = List.of("b", "a");
    assertThat(bucket(8).withBucketColumns(columns)).isEqualTo(bucket(8, "b", "a"));
    assertThat(bucket(8, "a").withBucketColumns(columns)).isEqualTo(bucket(8, "a"));
    assertThat(minus(7, bucket(8)).withBucketColumns(columns))
        .isEqualTo(minus(7, bucket(8, "b", "a")));
    assertThat(A.withBucketColumns(columns)).isEqualTo(A);
  }

  @Test
  void aSchemaTellsOfItsParts() {
    KeySchema schema =
        KeySchema.parse(
            "name text, at timestamp, id int", "bucket(8), name, date_trunc('day', at), at, id");
    Key key = schema.key("ab", 0L, 7);
    assertThat(List.of(schema.offset(key, 0), schema.offset(key, 1), schema.offset(key, 2)))
        .containsExactly(0, 1, 5);
    for (int part = 0; part < 5; part++) {
      assertThat(schema.partSorts(part)).isTrue();
      assertThat(schema.partIsPrefixFree(part)).isTrue();
    }
    assertThat(schema.partValues(0)).isEqualTo(8);
    assertThat(schema.partValues(1)).isEqualTo(-1);
    assertThat(schema.partDetermines(1, "name")).isTrue();
    assertThat(schema.partDetermines(1, "id")).isFalse();
    assertThat(schema.partDetermines(2, "at")).isFalse();
    assertThat(schema.partDetermines(1, "nothing")).isFalse();
    assertThat(schema.comparePart(1, key, schema.key("b", 0L, 7))).isNegative();
    KeySchema text = KeySchema.parse("n int, m text", "n, m", KeyFormat.text("_"));
    assertThat(text.partSorts(0)).isFalse();
    assertThat(text.partSorts(1)).isTrue();
    assertThat(text.partIsPrefixFree(0)).isTrue();
    assertThat(text.partIsPrefixFree(1)).isFalse();
  }

  @Test
  void aLikeBoundsTheFirstCharactersOfAColumnThatArePart() {
    KeySchema schema = KeySchema.parse("name text", "left(name, 3), name");
    Like ab = new Like("name", "ab%");
    assertThat(schema.ranges(List.of(ab)).ranges())
        .singleElement()
        .extracting(schema::bytes)
        .hasToString("[6162, 6163)");
    KeyRanges longest = schema.ranges(List.of(new Like("name", "a%"), new Like("name", "abc%")));
    assertThat(longest.ranges())
        .singleElement()
        .extracting(schema::bytes)
        .hasToString("[616263, 616264)");
    assertThat(longest.residual()).contains(new Like("name", "a%"));
    // Longer than the part is: nothing bounds it.
    assertThat(schema.ranges(List.of(new Like("name", "abcd%"))).hasRange()).isFalse();
    // The last characters, and the first ones of something else, say nothing of the column's.
    for (String key : List.of("right(name, 3), name", "left(reverse(name), 3), name")) {
      assertThat(KeySchema.parse("name text", key).ranges(List.of(ab)).hasRange()).isFalse();
    }
    assertThat(schema.ranges(List.of(new Like("name", "%b"))).hasRange()).isFalse();
  }

  @Test
  void fanOutIsNamedAndCutWhereItIsTooMuch() {
    KeySchema schema = KeySchema.parse("a int, b int, c int", "mod(a, 4), mod(b, 8), c, a, b");
    Condition one = new Condition.Compare("c", Condition.Operator.EQ, 1);
    KeyRanges found = schema.ranges(List.of(one));
    assertThat(found.count()).isEqualTo(32);
    assertThat(found.fanOuts()).containsExactly("4 values of mod(a, 4)", "8 values of mod(b, 8)");
    assertThat(found.atMost(32)).isSameAs(found);
    assertThat(found.isEmpty()).isFalse();
    KeyRanges cut = found.atMost(31);
    assertThat(cut.count()).isLessThanOrEqualTo(31);
    assertThat(cut.residual()).containsExactly(one);
    KeyRanges in = schema.ranges(List.of(new Condition.In("a", List.of(1, 2, 5)), one));
    assertThat(in.count()).isEqualTo(24);
    assertThat(in.ranges()).hasSize(24);
    assertThat(schema.ranges(List.of(one, new Condition.Compare("c", Condition.Operator.EQ, 2))))
        .extracting(KeyRanges::isEmpty, KeyRanges::count, KeyRanges::fanOuts)
        .containsExactly(true, 0L, List.of());
  }

  @Test
  void keysAreEqualByTheirValuesAndPrintThem() {
    KeySchema schema = KeySchema.parse("a blob, b list<int>, c int NULL", "a, b, c");
    Key key = schema.key(new byte[] {1, 2}, List.of(3, 4), null);
    Key same = schema.key(new byte[] {1, 2}, List.of(3, 4), null);
    assertThat(key).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(schema.key(new byte[] {2, 1}, List.of(3, 4), null).hashCode())
        .isNotEqualTo(key.hashCode());
    assertThat(schema.key(new byte[] {1, 2}, List.of(4, 3), null).hashCode())
        .isNotEqualTo(key.hashCode());
    assertThat(key).hasToString("[[1, 2], [3, 4], null]");
  }

  @Test
  void theColumnOfARandomPartIsRequiredInItsRange() {
    KeySchema schema = KeySchema.parse("id int", "random(4) AS r, id");
    assertThat(schema.randomColumns()).containsExactly(Map.entry("r", 4));
    assertThat(schema.partNullable(0)).isFalse();
    assertThat(schema.follows(0, "r")).isEqualTo(KeySchema.Following.FORWARDS);
    assertThat(schema.partValues(0)).isEqualTo(4);
  }
}
