package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.table.Database;
import keywright.table.model.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The types set and map. */
class CollectionsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        "CREATE TABLE t (id int PRIMARY KEY, s set<int>, m map<text, int>, l list<int>, b set<blob>, n int)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String query(String statement, Object... values) {
    return session.execute(statement, values).toList().stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  private void refused(String message, String statement, Object... values) {
    assertThatThrownBy(() -> session.execute(statement, values)).hasMessageContaining(message);
  }

  @Test
  void aSetIsSortedAndHasEachElementOnce() {
    session.execute("INSERT INTO t (id, s, b) VALUES (1, {3, 1, 2, 1}, {0x02, 0x01, 0x02})");
    session.execute("INSERT INTO t (id, s, m) VALUES (2, {}, {})");
    session.execute("INSERT INTO t (id, s) VALUES (3, ?)", Set.of(5, 4));
    assertThat(query("SELECT s FROM t")).isEqualTo("[1, 2, 3], [], [4, 5]");
    Row row = session.execute("SELECT s, b, m FROM t WHERE id = 1").toList().get(0);
    assertThat(row.getSet("s").equals(Set.of(1, 2, 3))).isTrue();
    assertThat(row.getSet("b")).hasSize(2);
    assertThat(row.isNull("m")).isTrue();
    assertThat(query("SELECT id FROM t WHERE s = {1, 2, 3} ALLOW FILTERING")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE s CONTAINS 4 ALLOW FILTERING")).isEqualTo("3");
    assertThat(query("SELECT id FROM t WHERE m IS NULL ALLOW FILTERING")).isEqualTo("1, 3");
  }

  @Test
  void aMapIsSortedByItsKeys() {
    session.execute("INSERT INTO t (id, m) VALUES (1, {'b': 2, 'a': 1})");
    session.execute("INSERT INTO t (id, m) VALUES (2, ?)", (Object) Map.of("c", 3));
    assertThat(query("SELECT m FROM t")).isEqualTo("{a=1, b=2}, {c=3}");
    assertThat(
            session
                .execute("SELECT m FROM t")
                .toList()
                .get(0)
                .getMap("m")
                .equals(Map.of("b", 2, "a", 1)))
        .isTrue();
    assertThat(query("SELECT id FROM t WHERE m = {'a': 1, 'b': 2} ALLOW FILTERING")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS 3 ALLOW FILTERING")).isEqualTo("2");
  }

  @Test
  void elementsAreAddedAndRemoved() {
    session.execute("UPDATE t SET s = s + {2, 1}, m = m + {'a': 1}, l = l + [1] WHERE id = 1");
    session.execute(
        "UPDATE t SET s = s + {3}, m = m + {'b': 2, 'a': 0}, l = l + [2, 1] WHERE id = 1");
    assertThat(query("SELECT s, m, l FROM t")).isEqualTo("[1, 2, 3] {a=0, b=2} [1, 2, 1]");
    session.execute("UPDATE t SET s = s - {1, 9}, m = m - {'b'}, l = l - [1] WHERE id = 1");
    assertThat(query("SELECT s, m, l FROM t")).isEqualTo("[2, 3] {a=0} [2]");
    session.execute("UPDATE t SET s = s - ?, m = m - ? WHERE id = 1", Set.of(2, 3), Set.of("a"));
    assertThat(query("SELECT s, m FROM t")).isEqualTo("[] {}");
    session.execute("UPDATE t SET s = s + {?}, m = m + {?: ?} WHERE id = 1", 7, "x", 8);
    assertThat(query("SELECT s, m FROM t")).isEqualTo("[7] {x=8}");
    session.execute("UPDATE t SET b = b + {0x01, 0x02} WHERE id = 1");
    session.execute("UPDATE t SET b = b - {0x01} WHERE id = 1");
    assertThat(query("SELECT id FROM t WHERE b = {0x02} ALLOW FILTERING")).isEqualTo("1");
  }

  @Test
  void aRemovalInsertsNoRow() {
    session.execute("UPDATE t SET s = s - {1}, m['a'] = null WHERE id = 1");
    assertThat(query("SELECT id FROM t")).isEmpty();
    session.execute("UPDATE t SET s = s - {1}, n = 1 WHERE id = 1");
    assertThat(query("SELECT id, s, n FROM t")).isEqualTo("1 null 1");
  }

  @Test
  void entriesOfAMapAreSetAndDeleted() {
    session.execute("UPDATE t SET m['a'] = 1, m['b'] = 2, n = 5 WHERE id = 1");
    session.execute("UPDATE t SET m[?] = ? WHERE id = 1", "c", 3);
    assertThat(query("SELECT m, n FROM t")).isEqualTo("{a=1, b=2, c=3} 5");
    session.execute("UPDATE t SET m['b'] = null WHERE id = 1");
    session.execute("DELETE m['c'], n FROM t WHERE id = 1");
    assertThat(query("SELECT m, n FROM t")).isEqualTo("{a=1} null");
    session.execute("DELETE m['a'], m['x'] FROM t WHERE id = 1 IF n = 2");
    session.execute("DELETE m['a'], m['x'] FROM t WHERE id = 9");
    assertThat(query("SELECT id, m FROM t")).isEqualTo("1 {a=1}");
    session.execute(
        "BEGIN BATCH UPDATE t SET m['z'] = 26 WHERE id = 1; UPDATE t SET s = s + {1} WHERE id = 2; APPLY BATCH");
    assertThat(query("SELECT id, s, m FROM t")).isEqualTo("1 null {a=1, z=26}, 2 [1] null");
  }

  @Test
  void collectionsAreJson() {
    session.execute(
        "CREATE TABLE j (id int PRIMARY KEY, s set<text>, m map<int, list<text>>, d map<blob, set<date>>)");
    session.execute(
        "INSERT INTO j JSON '{\"id\": 1, \"s\": [\"b\", \"a\", \"b\"], \"m\": {\"10\": [\"x\"], \"9\": []}, \"d\": {\"0xff\": [\"2024-01-02\"]}}'");
    String json = query("SELECT JSON * FROM j");
    assertThat(json)
        .isEqualTo(
            "{\"id\": 1, \"s\": [\"a\", \"b\"], \"m\": {\"9\": [], \"10\": [\"x\"]}, \"d\": {\"0xff\": [\"2024-01-02\"]}}");
    session.execute("TRUNCATE j");
    session.execute("INSERT INTO j JSON ?", json);
    assertThat(query("SELECT JSON * FROM j")).isEqualTo(json);
    session.execute("INSERT INTO j JSON '{\"id\": 2, \"s\": [], \"m\": {}}'");
    assertThat(query("SELECT JSON s, m, d FROM j WHERE id = 2"))
        .isEqualTo("{\"s\": [], \"m\": {}, \"d\": null}");
    refused("found null in a list, set or map", "INSERT INTO j JSON '{\"id\": 1, \"s\": [null]}'");
    refused("expected a map such as {}", "INSERT INTO j JSON '{\"id\": 1, \"m\": [1]}'");
    refused(
        "found a key of a map twice",
        "INSERT INTO j JSON '{\"id\": 1, \"m\": {\"1\": [], \"01\": []}}'");
  }

  @Test
  void collectionsAreKeysAndCanBeNested() {
    session.execute(
        "CREATE TABLE k (s frozen<set<text>>, m frozen<map<int, frozen<list<int>>>>, v set<frozen<map<int, set<int>>>>, PRIMARY KEY (s, m))");
    assertThat(query("DESCRIBE TABLE k"))
        .contains("s set<text>")
        .contains("m map<int, list<int>>")
        .contains("v set<map<int, set<int>>>");
    session.execute(
        "INSERT INTO k (s, m, v) VALUES ({'b'}, {1: [2]}, {{1: {2, 1}}, {}}), ({'a', 'c'}, {}, {}), ({'a'}, {2: []}, null)");
    assertThat(query("SELECT * FROM k WHERE s >= {} ORDER BY s"))
        .isEqualTo("[a] {2=[]} null, [a, c] {} [], [b] {1=[2]} [{}, {1=[1, 2]}]");
    assertThat(query("SELECT v FROM k WHERE s = {'b'} AND m = {1: [2]}"))
        .isEqualTo("[{}, {1=[1, 2]}]");
  }

  @Test
  void elementsAreIndexed() {
    session.execute("CREATE INDEX t_by_s ON t (values(s))");
    session.execute("CREATE INDEX t_by_m ON t (values(m))");
    session.execute(
        "INSERT INTO t (id, s, m) VALUES (1, {1, 2}, {'a': 1, 'b': 1}), (2, {2}, {}), (3, null, {'c': 5})");
    assertThat(query("EXPLAIN SELECT id FROM t WHERE s CONTAINS 2")).contains("index t_by_s");
    assertThat(query("SELECT id FROM t WHERE s CONTAINS 2")).isEqualTo("1, 2");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS 1")).isEqualTo("1");
    session.execute("UPDATE t SET s = s - {2}, m['a'] = 7 WHERE id = 1");
    assertThat(query("SELECT id FROM t WHERE s CONTAINS 2")).isEqualTo("2");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS 7")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS 1")).isEqualTo("1");
  }

  @Test
  void keysOfAMapAreFoundAndIndexed() {
    session.execute(
        "INSERT INTO t (id, m, n) VALUES (1, {'a': 1, 'b': 2}, 7), (2, {'b': 3}, 8), (3, {}, 9), (4, null, 9)");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS KEY 'b' ALLOW FILTERING"))
        .isEqualTo("1, 2");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS KEY ? ALLOW FILTERING", "a"))
        .isEqualTo("1");
    refused(
        "CREATE INDEX t_by_m_n ON t (keys(m), n) would serve the query",
        "SELECT id FROM t WHERE m CONTAINS KEY 'b' AND n > 1");
    session.execute("CREATE INDEX t_by_key ON t (keys(m), n DESC)");
    assertThat(query("EXPLAIN SELECT id FROM t WHERE m CONTAINS KEY 'b'"))
        .contains("index t_by_key (keys(m), n DESC | id)")
        .contains("filter: m CONTAINS KEY 'b'");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS KEY 'b' ORDER BY n DESC"))
        .isEqualTo("2, 1");
    assertThat(query("SELECT id FROM t WHERE m IS NULL")).isEqualTo("4");
    session.execute("UPDATE t SET m = m - {'b'} WHERE id = 2");
    session.execute("UPDATE t SET m['c'] = 1 WHERE id = 9");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS KEY 'b'")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m CONTAINS KEY 'c'")).isEqualTo("9");
  }

  @Test
  void valuesOfAKeyAreConditionsAndColumns() {
    session.execute(
        "INSERT INTO t (id, m) VALUES (1, {'a': 1, 'b': 2}), (2, {'a': 3}), (3, {}), (4, null)");
    assertThat(query("SELECT id, m['a'], m['a'] + 1 AS next FROM t"))
        .isEqualTo("1 1 2, 2 3 4, 3 null null, 4 null null");
    assertThat(query("SELECT JSON m['b'] FROM t WHERE id = 1")).isEqualTo("{\"m['b']\": 2}");
    assertThat(query("SELECT id FROM t WHERE m['a'] = 1 ALLOW FILTERING")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m['a'] >= ? ALLOW FILTERING", 1)).isEqualTo("1, 2");
    assertThat(query("SELECT id FROM t WHERE m[?] IN (2, 3) ALLOW FILTERING", "b")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m['a'] BETWEEN 2 AND 5 ALLOW FILTERING"))
        .isEqualTo("2");
    assertThat(query("SELECT id FROM t WHERE m['a'] IS NULL ALLOW FILTERING")).isEqualTo("3, 4");
    assertThat(query("SELECT id FROM t WHERE m['a'] IS NOT NULL ALLOW FILTERING"))
        .isEqualTo("1, 2");
    assertThat(query("SELECT id FROM t WHERE m['a'] = 3 OR m['b'] = 2 ALLOW FILTERING"))
        .isEqualTo("1, 2");
    assertThat(query("UPDATE t SET m['a'] = 2 WHERE id = 1 IF m['a'] = 2")).startsWith("false");
    assertThat(query("UPDATE t SET m['a'] = 2 WHERE id = 1 IF m['a'] != 1")).startsWith("false");
    assertThat(query("UPDATE t SET m['a'] = 2 WHERE id = 1 IF m['a'] = 1 AND m['x'] IS NULL"))
        .startsWith("true");
    assertThat(query("SELECT m['a'] FROM t WHERE id = 1")).isEqualTo("2");
    assertThat(query("DELETE m['a'] FROM t WHERE id = 1 IF m CONTAINS KEY 'a'")).startsWith("true");
    refused("expected a map type", "SELECT id FROM t WHERE s['a'] = 1 ALLOW FILTERING");
    refused("expected a map type", "SELECT id FROM t WHERE s CONTAINS KEY 1 ALLOW FILTERING");
    refused("expected a map before it", "SELECT l[0] FROM t");
    refused("found null, expected a key", "SELECT m[null] FROM t");
    refused("found null, expected a key", "SELECT m[?] FROM t", (Object) null);
    refused("found no value for ?", "SELECT m[?] FROM t", PreparedStatement.UNSET);
    refused("cannot read a key of m: found 1, expected text", "SELECT m[?] FROM t", 1);
    refused("cannot read a key of m: found 1, expected text", "SELECT m[1] FROM t");
    refused("expected a whole number", "SELECT id FROM t WHERE m['a'] = 'x' ALLOW FILTERING");
    refused("expected a number", "SELECT id, m + 1 FROM t");
  }

  @Test
  void aKeyAfterSelectCanBeAParameter() {
    session.execute("INSERT INTO t (id, m, n) VALUES (1, {'a': 1, 'b': 2}, 5)");
    PreparedStatement prepared =
        session.prepare("SELECT m[?], n + m[?] * 2 AS sum, m['a'] FROM t WHERE id = ?");
    assertThat(prepared.markers())
        .extracting(marker -> marker.column() + " " + marker.type() + " " + marker.use())
        .containsExactly("m text KEY", "m text KEY", "id int EQUAL");
    assertThat(prepared.columns())
        .extracting(column -> column.name() + " " + column.type())
        .containsExactly("m[?] int", "sum bigint", "m['a'] int");
    for (int run = 0; run < 2; run++) {
      Result ofA = prepared.execute("a", "b", 1);
      assertThat(ofA.columns()).isEqualTo(prepared.columns());
      assertThat(ofA.toList().get(0).values()).containsExactly(1, 9L, 1);
      assertThat(prepared.execute("b", "a", 1).toList().get(0).values()).containsExactly(2, 7L, 1);
      assertThat(prepared.execute("c", "a", 1).toList().get(0).values())
          .containsExactly(null, 7L, 1);
    }
    assertThat(
            session.prepare("SELECT m[:k] FROM t WHERE m[:k] = 2 ALLOW FILTERING").columns().get(0))
        .extracting(column -> column.name())
        .isEqualTo("m[:k]");
    assertThat(
            session
                .execute("SELECT JSON m[:k] FROM t WHERE id = :id", Map.of("k", "b", "id", 1))
                .toList()
                .get(0)
                .values())
        .containsExactly("{\"m[:k]\": 2}");
    Result page = session.page(1, null, "SELECT id, m[?] FROM t", "b");
    assertThat(page.toList().get(0).values()).containsExactly(1, 2);
  }

  @Test
  void whatFitsNotIsRefused() {
    refused("element 1: found the list [1], expected", "INSERT INTO t (id, s) VALUES (1, {[1]})");
    refused("element 2: found null", "INSERT INTO t (id, s) VALUES (1, {1, null})");
    refused("value of key 'a': found null", "INSERT INTO t (id, m) VALUES (1, {'a': null})");
    refused("key of the map: found null", "INSERT INTO t (id, m) VALUES (1, {null: 1})");
    refused(
        "cannot set s: found the list [], expected a set such as {}",
        "INSERT INTO t (id, s) VALUES (1, [])");
    refused(
        "found the list [1, 'it''s', 0x01, true], expected a set such as {}",
        "INSERT INTO t (id, s) VALUES (1, [1, 'it''s', 0x01, true])");
    refused(
        "found the map {1: {2}}, expected a set such as {}",
        "INSERT INTO t (id, s) VALUES (1, {1: {2}})");
    refused(
        "found the set {'a'}, expected a map such as {}",
        "INSERT INTO t (id, m) VALUES (1, ?)",
        Set.of("a"));
    refused(
        "cannot read the JSON of the row: found the list [1, null], expected",
        "INSERT INTO t JSON ?",
        java.util.Arrays.asList(1, null));
    refused(
        "found the list ['a'], expected a text",
        "SELECT id FROM t WHERE n LIKE ['a'] ALLOW FILTERING");
    refused("found limit the list [1], expected", "SELECT id FROM t LIMIT ?", List.of(1));
    refused(
        "found the list [1], expected a whole number of seconds",
        "INSERT INTO t (id) VALUES (1) USING TTL [1]");
    refused(
        "found the key 'a' twice in a map", "INSERT INTO t (id, m) VALUES (1, {'a': 1, 'a': 2})");
    refused("found key: value in a set", "INSERT INTO t (id, m) VALUES (1, {'a', 'a': 2})");
    refused(
        "found an element without ':' in a map", "INSERT INTO t (id, m) VALUES (1, {'a': 1, 'b'})");
    refused("expected a map; write the whole value", "UPDATE t SET s[1] = 2 WHERE id = 1");
    refused("expected a map; write the whole value", "DELETE l[1] FROM t WHERE id = 1");
    refused("found column \"m\" a second time", "UPDATE t SET m = {}, m['a'] = 2 WHERE id = 1");
    refused("found column \"m\" a second time", "UPDATE t SET m['a'] = 2, m = {} WHERE id = 1");
    refused("found column \"m\" a second time", "DELETE m, m['a'] FROM t WHERE id = 1");
    refused("found column \"m\" a second time", "DELETE m['a'], m FROM t WHERE id = 1");
    refused("found a sum for the value of a key", "UPDATE t SET m['a'] = n + 1 WHERE id = 1");
    refused("found null, expected a key of the map", "UPDATE t SET m[null] = 1 WHERE id = 1");
    refused(
        "found null, expected a value of type set<text>", "UPDATE t SET m = m - null WHERE id = 1");
    refused(
        "cannot set m: found the list ['a'], expected a set",
        "UPDATE t SET m = m - ['a'] WHERE id = 1");
    refused("expected type set<int>", "UPDATE t SET s = l + [1] WHERE id = 1");
    refused(
        "frozen<int>, expected a list, set or map",
        "CREATE TABLE f (id int PRIMARY KEY, a frozen<int>)");
    refused("which is not supported", "CREATE TABLE f (id int PRIMARY KEY, a frozen<tuple<int>>)");
    refused("expected ','", "CREATE TABLE f (id int PRIMARY KEY, a map<int>)");
  }

  @Test
  void parametersHaveTheTypesOfTheirPlaces() {
    PreparedStatement prepared =
        session.prepare(
            "UPDATE t SET m[?] = ?, s = {?}, l = l - ?, n = n + ? WHERE id = 1 IF m = {?: ?}");
    assertThat(prepared.markers().stream().map(marker -> marker.type().toString()))
        .isEqualTo(List.of("text", "int", "int", "list<int>", "int", "text", "int"));
    assertThat(session.prepare("UPDATE t SET m = m - ? WHERE id = 1").markers().get(0).type())
        .hasToString("set<text>");
  }
}
