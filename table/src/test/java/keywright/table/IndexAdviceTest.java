package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.BuildOptions;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Grouping;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.query.QueryPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which index a refusal names. */
class IndexAdviceTest {
  private static final TableDefinition EVENT =
      TableDefinition.of(
          "event",
          List.of(
              ColumnDefinition.of("id", Type.parse("bigint")),
              ColumnDefinition.of("host", Type.parse("text")),
              ColumnDefinition.of("at", Type.parse("timestamp")),
              ColumnDefinition.of("state", Type.parse("enum('up' = 1, 'down' = 2)")),
              ColumnDefinition.of("done", Type.parse("boolean")),
              ColumnDefinition.of("size", Type.parse("int")),
              ColumnDefinition.of("note", Type.parse("text")).inFamily("n"),
              ColumnDefinition.of("path", Type.parse("char(1000)")),
              ColumnDefinition.of("query", Type.parse("char(1000)")),
              ColumnDefinition.of("agent", Type.parse("char(1000)"))),
          KeyPart.parseList("reverse(lpad(id, 9))"));

  private final Database database = Database.open("memory:");

  @AfterEach
  void close() {
    database.close();
  }

  private static Condition eq(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  private static Condition ge(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.GE, value);
  }

  private static Query where(Condition... conditions) {
    return Query.all().where(conditions);
  }

  private Table event(FamilyDefinition family) {
    database.createTable(EVENT.withFamilies(List.of(family)), false);
    return database.table("event");
  }

  private Table event() {
    return event(FamilyDefinition.of("n"));
  }

  /** The index that a sort which is refused names. */
  private static String inOrder(Table table, Query query) {
    QueryPlan plan = (QueryPlan) table.plan(query);
    assertThat(plan.order()).isEqualTo(Plan.Order.SORTED);
    return plan.advice().statement(plan.advice().inOrder(false).orElseThrow());
  }

  private static void assertAdvised(Table table, Query query, String advice) {
    assertThatThrownBy(() -> table.plan(query))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("; " + advice + "; ")
        .hasMessageEndingWith("add ALLOW FILTERING to read every row");
  }

  @Test
  void whatRisesOrHasFewValuesStandsBehindBuckets() {
    Table event = event();
    assertAdvised(
        event,
        where(ge("at", "2017-01-01")),
        "CREATE INDEX event_by_at ON event (bucket(8), at) would serve the query");
    assertAdvised(
        event,
        where(eq("state", "up")),
        "CREATE INDEX event_by_state ON event (bucket(8), state) would serve the query");
    assertAdvised(
        event,
        where(eq("done", true), ge("at", "2017-01-01")),
        "CREATE INDEX event_by_done_at ON event (bucket(8), done, at) would serve the query");
    assertAdvised(
        event,
        where(ge("id", 5)),
        "CREATE INDEX event_by_id ON event (bucket(8), id) would serve the query");
  }

  @Test
  void aDispersedColumnStandsInFrontOfFewValuesAndTimes() {
    Table event = event();
    assertAdvised(
        event,
        where(eq("state", "up"), eq("at", "2017-01-01"), eq("host", "a"), ge("size", 5)),
        "CREATE INDEX event_by_host_at_state_size ON event (host, at, state, size) would serve the query");
    assertAdvised(
        event,
        where(ge("size", 5)),
        "CREATE INDEX event_by_size ON event (size) would serve the query");
  }

  @Test
  void bucketsLeaveAnOrderWithoutALimitInOrder() {
    Table event = event();
    Query query = Query.all().orderedBy(OrderBy.desc("at"));
    assertThat(inOrder(event, query))
        .isEqualTo("CREATE INDEX event_by_at ON event (bucket(8), at DESC)");
    database.createIndex("event", IndexDefinition.of("event_by_at", "bucket(8), at DESC"), false);
    assertThat(event.plan(query).order()).isEqualTo(Plan.Order.MERGED);
  }

  /** {@code scan} takes tables and indexes, so both have one space of names. */
  @Test
  void theNameOfAnAdvisedIndexIsFree() {
    Table event = event();
    for (String name : List.of("event_by_size", "other")) {
      database.createTable(
          TableDefinition.of(
              name, List.of(ColumnDefinition.of("a", Type.parse("int"))), KeyPart.parseList("a")),
          false);
    }
    database.createIndex("other", IndexDefinition.of("event_by_size_2", "a DESC"), false);
    assertAdvised(
        event,
        where(ge("size", 5)),
        "CREATE INDEX event_by_size_3 ON event (size) would serve the query");
  }

