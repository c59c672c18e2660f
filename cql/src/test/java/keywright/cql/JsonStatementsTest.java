package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SELECT JSON and INSERT … JSON. */
class JsonStatementsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    run(
        """
        CREATE TABLE visit (id int PRIMARY KEY, page text, at timestamp, day date, amount decimal, weight double,
          good boolean, raw blob, owner uuid, parts list<blob>, anything variant, "Shown Name" text,
          must text NOT NULL, opened time)""");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void run(String statement, Object... values) {
    session.execute(statement, values).close();
  }

  private List<Object> json(String statement, Object... values) {
    Result result = session.execute(statement, values);
    assertThat(result.columns()).extracting(column -> column.name()).containsExactly("[json]");
    return result.toList().stream().map(row -> Objects.requireNonNull(row.get(0))).toList();
  }

  private static final String ALL =
      "{\"id\": 1, \"page\": \"a\\\"b\", \"at\": \"2017-01-01 10:30:00.000Z\", \"day\": \"2017-01-02\","
          + " \"amount\": 123456789012345678901234567890.12, \"weight\": 0.1, \"good\": true, \"raw\": \"0xcafe\","
          + " \"owner\": \"123e4567-e89b-12d3-a456-426614174000\", \"parts\": [\"0x\", \"0x00\"],"
          + " \"anything\": [1,\"x\",null], \"\\\"Shown Name\\\"\": null, \"must\": \"m\", \"opened\": \"10:30:00.000000000\"}";

  @Test
  void aRowIsReadAsItWasInserted() {
    run("INSERT INTO visit JSON '" + ALL + "'");
    assertThat(json("SELECT JSON * FROM visit")).containsExactly(ALL);
    run("INSERT INTO visit JSON ?", ALL.replace("\"id\": 1", "\"id\": 2"));
    assertThat(json("SELECT JSON id AS n, amount FROM visit WHERE id = ?", 2))
        .containsExactly("{\"n\": 2, \"amount\": 123456789012345678901234567890.12}");
    assertThat(json("SELECT JSON count(*) FROM visit")).containsExactly("{\"count(*)\": 2}");
    assertThat(json("SELECT JSON DISTINCT id FROM visit LIMIT 1")).containsExactly("{\"id\": 1}");
    Result page = session.page(1, null, "SELECT JSON id FROM visit");
    assertThat(page.toList().get(0).values()).containsExactly("{\"id\": 1}");
    assertThat(
            session
                .page(1, page.nextPage().orElseThrow(), "SELECT JSON id FROM visit")
                .toList()
                .get(0)
                .values())
        .containsExactly("{\"id\": 2}");
    PreparedStatement prepared = session.prepare("SELECT JSON id FROM visit WHERE id = ?");
    assertThat(prepared.columns().toString()).contains("[json]").contains("text");
    Marker marker = session.prepare("INSERT INTO visit JSON ?").markers().get(0);
    assertThat(marker.type().toString()).isEqualTo("text");
    assertThat(marker.use()).isEqualTo(Marker.Use.JSON);
  }

  @Test
  void columnsThatTheJsonDoesNotNameGetNullUnlessTheyAreLeftUnset() {
    run("INSERT INTO visit JSON '{\"ID\": 1, \"page\": \"a\", \"must\": \"m\", \"good\": true}'");
    run("INSERT INTO visit JSON '{\"id\": 1, \"must\": \"n\"}' DEFAULT UNSET");
    assertThat(json("SELECT JSON page, good, must FROM visit"))
        .containsExactly("{\"page\": \"a\", \"good\": true, \"must\": \"n\"}");
    run("INSERT INTO visit JSON '{\"id\": 1, \"must\": \"n\", \"good\": false}' DEFAULT NULL");
    run("INSERT INTO visit JSON '{\"id\": 2, \"must\": \"n\", \"good\": true}'");
    run("INSERT INTO visit JSON '{\"id\": 2, \"must\": \"n\"}' USING TTL 100");
    assertThat(json("SELECT JSON page, good FROM visit"))
        .containsExactly("{\"page\": null, \"good\": false}", "{\"page\": null, \"good\": null}");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 3}'"))
        .hasMessageContaining("must");
    assertThat(
            session
                .execute(
                    "INSERT INTO visit JSON '{\"id\": 2, \"must\": \"x\"}' DEFAULT UNSET IF NOT EXISTS")
                .wasApplied())
        .isFalse();
    run("BEGIN BATCH INSERT INTO visit JSON '{\"id\": 4, \"must\": \"x\"}'; APPLY BATCH");
    assertThat(json("SELECT JSON id FROM visit WHERE id = 4")).hasSize(1);
  }

  @Test
  void whatDoesNotFitIsRefusedInOneLine() {
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1, \"pag\": 2}'"))
        .hasMessageContaining("cannot find column \"pag\" in table visit; did you mean page?");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1.5, \"must\": \"\"}'"))
        .hasMessageContaining("cannot set id: found 1.5, expected a whole number");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1, \"must\": 5}'"))
        .hasMessageContaining("cannot set must: found 5, expected text");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1'"))
        .hasMessageContaining("cannot read the JSON of the row: found the end of the text");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '[1]'"))
        .hasMessageContaining(
            "cannot read the JSON of the row: found '[1]', expected a text with an object");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON ?", 5))
        .hasMessageContaining("found 5, expected a text with an object");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1, \"parts\": [null]}'"))
        .hasMessageContaining(
            "cannot set parts: found null in a list, set or map, expected a value");
    assertThatThrownBy(() -> run("INSERT INTO visit JSON '{\"id\": 1, \"anything\": {\"a\": 1}}'"))
        .hasMessageContaining("cannot set anything: found");
  }

  @Test
  void whatOccursTwiceIsRefused() {
    assertThatThrownBy(
            () -> run("INSERT INTO visit JSON '{\"id\": 1, \"must\": \"a\", \"Must\": \"b\"}'"))
        .hasMessageContaining(
            "cannot set must: found two fields for this column, expected each column once; leave one of them out");
    assertThatThrownBy(
            () -> run("INSERT INTO visit JSON '{\"id\": 1, \"must\": \"a\", \"id\": 2}'"))
        .hasMessageContaining(
            "found '\"' at character 24, expected JSON with each name once in an object");
    run("CREATE TABLE counted (id int PRIMARY KEY, counts map<int, int>)");
    assertThatThrownBy(
            () -> run("INSERT INTO counted JSON '{\"id\": 1, \"counts\": {\"1\": 2, \"1\": 3}}'"))
        .hasMessageContaining("expected JSON with each name once in an object");
    assertThatThrownBy(
            () -> run("INSERT INTO counted JSON '{\"id\": 1, \"counts\": {\"1\": 2, \"+1\": 3}}'"))
        .hasMessageContaining("found a key of a map twice");
  }

  @Test
  void variantsInListsAndMapsAreReadAsTheyWereInserted() {
    run("CREATE TABLE kept (id int PRIMARY KEY, list list<variant>, map map<variant, variant>)");
    run(
        "INSERT INTO kept (id, list, map) VALUES (1, [null, 1, 'a'], {1: 'number', '1': null, [true]: 2})");
    List<Object> json = json("SELECT JSON list, map, id FROM kept");
    assertThat(json)
        .containsExactly(
            "{\"list\": [null, 1, \"a\"], \"map\": {\"1\": \"number\", \"\\\"1\\\"\": null, \"[true]\": 2}, \"id\": 1}");
    run("TRUNCATE kept");
    run("INSERT INTO kept JSON ?", json.get(0));
    assertThat(json("SELECT JSON list, map, id FROM kept")).isEqualTo(json);
  }

  @Test
  void theNewWordsAreNamesToo() {
    run("CREATE TABLE json (json int PRIMARY KEY, default int, unset int)");
    run("INSERT INTO json (json, default, unset) VALUES (1, 2, 3)");
    run("INSERT INTO json JSON '{\"json\": \"2\", \"default\": 3}' DEFAULT UNSET");
    assertThat(session.execute("SELECT json, unset FROM json").toList()).hasSize(2);
    assertThat(json("SELECT JSON json, default FROM json"))
        .containsExactly("{\"json\": 1, \"default\": 2}", "{\"json\": 2, \"default\": 3}");
  }
}
