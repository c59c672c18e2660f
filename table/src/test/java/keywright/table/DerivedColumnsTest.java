package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.contract.PartitionedEngine;
import keywright.table.catalog.CatalogText;
import keywright.table.layout.CatalogEntry;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.History;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.SelectItem;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.Writes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Columns whose values are in the documents of another column, on every engine. */
class DerivedColumnsTest {
  private static ColumnDefinition column(String name, String type) {
    return ColumnDefinition.of(name, Type.parse(type));
  }

  private static ColumnDefinition derived(String name, String type, String path) {
    return column(name, type).derivedFrom("doc", path);
  }

  /** Found by a stored id. */
  private static final TableDefinition PARCEL =
      TableDefinition.of(
              "parcel",
              List.of(
                  column("id", "int"),
                  derived("city", "text", "to.city"),
                  derived("weight", "int", "weight"),
                  column("doc", "text"),
                  column("note", "text"),
                  derived("tags", "list<text>", "tags"),
                  derived("second", "text", "tags[1]")),
              KeyPart.parseList("id"))
          .withIndexes(
              List.of(
                  IndexDefinition.of("by_city", "city, weight DESC"),
                  IndexDefinition.of("by_weight", "weight").including("city"),
                  IndexDefinition.of("by_tag", "values(tags)")));

  /** Found by what is in its document. */
  private static final TableDefinition ORDER =
      TableDefinition.of(
              "orders",
              List.of(
                  column("doc", "text"),
                  derived("customer_id", "int", "customer.id"),
                  derived("placed_at", "timestamp", "placedAt"),
                  derived("total", "decimal(8,2)", "total"),
                  column("note", "text")),
              KeyPart.parseList("lpad(customer_id, 6), placed_at DESC"))
          .withIndexes(List.of(IndexDefinition.of("orders_by_total", "total")));

  private static List<Engine> engines(TestEngines some) {
    List<Engine> engines = new ArrayList<>(some.all());
    engines.add(new PartitionedEngine(new MemoryEngine()));
    engines.add(new PartitionedEngine(MemoryEngine.ofSingleRows(1)));
    return engines;
  }

  /** Runs a test with an empty table on each engine. After it every row has its entries. */
  private static void with(TableDefinition declared, Consumer<Database> test) {
    try (TestEngines some = new TestEngines()) {
      for (Engine engine : engines(some)) {
        boolean exact = engine.capabilities().contains(Capability.ATOMIC_BATCHES);
        // Entries hold more columns only where they change together with their rows.
        TableDefinition kept =
            declared.withIndexes(
                declared.indexes().stream()
                    .map(index -> exact ? index : index.including())
                    .toList());
        Database database = Database.over(engine, Payments.CLOCK, 1);
        database.createTable(kept, false);
        test.accept(database);
        Payments.requireExact(database, declared.name());
      }
    }
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(TableException.class).hasMessage(message);
  }

  private static List<Object> ids(Table table, Condition... conditions) {
    Query query = Query.select("id").where(conditions);
    assertThat(table.plan(query).index()).as("is served by an index").isPresent();
    try (Rows rows = table.query(query)) {
      return rows.stream().map(row -> Objects.requireNonNull(row.get("id"))).sorted().toList();
    }
  }

  private static String parcel(String city, int weight) {
    return "{\"to\": {\"city\": \"%s\"}, \"weight\": %d, \"tags\": [\"a\", \"%s\"]}"
        .formatted(city, weight, city);
  }

  private static String order(int customer, String placedAt) {
    return "{\"customer\": {\"id\": %d}, \"placedAt\": \"%s\", \"total\": 12.5}"
        .formatted(customer, placedAt);
  }

