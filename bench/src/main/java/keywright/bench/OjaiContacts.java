package keywright.bench;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ojai.Document;
import org.ojai.DocumentStream;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.DriverManager;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;

/** The documents by the driver of OJAI. */
final class OjaiContacts implements ContactStore {
  private final Connection connection;
  private final DocumentStore store;

  /**
   * @param url of the database
   */
  OjaiContacts(String url) {
    connection = DriverManager.getConnection("ojai:keywright:" + url);
    store =
        connection.storeExists("contacts")
            ? connection.getStore("contacts")
            : connection.createStore("contacts");
  }

  @Override
  public void insert(List<Map<String, Object>> documents) {
    documents.forEach(document -> store.insert(connection.newDocument(document)));
  }

  @Override
  public void replace(List<Map<String, Object>> documents) {
    documents.forEach(document -> store.insertOrReplace(connection.newDocument(document)));
  }

  @Override
  public Map<String, Object> get(String id) {
    return Objects.requireNonNull(store.findById(id)).asMap();
  }

  @Override
  public String field(String id, String field) {
    return Objects.requireNonNull(store.findById(id, field)).getString(field);
  }

  @Override
  public long range(String from, String to, String field) {
    QueryCondition ids =
        connection
            .newCondition()
            .and()
            .is("_id", QueryCondition.Op.GREATER_OR_EQUAL, from)
            .is("_id", QueryCondition.Op.LESS, to)
            .close()
            .build();
    long length = 0;
    Query query = connection.newQuery().select(field).where(ids).build();
    try (DocumentStream documents = store.find(query)) {
      for (Document document : documents) {
        length += document.getString(field).length();
      }
    }
    return length;
  }

  @Override
  public void close() {
    store.close();
    connection.close();
  }
}
