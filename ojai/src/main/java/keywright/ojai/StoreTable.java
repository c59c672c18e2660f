package keywright.ojai;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.KeywrightException;
import keywright.key.Type;
import keywright.ojai.ValueOrder.Group;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.EncodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.store.exceptions.StoreException;
import org.ojai.store.exceptions.StoreNotFoundException;

/**
 * The table of a store: {@code _id text} or {@code _id blob}, a primary key that reads {@code _id}
 * alone, and {@code document blob} with the stored form of the other fields. Safe for many threads.
 *
 * <p>Its methods take an id as a plain string or {@code ByteBuffer}, and throw a {@link
 * StoreException}.
 */
final class StoreTable {
  static final String DOCUMENT = "document";
  private static final String SHAPE =
      "the columns _id text or _id blob, and document blob, and a primary key of _id alone";

  /** Says what becomes of a document, or of no document, as a pure function. */
  @FunctionalInterface
  interface Step {
    /** The changed document, {@link #REFUSED} or {@link #DELETED}. */
    Map<String, @Nullable Object> apply(@Nullable StoredDocument document);
  }

  static final Map<String, @Nullable Object> REFUSED = Map.of("", "refused");
  static final Map<String, @Nullable Object> DELETED = Map.of("", "deleted");

  private final String name;
  private final Table table;
  private final Group ids;

  private StoreTable(String name, Table table, Group ids) {
    this.name = name;
    this.table = table;
    this.ids = ids;
  }

  /** Creates the table of a store whose ids are strings or binaries. */
  static void create(Database database, String name, Value.Type idType) {
    String type = idType == Value.Type.BINARY ? "blob" : "text";
    boolean unused =
        database.createTable(
            TableDefinition.of(
                name,
                List.of(
                    ColumnDefinition.of(StoredDocument.ID, Type.parse(type)),
                    ColumnDefinition.of(DOCUMENT, Type.parse("blob"))),
                KeyPart.parseList(StoredDocument.ID)),
            false);
  }

  /**
   * The table of a store.
   *
   * @throws StoreNotFoundException if there is no such table
   * @throws StoreException if it does not have the columns and the key of a store
   */
  static StoreTable open(Database database, String name) {
    TableDefinition definition = database.find(name).orElse(null);
    if (definition == null) {
      throw new NoStoreException(
          name,
          "cannot open the store "
              + name
              + ": found no table of this name, expected one; create it with createStore, or with"
              + " CREATE TABLE "
              + name
              + " (_id text, document blob, PRIMARY KEY (_id))");
    }
    String idType = "";
    String problem = null;
    for (ColumnDefinition column : definition.columns()) {
      String type = column.type().toString();
      if (column.name().equals(StoredDocument.ID) && (type.equals("text") || type.equals("blob"))) {
        idType = type;
      } else if (!column.name().equals(DOCUMENT) || !type.equals("blob")) {
        problem = "found column " + column.name() + " " + type;
      }
    }
    if (problem == null && definition.columns().size() != 2) {
      problem = "found " + definition.columns().size() + " columns";
    } else if (problem == null && !definition.keyColumns().equals(List.of(StoredDocument.ID))) {
      problem = "found the primary key " + definition.primaryKey();
    }
    if (problem != null) {
      throw new StoreException(
          "cannot open the store %s: %s, expected %s".formatted(name, problem, SHAPE));
    }
    return new StoreTable(
        name, database.table(name), idType.equals("text") ? Group.STRING : Group.BINARY);
  }

  String name() {
    return name;
  }

  Table table() {
    return table;
  }

  /** STRING or BINARY. */
  Group ids() {
    return ids;
  }

  /** What {@code action} returns; what it throws as an exception of a store. */
  static <T> T storing(Supplier<T> action) {
    try {
      return action.get();
    } catch (KeywrightException | EncodingException | DecodingException | TypeException e) {
      throw new StoreException(e.getMessage(), e);
    }
  }

