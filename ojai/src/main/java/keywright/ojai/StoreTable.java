package keywright.ojai;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.key.KeywrightException;
import keywright.key.Type;
import keywright.ojai.ValueOrder.Group;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.Expression;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.EncodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.store.exceptions.StoreException;
import org.ojai.store.exceptions.StoreNotFoundException;

/**
 * The table of a store, which is a {@link DocumentTable}: {@code document blob} has the stored form
 * of the documents without their {@code _id}. Safe for many threads.
 *
 * <p>Its methods take an id as a plain string or {@code ByteBuffer}, and throw a {@link
 * StoreException}.
 */
final class StoreTable {
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
  private final StoreIds ids;
  private final FieldColumns columns;

  /** Whether families contain fields of the documents, so that a read may leave some out. */
  private final boolean hasParts;

  private StoreTable(
      String name, Table table, StoreIds ids, FieldColumns columns, boolean hasParts) {
    this.name = name;
    this.table = table;
    this.ids = ids;
    this.columns = columns;
    this.hasParts = hasParts;
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
                    ColumnDefinition.of(DocumentTable.DOCUMENT, Type.parse("blob"))),
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
    DocumentTable documents;
    try {
      documents = DocumentTable.require(definition);
    } catch (TableException e) {
      throw new StoreException("cannot open the store %s: %s".formatted(name, e.getMessage()), e);
    }
    return new StoreTable(
        name,
        database.table(name),
        StoreIds.of(documents),
        new FieldColumns(definition),
        !definition.documentFamilies().isEmpty());
  }

  String name() {
    return name;
  }

  Table table() {
    return table;
  }

  StoreIds ids() {
    return ids;
  }

  /** The columns that are derived from fields. */
  FieldColumns columns() {
    return columns;
  }

  /** The fields on which a condition bounds the key, for messages. */
  String bounding() {
    return columns.ofKey().isEmpty()
        ? StoredDocument.ID
        : StoredDocument.ID + " or on " + columns.ofKey();
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
    return id(ids, name, value);
  }

  private static Object id(StoreIds ids, String store, @Nullable Object value) {
    Object id = value instanceof Value apiValue ? Plain.of(apiValue) : value;
    if (id != null && ValueOrder.group(id) == ids.group()) {
      return id;
    }
    String type = ids.group() == Group.STRING ? "string" : "binary";
    throw new StoreException(
        "cannot use the document: "
            + (id == null
                ? "it has no _id"
                : "its _id is of type " + Plain.type(id).name().toLowerCase(java.util.Locale.ROOT))
            + ", expected a "
            + type
            + ", the type of each _id in store "
            + store);
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

  /**
   * What {@code reader} returns of the document with this id; null if there is none.
   *
   * @param fields as {@link #fields} returns them
   * @param reader must not keep the document, as {@link StoredDocument#in} says
   */
  <R> @Nullable R read(
      Object id, @Nullable Set<String> fields, Function<StoredDocument, @Nullable R> reader) {
    Object[] key = ids.keyValues(id);
    if (key == null) {
      return null;
    }
    if (fields == null) {
      return storing(
          () ->
              table
                  .readDocument(stored -> reader.apply(StoredDocument.in(id, stored)), key)
                  .orElse(null));
    }
    return storing(
        () -> {
          try (Rows rows = table.query(query(fields).where(key(id)))) {
            Row row = rows.next();
            return row == null ? null : reader.apply(document(row));
          }
        });
  }

  /**
   * The outermost fields that a query reads of each document, so that the families of other fields
   * need not be read; null for all fields.
   *
   * @param test the condition that is tested on the documents
   * @param sorted the paths by which the documents are sorted in memory
   * @param projection null if whole documents are returned
   */
  @Nullable Set<String> fields(
      keywright.ojai.@Nullable Condition test,
      List<FieldPath> sorted,
      @Nullable Projection projection) {
    return hasParts && projection != null
        ? new ReadFields().add(test).add(sorted).add(projection.paths()).names()
        : null;
  }

  /**
   * A query of all rows, for {@link #document(Row)}.
   *
   * @param fields as {@link #fields} returns them
   */
  Query query(@Nullable Set<String> fields) {
    List<SelectItem> items = new ArrayList<>();
    ids.keyColumns().forEach(column -> items.add(new SelectItem.Column(column)));
    items.add(
        fields == null
            ? new SelectItem.Column(DocumentTable.DOCUMENT)
            : new SelectItem.Computed(new Expression.Fields(DocumentTable.DOCUMENT, fields)));
    return Query.all().withItems(items.toArray(SelectItem[]::new));
  }

  /** The document in a row that has the columns of the key and that of the document. */
  StoredDocument document(Row row) {
    return new StoredDocument(ids.id(row), (byte[]) row.get(DocumentTable.DOCUMENT));
  }

  /**
   * The id of a document that is written.
   *
   * @param given null if the program gives none
   * @throws StoreException if there is none, or it differs from the one that is computed from the
   *     document
   */
  Object idOf(@Nullable Object given, Map<String, @Nullable Object> document) {
    return idOf(ids, name, given, document);
  }

  static Object idOf(
      StoreIds ids, String store, @Nullable Object given, Map<String, @Nullable Object> document) {
    Object computed = ids.computed(document);
    Object id = given == null && computed != null ? computed : id(ids, store, given);
    if (computed != null && !computed.equals(id)) {
      throw new StoreException(
          "cannot use the document: its _id is %s, expected %s, which is computed from its fields, or none"
              .formatted(shown(id), shown(computed)));
    }
    return id;
  }

  private Map<String, @Nullable Object> row(Object id, Map<String, @Nullable Object> document) {
    Map<String, @Nullable Object> row = new HashMap<>(ids.columns(id));
    row.put(DocumentTable.DOCUMENT, StoredDocument.encode(document));
    return row;
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
    List<Condition> key = key(id);
    long unused = key.isEmpty() ? 0 : storing(() -> table.delete(key));
  }

  /**
   * Changes a document in one atomic step. {@code step} is called again after a write conflict.
   *
   * @return false if {@code step} refused
   */
  boolean compute(Object id, Step step) {
    List<Condition> key = key(id);
    if (key.isEmpty()) {
      if (step.apply(null) == REFUSED) {
        return false;
      }
      throw new StoreException(
          "cannot write the document with _id %s: expected an _id that is computed from the fields of a document of store %s"
              .formatted(shown(id), name));
    }
    return storing(() -> table.compute(key, row -> computed(id, row, step)).applied());
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
        row == null ? null : new StoredDocument(id, (byte[]) row.get(DocumentTable.DOCUMENT));
    Map<String, @Nullable Object> changed = step.apply(document);
    if (changed == REFUSED) {
      return new Change.Computed.Refuse();
    } else if (changed == DELETED) {
      return new Change.Computed.Delete();
    }
    return new Change.Computed.Set(Map.of(DocumentTable.DOCUMENT, StoredDocument.encode(changed)));
  }

  /** The key of the row with this id; empty if there cannot be one. */
  private List<Condition> key(Object id) {
    Object[] values = ids.keyValues(id);
    List<Condition> key = new ArrayList<>();
    for (int i = 0; values != null && i < values.length; i++) {
      key.add(new Condition.Compare(ids.keyColumns().get(i), Condition.Operator.EQ, values[i]));
    }
    return key;
  }

  /** A document of the API, or a projection of one, as the program gets it. */
  static Document result(StoredDocument document, @Nullable Projection projection) {
    return projection == null ? document.document() : projection.document(document);
  }
}
