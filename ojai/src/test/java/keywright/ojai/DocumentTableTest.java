package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ojai.Document;
import org.ojai.Value;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.Query;
import org.ojai.store.QueryResult;
import org.ojai.store.exceptions.DocumentExistsException;
import org.ojai.store.exceptions.StoreException;
import org.ojai.types.OTimestamp;

/** Stores whose ids are computed from fields of the documents, and columns derived from fields. */
class DocumentTableTest {
  private static final String KEY = "lpad(customer_id, 6), placed_at DESC, order_no";

  private static final String SHAPE =
      "the column document blob, _id text or _id blob as the only column of the primary key, and other columns derived from document; or a primary key of derived columns, and the option id_delimiter";

  private final Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
  private final Connection connection = KeywrightDriver.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  /** CREATE DOCUMENT TABLE orders. */
  static TableDefinition orders(String key, String delimiter) {
    StorageOptions storage =
        delimiter == null
            ? StorageOptions.DEFAULT
            : DocumentTable.withDelimiter(StorageOptions.DEFAULT, delimiter);
    return TableDefinition.of(
            "orders",
            List.of(
                ColumnDefinition.of("document", Type.parse("blob")),
                derived("customer_id", "int", "customer.id"),
                derived("placed_at", "timestamp", "placedAt"),
                derived("order_no", "text", "no")),
            KeyPart.parseList(key))
        .withStorage(storage);
  }

  private static ColumnDefinition derived(String name, String type, String path) {
    return ColumnDefinition.of(name, Type.parse(type)).derivedFrom("document", path);
  }

  private DocumentStore store(TableDefinition table) {
    boolean unused = database.createTable(table, false);
    return connection.getStore(table.name());
  }

  private Document order(int customer, String placedAt, String no) {
    return connection
        .newDocument()
        .set("customer.id", customer)
        .set("placedAt", OTimestamp.parse(placedAt))
        .set("no", no)
        .set("state", "new");
  }

  private Document json(String json) {
    return connection.newDocument(json.replace('\'', '"'));
  }

  private static void refused(Runnable action, String message) {
    assertThatThrownBy(action::run).isInstanceOf(StoreException.class).hasMessage(message);
  }

  @Test
  void theIdIsComputedOnInsertAndVerifiedIfItIsGiven() {
    DocumentStore store = store(orders(KEY, "_"));
    store.insert(order(123, "2017-01-01T10:30:00.000Z", "0001"));
    String id = "000123_2017-01-01T10:30:00.000Z_0001";
    Document found = store.findById(id);
    assertThat(found.getIdString()).isEqualTo(id);
    assertThat(found.getInt("customer.id")).isEqualTo(123);
    assertThat(found.getTimestamp("placedAt"))
        .isEqualTo(OTimestamp.parse("2017-01-01T10:30:00.000Z"));
    assertThatThrownBy(() -> store.insert(found)).isInstanceOf(DocumentExistsException.class);
    store.insertOrReplace(found.set("state", "paid"));
    store.replace(id, found);
    assertThat(store.findById(id).getString("state")).isEqualTo("paid");
    Document other = order(7, "2017-01-02T00:00:00.000Z", "b");
    String message =
        "cannot use the document: its _id is \"000123_2017-01-01T10:30:00.000Z_0001\", expected \"000007_2017-01-02T00:00:00.000Z_b\", which is computed from its fields, or none";
    refused(() -> store.insert(id, other), message);
    refused(() -> store.insertOrReplace(id, other), message);
    refused(() -> store.replace(id, other), message);
    refused(() -> store.checkAndReplace(id, connection.newCondition().build(), other), message);
    refused(
        () -> store.insert(json("{'_id':'x','customer':{'id':1}}").set("no", "1")),
        "cannot use the document: at placedAt found no value, expected a value of type timestamp, since the _id of store orders is computed from it");
    refused(
        () -> store.insert(json("{'customer':{'id':'seven'},'placedAt':'2017-01-01','no':'1'}")),
        "cannot use the document: at customer.id found 'seven', expected a whole number from -2147483648 to 2147483647, since the _id of store orders is computed from it");
    refused(
        () -> store.insert(order(1_000_000, "2017-01-01T00:00:00.000Z", "1")),
        "cannot use the document: its _id cannot be computed: cannot encode lpad(customer_id, 6) for customer_id = 1000000: found 1000000, expected 0 to 999999 (width 6); declare a width that holds the largest value");
    refused(
        () -> store.insert(order(1, "2017-01-01T00:00:00.000Z", "a_b")),
        "cannot use the document: its _id cannot be computed: cannot encode order_no: found 'a_b', expected a text without the delimiter '_'; choose another delimiter or key_format kw1");
    refused(
        () ->
            store.insert(
                order(1, "2017-01-01T00:00:00.000Z", "a").setId("x").delete("_id").set("_id", 5)),
        "cannot use the document: its _id is of type int, expected a string, the type of each _id in store orders");
    assertThat(Stream.of(store.find().iterator()).count()).isEqualTo(1);
    assertThat(ids(store.find(connection.newQuery().build()))).containsExactly(id);
  }

