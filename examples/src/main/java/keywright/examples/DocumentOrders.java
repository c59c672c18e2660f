package keywright.examples;

import org.ojai.Document;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.DriverManager;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryResult;

/** A program for MapR's JSON tables, with the URL of a database of Keywright. */
public final class DocumentOrders {
  private DocumentOrders() {}

  /**
   * Connects to the URL of the first argument, such as {@code ojai:keywright:rocksdb:./data}, or to
   * a database in memory.
   */
  public static void main(String... arguments) {
    String url = arguments.length > 0 ? arguments[0] : "ojai:keywright:memory:";
    try (Connection connection = DriverManager.getConnection(url)) {
      create(connection);
      try (DocumentStore store = connection.getStore("/apps/orders")) {
        orders(connection, store);
        change(connection, store);
      }
    }
  }

  private static void create(Connection connection) {
    // region
    if (!connection.storeExists("/apps/orders")) {
      try (DocumentStore created = connection.createStore("/apps/orders")) {
        created.flush();
      }
    }
    // endregion
  }

  private static void orders(Connection connection, DocumentStore store) {
    // region
    String[] ids = {
      "000123_2017-01-01_0001",
      "000123_2017-01-01_0002",
      "000123_2017-01-02_0003",
      "000124_2017-01-01_0004",
    };
    for (String id : ids) {
      Document order =
          connection.newDocument().setId(id).set("state", "new").set("customer.visits", 1);
      store.insertOrReplace(order);
    }

    QueryCondition ofTheDay =
        connection
            .newCondition()
            .and()
            .is("_id", QueryCondition.Op.GREATER_OR_EQUAL, "000123_2017-01-01")
            .is("_id", QueryCondition.Op.LESS, "000123_2017-01-02")
            .close()
            .build();
    Query query =
        connection.newQuery().select("_id", "state").where(ofTheDay).orderBy("_id", "desc").build();
    try (QueryResult result = store.find(query)) {
      for (Document order : result) {
        System.out.println(order.asJsonString());
      }
      System.out.println(result.getQueryPlan().getLong("rowsRead") + " rows read");
    }
    // endregion
    try (QueryResult result = store.find(query)) {
      result.getQueryPlan().getList("scans[0]").forEach(System.out::println);
    }
  }

  private static void change(Connection connection, DocumentStore store) {
    // region
    String id = "000123_2017-01-01_0001";
    store.increment(id, "customer.visits", 1);
    QueryCondition isNew =
        connection.newCondition().is("state", QueryCondition.Op.EQUAL, "new").build();
    boolean paid = store.checkAndUpdate(id, isNew, connection.newMutation().set("state", "paid"));
    System.out.println(paid + " " + store.findById(id).asJsonString());
    // endregion
  }
}
