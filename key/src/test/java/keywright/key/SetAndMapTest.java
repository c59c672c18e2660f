package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Contains;
import keywright.key.Condition.Operator;
import keywright.testkit.Exhaustive;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Sets and maps: small domains complete, their texts, and what is refused. */
final class SetAndMapTest {

  private static void assertRefused(Runnable runnable, String message) {
    assertThatThrownBy(runnable::run).isInstanceOf(KeyException.class).hasMessage(message);
  }

  private static List<Object> sets(String type, List<?> elements) {
    Set<Object> sets = new TreeSet<>(new ValueOrder(Type.parse(type)));
    Exhaustive.lists(elements, elements.size())
        .forEach(list -> sets.add(Type.parse(type).convert(new LinkedHashSet<>(list))));
    return List.copyOf(sets);
  }

  @Test
  void allSmallSetsAreInOrder() {
    TypeOrderTest.assertOrder("set<char(1)>", sets("set<char(1)>", List.of("a", "b", "c")));
    TypeOrderTest.assertOrder("set<text>", sets("set<text>", List.of("", "\0", "a", "ab")));
    TypeOrderTest.assertOrder("set<varint>", sets("set<varint>", List.of(-256, -1, 0, 1)));
    TypeOrderTest.assertOrder(
        "set<set<boolean>>", sets("set<set<boolean>>", sets("set<boolean>", List.of(false, true))));
  }

  @Test
  void allSmallMapsAreInOrder() {
    Type type = Type.parse("map<text, text>");
    Set<Object> maps = new TreeSet<>(new ValueOrder(type));
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    for (String key : List.of("", "a", "a\0")) {
      for (String value : List.of("", "\0", "b")) {
        entries.add(Map.entry(key, value));
      }
    }
    Exhaustive.lists(entries, 2)
        .forEach(
            list -> {
              Map<String, String> map = new HashMap<>();
              list.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
              maps.add(type.convert(map));
            });
    TypeOrderTest.assertOrder("map<text, text>", List.copyOf(maps));
  }

