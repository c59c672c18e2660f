package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.store.contract.WatchedEngine;
import keywright.table.layout.StoredIndex;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Indexes that have one entry for each element of a list, on every engine. */
class ElementsTest {
  private static final IndexDefinition BY_TAG = IndexDefinition.of("by_tag", "values(tags), day");

  private static final TableDefinition ARTICLE =
      TableDefinition.of(
          "article",
          List.of(
              ColumnDefinition.of("id", Type.parse("int")),
              ColumnDefinition.of("day", Type.parse("int")),
              ColumnDefinition.of("tags", Type.parse("list<text>")),
              ColumnDefinition.of("codes", Type.parse("list<int>"))),
          KeyPart.parseList("id"));

  private static Database with(Engine engine, IndexDefinition... indexes) {
    Database database = Database.over(engine, Payments.CLOCK, 1);
    database.dropTable("article", true);
    database.createTable(ARTICLE.withIndexes(List.of(indexes)), false);
    return database;
  }

  private static List<String> tags(String... tags) {
    return Arrays.asList(tags);
  }

  private static Condition contains(String tag) {
    return new Condition.Contains("tags", tag);
  }

  /** The entries in the order of their keys, as (element, day, id). */
  private static List<String> entries(Database database) {
    StoredIndex index = database.known().require("article").index("by_tag");
    List<String> entries = new ArrayList<>();
    try (Snapshot snapshot = database.known().snapshot();
        RowCursor found =
            snapshot.walk(
                index.layout(),
                null,
                new ScanOptions(RowOptions.of(index.layout().familyNames()), false))) {
      for (StoredRow entry = found.next(); entry != null; entry = found.next()) {
        entries.add(index.schema().readable(entry.key()));
      }
    }
    return entries;
  }

  private static List<Object> ids(Table table, Query query) {
    try (Rows rows = table.query(query)) {
      return rows.stream().map(found -> Objects.requireNonNull(found.get("id"))).toList();
    }
  }