  @Test
  void aDerivedColumnIsReadAndIndexedLikeAStoredOneThroughoutTheLifeOfARow() {
    with(
        PARCEL,
        database -> {
          Table table = database.table("parcel");
          table.insert(row("id", 1, "doc", parcel("Ulm", 7)));
          table.insert(row("id", 2, "doc", parcel("Bonn", 7), "note", "x"));
          Row first = table.get(1).orElseThrow();
          assertThat(first.get("city")).isEqualTo("Ulm");
          assertThat(first.get("weight")).isEqualTo(7);
          assertThat(first.get("tags")).isEqualTo(List.of("a", "Ulm"));
          assertThat(first.get("second")).isEqualTo("Ulm");
          assertThat(ids(table, eq("city", "Ulm"))).containsExactly(1);
          assertThat(ids(table, eq("weight", 7))).containsExactly(1, 2);
          assertThat(ids(table, new Condition.Contains("tags", "a"))).containsExactly(1, 2);
          List<Condition> one = List.of(eq("id", 1));
          table.update(one, row("doc", parcel("Bonn", 9)));
          assertThat(ids(table, eq("city", "Ulm"))).isEmpty();
          assertThat(ids(table, eq("city", "Bonn"))).containsExactly(1, 2);
          assertThat(ids(table, new Condition.Contains("tags", "Ulm"))).isEmpty();
          table.update(one, row("note", "y"));
          assertThat(ids(table, eq("city", "Bonn"), eq("weight", 9))).containsExactly(1);
          table.insert(row("id", 1, "note", "z")); // The document stays.
          assertThat(ids(table, eq("weight", 9))).containsExactly(1);
          database.apply(Change.rekey("parcel", one, row("id", 3)));
          assertThat(ids(table, eq("weight", 9))).containsExactly(3);
          table.update(List.of(eq("id", 3)), row("doc", null));
          assertThat(ids(table, new Condition.IsNull("city", false))).containsExactly(3);
          assertThat(table.get(3).orElseThrow().get("city")).isNull();
          table.delete(List.of(eq("id", 2)));
          assertThat(ids(table, eq("city", "Bonn"))).isEmpty();
          table.put(row("id", 2, "doc", parcel("Kiel", 1), "note", null));
          assertThat(ids(table, eq("city", "Kiel"))).containsExactly(2);
        });
  }

  @Test
  void whatTheTypeDoesNotHoldIsNull() {
    with(
        PARCEL,
        database -> {
          Table table = database.table("parcel");
          List<String> documents =
              List.of(
                  "{}",
                  "[]",
                  "5",
                  "null",
                  "{\"to\": null, \"weight\": null}",
                  "{\"to\": \"Ulm\", \"weight\": \"7\"}",
                  "{\"to\": {\"city\": 5}, \"weight\": 7.5}",
                  "{\"to\": {\"city\": {\"name\": \"Ulm\"}}, \"weight\": 1e400}",
                  "{\"to\": [{\"city\": \"Ulm\"}], \"weight\": " + "9".repeat(2_000) + "}",
                  "{\"To\": {\"city\": \"Ulm\"}, \"weight\": true, \"tags\": [\"a\", 5]}",
                  "{\"to\": {\"city\": \"\\ud800\"}, \"weight\": 1e99999999999}");
          for (int id = 0; id < documents.size(); id++) {
            table.insert(row("id", id, "doc", documents.get(id)));
            Row found = table.get(id).orElseThrow();
            assertThat(found.get("city")).as(documents.get(id)).isNull();
            assertThat(found.get("weight")).as(documents.get(id)).isNull();
            assertThat(found.get("tags")).as(documents.get(id)).isNull();
            assertThat(found.get("doc")).isEqualTo(documents.get(id));
          }
          assertThat(ids(table, new Condition.IsNull("weight", false))).hasSize(documents.size());
          table.insert(row("id", 99, "doc", "{\"weight\": 1, \"weight\": 2.0}"));
          assertThat(ids(table, eq("weight", 2))).containsExactly(99);
        });
  }