  @Test
  void anIdThatNoDocumentCanHaveIsThatOfNoDocument() {
    DocumentStore store = store(orders(KEY, "_"));
    store.insert(order(7, "2017-01-01T00:00:00.000Z", "a"));
    for (String id :
        List.of(
            "",
            "7",
            "000007_2017-01-01T00:00:00.000Z",
            "7_2017-01-01T00:00:00.000Z_a",
            "000007_2017-01-01_a",
            "\ud800")) {
      assertThat(store.findById(id)).as(id).isNull();
      store.delete(id);
      assertThat(store.checkAndDelete(id, connection.newCondition().build())).isFalse();
    }
    refused(
        () -> store.increment("7", "n", 1),
        "cannot write the document with _id \"7\": expected an _id that is computed from the fields of a document of store orders");
    assertThat(store.find().iterator().hasNext()).isTrue();
    store.delete(json("{'_id':'000007_2017-01-01T00:00:00.000Z_a'}"));
    assertThat(store.find().iterator().hasNext()).isFalse();
  }

  @Test
  void fieldsOfTheKeyCannotBeMutated() {
    DocumentStore store = store(orders(KEY, "_"));
    store.insert(order(7, "2017-01-01T00:00:00.000Z", "a"));
    String id = "000007_2017-01-01T00:00:00.000Z_a";
    refused(
        () -> store.update(id, connection.newMutation().set("state", "paid").set("customer.id", 8)),
        "cannot set document of orders: found a document whose customer_id is 8, expected 7 as in the row key (lpad(customer_id, 6), placed_at DESC, order_no), which cannot change; REKEY moves the row to a new key");
    refused(
        () -> store.increment(id, "customer.id", 1),
        "cannot set document of orders: found a document whose customer_id is 8, expected 7 as in the row key (lpad(customer_id, 6), placed_at DESC, order_no), which cannot change; REKEY moves the row to a new key");
    refused(
        () -> store.update(id, connection.newMutation().delete("no")),
        "cannot set document of orders: found no value at its path 'no', expected a value of type text, since the primary key reads order_no; correct the document");
    assertThat(store.findById(id).getString("state")).isEqualTo("new");
    store.update(id, connection.newMutation().set("state", "paid").increment("visits", 2));
    store.update(id, connection.newMutation().setOrReplace("customer.id", 7L));
    assertThat(store.findById(id).getString("state")).isEqualTo("paid");
    assertThat(store.findById(id).getValue("customer.id").getType()).isEqualTo(Value.Type.LONG);
  }

  private static List<String> ids(QueryResult result) {
    List<String> ids = new ArrayList<>();
    try (result) {
      result.forEach(document -> ids.add(document.getIdString()));
    }
    return ids;
  }