  @Test
  void aSetHasEachElementOnceInTheOrderOfItsType() {
    Type type = Type.parse("set<decimal>");
    assertThat(type.format(type.convert(new LinkedHashSet<>(List.of(10, 9.5, 10L, -1)))))
        .isEqualTo("[-1,9.5,10]");
    assertThat(type.parseValue("[10, 1e1, 9]")).isEqualTo(type.convert(Set.of(9, 10)));
    Type blobs = Type.parse("set<blob>");
    Set<Object> twice = new LinkedHashSet<>();
    twice.add(new byte[] {1});
    twice.add(new byte[] {1});
    assertThat((Set<?>) blobs.convert(twice)).hasSize(1);
    assertThat(Type.same(blobs.convert(twice), blobs.parseValue("[\"01\"]"))).isTrue();
    assertThat(Type.same(blobs.convert(twice), blobs.parseValue("[\"02\"]"))).isFalse();
    assertThat(Type.same(blobs.convert(twice), blobs.parseValue("[]"))).isFalse();
    assertThat(Type.parse("set<int>").toBytes(new LinkedHashSet<>(List.of(2, 1))))
        .isEqualTo(Type.parse("set<int>").toBytes(Set.of(1, 2)));
    assertThatThrownBy(() -> cast(type.parseValue("[1]")).add(2))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @SuppressWarnings("unchecked")
  private static Set<Object> cast(Object set) {
    return (Set<Object>) set;
  }

  @Test
  void aMapIsAnObjectInJson() {
    Type type = Type.parse("map<int, map<text, list<timestamp>>>");
    Object value = type.parseValue("{\"10\": {\"b\": [], \"a\\n\": [0]}, \"9\": {}}");
    assertThat(type.format(value))
        .isEqualTo("{\"9\":{},\"10\":{\"a\\n\":[\"1970-01-01T00:00:00.000Z\"],\"b\":[]}}");
    assertThat(type.fromBytes(type.toBytes(value))).isEqualTo(value);
    Type variants = Type.parse("map<variant, variant>");
    assertThat(variants.format(variants.parseValue("{\"\\\"a\\\"\": [1], \"null\": null}")))
        .isEqualTo("{\"null\":null,\"\\\"a\\\"\":[1]}");
    Type bytes = Type.parse("map<text, blob>");
    assertThat(Type.same(bytes.parseValue("{\"a\":\"01\"}"), bytes.parseValue("{\"a\":\"01\"}")))
        .isTrue();
    assertThat(Type.same(bytes.parseValue("{\"a\":\"01\"}"), bytes.parseValue("{\"a\":\"02\"}")))
        .isFalse();
    assertThat(Type.same(bytes.parseValue("{\"a\":\"01\"}"), bytes.parseValue("{\"b\":\"01\"}")))
        .isFalse();
  }

  @Test
  void valuesReadBackTheirText() {
    for (String name :
        List.of(
            "set<text>",
            "set<double>",
            "set<variant>",
            "map<blob, variant>",
            "map<boolean, set<list<date>>>",
            "list<map<timestamp, inet>>",
            "map<map<int, int>, time>")) {
      Type type = Type.parse(name);
      Property.check(
          "values read back their text",
          300,
          Values.of(type),
          value -> {
            assertThat(Type.same(type.parseValue(type.format(value)), value)).isTrue();
            assertThat(Type.same(type.fromBytes(type.toBytes(value)), value)).isTrue();
            assertThat(Type.same(type.convert(value), value)).isTrue();
          });
    }
  }

  @Test
  void declarationsAreReadAndPrinted() {
    assertThat(Type.parse(" SET < int > ")).hasToString("set<int>");
    assertThat(Type.parse("frozen<map<int,frozen<set<text>>>>"))
        .hasToString("map<int, set<text>>")
        .isEqualTo(Type.parse("map<int, set<text>>"));
    assertRefused(
        () -> Type.parse("frozen<int>"),
        "cannot read \"frozen<int>\" at character 8: found frozen<int>, expected a list, set or map in frozen<…>");
    assertThatThrownBy(() -> Type.parse("map<int>")).hasMessageContaining("expected ','");
    assertThatThrownBy(() -> Type.parse("set<int, int>")).hasMessageContaining("expected '>'");
    assertThatThrownBy(() -> Type.parse("set<".repeat(65) + "int" + ">".repeat(65)))
        .hasMessageContaining("expected at most 64 nested lists");
    assertThat(Type.parse("map<int, text>").keyType()).isEqualTo(Type.parse("int"));
    assertThat(Type.parse("map<int, text>").elementType()).isEqualTo(Type.parse("text"));
    assertThat(Type.parse("set<int>").keyType()).isNull();
  }

  @Test
  void bytesOfNoValueAreRefused() {
    String set = "cannot read value %s of type set<tinyint>: ";
    Type sets = Type.parse("set<tinyint>");
    assertRefused(
        () -> sets.fromBytes(new byte[] {2, 5, 2, 5, 1}),
        set.formatted("0205020501")
            + "holds an element that does not sort after the one before it at byte 2, expected sorted ones");
    assertRefused(
        () -> sets.fromBytes(new byte[] {2, 5, 2, 4, 1}),
        set.formatted("0205020401")
            + "holds an element that does not sort after the one before it at byte 2, expected sorted ones");
    assertRefused(
        () -> sets.fromBytes(new byte[] {2, 5, 3}),
        set.formatted("020503")
            + "holds 03 in place of a marker at byte 2, expected 02 before an element or 01 at the end of the list");
    Type maps = Type.parse("map<tinyint, boolean>");
    assertRefused(
        () -> maps.fromBytes(new byte[] {2, 5, 1, 2, 5, 0, 1}),
        "cannot read value 02050102050001 of type map<tinyint, boolean>: holds a key that does not sort after the one before it at byte 3, expected sorted ones");
    assertRefused(
        () -> maps.fromBytes(new byte[] {2, 5}),
        "cannot read value 0205 of type map<tinyint, boolean>: needs 1 byte from byte 2 on, found 0");
  }

  @Test
  void whatIsNoValueIsRefused() {
    Type set = Type.parse("set<tinyint>");
    Type map = Type.parse("map<tinyint, boolean>");
    Map<Object, Object> twice = new LinkedHashMap<>();
    twice.put(1, true);
    twice.put(1L, false);
    assertRefused(() -> map.convert(twice), "found key '1' twice, expected each key once");
    assertRefused(
        () -> map.parseValue("{\"1\": true, \"01\": true}"),
        "found key '1' twice, expected each key once");
    assertThatThrownBy(() -> set.convert(List.of(1))).hasMessageContaining("expected a set such");
    assertThatThrownBy(() -> set.convert(Set.of(1, 200)))
        .hasMessageMatching("element [12]: found 200, expected .*");
    assertThatThrownBy(() -> map.convert(Map.of(200, true)))
        .hasMessageStartingWith("key of the map: found 200, expected");
    assertThatThrownBy(() -> map.convert(Map.of(1, 2)))
        .hasMessageStartingWith("value of key '1': found 2, expected");
    String[][] wrong = {
      {"{\"1\": true", "expected ',' or '}' at character 11"},
      {"{1: true}", "expected a name in double quotes at character 2"},
      {"{\"1\" true}", "expected ':' at character 6"},
      {"{\"1\":}", "expected null, true, false, a number, a string, a list or an object"},
      {"{\"1\": true,}", "expected a name in double quotes at character 12"},
      {"{\"1\": true, \"1\": true}", "expected each name once, not '1' again, at character 13"},
      {"{\"1\": {}}", "value of key '1': found {}, expected"},
      {"[]", "expected a map such as {}"},
      {"{\"x\": true}", "key of the map: found 'x', expected"},
    };
    for (String[] line : wrong) {
      assertThatThrownBy(() -> map.parseValue(line[0]))
          .isInstanceOf(KeyException.class)
          .hasMessageContaining(line[1]);
    }
    assertThatThrownBy(() -> Type.parse("map<text, variant>").parseValue("{\"a\": [{\"b\": 1}]}"))
        .hasMessage(
            "value of key 'a': found [{\"b\":1}], expected a JSON scalar or list such as 1.5, \"a\" or [true,null]");
    assertThatThrownBy(() -> Type.parse("set<int>").parseValue("[{}]"))
        .hasMessageContaining("expected null, true, false, a number, a string or a list");
    assertThatThrownBy(
            () -> Type.parse("map<text, variant>").parseValue("{\"a\": " + "[".repeat(100) + "}"))
        .hasMessageContaining("expected at most 64 nested lists");
  }

  @Test
  void conditionsAreOnElementsAndOnValues() {
    Type set = Type.parse("set<int>");
    Type map = Type.parse("map<text, int>");
    assertThat(new Contains("s", 2).test(set, set.convert(Set.of(1, 2)))).isTrue();
    assertThat(new Contains("s", 2.5).test(set, set.convert(Set.of(1, 2)))).isFalse();
    assertThat(new Contains("m", 2).test(map, map.convert(Map.of("a", 2)))).isTrue();
    assertThat(new Contains("m", 3).test(map, map.convert(Map.of("a", 2)))).isFalse();
    assertThat(new Compare("s", Operator.EQ, Set.of(2, 1)).test(set, set.convert(Set.of(1, 2))))
        .isTrue();
    assertThat(new Compare("s", Operator.EQ, new TreeSet<>(List.of(1, 2))))
        .hasToString("s = {1, 2}");
    assertThat(new Compare("m", Operator.EQ, Map.of("a", 2))).hasToString("m = {'a': 2}");
    assertThat(new Compare("m", Operator.EQ, Set.of()).test(map, map.convert(Map.of()))).isTrue();
  }
}