  @Test
  void aKeyIsDerivedFromTheDocumentAndStaysAsLongAsTheRow() {
    with(
        ORDER,
        database -> {
          Table table = database.table("orders");
          String at = "2024-01-01T00:00:00Z";
          table.insert(row("doc", order(7, at), "note", "x"));
          Row found = table.get(7, at).orElseThrow();
          assertThat(found.get("customer_id")).isEqualTo(7);
          assertThat(found.get("doc")).isEqualTo(order(7, at));
          List<Condition> key = List.of(eq("customer_id", 7), eq("placed_at", at));
          String same = order(7, at).replace("12.5", "13");
          table.update(key, row("doc", same));
          assertThat(table.get(7, at).orElseThrow().getString("doc")).isEqualTo(same);
          refused(
              () -> table.update(key, row("doc", order(8, at))),
              "cannot set doc of orders: found a document whose customer_id is 8, expected 7 as in the row key (lpad(customer_id, 6), placed_at DESC), which cannot change; REKEY moves the row to a new key");
          refused(
              () ->
                  database.apply(
                      Change.compute(
                          "orders",
                          key,
                          row -> new Change.Computed.Set(Map.of("doc", order(8, at))))),
              "cannot set doc of orders: found a document whose customer_id is 8, expected 7 as in the row key (lpad(customer_id, 6), placed_at DESC), which cannot change; REKEY moves the row to a new key");
          refused(
              () -> table.update(key, row("doc", null)),
              "cannot set doc of orders: found no value at its path 'customer.id', expected a value of type int, since the primary key reads customer_id; correct the document");
          database.apply(Change.rekey("orders", key, row("doc", order(8, at))));
          assertThat(table.get(7, at)).isEmpty();
          assertThat(table.get(8, at).orElseThrow().getString("note")).isEqualTo("x");
          table.update(List.of(eq("customer_id", 8), eq("placed_at", at)), row("note", "y"));
          assertThat(table.get(8, at).orElseThrow().getString("note")).isEqualTo("y");
        });
  }

  @Test
  void aRowWithoutItsKeyIsRefused() {
    with(
        ORDER,
        database -> {
          Table table = database.table("orders");
          refused(
              () -> table.insert(row("doc", "{\"customer\": {\"id\": \"seven\"}}")),
              "cannot set doc of orders: at its path 'customer.id' found 'seven', expected a whole number from -2147483648 to 2147483647, since the primary key reads customer_id; correct the document");
          refused(
              () -> table.insert(row("doc", "{\"customer\": {\"id\": 7}}")),
              "cannot set doc of orders: found no value at its path 'placedAt', expected a value of type timestamp, since the primary key reads placed_at; correct the document");
          refused(
              () -> table.insert(row("note", "x")),
              "cannot insert into orders: found no value for doc, expected a document, since the primary key reads customer_id in it; give doc a value");
          refused(
              () ->
                  table.update(
                      List.of(eq("customer_id", 7), eq("placed_at", "2024-01-01")),
                      row("note", "x")),
              "cannot write row customer_id = 7 AND placed_at = '2024-01-01T00:00:00Z' of orders: found no value for doc, expected one, since columns of the primary key are derived from it; give the column a value");
          refused(
              () -> table.insert(row("customer_id", 7, "doc", order(7, "2024-01-01T00:00:00Z"))),
              "cannot set customer_id of orders: found a value, expected none, since the column is derived from the path 'customer.id' of doc; set doc");
          refused(
              () -> table.insert(row("doc", "{\"customer\": {\"id\": 7")),
              "cannot set doc of orders: found the end of the text at character 22, expected JSON with ',' or '}'; correct this document, from which columns are derived");
          try (Rows rows = table.query(Query.all().allowingFiltering())) {
            assertThat(rows.stream()).isEmpty();
          }
        });
  }

