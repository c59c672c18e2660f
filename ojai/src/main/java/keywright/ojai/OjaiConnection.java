package keywright.ojai;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentBuilder;
import org.ojai.Value;
import org.ojai.store.Connection;
import org.ojai.store.DocumentMutation;
import org.ojai.store.DocumentStore;
import org.ojai.store.Driver;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.ValueBuilder;
import org.ojai.store.exceptions.StoreException;
import org.ojai.store.exceptions.StoreNotFoundException;

/**
 * A connection to a database, whose document tables are its stores. Safe for many threads.
 *
 * <p>The name of a store may be a path: a slash in front is left out, and every other one stands
 * for {@code _} in the name of the table.
 */
final class OjaiConnection implements Connection {
  private final Driver driver;
  private final Database database;
  private final Runnable closing;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /**
   * @param closing is run when the connection is closed
   */
  OjaiConnection(Driver driver, Database database, Runnable closing) {
    this.driver = driver;
    this.database = database;
    this.closing = closing;
  }

  Database database() {
    return database;
  }

  private void requireOpen() {
    if (isClosed.get()) {
      throw new StoreException("cannot use the connection: it is closed; make a new one");
    }
  }

  private String table(String store) {
    requireOpen();
    return (store.startsWith("/") ? store.substring(1) : store).replace('/', '_');
  }

  /**
   * Refuses options that a program may rely on. Options with names that start with {@code ojai.}
   * tune other drivers, and are ignored.
   */
  static void checkOptions(String what, @Nullable Document options, Set<String> known) {
    if (options == null) {
      return;
    }
    for (String name : Plain.of(options).keySet()) {
      if (!name.startsWith("ojai") && !known.contains(name)) {
        throw new StoreException(
            "cannot "
                + what
                + ": found the option "
                + JsonText.quoted(name)
                + ", expected "
                + (known.isEmpty() ? "none" : String.join(", ", known))
                + "; leave it out");
      }
    }
  }

  @Override
  public DocumentStore createStore(String storeName) {
    return create(storeName, Value.Type.STRING);
  }

  /** With the option {@code _id}, whose value is {@code string} or {@code binary}. */
  @Override
  public DocumentStore createStore(String storeName, Document options) {
    checkOptions("create the store " + storeName, options, Set.of(StoredDocument.ID));
    Map<String, @Nullable Object> plain = Plain.of(options);
    Object type = plain.getOrDefault(StoredDocument.ID, "string");
    if (!"string".equals(type) && !"binary".equals(type)) {
      throw new StoreException(
          "cannot create the store "
              + storeName
              + ": the option _id is "
              + type
              + ", expected string or binary");
    }
    return create(storeName, Value.Type.valueOf(((String) type).toUpperCase(Locale.ROOT)));
  }

  private DocumentStore create(String storeName, Value.Type idType) {
    String table = table(storeName);
    return StoreTable.storing(
        () -> {
          if (database.find(table).isPresent()) {
            throw new StoreIsThereException(
                table,
                "cannot create the store "
                    + table
                    + ": found a table of this name, expected none; choose another name, or open the store");
          }
          StoreTable.create(database, table, idType);
          return getStore(table);
        });
  }

  /**
   * Drops the table of a store and its documents.
   *
   * @return false if there is none
   * @throws StoreException if the table of this name is not that of a store
   */
  @Override
  public boolean deleteStore(String storeName) {
    String table = table(storeName);
    return StoreTable.storing(
        () -> {
          if (database.find(table).isEmpty()) {
            return false;
          }
          StoreTable unused = StoreTable.open(database, table);
          return database.dropTable(table, true);
        });
  }

  @Override
  public boolean storeExists(String storeName) {
    String table = table(storeName);
    return StoreTable.storing(
        () -> {
          try {
            StoreTable unused = StoreTable.open(database, table);
            return true;
          } catch (StoreNotFoundException e) {
            return false;
          }
        });
  }

  @Override
  public DocumentStore getStore(String storeName) {
    String table = table(storeName);
    return StoreTable.storing(
        () -> new OjaiStore(StoreTable.open(database, table), this::requireOpen));
  }

  @Override
  public DocumentStore getStore(String storeName, Document options) {
    checkOptions("open the store " + storeName, options, Set.of());
    return getStore(storeName);
  }

  @Override
  public ValueBuilder getValueBuilder() {
    return driver.getValueBuilder();
  }

  @Override
  public Document newDocument() {
    return driver.newDocument();
  }

  @Override
  public Document newDocument(String jsonString) {
    return driver.newDocument(jsonString);
  }

  @Override
  public Document newDocument(Map<String, Object> map) {
    return driver.newDocument(map);
  }

  @Override
  public Document newDocument(Object bean) {
    return driver.newDocument(bean);
  }

  @Override
  public DocumentBuilder newDocumentBuilder() {
    return driver.newDocumentBuilder();
  }

  @Override
  public DocumentMutation newMutation() {
    return driver.newMutation();
  }

  @Override
  public QueryCondition newCondition() {
    return driver.newCondition();
  }

  @Override
  public Query newQuery() {
    return driver.newQuery();
  }

  @Override
  public Query newQuery(String queryJson) {
    return driver.newQuery(queryJson);
  }

  @Override
  public Driver getDriver() {
    return driver;
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      closing.run();
    }
  }
}