  /** CREATE INDEX refuses a key of values that expire by themselves. */
  @Test
  void aColumnThatExpiresIsInNoAdvisedIndex() {
    Table event = event(new FamilyDefinition("n", "none", 60, 1));
    assertAdvised(
        event,
        where(eq("note", "x"), eq("host", "a")),
        "CREATE INDEX event_by_host ON event (host) would serve the query");
    assertAdvised(event, where(eq("note", "x")), "no index can serve these conditions");
  }

  @Test
  void aKeyOfMoreThanTwoKilobytesIsNotAdvised() {
    assertAdvised(
        event(),
        where(eq("path", "/"), eq("query", "x=1"), eq("agent", "a")),
        "CREATE INDEX event_by_path_query ON event (path, query) would serve the query");
  }

  @Test
  void anIndexThatStandsUnbuiltIsFinishedRatherThanRepeatedUnderAnotherName() {
    Table event = event();
    for (int i = 0; i < 600; i++) {
      event.insert(Map.of("id", i, "host", "a"));
    }
    IndexDefinition byHost = IndexDefinition.of("event_by_host", "host");
    assertThatThrownBy(
            () ->
                database.createIndex(
                    "event", byHost, false, BuildOptions.DEFAULT.telling(progress -> false)))
        .hasMessageStartingWith("stopped building index event_by_host");
    assertThatThrownBy(() -> event.plan(where(eq("host", "a"))))
        .hasMessageEndingWith(
            "; index event_by_host would serve the query, but its build is not finished; repeat its CREATE INDEX to finish the build, or add ALLOW FILTERING to read every row");
    database.createIndex("event", byHost, false);
    assertThat(event.plan(where(eq("host", "a"))).index()).contains("event_by_host");
  }

  @Test
  void anIndexThatTheAdvisedOneMakesSuperfluousIsNamed() {
    Table event = event();
    database.createIndex("event", IndexDefinition.of("event_by_host", "host"), false);
    Query query = where(eq("host", "a")).orderedBy(OrderBy.asc("size"));
    assertThat(inOrder(event, query))
        .isEqualTo(
            "CREATE INDEX event_by_host_size ON event (host, size) in place of index event_by_host");
    database.dropIndex("event_by_host", false);
    database.createIndex("event", IndexDefinition.of("event_by_host", "host").asUnique(), false);
    assertThat(inOrder(event, query)).endsWith("event (host, size)");
  }

  @Test
  void anIndexForGroupsHasTheirOrder() {
    Query hosts = Query.all().grouped(Grouping.by("host"));
    assertServes(hosts.withItems(new SelectItem.Column("host"), new SelectItem.Count()), "host");
    Query largest = hosts.withItems(new SelectItem.Extreme(SelectItem.Function.MAX, "size"));
    assertServes(largest, "host");
    assertServes(largest.where(eq("size", 1)), "size, host");
    assertThat(declared(List.of()).indexServing(largest.where(ge("size", 1)), name -> false))
        .as("an index by size has no host together, and one by host is not bounded by the size")
        .isEmpty();
  }

  private static void assertServes(Query query, String key) {
    DeclaredTable before = declared(List.of());
    assertThatThrownBy(() -> before.plan(query)).isInstanceOf(TableException.class);
    IndexDefinition index = before.indexServing(query, name -> false).orElseThrow();
    assertThat(index.parts()).isEqualTo(KeyPart.parseList(key));
    assertThat(declared(List.of(index)).plan(query).index()).contains(index.name());
  }

  private static DeclaredTable declared(List<IndexDefinition> indexes) {
    List<FamilyDefinition> families = List.of(FamilyDefinition.of("n"));
    return DeclaredTable.of(EVENT.withFamilies(families).withIndexes(indexes));
  }

  @Test
  void anotherClientsTableHasNoIndexes() {
    TableDefinition attached =
        TableDefinition.of(
                "theirs",
                List.of(
                    ColumnDefinition.of("a", Type.parse("text")),
                    ColumnDefinition.of("b", Type.parse("text"))),
                KeyPart.parseList("a"))
            .withFormat(KeyFormat.text("_"))
            .asAttached();
    assertThat(DeclaredTable.of(attached).indexServing(where(eq("b", "x")), name -> false))
        .isEmpty();
    assertThat(DeclaredTable.of(attached.asOwn()).indexServing(where(eq("b", "x")), name -> false))
        .contains(IndexDefinition.of("theirs_by_b", "b"));
  }
}