  @Test
  void aDerivedColumnHasTheTimesOfItsDocument() {
    with(
        PARCEL,
        database -> {
          Table table = database.table("parcel");
          table.insert(row("id", 1, "doc", parcel("Ulm", 7)), Using.timestamp(2_000));
          // An older document changes nothing, not the columns that are derived from it either.
          table.insert(row("id", 1, "doc", parcel("Bonn", 9), "note", "x"), Using.timestamp(1_000));
          assertThat(table.get(1).orElseThrow().get("city")).isEqualTo("Ulm");
          assertThat(ids(table, eq("city", "Ulm"))).containsExactly(1);
          assertThat(ids(table, eq("city", "Bonn"))).isEmpty();
          try (Rows rows =
              table.query(
                  Query.all()
                      .withItems(new SelectItem.WriteTime("city"), new SelectItem.WriteTime("note"))
                      .where(eq("id", 1)))) {
            Row times = rows.stream().toList().get(0);
            assertThat(times.get("writetime(city)")).isEqualTo(2_000L);
            assertThat(times.get("writetime(note)")).isEqualTo(1_000L);
          }
          // The document alone would expire, and its entries would stay.
          assertThatThrownBy(
                  () ->
                      table.update(
                          List.of(eq("id", 1)), row("doc", parcel("Ulm", 1)), Using.ttl(60)))
              .hasMessageContaining("found a TTL for city alone, which index by_city reads");
          table.insert(row("id", 2, "doc", parcel("Ulm", 1)), Using.ttl(60));
          assertThat(ids(table, eq("city", "Ulm"))).containsExactly(1, 2);
        });
  }

  @Test
  void aDocumentOfAKeyLastsAsLongAsItsRow() {
    with(
        ORDER,
        database -> {
          Table table = database.table("orders");
          String at = "2024-01-01T00:00:00Z";
          table.insert(row("doc", order(7, at), "note", "x"));
          assertThatThrownBy(
                  () ->
                      table.update(
                          List.of(eq("customer_id", 7), eq("placed_at", at)),
                          row("doc", order(7, at)),
                          Using.ttl(60)))
              .hasMessageContaining("found a ttl with which column doc expires before its row");
        });
  }

  @Test
  void bulkLoadsBuildsAndScrubMakeTheSameEntries() {
    with(
        PARCEL,
        database -> {
          Table table = database.table("parcel");
          List<Map<String, @Nullable Object>> rows = new ArrayList<>();
          for (int id = 0; id < 50; id++) {
            rows.add(row("id", id, "doc", parcel("c" + id % 5, id % 7)));
          }
          if (database.hasAtomicBatches()) {
            rows.forEach(table::insert);
          } else {
            try (BulkLoad load = table.bulkLoad(millis -> true)) {
              rows.forEach(load::add);
              load.finish();
            }
          }
          assertThat(ids(table, eq("city", "c3"), eq("weight", 3))).containsExactly(3, 38);
          boolean dropped = database.dropIndex("by_city", false);
          assertThat(dropped).isTrue();
          database.createIndex("parcel", IndexDefinition.of("again", "city, weight"), false);
          assertThat(ids(table, eq("city", "c3"), eq("weight", 3))).containsExactly(3, 38);
          assertThat(database.scrub("parcel", ScrubOptions.REPAIR).findings()).isEmpty();
        });
  }

  @Test
  void aColumnThatIsAddedIsReadFromTheStoredDocuments() {
    TableDefinition plain =
        TableDefinition.of(
            "parcel", List.of(column("id", "int"), column("doc", "text")), KeyPart.parseList("id"));
    with(
        plain,
        database -> {
          Table table = database.table("parcel");
          table.insert(row("id", 1, "doc", parcel("Ulm", 7)));
          table.insert(row("id", 2, "doc", "Bonn")); // No JSON.
          database.alterTable(
              "parcel",
              new TableChange.Add(List.of(derived("city", "text", "to.city")), List.of(), false));
          database.createIndex("parcel", IndexDefinition.of("by_city", "city"), false);
          Table altered = database.table("parcel");
          assertThat(ids(altered, eq("city", "Ulm"))).containsExactly(1);
          assertThat(ids(altered, new Condition.IsNull("city", false))).containsExactly(2);
          altered.update(List.of(eq("id", 2)), row("doc", parcel("Ulm", 8)));
          assertThat(ids(altered, eq("city", "Ulm"))).containsExactly(1, 2);
          refused(
              () -> database.alterTable("parcel", new TableChange.Drop(List.of("doc"), false)),
              "cannot drop column doc of parcel: column city is derived from this column; drop city first");
          database.alterTable(
              "parcel", new TableChange.Rename(Map.of("doc", "body", "city", "town")));
          assertThat(ids(database.table("parcel"), eq("town", "Ulm"))).containsExactly(1, 2);
        });
  }

