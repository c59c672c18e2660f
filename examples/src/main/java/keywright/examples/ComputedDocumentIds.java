package keywright.examples;

import keywright.cql.CqlSession;
import keywright.ojai.KeywrightDriver;
import keywright.table.Database;
import org.ojai.Document;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryCondition.Op;
import org.ojai.store.QueryResult;
import org.ojai.types.OTimestamp;

/** Documents whose ids are computed from their fields, through the OJAI API. */
public final class ComputedDocumentIds {
  private ComputedDocumentIds() {}

  /** Opens the database of the first argument, such as {@code rocksdb:./data}, or one in memory. */
  public static void main(String... arguments) {
    String url = arguments.length > 0 ? arguments[0] : "memory:";
    try (Database database = Database.open(url)) {
      create(database);
      try (Connection connection = KeywrightDriver.over(database);
          DocumentStore store = connection.getStore("orders")) {
        orders(connection, store);
      }
    }
  }

  private static void create(Database database) {
    // region
    CqlSession.over(database)
        .execute(
            """
            CREATE DOCUMENT TABLE IF NOT EXISTS orders (
              customer_id int FROM 'customer.id',
              placed_at timestamp FROM 'placedAt',
              order_no text FROM 'no',
              state text FROM 'state',
              PRIMARY KEY (lpad(customer_id, 6), placed_at DESC, order_no)
            ) WITH key_format = 'text' AND key_delimiter = '_'
            """);
    CqlSession.over(database)
        .execute("CREATE INDEX IF NOT EXISTS orders_by_state ON orders (state, placed_at)");
    // endregion
  }

  private static void orders(Connection connection, DocumentStore store) {
    // region
    for (int day = 1; day <= 3; day++) {
      for (int no = 1; no <= 2; no++) {
        store.insertOrReplace(
            connection
                .newDocument()
                .set("customer.id", 123)
                .set("placedAt", OTimestamp.parse("2017-01-0" + day + "T0" + no + ":00:00.000Z"))
                .set("no", "000" + no)
                .set("state", day == 3 ? "new" : "paid"));
      }
    }

    QueryCondition ofTheDay =
        connection
            .newCondition()
            .and()
            .is("customer.id", Op.EQUAL, 123)
            .is("placedAt", Op.GREATER_OR_EQUAL, OTimestamp.parse("2017-01-02T00:00:00.000Z"))
            .is("placedAt", Op.LESS, OTimestamp.parse("2017-01-03T00:00:00.000Z"))
            .close()
            .build();
    try (QueryResult result = store.find(connection.newQuery().where(ofTheDay).build())) {
      for (Document order : result) {
        System.out.println(order.getIdString());
      }
      System.out.println(result.getQueryPlan().getLong("rowsRead") + " rows read");
    }
    // endregion
    QueryCondition isNew = connection.newCondition().is("state", Op.EQUAL, "new").build();
    try (QueryResult result = store.find(connection.newQuery().where(isNew).build())) {
      result.forEach(order -> System.out.println(order.getIdString()));
      result.getQueryPlan().getList("scans[0]").forEach(System.out::println);
    }
  }
}
