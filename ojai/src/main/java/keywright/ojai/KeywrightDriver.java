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
 * The driver of the OJAI API for databases of Keywright. The URL of a connection is {@code
 * ojai:keywright:} and the URL of the database. For example, {@code
 * DriverManager.getConnection("ojai:keywright:rocksdb:./data")} opens the database {@code
 * rocksdb:./data}, or creates it. {@code ServiceLoader} finds this class. Safe for many threads.
 *
 * <p>All connections of one process to the same URL use one open database. When the last of these
 * connections is closed, the database is closed. A database in memory is lost then.
 *
 * <p>Errors are exceptions of the OJAI API. Their message is one line.
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

  /** Makes a driver; {@code ServiceLoader} calls this constructor. All drivers are equal. */
  public KeywrightDriver() {}

  /**
   * Makes a connection to a database that is already open, for a program that also uses the
   * database without OJAI. Closing the connection does not close the database.
   */
  public static Connection over(Database database) {
    return new OjaiConnection(INSTANCE, database, () -> {});
  }

  /**
   * Opens a connection.
   *
   * @param url {@code ojai:keywright:} followed by the URL of the database
   * @param options null or a document with options. Options whose names start with {@code ojai} are
   *     for other drivers and are ignored; no other options exist
   * @throws StoreException if the database cannot be opened, or if {@code options} has an option
   *     that is not ignored
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
   * Parses a document.
   *
   * @param documentJson the document as a JSON object
   * @throws DecodingException if the text is not a JSON object; the message gives line and column
   *     of the error
   */
  @Override
  public Document newDocument(String documentJson) {
    return new LazyDocument(JsonText.document(documentJson));
  }

  /**
   * Makes a document with copies of the values of a map.
   *
   * @param map the values by field name
   * @throws DecodingException if a value is of a class that documents cannot contain
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
   * Parses a query. The program can still change the returned query.
   *
   * @param queryJson the query as a JSON object
   * @throws DecodingException if the text is not a query; the message gives line and column of the
   *     error
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
