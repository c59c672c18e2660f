package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.TableLayout;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ojai.Document;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.QueryCondition.Op;

/** Families that contain one field of the documents. */
class DocumentFamiliesTest {
  private static final String ORDER =
      "{\"state\":\"new\",\"details\":{\"weight\":5,\"lines\":[1,2]},\"note\":\"x\"}";

  private long now = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();
  private final MemoryEngine memory = new MemoryEngine();

  /** The families of each read of the table. */
  private final List<String> reads = new ArrayList<>();

  private static ColumnDefinition derived(String name, String type, String path) {
    return ColumnDefinition.of(name, Type.parse(type)).derivedFrom("document", path);
  }

  private static FamilyDefinition details() {
    return FamilyDefinition.of("details").ofField("document", "details");
  }

  /** The other fields are in a family of their own, so that the first family has only markers. */
  private static TableDefinition orders() {
    return TableDefinition.of(
            "orders",
            List.of(
                ColumnDefinition.of("_id", Type.parse("text")),
                ColumnDefinition.of("document", Type.parse("blob")).inFamily("main"),
                derived("state", "text", "state"),
                derived("weight", "int", "details.weight")),
            KeyPart.parseList("_id"))
        .withFamilies(List.of(FamilyDefinition.of("main"), details()))
        .withIndexes(List.of(index("by_weight", "weight")));
  }

  private static IndexDefinition index(String name, String parts) {
    return new IndexDefinition(
        name, KeyPart.parseList(parts), KeyFormat.kw1(), false, List.of(), StorageOptions.DEFAULT);
  }

  private Database database(Engine engine, TableDefinition table) {
    Database database = Database.over(engine, () -> Instant.ofEpochMilli(now), 1);
    boolean unused = database.createTable(table, false);
    return database;
  }

  private static Document json(Connection connection, String json) {
    return connection.newDocument(json);
  }

  private static String text(Document document) {
    return document == null ? "none" : document.asJsonString();
  }