  /** The id that a program gave, which must have the type of the ids of the table. */
  Object id(@Nullable Object value) {
    Object id = value instanceof Value apiValue ? Plain.of(apiValue) : value;
    if (id != null && ValueOrder.group(id) == ids) {
      return id;
    }
    String type = ids == Group.STRING ? "string" : "binary";
    throw new StoreException(
        "cannot use the document: "
            + (id == null
                ? "it has no _id"
                : "its _id is of type " + Plain.type(id).name().toLowerCase(java.util.Locale.ROOT))
            + ", expected a "
            + type
            + ", as store "
            + name
            + " has");
  }

  private static String shown(Object id) {
    return id instanceof String string ? JsonText.quoted(string) : JsonText.quoted(hex(id));
  }

  private static String hex(Object id) {
    return "0x" + java.util.HexFormat.of().formatHex((byte[]) IdRanges.key(id));
  }

  /** {@code found no document with _id "7" in store orders}, for messages. */
  String found(String what, Object id) {
    return "found " + what + " with _id " + shown(id) + " in store " + name;
  }

  /** The document with this id; null if there is none. */
  @Nullable StoredDocument find(Object id) {
    return storing(() -> table.get(IdRanges.key(id)).map(StoreTable::document).orElse(null));
  }

  /** The document in a row that has both columns. */
  static StoredDocument document(Row row) {
    Object id = row.get(StoredDocument.ID);
    return new StoredDocument(
        id instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : String.valueOf(id),
        (byte[]) row.get(DOCUMENT));
  }

  private Map<String, @Nullable Object> row(Object id, Map<String, @Nullable Object> document) {
    return Map.of(StoredDocument.ID, IdRanges.key(id), DOCUMENT, StoredDocument.encode(document));
  }

  /** Puts a document, whether one with the id exists or not. */
  void put(Object id, Map<String, @Nullable Object> document) {
    StoreTable unused =
        storing(
            () -> {
              table.put(row(id, document));
              return this;
            });
  }

  /** Inserts a document; false if one with the id exists. */
  boolean insert(Object id, Map<String, @Nullable Object> document) {
    return storing(() -> table.insertIfAbsent(row(id, document)));
  }

  /** Deletes the document if it exists. */
  void delete(Object id) {
    long unused = storing(() -> table.delete(key(id)));
  }

  /**
   * Changes a document in one atomic step. {@code step} is called again after a write conflict.
   *
   * @return false if {@code step} refused
   */
  boolean compute(Object id, Step step) {
    return storing(() -> table.compute(key(id), row -> computed(id, row, step)).applied());
  }

  /** Changes an existing document; false if there is none, or {@code isMet} is not met. */
  boolean change(
      Object id,
      keywright.ojai.Condition isMet,
      UnaryOperator<Map<String, @Nullable Object>> change) {
    return compute(
        id,
        document ->
            document == null || !isMet.test(document) ? REFUSED : change.apply(document.fields()));
  }

  private static Change.Computed computed(Object id, @Nullable Row row, Step step) {
    StoredDocument document =
        row == null ? null : new StoredDocument(id, (byte[]) row.get(DOCUMENT));
    Map<String, @Nullable Object> changed = step.apply(document);
    if (changed == REFUSED) {
      return new Change.Computed.Refuse();
    } else if (changed == DELETED) {
      return new Change.Computed.Delete();
    }
    return new Change.Computed.Set(Map.of(DOCUMENT, StoredDocument.encode(changed)));
  }

  private static List<Condition> key(Object id) {
    return List.of(
        new Condition.Compare(StoredDocument.ID, Condition.Operator.EQ, IdRanges.key(id)));
  }

  /** A document of the API, or a projection of one, as the program gets it. */
  static Document result(StoredDocument document, @Nullable Projection projection) {
    return projection == null ? document.document() : Plain.document(projection.of(document));
  }
}
