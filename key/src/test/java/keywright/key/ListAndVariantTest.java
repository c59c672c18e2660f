package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.Operator;
import keywright.testkit.Exhaustive;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Lists and JSON values: small domains complete, nesting bounded in both directions. */
final class ListAndVariantTest {

  private static void assertRefused(Runnable runnable, String message) {
    assertThatThrownBy(runnable::run).isInstanceOf(KeyException.class).hasMessage(message);
  }

  @Test
  void allListsOverTwoLettersAreInOrder() {
    List<List<String>> words = Exhaustive.lists(List.of("a", "b"), 4).toList();
    TypeOrderTest.assertOrder("list<char(1)>", words);
    TypeOrderTest.assertOrder(
        "list<text>", Exhaustive.lists(List.of("", "\0", "a", "a\0", "ab"), 2).toList());
    TypeOrderTest.assertOrder(
        "list<varint>", Exhaustive.lists(List.of(-256, -1, 0, 1), 3).toList());
    List<List<Object>> inner = new ArrayList<>();
    Exhaustive.lists(List.of(false, true), 2).forEach(list -> inner.add(new ArrayList<>(list)));
    TypeOrderTest.assertOrder("list<list<boolean>>", Exhaustive.lists(inner, 2).toList());
  }

  @Test
  void controlCharactersAreEscapedInJson() {
    for (char c = 0; c < ' '; c++) {
      Variant text = Variant.of("a" + c);
      assertThat(Variant.parse(text.toString())).isEqualTo(text);
      if ("\n\r\t".indexOf(c) < 0) {
        assertThat(text.toString()).isEqualTo("\"a\\u%04x\"".formatted((int) c));
      }
    }
    assertThat(Variant.of("a \u007f").toString()).isEqualTo("\"a \u007f\"");
  }

  @Test
  void allSmallVariantsAreInOrder() {
    List<Object> scalars = new ArrayList<>(Arrays.asList(null, false, true, -1, 0, "", "\0", "a"));
    List<Variant> values = new ArrayList<>();
    scalars.forEach(scalar -> values.add(Variant.of(scalar)));
    List<Object> lists = new ArrayList<>();
    lists.add(List.of());
    for (Object x : scalars) {
      lists.add(Arrays.asList(x));
      for (Object y : scalars) {
        lists.add(Arrays.asList(x, y));
      }
    }
    lists.forEach(list -> values.add(Variant.of(list)));
    lists.forEach(list -> values.add(Variant.of(List.of(list))));
    TypeOrderTest.assertOrder("variant", values);
  }

  @Test
  void aVariantIsItsJsonText() {
    for (String json :
        List.of(
            "null",
            "true",
            "false",
            "0",
            "-0.5",
            "1E+2000",
            "\"\"",
            "\"a\\\"\\\\\\n\\r\\t\\u0000\\u001fé\ud83d\udd25\"",
            "[]",
            "[null,[1.5,\"a\"],[]]")) {
      assertThat(Variant.parse(json)).hasToString(json);
    }
    assertThat(Variant.parse(" [ 1.50 , 1e2,\t\"\\u00e9\\/\\b\\f\" ]\n"))
        .hasToString("[1.5,100,\"é/\\u0008\\u000c\"]");
    assertThat(Variant.parse("1.0")).isEqualTo(Variant.of(1)).hasSameHashCodeAs(Variant.of(1L));
    assertThat(Variant.of(Arrays.asList(null, 1))).isEqualTo(Variant.parse("[null,1]"));
    assertThat(Variant.NULL).isNotEqualTo(Variant.of(false)).isNotEqualTo(Variant.of("null"));
    Property.check(
        "variants read back their text",
        2_000,
        Values.of(Type.parse("variant")),
        value -> {
          Variant variant = (Variant) value;
          assertThat(Variant.parse(variant.toString())).isEqualTo(variant);
          assertThat(Variant.of(variant.value())).isEqualTo(variant).hasSameHashCodeAs(variant);
        });
  }