  @Test
  void aDocumentOfAnotherFamilyIsReadWithItsOlderVersions() {
    TableDefinition kept =
        TableDefinition.of(
                "parcel",
                List.of(
                    column("id", "int"),
                    derived("city", "text", "to.city"),
                    column("note", "text"),
                    column("doc", "text").inFamily("f")),
                KeyPart.parseList("id"))
            .withFamilies(
                List.of(FamilyDefinition.of("d"), new FamilyDefinition("f", "none", 0, 3)));
    with(
        kept,
        database -> {
          Table table = database.table("parcel");
          table.insert(row("id", 1, "doc", parcel("Ulm", 1)), Using.timestamp(1_000));
          table.insert(row("id", 1, "doc", parcel("Bonn", 2)), Using.timestamp(2_000));
          Query city = Query.select("city");
          try (Rows rows = table.query(city)) {
            assertThat(rows.stream().map(Row::toString)).containsExactly("(city = Bonn)");
          }
          try (Rows rows = table.query(city.withHistory(new History(0, 1_500)))) {
            assertThat(rows.stream().map(Row::toString)).containsExactly("(city = Ulm)");
          }
        });
  }

  @Test
  void rowsThatWaitAreWrittenByTheDeclarationOfTheirWrite() {
    TableDefinition before =
        TableDefinition.of(
            "parcel",
            List.of(column("id", "int"), column("doc", "text"), derived("city", "text", "to.city")),
            KeyPart.parseList("id"));
    with(
        before,
        database -> {
          Table table = database.table("parcel");
          BatchWriter writer = table.batchWriter();
          writer.add(row("id", 1, "doc", "{\"to\": {\"city\": \"Ulm\", \"town\": \"Bonn\"}}"));
          database.alterTable("parcel", new TableChange.Drop(List.of("city"), false));
          database.alterTable(
              "parcel",
              new TableChange.Add(List.of(derived("city", "text", "to.town")), List.of(), false));
          database.createIndex("parcel", IndexDefinition.of("by_city", "city"), false);
          writer.close();
          Table now = database.table("parcel");
          assertThat(ids(now, eq("city", "Bonn"))).containsExactly(1);
          assertThat(ids(now, eq("city", "Ulm"))).isEmpty();
        });
  }

  @Test
  void aCopyHasTheSameDerivedColumns() {
    try (TestEngines some = new TestEngines()) {
      for (Engine engine : some.all()) {
        Database source = Database.over(new MemoryEngine(), Payments.CLOCK, 1);
        source.createTable(ORDER, false);
        source.table("orders").insert(row("doc", order(7, "2024-01-01T00:00:00Z")));
        Database target = Database.over(engine, Payments.CLOCK, 1);
        DatabaseCopy copy = DatabaseCopy.of(source, target, List.of("orders"));
        copy.run(progress -> {});
        assertThat(copy.compare(progress -> {})).allMatch(report -> report.differences() == 0);
        assertThat(target.table("orders").get(7, "2024-01-01").orElseThrow().get("total"))
            .hasToString("12.50");
        assertThat(target.verify("orders")).isEmpty();
      }
    }
  }