  /** An engine that notes which families of the table are read. */
  private <T> T noting(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              note(arguments == null ? new Object[0] : arguments);
              Object result;
              try {
                result = method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              return result instanceof Snapshot snapshot
                  ? noting(Snapshot.class, snapshot)
                  : result;
            }));
  }

  private void note(Object[] arguments) {
    boolean isOfTable =
        Arrays.stream(arguments)
            .anyMatch(each -> each instanceof TableLayout layout && layout.name().equals("orders"));
    for (Object each : arguments) {
      RowOptions row =
          each instanceof ScanOptions scan
              ? scan.row()
              : each instanceof RowOptions options ? options : null;
      if (isOfTable && row != null) {
        reads.add(String.join("+", new TreeSet<>(row.families())));
      }
    }
  }

  private Set<String> readBy(Runnable action) {
    reads.clear();
    action.run();
    return new TreeSet<>(reads);
  }

  @Test
  void aQueryReadsOnlyTheFamiliesOfItsFields() {
    try (Database database = database(noting(Engine.class, memory), orders())) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("orders");
      store.insert("1", json(connection, ORDER));
      assertThat(readBy(() -> assertThat(text(store.findById("1"))).contains("weight", "state")))
          .containsExactly("details+main");
      assertThat(
              readBy(
                  () ->
                      assertThat(text(store.findById("1", "details.weight")))
                          .isEqualTo("{\"details\":{\"weight\":5}}")))
          .containsExactly("details");
      assertThat(
              readBy(
                  () ->
                      assertThat(text(store.findById("1", "note", "_id")))
                          .isEqualTo("{\"_id\":\"1\",\"note\":\"x\"}")))
          .containsExactly("main");
      assertThat(
              readBy(
                  () -> assertThat(text(store.findById("1", "_id"))).isEqualTo("{\"_id\":\"1\"}")))
          .containsExactly("d");
      assertThat(
              readBy(
                  () ->
                      assertThat(
                              text(
                                  store.findById(
                                      "1",
                                      connection.newCondition().is("note", Op.EQUAL, "x").build(),
                                      "details.lines[1]")))
                          .isEqualTo("{\"details\":{\"lines\":[null,2]}}")))
          .containsExactly("details+main");
      assertThat(
              readBy(
                  () ->
                      assertThat(
                              found(
                                  store,
                                  new OjaiQuery()
                                      .select("note")
                                      .where(
                                          connection
                                              .newCondition()
                                              .is("state", Op.EQUAL, "new")
                                              .build())
                                      .orderBy("note")
                                      .build()))
                          .containsExactly("{\"note\":\"x\"}")))
          .containsExactly("main");
      // The index has the weight of each row.
      assertThat(
              readBy(
                  () ->
                      assertThat(
                              rows(
                                  database,
                                  Query.select("_id", "state")
                                      .where(new Condition.Compare("weight", Operator.GE, 5))))
                          .containsExactly("(_id = 1, state = new)")))
          .containsExactly("main");
      Condition onLines =
          DocumentTable.where(
              new DocumentPath("document", "details.lines"), new Condition.Contains("v", 2));
      assertThat(
              readBy(
                  () ->
                      assertThat(
                              rows(
                                  database, Query.select("_id").where(onLines).allowingFiltering()))
                          .containsExactly("(_id = 1)")))
          .containsExactly("details");
    }
  }

  private static List<String> found(DocumentStore store, org.ojai.store.Query query) {
    return StreamSupport.stream(store.find(query).spliterator(), false)
        .map(DocumentFamiliesTest::text)
        .toList();
  }

  private static List<String> rows(Database database, Query query) {
    try (Rows rows = database.table("orders").query(query)) {
      return StreamSupport.stream(rows.spliterator(), false).map(Row::toString).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "\"a\"", "[{\"weight\":5}]", "{}", "{\"weight\":null}"})
  void aFieldOfAnyTypeIsInItsPlace(String value) {
    try (Database database = database(memory, orders())) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("orders");
      Document first = json(connection, "{\"a\":1,\"details\":%s,\"z\":2}".formatted(value));
      store.insert("1", first);
      store.insert("2", json(connection, "{\"details\":%s}".formatted(value)));
      store.insert("3", json(connection, "{\"a\":1}"));
      store.insert("4", json(connection, "{}"));
      assertThat(found(store, new OjaiQuery().build()))
          .containsExactly(
              text(
                  json(
                      connection,
                      "{\"_id\":\"1\",\"a\":1,\"details\":%s,\"z\":2}".formatted(value))),
              text(json(connection, "{\"_id\":\"2\",\"details\":%s}".formatted(value))),
              text(json(connection, "{\"_id\":\"3\",\"a\":1}")),
              text(json(connection, "{\"_id\":\"4\"}")));
      assertThat(found(store, new OjaiQuery().select("details").build()))
          .containsExactly(
              text(json(connection, "{\"details\":%s}".formatted(value))),
              text(json(connection, "{\"details\":%s}".formatted(value))),
              "{}",
              "{}");
      assertThat(database.verify("orders")).isEmpty();
    }
  }

  /** An unchanged part keeps its write time, so its cell was not written again. */
  @Test
  void aMutationWritesThePartsThatItChanges() {
    try (Database database = database(memory, orders())) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("orders");
      store.insert("1", json(connection, ORDER));
      List<Object> before = times(database);
      now += 1000;
      store.update("1", connection.newMutation().set("details.weight", 6.0));
      List<Object> after = times(database);
      assertThat(after.get(0)).isEqualTo(before.get(0));
      assertThat((long) after.get(1)).isGreaterThan((long) before.get(1));
      assertThat(after.get(2)).isEqualTo(after.get(1));
      now += 1000;
      store.update("1", connection.newMutation().set("state", "paid"));
      assertThat(times(database).get(1)).isEqualTo(after.get(1));
      assertThat(rows(database, Query.select("_id", "state", "weight")))
          .containsExactly("(_id = 1, state = paid, weight = 6)");
    }
  }

  /** A document is one value: its time begins with its last write. */
  @Test
  void eachWriteOfADocumentRenewsItsFamiliesWithATtl() {
    TableDefinition table =
        orders()
            .withFamilies(List.of(FamilyDefinition.of("main"), details().withTtlSeconds(60)))
            .withIndexes(List.of());
    try (Database database = database(memory, table)) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("orders");
      store.insert("1", json(connection, ORDER));
      for (int update = 0; update < 3; update++) {
        now += 40_000;
        store.update("1", connection.newMutation().set("state", "paid " + update));
        assertThat(store.findById("1").getMap("details")).isNotNull();
      }
      now += 61_000;
      assertThat(store.findById("1").getMap("details")).isNull();
      assertThat(store.findById("1").getString("state")).isEqualTo("paid 2");
    }
  }

  private static List<Object> times(Database database) {
    Query query =
        Query.all()
            .withItems(
                new SelectItem.WriteTime("state"),
                new SelectItem.WriteTime("weight"),
                new SelectItem.WriteTime("document"));
    try (Rows rows = database.table("orders").query(query)) {
      return new ArrayList<>(rows.next().values());
    }
  }

  /** Whether a write is later is decided for the document, not for each of its parts. */
  @Test
  void anEarlierWriteChangesNoPart() {
    TableDefinition table = orders().withIndexes(List.of());
    try (Database database = database(memory, table)) {
      long micros = now * 1000;
      write(database, "{\"a\":1,\"details\":{\"weight\":1}}", Using.timestamp(micros - 30));
      write(database, "{\"a\":2,\"details\":{\"weight\":1}}", Using.timestamp(micros - 10));
      write(database, "{\"a\":3,\"details\":{\"weight\":3}}", Using.timestamp(micros - 20));
      DocumentStore store = KeywrightDriver.over(database).getStore("orders");
      assertThat(text(store.findById("1")))
          .isEqualTo("{\"_id\":\"1\",\"a\":2,\"details\":{\"weight\":1}}");
      // The part that does not change here keeps the earlier time.
      store.update("1", KeywrightDriver.over(database).newMutation().set("a", 4.0));
      now += 1000;
      write(database, "{\"a\":5,\"details\":{\"weight\":5}}", Using.timestamp(micros - 5));
      assertThat(text(store.findById("1")))
          .isEqualTo("{\"_id\":\"1\",\"a\":4,\"details\":{\"weight\":1}}");
    }
  }

  private static void write(Database database, String json, Using using) {
    byte[] document = DocumentWriter.encode(JsonText.document(json));
    WriteResult unused =
        database.table("orders").insert(Map.of("_id", "1", "document", document), using);
  }

  @Test
  void aFieldExpiresByTheTtlOfItsFamily() {
    TableDefinition table =
        orders()
            .withFamilies(List.of(FamilyDefinition.of("main"), details().withTtlSeconds(60)))
            .withIndexes(List.of(index("by_state", "state")));
    try (Database database = database(memory, table)) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.getStore("orders");
      store.insert("1", json(connection, ORDER));
      now += 61_000;
      assertThat(text(store.findById("1")))
          .isEqualTo("{\"_id\":\"1\",\"state\":\"new\",\"note\":\"x\"}");
      store.update("1", connection.newMutation().set("state", "paid"));
      assertThat(rows(database, Query.select("state", "weight")))
          .containsExactly("(state = paid, weight = null)");
      assertThat(database.verify("orders")).isEmpty();
    }
    assertThatThrownBy(
            () -> database(new MemoryEngine(), table.withIndexes(orders().indexes())).close())
        .hasMessageStartingWith(
            "cannot create index by_weight: its key reads weight, whose family details has a ttl");
  }

  /** Tables with each key, each ttl of each family, and each rule that a ttl could break. */
  private static List<TableDefinition> declarations() {
    List<TableDefinition> all = new ArrayList<>();
    for (String key : List.of("_id", "state", "weight")) {
      for (int choice = 0; choice < 32; choice++) {
        long mainTtl = (choice & 1) * 60L;
        long detailsTtl = (choice & 2) * 30L;
        boolean notNull = (choice & 4) != 0;
        ColumnDefinition document =
            ColumnDefinition.of("document", Type.parse("blob")).inFamily("main");
        List<ColumnDefinition> columns =
            new ArrayList<>(
                List.of(
                    notNull ? document.asNotNull() : document,
                    derived("state", "text", "state"),
                    derived("weight", "int", "details.weight")));
        if (key.equals("_id")) {
          columns.add(ColumnDefinition.of("_id", Type.parse("text")));
        }
        String indexed = List.of("", "state", "weight", "document").get(choice >> 3);
        all.add(
            TableDefinition.of("orders", columns, KeyPart.parseList(key))
                .withStorage(
                    key.equals("_id")
                        ? StorageOptions.DEFAULT
                        : DocumentTable.withDelimiter(StorageOptions.DEFAULT, "_"))
                .withFamilies(
                    List.of(
                        FamilyDefinition.of("main").withTtlSeconds(mainTtl),
                        details().withTtlSeconds(detailsTtl)))
                .withIndexes(
                    indexed.isEmpty() ? List.of() : List.of(index("by_" + indexed, indexed))));
      }
    }
    return all;
  }

  /** What the declaration of a table allows, no write refuses that gives no ttl. */
  @Test
  void aDeclaredTtlRefusesNoWriteLater() {
    int accepted = 0;
    int altered = 0;
    for (TableDefinition table : declarations()) {
      try (Database database = Database.over(new MemoryEngine(), Instant::now, 1)) {
        try {
          boolean unused = database.createTable(table, false);
        } catch (TableException e) {
          assertThat(e).as(table.toString()).hasMessageContaining("a ttl");
          continue;
        }
        accepted++;
        boolean hasId = table.column("_id").isPresent();
        write(database, hasId, "{\"state\":\"new\",\"details\":{\"weight\":5}}");
        write(database, hasId, "{\"state\":\"new\",\"details\":{\"weight\":5},\"n\":1}");
        for (FamilyDefinition family : table.families()) {
          try {
            boolean unused =
                database.alterTable(
                    "orders",
                    new TableChange.Family(
                        family.name(), null, family.ttlSeconds() == 0 ? 90L : 0L, null));
          } catch (TableException e) {
            assertThat(e).as(table.toString()).hasMessageContaining("a ttl");
            continue;
          }
          altered++;
          for (int n = 2; n < 4; n++) {
            DocumentStore store = KeywrightDriver.over(database).getStore("orders");
            String id = hasId ? "1" : table.primaryKey().toString().contains("state") ? "new" : "5";
            store.update(id, KeywrightDriver.over(database).newMutation().set("n", (double) n));
            write(
                database,
                hasId,
                "{\"state\":\"new\",\"details\":{\"weight\":5,\"n\":%d}}".formatted(n));
          }
        }
        assertThat(database.verify("orders")).as(table.toString()).isEmpty();
      }
    }
    assertThat(accepted).isGreaterThan(20);
    assertThat(altered).isGreaterThan(20);
  }

  private static void write(Database database, boolean hasId, String json) {
    byte[] document = DocumentWriter.encode(JsonText.document(json));
    WriteResult unused =
        database
            .table("orders")
            .insert(
                hasId ? Map.of("_id", "1", "document", document) : Map.of("document", document));
  }

  /** The document stays without the field. */
  @Test
  void aDocumentThatMustExistCanHaveFieldsThatExpire() {
    List<ColumnDefinition> columns =
        orders().columns().stream()
            .map(column -> column.name().equals("document") ? column.asNotNull() : column)
            .toList();
    TableDefinition table =
        orders()
            .withColumns(columns)
            .withIndexes(List.of())
            .withFamilies(List.of(FamilyDefinition.of("main"), details().withTtlSeconds(60)));
    try (Database database = database(memory, table)) {
      DocumentStore store = KeywrightDriver.over(database).getStore("orders");
      store.insert("1", json(KeywrightDriver.over(database), ORDER));
      now += 61_000;
      assertThat(text(store.findById("1")))
          .isEqualTo("{\"_id\":\"1\",\"state\":\"new\",\"note\":\"x\"}");
    }
    refused(
        table.withFamilies(List.of(FamilyDefinition.of("main").withTtlSeconds(60), details())),
        "cannot create table orders: found NOT NULL at document, whose family main has a ttl, after which it would be null; declare it in a family without ttl, or leave NOT NULL out");
    refused(
        table.withIndexes(List.of(index("by_document", "document"))),
        "cannot create index by_document: its key reads document, whose family details has a ttl: when a value expires, its index entry would stay; declare document in a family without ttl");
  }

  @Test
  void theCatalogKeepsTheFamily() {
    try (Database first = database(memory, orders());
        Database database = Database.over(memory, () -> Instant.ofEpochMilli(now), 2)) {
      DocumentStore store = KeywrightDriver.over(first).getStore("orders");
      store.insert("1", json(KeywrightDriver.over(first), ORDER));
      assertThat(database.find("orders")).contains(orders());
      assertThat(text(KeywrightDriver.over(database).getStore("orders").findById("1")))
          .contains("\"lines\":[1,2]},\"note\"");
    }
  }

  @Test
  void whatIsNotSupportedIsRefused() {
    TableDefinition table = orders().withIndexes(List.of());
    refused(
        table.withFamilies(
            List.of(
                FamilyDefinition.of("main"), FamilyDefinition.of("f").ofField("document", "a.b"))),
        "cannot create table orders: found family f from the path 'a.b', expected the name of one field of the documents other than _id; name an outermost field, such as 'details'");
    refused(
        table.withFamilies(
            List.of(
                FamilyDefinition.of("main"), FamilyDefinition.of("f").ofField("document", "_id"))),
        "cannot create table orders: found family f from the path '_id', expected the name of one field of the documents other than _id; name an outermost field, such as 'details'");
    refused(
        table.withFamilies(
            List.of(
                FamilyDefinition.of("main"),
                details(),
                FamilyDefinition.of("f").ofField("document", "\"details\""))),
        "cannot create table orders: found family f from the path '\"details\"' a second time; declare one family for each field");
    refused(
        table.withFamilies(List.of(FamilyDefinition.of("main").ofField("document", "details"))),
        "cannot create table orders: found family main from the path 'details', which has the column document too; give the family another name");
    refused(
        table.withFamilies(List.of(new FamilyDefinition("main", "lz4", 0, 2), details())),
        "cannot create table orders: found versions = 2 of family main, expected 1, since a family of the table contains a field of the documents; leave versions out");
    refused(
        TableDefinition.of(
                "orders",
                List.of(
                    ColumnDefinition.of("k", Type.parse("text")),
                    ColumnDefinition.of("document", Type.parse("blob"))),
                KeyPart.parseList("k"))
            .withFamilies(List.of(details())),
        "cannot create table orders: family details from the path 'details' is for document tables: found column k text, expected the column document blob, _id text or _id blob as the only column of the primary key, and other columns derived from document; or a primary key of derived columns, and the option id_delimiter; leave the family out, or declare each other column FROM a path of the document");
    try (Database database = database(memory, table)) {
      alterRefused(
          database,
          new TableChange.Add(
              List.of(), List.of(FamilyDefinition.of("n").ofField("document", "note")), false),
          "cannot add family n of orders: found the path 'note', but existing documents have this field in the family of document; create another table with this family, and load the documents into that table");
      alterRefused(
          database,
          new TableChange.Rename(Map.of("document", "doc")),
          "cannot alter table orders: family details from the path 'details' is for document tables: found column doc blob, expected ");
      alterRefused(
          database,
          new TableChange.Family("details", null, null, 2),
          "cannot alter table orders: found versions = 2 of family details");
      byte[] damaged = {1, 16, 0};
      assertThatThrownBy(
              () -> database.table("orders").insert(Map.of("_id", "1", "document", damaged)))
          .hasMessage(
              "cannot set document of orders: cannot read a stored document: 1 bytes of a container at offset 2 of 3 bytes, expected at least 8; correct this document, which is stored in parts");
    }
  }

  private static void alterRefused(Database database, TableChange change, String message) {
    assertThatThrownBy(() -> database.alterTable("orders", change))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith(message);
  }

  private static void refused(TableDefinition table, String message) {
    try (Database database = Database.over(new MemoryEngine(), Instant::now, 1)) {
      assertThatThrownBy(() -> database.createTable(table, false))
          .isInstanceOf(TableException.class)
          .hasMessage(message);
    }
  }
}