  @Test
  void whatIsNotAJsonScalarOrListIsPointedAt() {
    String[][] wrong = {
      {"", "null, true, false, a number, a string or a list at character 1"},
      {"{}", "null, true, false, a number, a string or a list at character 1"},
      {"-", "null, true, false, a number, a string or a list at character 1"},
      {"nul", "null, true, false, a number, a string or a list at character 1"},
      {"+1", "null, true, false, a number, a string or a list at character 1"},
      {"01", "the end of the JSON at character 2"},
      {"1.", "a digit at character 3"},
      {"1e+", "a digit at character 4"},
      {"[1,]", "null, true, false, a number, a string or a list at character 4"},
      {"[1 2]", "',' or ']' at character 4"},
      {"[1", "',' or ']' at character 3"},
      {"\"a", "'\"' or an escape at character 3"},
      {"\"\n\"", "'\"' or an escape at character 2"},
      {"\"\\x\"", "one of \" \\ / b f n r t u after the \\ at character 3"},
      {"\"\\u00g0\"", "four hex digits after \\u at character 3"},
      {"true false", "the end of the JSON at character 6"},
    };
    for (String[] line : wrong) {
      assertRefused(() -> Variant.parse(line[0]), "found '" + line[0] + "', expected " + line[1]);
    }
    for (String json : List.of("1e99999999999", "1e1000000001", "\"\\ud83d\"", "\"\\udd25\"")) {
      assertThatThrownBy(() -> Variant.parse(json)).isInstanceOf(KeyException.class);
    }
  }

  @Test
  void deepListsAreRefusedInBothDirections() {
    Object deep = List.of();
    for (int i = 1; i < 64; i++) {
      deep = List.of(deep);
    }
    Variant deepest = Variant.of(deep);
    Type type = Type.parse("variant");
    assertThat(type.fromBytes(type.toBytes(deepest))).isEqualTo(deepest);
    assertThat(Variant.parse(deepest.toString())).isEqualTo(deepest);
    String message = "found lists nested more than 64 deep, expected at most 64";
    Object deeper = List.of(deep);
    assertRefused(() -> Variant.of(deeper), message);
    assertRefused(() -> Variant.of(List.of(deepest)), message);
    Object abyss = deeper;
    for (int i = 0; i < 100_000; i++) {
      abyss = List.of(abyss);
    }
    Object bottom = abyss;
    assertRefused(() -> Variant.of(bottom), message);
    assertThatThrownBy(() -> Variant.parse("[".repeat(100_000)))
        .hasMessageEndingWith("expected at most 64 nested lists at character 65");
    assertThat(Type.parse("list<".repeat(64) + "int" + ">".repeat(64)).convert(List.of()))
        .isEqualTo(List.of());
    for (String declaration : List.of("list<".repeat(65) + "int", "list<".repeat(100_000))) {
      assertThatThrownBy(() -> Type.parse(declaration))
          .isInstanceOf(KeyException.class)
          .hasMessageEndingWith("found a list inside 64 others, expected at most 64 nested lists");
    }
  }