  @Test
  void eachDifferentElementHasOneEntryThroughoutTheLifeOfARow() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = with(engine, BY_TAG);
        Table table = database.table("article");
        table.insert(row("id", 1, "day", 5, "tags", tags("b", "a", "b")));
        assertThat(entries(database)).containsExactly("(a, 5, 1)", "(b, 5, 1)");
        List<Condition> first = List.of(Payments.eq("id", 1));
        table.update(first, row("tags", tags("b", "c")));
        assertThat(entries(database)).containsExactly("(b, 5, 1)", "(c, 5, 1)");
        table.update(first, row("day", 6));
        assertThat(entries(database)).containsExactly("(b, 6, 1)", "(c, 6, 1)");
        table.update(first, row("codes", List.of(7)));
        assertThat(entries(database)).containsExactly("(b, 6, 1)", "(c, 6, 1)");
        table.update(first, row("tags", tags()));
        assertThat(entries(database)).containsExactly("(null, 6, 1)");
        table.update(first, row("tags", null));
        assertThat(entries(database)).containsExactly("(null, 6, 1)");
        table.update(first, row("tags", tags("d", "e")));
        database.apply(Change.rekey("article", first, row("id", 2)));
        assertThat(entries(database)).containsExactly("(d, 6, 2)", "(e, 6, 2)");
        assertThat(database.verify("article")).isEmpty();
        table.delete(List.of(Payments.eq("id", 2)));
        assertThat(entries(database)).isEmpty();
      }
    }
  }

  @Test
  void anElementFindsEachOfItsRowsOnceAndReadsNoOther() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = with(engine, BY_TAG);
        Table table = database.table("article");
        for (int id = 0; id < 40; id++) {
          table.insert(
              row(
                  "id",
                  id,
                  "day",
                  100 - id,
                  "tags",
                  id % 4 == 0 ? tags("all", "fourth", "fourth") : tags("all")));
        }
        table.insert(row("id", 50, "day", 1, "tags", tags()));
        table.insert(row("id", 51, "day", 2));
        Query fourth = Query.select("id").where(List.of(contains("fourth")));
        Rows rows = table.query(fourth.orderedBy(new OrderBy("day", false)));
        assertThat(rows.stream().map(found -> found.get("id")).toList())
            .containsExactly(36, 32, 28, 24, 20, 16, 12, 8, 4, 0);
        assertThat(rows.entriesRead()).isEqualTo(10);
        assertThat(table.plan(fourth).isCovering()).isFalse();
        assertThat(
                ids(table, Query.select("id").where(List.of(contains("all"), contains("fourth")))))
            .hasSize(10);
        assertThat(ids(table, Query.select("id").where(List.of(contains("none"))))).isEmpty();
        Condition isNull = new Condition.IsNull("tags", false);
        assertThat(ids(table, Query.select("id").where(List.of(isNull)))).containsExactly(51);
        assertThat(table.query(fourth.withLimit(3)).stream()).hasSize(3);
      }
    }
  }

  @Test
  void theIndexServesOnlyQueriesThatFixTheElement() {
    try (TestEngines engines = new TestEngines()) {
      Database database =
          with(engines.all().get(0), IndexDefinition.of("by_tag", "day, values(tags)"));
      Table table = database.table("article");
      Query byDay = Query.all().where(List.of(Payments.eq("day", 1)));
      assertThatThrownBy(() -> table.plan(byDay))
          .hasMessageContaining(
              "index by_tag: this index has an entry for each element of tags, and the conditions do not fix the element and the parts before it")
          .hasMessageContaining("CREATE INDEX article_by_day ON article (day)");
      assertThatThrownBy(() -> table.plan(Query.all().where(List.of(contains("a")))))
          .hasMessageContaining("CREATE INDEX article_by_tags ON article (values(tags))");
      Plan both = table.plan(Query.all().where(List.of(contains("a"), Payments.eq("day", 1))));
      assertThat(both.index()).contains("by_tag");
      assertThat(both.residual()).containsExactly(contains("a"));
    }
  }

  @Test
  void anIndexThatIsBuiltLaterHasTheEntriesOfAllElements() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = with(engine);
        Table table = database.table("article");
        for (int id = 0; id < 700; id++) {
          table.insert(row("id", id, "day", id, "tags", tags("t" + id % 7, "u" + id % 5)));
        }
        database.createIndex("article", BY_TAG, false);
        assertThat(entries(database)).hasSize(1_400);
        assertThat(ids(table, Query.select("id").where(List.of(contains("t3"))))).hasSize(100);
        assertThat(database.verify("article")).isEmpty();
      }
    }
  }

  @Test
  void scrubFindsAndRestoresOneLostEntryOfSeveralAndOneTooMany() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = with(engine, BY_TAG);
        Table table = database.table("article");
        table.insert(row("id", 1, "day", 5, "tags", tags("a", "b", "c")));
        StoredIndex index = database.known().require("article").index("by_tag");
        @Nullable Object[] values = {1, 5, tags("b", "z"), null};
        List<Key> keys = List.copyOf(index.keys(values));
        long now = Payments.CLOCK.millis();
        WriteBatch batch = new WriteBatch(now);
        batch.delete(index.layout(), keys.get(0), WriteBatch.ANY);
        assertThat(engine.write(batch)).isTrue();
        batch = new WriteBatch(now);
        try (Snapshot snapshot = engine.snapshot(now)) {
          StoredRow row =
              Objects.requireNonNull(
                  snapshot.get(
                      database.known().require("article").layout(),
                      database.known().require("article").primaryKey().key(values),
                      Set.of("d")));
          index.putEntry(batch, keys.get(1), WriteBatch.ANY, values, row.rowKey(), row.head());
        }
        assertThat(engine.write(batch)).isTrue();
        assertThat(entries(database)).containsExactly("(a, 5, 1)", "(c, 5, 1)", "(z, 5, 1)");
        ScrubReport report = database.scrub("article", ScrubOptions.REPAIR);
        assertThat(report.findings())
            .extracting(ScrubReport.Finding::kind)
            .containsExactlyInAnyOrder(
                ScrubReport.Kind.ROW_WITHOUT_ENTRY, ScrubReport.Kind.ENTRY_WITHOUT_ROW);
        assertThat(entries(database)).containsExactly("(a, 5, 1)", "(b, 5, 1)", "(c, 5, 1)");
        assertThat(database.verify("article")).isEmpty();
      }
    }
  }

  @Test
  void scrubReadsARowOfManyElementsOnceForEachChunkOfEntries() {
    int elements = 2_200;
    int chunks = 2_200 / 500 + 1;
    for (Engine kind : List.of(new MemoryEngine(), MemoryEngine.ofSingleRows(1_000))) {
      WatchedEngine engine = new WatchedEngine(kind);
      Database database = with(engine, BY_TAG);
      List<String> many = IntStream.range(0, elements).mapToObj(i -> "tag " + i).toList();
      database.table("article").insert(row("id", 1, "day", 5, "tags", many));
      database.table("article").insert(row("id", 2, "day", 6, "tags", tags("other")));
      engine.watch(database.known().require("article").layout().name(), row -> {});
      ScrubReport report = database.scrub("article", ScrubOptions.CHECK);
      assertThat(report.findings()).isEmpty();
      assertThat(report.entries()).isEqualTo(elements + 1);
      // Both rows and the end of the table, then in each chunk of the entries the rows that own
      // entries in it.
      assertThat(engine.rowsRead()).isLessThanOrEqualTo(3 + chunks + 1);
    }
  }

  @Test
  void whatElementsCannotHaveIsRefused() {
    try (TestEngines engines = new TestEngines()) {
      Database database = with(engines.all().get(0));
      Map<String, String> refused =
          Map.of(
              "values(day)",
              "cannot create index i: found values(day), which is int, expected a list, set or map column outside the primary key; write the column itself, without values()",
              "keys(day)",
              "cannot create index i: found keys(day), which is int, expected a map column outside the primary key; write the column itself, without keys()",
              "keys(tags)",
              "cannot create index i: found keys(tags), which is list<text>, expected a map column outside the primary key; write values(tags)",
              "values(tags), values(codes)",
              "cannot create index i: found the elements of tags and codes, expected those of one column, since an entry has one element; create one index for each column",
              "values(tags), tags",
              "cannot create index i: found values(tags), and the whole column in tags, expected a list, set or map column outside the primary key; create one index for each of the two");
      refused.forEach(
          (parts, message) ->
              assertThatThrownBy(
                      () -> database.createIndex("article", IndexDefinition.of("i", parts), false))
                  .isInstanceOf(TableException.class)
                  .hasMessage(message));
      assertThatThrownBy(() -> database.createIndex("article", BY_TAG.asUnique(), false))
          .hasMessage(
              "cannot create unique index by_tag: found values(tags), which gives a row "
                  + "several entries, expected only parts with one value for each row; leave "
                  + "UNIQUE out");
      assertThatThrownBy(() -> database.createIndex("article", BY_TAG.including("codes"), false))
          .hasMessage(
              "cannot create index by_tag: found values(tags) and INCLUDE, expected only "
                  + "one of the two, since a query by an element always reads the row; leave "
                  + "INCLUDE out");
      assertThatThrownBy(
              () ->
                  database.createTable(
                      TableDefinition.of(
                          "t", ARTICLE.columns(), KeyPart.parseList("values(tags), id")),
                      false))
          .hasMessageContaining(
              "found a key for each element of a list, expected one key for each row");
      assertThatThrownBy(
              () ->
                  database
                      .table("article")
                      .plan(
                          Query.all()
                              .where(List.of(new Condition.Contains("day", 1)))
                              .allowingFiltering()))
          .hasMessage(
              "cannot compare day CONTAINS 1: column day has type int, expected a list, set or map type; use =, <, > or IN");
    }
  }
}