  /** The orders of 20 customers, 3 on each of 4 days. */
  private DocumentStore filled(TableDefinition table) {
    DocumentStore store = store(table);
    for (int customer = 0; customer < 20; customer++) {
      for (int day = 1; day <= 4; day++) {
        for (int hour = 0; hour < 3; hour++) {
          store.insert(
              order(customer, "2017-01-0%dT%02d:00:00.000Z".formatted(day, hour * 8), "n" + hour));
        }
      }
    }
    return store;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lpad(customer_id, 6), placed_at DESC, order_no | 000007_ | 1",
        "lpad(customer_id, 6), placed_at, order_no | 000007_ | 1",
        "bucket(8), lpad(customer_id, 6), placed_at, order_no | 000007_ | 8",
        "bucket(8, customer_id), lpad(customer_id, 6), placed_at DESC, order_no | 000007_ | 1",
        "left(md5(customer_id), 2), customer_id, placed_at, order_no | 7_ | 1",
        "reverse(lpad(customer_id, 6)), placed_at, order_no | 700000_ | 1"
      })
  void aQueryOfOneCustomerAndDayReadsOnlyItsKeyRange(String key, String prefix, int fanOut) {
    DocumentStore store = filled(orders(key, "_"));
    Query byFields =
        connection
            .newQuery()
            .where(
                connection
                    .newCondition()
                    .and()
                    .is("customer.id", org.ojai.store.QueryCondition.Op.EQUAL, 7)
                    .is(
                        "placedAt",
                        org.ojai.store.QueryCondition.Op.GREATER_OR_EQUAL,
                        OTimestamp.parse("2017-01-02T00:00:00.000Z"))
                    .is(
                        "placedAt",
                        org.ojai.store.QueryCondition.Op.LESS,
                        OTimestamp.parse("2017-01-03T00:00:00.000Z"))
                    .close()
                    .build())
            .build();
    requireDay(store, byFields, prefix, fanOut);
    Query byId =
        connection
            .newQuery()
            .where(
                "{\"$and\":[{\"$ge\":{\"_id\":\"%1$s2017-01-02\"}},{\"$lt\":{\"_id\":\"%1$s2017-01-03\"}}]}"
                    .formatted(prefix))
            .build();
    requireDay(store, byId, prefix, fanOut);
    Query byPrefix =
        connection
            .newQuery()
            .where(
                connection
                    .newCondition()
                    .like("_id", prefix.replace("_", "@_") + "2017-01-02%", '@')
                    .build())
            .build();
    requireDay(store, byPrefix, prefix, fanOut);
  }

  private static void requireDay(DocumentStore store, Query query, String prefix, int fanOut) {
    try (QueryResult result = store.find(query)) {
      List<String> found = new ArrayList<>();
      result.forEach(document -> found.add(document.getIdString()));
      assertThat(found)
          .containsExactlyInAnyOrder(
              prefix + "2017-01-02T00:00:00.000Z_n0",
              prefix + "2017-01-02T08:00:00.000Z_n1",
              prefix + "2017-01-02T16:00:00.000Z_n2");
      Document plan = result.getQueryPlan();
      assertThat(plan.getLong("rowsRead")).as(plan.asJsonString()).isEqualTo(3);
      assertThat(plan.getValue("warning")).isNull();
      assertThat(plan.getList("scans")).as(plan.asJsonString()).hasSize(1);
      String scan = String.valueOf(plan.getList("scans").get(0));
      assertThat(scan).contains("2017-01-02").contains("fan-out: " + fanOut + " range");
    }
  }

  @Test
  void anOrderByIdIsTheOrderOfTheTexts() {
    DocumentStore store = filled(orders(KEY, "_"));
    for (String direction : List.of("asc", "desc")) {
      List<String> all = ids(store.find(connection.newQuery().orderBy("_id", direction).build()));
      assertThat(all)
          .hasSize(240)
          .isSortedAccordingTo(
              direction.equals("asc")
                  ? java.util.Comparator.naturalOrder()
                  : java.util.Comparator.<String>reverseOrder());
    }
    assertThat(
            ids(
                store.find(
                    connection
                        .newQuery()
                        .where(
                            "{\"$in\":{\"_id\":[\"000007_2017-01-02T08:00:00.000Z_n1\",\"x\",\"000003_2017-01-04T16:00:00.000Z_n2\"]}}")
                        .orderBy("_id")
                        .build())))
        .containsExactly(
            "000003_2017-01-04T16:00:00.000Z_n2", "000007_2017-01-02T08:00:00.000Z_n1");
  }

  @Test
  void anIndexOnAFieldServesQueries() {
    TableDefinition users =
        TableDefinition.of(
                "users",
                List.of(
                    ColumnDefinition.of("_id", Type.parse("text")),
                    ColumnDefinition.of("document", Type.parse("blob")),
                    derived("mail", "text", "mail"),
                    derived("age", "int", "age")),
                KeyPart.parseList("_id"))
            .withIndexes(List.of(index("users_by_mail", "mail"), index("users_by_age", "age")));
    DocumentStore store = store(users);
    for (int i = 0; i < 100; i++) {
      store.insert("u" + i, json("{'mail':'m%d','age':{'$numberInt':%d}}".formatted(i, i / 2)));
    }
    store.insert("other", json("{'mail':7,'age':20.5}"));
    try (QueryResult result =
        store.find(connection.newQuery("{\"$where\":{\"$eq\":{\"mail\":\"m7\"}}}").build())) {
      assertThat(result).extracting(Document::getIdString).containsExactly("u7");
      assertThat(result.getQueryPlan().getLong("rowsRead")).isEqualTo(1);
      assertThat(result.getQueryPlan().asJsonString()).contains("users_by_mail");
    }
    // An equality finds each number, a range also those that the column does not have.
    assertThat(ids(store.find(connection.newQuery("{\"$where\":{\"$eq\":{\"age\":20}}}").build())))
        .containsExactlyInAnyOrder("u40", "u41");
    assertThat(
            ids(
                store.find(
                    connection
                        .newQuery("{\"$where\":{\"$between\":{\"age\":[20.25,21]}}}")
                        .build())))
        .containsExactlyInAnyOrder("other", "u42", "u43");
    assertThat(
            ids(store.find(connection.newQuery("{\"$where\":{\"$eq\":{\"age\":20.5}}}").build())))
        .containsExactly("other");
    assertThat(ids(store.find(connection.newQuery("{\"$where\":{\"$eq\":{\"mail\":7}}}").build())))
        .containsExactly("other");
  }

  private static IndexDefinition index(String name, String parts) {
    return new IndexDefinition(
        name, KeyPart.parseList(parts), KeyFormat.kw1(), false, List.of(), StorageOptions.DEFAULT);
  }

  @Test
  void aTextKeyIsTheId() {
    DocumentStore store =
        store(
            orders("bucket(4), lpad(customer_id, 6), placed_at, order_no", null)
                .withFormat(KeyFormat.text("_")));
    store.insert(order(7, "2017-01-01T00:00:00.000Z", "a"));
    assertThat(store.findById("000007_2017-01-01T00:00:00.000Z_a")).isNotNull();
  }

  @Test
  void tablesWhoseIdsCannotBeComputedAreRefused() {
    refusedTable(
        orders("placed_at, order_no", "-"),
        "cannot create table orders: found '-' between the parts of an id, which every value of placed_at contains; correct the declaration");
    refusedTable(
        orders("customer_id, order_no", ""),
        "cannot create table orders: found a key that cannot be the text of an id (cannot use an empty delimiter after customer_id: found texts of different lengths, expected texts of one length; use lpad(x, width) for numbers, or set a delimiter); correct the declaration");
    TableDefinition table = orders("customer_id, order_no", "_");
    List<ColumnDefinition> columns = new ArrayList<>(table.columns());
    columns.add(ColumnDefinition.of("note", Type.parse("text")));
    refusedTable(
        table.withColumns(columns),
        "cannot create table orders: found column note text, expected "
            + SHAPE
            + "; correct the declaration");
    boolean unused = database.createTable(orders("customer_id", null), false);
    refused(
        () -> connection.getStore("orders"),
        "cannot open the store orders: found no option id_delimiter, expected " + SHAPE);
  }

  private void refusedTable(TableDefinition table, String message) {
    assertThatThrownBy(() -> database.createTable(table, false))
        .isInstanceOf(TableException.class)
        .hasMessage(message);
  }
}