  @Test
  void theCatalogKeepsThePathsInAStatementThatOlderReadersRefuse() {
    TableDefinition table =
        TableDefinition.of(
                "t",
                List.of(
                    column("id", "int"),
                    column("x", "int").asNotNull().derivedFrom("doc", "\"it's\"[2].b"),
                    column("doc", "text").inFamily("f")),
                KeyPart.parseList("id"))
            .withFamilies(List.of(FamilyDefinition.of("f")));
    CatalogEntry entry = CatalogEntry.of(table);
    String text = CatalogText.write(entry);
    assertThat(text)
        .contains(
            "derived_column id='2' declared='x int' document='doc' path='\"it''s\"[2].b'\nnot_null column='x'\n");
    assertThat(CatalogText.read(text)).isEqualTo(entry);
    for (String damaged :
        List.of(
            text.replace("document='doc'", "document='id2'"),
            text.replace("[2]", "[]"),
            text.replace("document='doc'", "document='x'"))) {
      assertThatThrownBy(() -> CatalogText.read(damaged))
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot read the catalog: found ");
    }
  }

  @Test
  void aDeclarationThatCannotBeKeptIsRefused() {
    try (Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1)) {
      List<ColumnDefinition> columns =
          List.of(column("id", "int"), derived("x", "int", "x"), column("doc", "text"));
      TableDefinition good = TableDefinition.of("t", columns, KeyPart.parseList("id"));
      refusedToCreate(
          database,
          good.withColumns(columns.subList(0, 2)),
          "cannot create table t: column x is derived from doc, which is not declared; choose one of id, x; or declare doc as a text or a blob");
      refusedToCreate(
          database,
          good.withColumns(
              List.of(column("id", "int"), derived("x", "int", "x"), column("doc", "int"))),
          "cannot create table t: column x is derived from doc, found int, expected a column of type text (JSON) or blob; name the column that holds the documents");
      refusedToCreate(
          database,
          good.withColumns(
              List.of(column("id", "int"), derived("x", "int", "x"), column("doc", "blob"))),
          "cannot create table t: column x is derived from the blob doc, found no reader of binary documents on the class path; add the module that reads them (keywright-ojai), or declare doc as a text of JSON");
      refusedToCreate(
          database,
          good.withPrimaryKey(KeyPart.parseList("id, doc")),
          "cannot create table t: column x is derived from doc, which the primary key reads; put the derived columns into the key in place of doc");
      TableDefinition keyed = good.withPrimaryKey(KeyPart.parseList("x"));
      refusedToCreate(
          database,
          keyed.withStorage(StorageOptions.DEFAULT.withWrites(Writes.PLAIN)),
          "cannot create table t: the primary key reads x, which is derived from doc, found writes = 'plain', whose writes do not check that document and key agree; put a stored column into the key");
      refusedToCreate(
          database,
          good.withPrimaryKey(KeyPart.parseList("md5(x)")),
          "cannot create table t: the primary key reads x, which is derived from doc, found a key from which the column cannot be decoded; add the column itself to the key");
      refusedToCreate(
          database,
          keyed.withFamilies(List.of(new FamilyDefinition("d", "none", 60, 1))),
          "cannot create table t: the primary key reads x, which is derived from doc, found a ttl of family d, after which the row would be without x; declare family d without ttl");
      assertThatThrownBy(() -> derived("x", "int", "a..b"))
          .hasMessage(
              "cannot read the path 'a..b': found '.' at character 3, expected the name of a field; write names of fields with dots between them, such as customer.id");
      assertThatThrownBy(() -> derived("x", "int", "a[]"))
          .hasMessageContaining("found ']' at character 3, expected the index of one element");
      assertThatThrownBy(() -> derived("x", "int", ""))
          .hasMessageContaining(
              "found the end of the path at character 1, expected the name of a field");
      assertThatThrownBy(() -> derived("x", "int", "a[0]b"))
          .hasMessageContaining(
              "found 'b' at character 5, expected '.', '[' or the end of the path");
    }
  }

  private static void refusedToCreate(
      Database database, TableDefinition table, @Nullable String message) {
    assertThatThrownBy(() -> database.createTable(table, false))
        .isInstanceOf(TableException.class)
        .hasMessage(message);
  }
}