  @Test
  void anElementIsConvertedWithoutLossAndNeverNull() {
    Type type = Type.parse("list<int>");
    assertThat(type.convert(List.of(1L, new BigDecimal("2.0")))).isEqualTo(List.of(1, 2));
    String whole = ", expected a whole number from -2147483648 to 2147483647";
    assertRefused(() -> type.convert(List.of(1, 2.5)), "element 2: found 2.5" + whole);
    assertRefused(() -> type.convert(Arrays.asList(1, null)), "element 2: found null" + whole);
    assertRefused(() -> type.convert(List.of(List.of(1))), "element 1: found the list [1]" + whole);
    assertRefused(
        () -> type.convert("[1]"),
        "found '[1]', expected a list such as [] whose elements are each a whole number from"
            + " -2147483648 to 2147483647");
    assertRefused(() -> type.parseValue("[1,\"2\"]"), "element 2: found '2'" + whole);
    assertRefused(() -> type.parseValue("[null]"), "element 1: found null" + whole);
    assertRefused(
        () -> type.parseValue("1 2"),
        "found '1 2', expected the JSON of a list<int>, an array such as [1, 2]");
    assertRefused(
        () -> Type.parse("map<text,int>").parseValue("a: 1"),
        "found 'a: 1', expected the JSON of a map<text, int>, an object such as {\"a\": 1}");
    assertRefused(
        () -> type.parseValue("1"),
        "found 1, expected a list such as [] whose elements are each a whole number from"
            + " -2147483648 to 2147483647");
    assertThat(Type.parse("list<date>").parseValue("[\"2017-01-31\"]"))
        .isEqualTo(List.of(LocalDate.of(2017, 1, 31)));
    assertThat(Type.parse("list<double>").parseValue("[\"NaN\",1.5]"))
        .isEqualTo(List.of(Double.NaN, 1.5));
    assertThat(Type.parse("list<variant>").convert(Arrays.asList(null, "a")))
        .isEqualTo(List.of(Variant.NULL, Variant.of("a")));
    assertRefused(
        () -> Type.parse("variant").convert(LocalDate.EPOCH),
        "found 1970-01-01, expected a JSON scalar or list such as 1.5, \"a\" or [true,null]");
  }

  @Test
  void listsOfBytesAreEqualByContentAndKeepTheirOwnBytes() {
    KeySchema schema = KeySchema.parse("a list<blob>", "a");
    byte[] bytes = {1, 2};
    Key key = schema.key(List.of(bytes, bytes.clone()));
    bytes[0] = 9;
    assertThat(schema.decode(schema.encode(key)))
        .isEqualTo(key)
        .hasSameHashCodeAs(key)
        .isNotEqualTo(schema.key(List.of(bytes)))
        .isNotEqualTo(schema.key(List.of(bytes, bytes)));
    assertThat(schema.readable(key)).isEqualTo("([\"0102\",\"0102\"])");
  }

  @Test
  void rangesAndEqualitiesTakeListLiterals() {
    KeySchema schema = KeySchema.parse("a list<int>, b variant", "a, b DESC");
    KeyRanges ranges =
        schema.ranges(
            List.of(
                new In("a", List.of(List.of(1), List.of(1, 2))),
                new Compare("b", Operator.GT, "x")));
    assertThat(ranges.count()).isEqualTo(2);
    assertThat(ranges.residual()).isEmpty();
    ByteRange first = schema.bytes(ranges.ranges().get(0));
    assertThat(first.contains(schema.encode(schema.key(List.of(1), List.of())))).isTrue();
    assertThat(first.contains(schema.encode(schema.key(List.of(1), "x")))).isFalse();
    assertThat(first.contains(schema.encode(schema.key(List.of(1, 2), "y")))).isFalse();
    assertThat(new Compare("a", Operator.EQ, List.of(1, "it's"))).hasToString("a = [1, 'it''s']");
    assertThat(new Compare("a", Operator.EQ, Variant.parse("[null,true]")))
        .hasToString("a = [null, true]");
  }

  @Test
  void inATextKeyTheyAreTheirJson() {
    KeySchema schema = KeySchema.parse("a list<int>, b variant", "a, b", KeyFormat.text("|"));
    byte[] rowKey = schema.encode(schema.key(List.of(1, 2), "x"));
    assertThat(rowKey).asString().isEqualTo("[1,2]|\"x\"");
    assertThat(schema.decode(rowKey)).isEqualTo(schema.key(List.of(1, 2), "x"));
    assertThat(schema.follows(0, "a")).isEqualTo(KeySchema.Following.NO);
    assertThatThrownBy(
            () -> schema.decode("[1, 2]|1".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .hasMessageContaining("is '[1, 2]', expected the canonical form '[1,2]'");
  }
}
