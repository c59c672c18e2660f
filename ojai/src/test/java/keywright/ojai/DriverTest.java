package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ojai.Document;
import org.ojai.exceptions.DecodingException;
import org.ojai.json.Json;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.DriverManager;
import org.ojai.store.QueryResult;
import org.ojai.store.exceptions.StoreException;

/** Connections, the tables of stores, and random queries of stores with different keys. */
class DriverTest {
  private static Database database() {
    return Database.over(new MemoryEngine(), InstantSource.system(), 1);
  }

  private static TableDefinition store(String name, String primaryKey) {
    return TableDefinition.of(
        name,
        List.of(
            ColumnDefinition.of("_id", Type.parse("text")),
            ColumnDefinition.of("document", Type.parse("blob"))),
        KeyPart.parseList(primaryKey));
  }

  @Test
  void theUrlNamesTheDatabase(@TempDir Path folder) {
    String url = "ojai:keywright:rocksdb:" + folder.resolve("data");
    try (Connection first = DriverManager.getConnection(url);
        Connection second = DriverManager.getConnection(url)) {
      first.createStore("orders").insert("1", first.newDocument().set("a", "x"));
      assertThat(second.getStore("orders").findById("1").getString("a")).isEqualTo("x");
      first.close();
      first.close();
      assertThatThrownBy(() -> first.getStore("orders"))
          .isInstanceOf(StoreException.class)
          .hasMessage("cannot use the connection: it is closed; make a new one");
      assertThat(second.getStore("orders").findById("1")).isNotNull();
      assertThat(second.getDriver().getName()).isEqualTo("keywright");
      assertThat(second.getDriver()).isEqualTo(new KeywrightDriver());
    }
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"))) {
      assertThat(database.table("orders").get("1")).isPresent();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStoreEndsWithItsConnection() {
    try (Database database = database()) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.createStore("orders");
      store.insert("1", connection.newDocument());
      QueryResult result = store.find(connection.newQuery().build());
      connection.close();
      assertThatThrownBy(() -> store.findById("1")).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> result.iterator().hasNext()).isInstanceOf(StoreException.class);
      result.close();
      assertThat(database.table("orders").get("1")).isPresent();
    }
  }

  @Test
  void aUrlWithoutADatabaseIsRefusedInOneLine() {
    assertThatThrownBy(() -> DriverManager.getConnection("ojai:keywright:"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot connect to ojai:keywright:: found no database, expected one after"
                + " ojai:keywright:, such as ojai:keywright:rocksdb:./data");
    assertThatThrownBy(() -> DriverManager.getConnection("ojai:keywright:paper:x"))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot open paper:x: expected a URL that starts with one of ")
        .message()
        .hasLineCount(1);
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "ojai:keywright:memory:", Json.newDocument().set("password", "x")))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot connect to ojai:keywright:memory:: found the option \"password\", expected"
                + " none; leave it out");
  }

  @Test
  void documentsAreMadeFromMapsAndBeans() {
    KeywrightDriver driver = new KeywrightDriver();
    assertThat(driver.newDocument(Map.of("a", List.of(1, "x"))).asJsonString())
        .isEqualTo("{\"a\":[1,\"x\"]}");
    assertThat(driver.newDocument().size()).isZero();
    assertThat(driver.newDocumentBuilder().addNewMap().put("a", true).endMap().getDocument())
        .isEqualTo(driver.newDocument("{\"a\":true}"));
    assertThatThrownBy(() -> driver.newDocument(Map.of("a", new Object())))
        .isInstanceOf(DecodingException.class);
    assertThat(driver.newQuery().isBuilt()).isFalse();
    assertThat(driver.newCondition().isEmpty()).isTrue();
    assertThat(driver.newMutation().isEmpty()).isTrue();
  }

  @Test
  void aTableOfAnotherShapeIsNoStore() {
    try (Database database = database()) {
      boolean unused =
          database.createTable(
              TableDefinition.of(
                  "payment",
                  List.of(ColumnDefinition.of("payment_id", Type.parse("bigint"))),
                  KeyPart.parseList("payment_id")),
              false);
      Connection connection = KeywrightDriver.over(database);
      String message =
          "cannot open the store payment: found column payment_id bigint, expected the column"
              + " document blob, _id text or _id blob as the only column of the primary key, and"
              + " other columns derived from document; or a primary key of derived columns, and"
              + " the option id_delimiter";
      assertThatThrownBy(() -> connection.getStore("payment"))
          .isInstanceOf(StoreException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> connection.deleteStore("payment")).hasMessage(message);
      assertThat(database.find("payment")).isPresent();
      boolean unused2 =
          database.createTable(
              TableDefinition.of(
                  "keyed",
                  List.of(
                      ColumnDefinition.of("_id", Type.parse("text")),
                      ColumnDefinition.of("document", Type.parse("blob"))),
                  KeyPart.parseList("_id, document")),
              false);
      assertThatThrownBy(() -> connection.getStore("keyed"))
          .hasMessageStartingWith("cannot open the store keyed: found the primary key ");
    }
  }

  @Test
  void damagedDocumentsAreReportedInOneLine() {
    try (Database database = database()) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.createStore("orders");
      database.table("orders").put(Map.of("_id", "1", "document", new byte[] {9}));
      byte[] withId = DocumentWriter.encode(Map.of("_id", "other"));
      database.table("orders").put(Map.of("_id", "2", "document", withId));
      var unused = database.table("orders").insert(Map.of("_id", "3"));
      byte[] inside = DocumentWriter.encode(Map.of("list", List.of("a", "b")));
      inside[inside.length - 5] = 99;
      database.table("orders").put(Map.of("_id", "4", "document", inside));
      assertThatThrownBy(() -> store.findById("1"))
          .isInstanceOf(StoreException.class)
          .hasMessage("cannot read a stored document: its version is 9, expected version 1");
      assertThatThrownBy(() -> store.find().iterator().hasNext())
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> store.findById("2"))
          .hasMessage(
              "cannot read a stored document: it has a field _id, expected none, because the key"
                  + " of its row is its _id");
      assertThatThrownBy(() -> store.findById("4"))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot read a stored document: ");
      assertThat(store.findById("3").asJsonString()).isEqualTo("{\"_id\":\"3\"}");
    }
  }

  @Test
  void aStoredDocumentDoesNotContainItsId() {
    try (Database database = database()) {
      Connection connection = KeywrightDriver.over(database);
      connection
          .createStore("orders")
          .insert(connection.newDocument("{\"a\":1,\"_id\":\"order-4711\"}"));
      byte[] stored = database.table("orders").get("order-4711").orElseThrow().getBytes("document");
      assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("4711");
      assertThat(connection.getStore("orders").findById("order-4711").asJsonString())
          .isEqualTo("{\"_id\":\"order-4711\",\"a\":1}");
    }
  }

  /** A store may have any key over its _id: the program that uses it stays as it is. */
  @ParameterizedTest
  @ValueSource(
      strings = {"_id", "_id DESC", "bucket(8), _id", "left(md5(_id), 2), _id", "reverse(_id)"})
  void randomQueriesFindWhatANaiveEvaluationFinds(String key) {
    long seed = Seeds.base();
    RandomDocuments draw = RandomDocuments.of(seed);
    try (Database database = database()) {
      boolean unused = database.createTable(store("s", key), false);
      DocumentStore store = KeywrightDriver.over(database).getStore("s");
      List<Map<String, Object>> documents = new ArrayList<>();
      for (int index = 0; index < 60; index++) {
        Map<String, Object> document = new java.util.LinkedHashMap<>();
        document.put("_id", id(draw));
        document.put("n", draw.small());
        document.put("m", draw.small());
        documents.removeIf(old -> old.get("_id").equals(document.get("_id")));
        documents.add(document);
        store.insertOrReplace(Plain.document(document));
      }
      documents.sort(Comparator.comparing(one -> (String) one.get("_id"), ValueOrder.INSTANCE));
      for (int trial = 0; trial < Trials.of(2000); trial++) {
        OjaiQuery query = query(draw);
        List<String> expected =
            documents.stream()
                .filter(one -> query.condition() == null || query.condition().test(one))
                .sorted(query.comparator())
                .skip(query.offset())
                .limit(query.limit() == null ? Long.MAX_VALUE : query.limit())
                .map(one -> (String) one.get("_id"))
                .toList();
        List<String> found = new ArrayList<>();
        try (QueryResult result = store.find(query)) {
          for (Document one : result) {
            found.add(one.getIdString());
          }
        }
        String line = "%s with key %s: %s".formatted(query, key, Seeds.reproduction(seed));
        if (query.orders().isEmpty()) {
          // Without an order a limit may choose any of the documents.
          if (query.limit() == null && query.offset() == 0) {
            assertThat(found).as(line).containsExactlyInAnyOrderElementsOf(expected);
          } else {
            assertThat(found).as(line).hasSameSizeAs(expected).doesNotHaveDuplicates();
          }
        } else {
          assertThat(found).as(line).containsExactlyElementsOf(expected);
        }
      }
    }
  }

  private static String id(RandomDocuments draw) {
    StringBuilder id = new StringBuilder();
    for (int length = draw.random().nextInt(1, 4); length > 0; length--) {
      id.append("ab\u0001\u007f\u00e9\uffff".charAt(draw.random().nextInt(6)));
    }
    return id.toString();
  }

  private static OjaiQuery query(RandomDocuments draw) {
    OjaiQuery query = new OjaiQuery();
    if (draw.random().nextInt(8) > 0) {
      query.where(condition(new OjaiCondition(), draw, 2).build());
    }
    int order = draw.random().nextInt(4);
    if (order > 0) {
      String direction = draw.random().nextBoolean() ? "asc" : "desc";
      if (order > 1) {
        query.orderBy(order == 2 ? "n" : "m", direction);
      }
      query.orderBy("_id", direction);
    }
    if (draw.random().nextInt(3) == 0) {
      query.limit(draw.random().nextInt(6)).offset(draw.random().nextInt(3));
    }
    return query;
  }

  private static OjaiCondition condition(OjaiCondition condition, RandomDocuments draw, int depth) {
    int kind = draw.random().nextInt(depth > 0 ? 9 : 6);
    switch (kind) {
      case 0, 1 ->
          condition.is(
              "_id", org.ojai.store.QueryCondition.Op.values()[draw.random().nextInt(6)], id(draw));
      case 2 -> condition.in("_id", List.of(id(draw), id(draw), id(draw)));
      case 3 -> condition.like("_id", id(draw) + (draw.random().nextBoolean() ? "%" : "_%"));
      case 4 -> condition.exists(draw.random().nextBoolean() ? "_id" : "n");
      case 5 ->
          condition.is("n", org.ojai.store.QueryCondition.Op.values()[draw.random().nextInt(6)], 1);
      default -> {
        if (kind == 6) {
          condition.or();
        } else {
          condition.and();
        }
        for (int parts = draw.random().nextInt(1, 4); parts > 0; parts--) {
          OjaiCondition unused = condition(condition, draw, depth - 1);
        }
        condition.close();
      }
    }
    return condition;
  }
}
