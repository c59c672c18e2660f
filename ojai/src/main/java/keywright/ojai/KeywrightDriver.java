package keywright.ojai;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentBuilder;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.json.Json;
import org.ojai.store.Connection;
import org.ojai.store.DocumentMutation;
import org.ojai.store.Driver;
import org.ojai.store.DriverManager;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.ValueBuilder;
import org.ojai.store.exceptions.StoreException;

/**
 * The driver of OJAI for databases of Keywright, whose URL follows {@code ojai:keywright:}. {@code
 * DriverManager.getConnection("ojai:keywright:rocksdb:./data")} opens the database {@code
 * rocksdb:./data}, or creates it. {@code ServiceLoader} finds this class. Safe for many threads.
 *
 * <p>Connections of one process to the same URL share one database. The last of them that is closed
 * closes it; a database in memory ends then.
 *
 * <p>Errors are exceptions of the API with a message of one line.
 */
public final class KeywrightDriver implements Driver {
  private static final String PREFIX = "ojai:keywright:";
  private static final KeywrightDriver INSTANCE = new KeywrightDriver();

  /** An open database and the number of its connections. */
  private record Shared(Database database, int connections) {}

  private static final Map<String, Shared> OPEN = new HashMap<>();

  static {
    DriverManager.registerDriver(INSTANCE);
  }

  /** For {@code ServiceLoader}. All instances are equal. */
  public KeywrightDriver() {}

  /**
   * A connection to a database that is already open, as for a program that also uses its tables.
   * Closing the connection does not close the database.
   */
  public static Connection over(Database database) {
    return new OjaiConnection(INSTANCE, database, () -> {});
  }

  /**
   * Opens a connection.
   *
   * @param options null or empty; options whose names start with {@code ojai} tune other drivers,
   *     and are ignored
   * @throws StoreException if the database cannot be opened, or for another option
   */
  @Override
  public Connection connect(String url, @Nullable Document options) {
    if (!accepts(url) || url.length() == PREFIX.length()) {
      throw new StoreException(
          "cannot connect to "
              + url
              + ": found no database, expected one after "
              + PREFIX
              + ", such as ojai:keywright:rocksdb:./data");
    }
    OjaiConnection.checkOptions("connect to " + url, options, Set.of());
    String location = url.substring(PREFIX.length());
    Database database = StoreTable.storing(() -> opened(location));
    return new OjaiConnection(this, database, () -> closed(location));
  }

  private static Database opened(String url) {
    synchronized (OPEN) {
      Shared shared = OPEN.get(url);
      Database database = shared == null ? Database.open(url) : shared.database;
      OPEN.put(url, new Shared(database, shared == null ? 1 : shared.connections + 1));
      return database;
    }
  }

  private static void closed(String url) {
    synchronized (OPEN) {
      Shared shared = OPEN.remove(url);
      if (shared != null && shared.connections > 1) {
        OPEN.put(url, new Shared(shared.database, shared.connections - 1));
      } else if (shared != null) {
        shared.database.close();
      }
    }
  }

  @Override
  public String getName() {
    return "keywright";
  }

  @Override
  public boolean accepts(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public ValueBuilder getValueBuilder() {
    return Json.getValueBuilder();
  }

  @Override
  public Document newDocument() {
    return Json.newDocument();
  }

  /**
   * The document in a text of JSON.
   *
   * @throws DecodingException if it is none; the message names line and column
   */
  @Override
  public Document newDocument(String documentJson) {
    return Plain.document(JsonText.document(documentJson));
  }

  /**
   * A document with copies of the values of a map.
   *
   * @throws DecodingException if a value has no type in documents
   */
  @Override
  public Document newDocument(Map<String, Object> map) {
    try {
      return Plain.copy(map);
    } catch (TypeException e) {
      throw new DecodingException(e.getMessage(), e);
    }
  }

  @Override
  public Document newDocument(Object bean) {
    return Json.newDocument(bean);
  }

  @Override
  public DocumentBuilder newDocumentBuilder() {
    return Json.newDocumentBuilder();
  }

  @Override
  public DocumentMutation newMutation() {
    return new OjaiMutation();
  }

  @Override
  public QueryCondition newCondition() {
    return new OjaiCondition();
  }

  @Override
  public Query newQuery() {
    return new OjaiQuery();
  }

  /**
   * The query in a text of JSON, which can still be changed.
   *
   * @throws DecodingException if it is none; the message names line and column
   */
  @Override
  public Query newQuery(String queryJson) {
    return OjaiQuery.parse(queryJson);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeywrightDriver;
  }

  @Override
  public int hashCode() {
    return KeywrightDriver.class.hashCode();
  }
}
