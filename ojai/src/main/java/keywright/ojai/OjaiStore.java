package keywright.ojai;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentStream;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.OjaiException;
import org.ojai.store.DocumentMutation;
import org.ojai.store.DocumentStore;
import org.ojai.store.MutationOp;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryResult;
import org.ojai.store.exceptions.DocumentExistsException;
import org.ojai.store.exceptions.DocumentNotFoundException;
import org.ojai.store.exceptions.FailedOp;
import org.ojai.store.exceptions.MultiOpException;
import org.ojai.store.exceptions.StoreException;

/**
 * A store of documents over a {@link StoreTable}. Safe for many threads, except that the tracking
 * of writes is one for all of them.
 *
 * <p>A write is visible to every query that begins after it returned. Mutations, increments and
 * checks are one atomic step each. If the engine does not answer, and the outcome of such a step is
 * unknown, the cause of the exception is an {@code OutcomeUnknownException}.
 */
@SuppressWarnings("deprecation") // Programs call what the API has deprecated.
final class OjaiStore implements DocumentStore {
  private final StoreTable table;
  private final Runnable connectionCheck;
  private final TrackedWrites tracked = new TrackedWrites();
  private final Projections projections = new Projections();
  private volatile boolean isClosed;

  /**
   * @param connectionCheck throws if the connection is closed
   */
  OjaiStore(StoreTable table, Runnable connectionCheck) {
    this.table = table;
    this.connectionCheck = connectionCheck;
  }

  private void requireOpen() {
    connectionCheck.run();
    if (isClosed) {
      throw new StoreException(
          "cannot use the store " + table.name() + ": it is closed; get it again");
    }
  }

  private Object id(@Nullable Object id) {
    requireOpen();
    return table.id(id);
  }

  /**
   * The id of a document that is written: {@code given} if it is not null, which that of the
   * document must equal.
   */
  private Object idOf(@Nullable Object given, Map<String, @Nullable Object> document) {
    requireOpen();
    Object own = document.get(StoredDocument.ID);
    if (given == null) {
      return table.idOf(own, document);
    }
    Object id = table.idOf(given, document);
    if (document.containsKey(StoredDocument.ID) && !id.equals(own)) {
      throw new StoreException(
          "cannot use the document: its _id is "
              + (own instanceof String string ? JsonText.quoted(string) : own)
              + ", expected the _id that is given with it, or none");
    }
    return id;
  }

  /** The id of a document of which the program may know no more than the id. */
  private Object idOfExisting(Map<String, @Nullable Object> document) {
    Object own = document.get(StoredDocument.ID);
    return own == null ? idOf(null, document) : id(own);
  }

  /** The value of the field that is the key of a document. */
  private static @Nullable Object keyField(
      Map<String, @Nullable Object> document, FieldPath field, boolean mayReplaceId) {
    if (!mayReplaceId && document.containsKey(StoredDocument.ID)) {
      throw new StoreException(
          "cannot use the field "
              + Paths.shown(field)
              + " as _id: the document has an _id, expected none; remove it, or name no field");
    }
    @Nullable Object[] found = new @Nullable Object[1];
    if (!Paths.any(
        document,
        field,
        value -> {
          found[0] = value;
          return true;
        })) {
      throw new StoreException(
          "cannot use the field "
              + Paths.shown(field)
              + " as _id: the document does not have this field, expected a field with a string or a binary");
    }
    return found[0];
  }

  /** The id of a document, at a field of it. */
  private Object idAt(
      Map<String, @Nullable Object> document, FieldPath field, boolean mayReplaceId) {
    requireOpen();
    return table.idOf(keyField(document, field, mayReplaceId), document);
  }

  private static Map<String, @Nullable Object> plain(Document document) {
    return StoreTable.storing(() -> Plain.of(document));
  }

  private void put(Object id, Map<String, @Nullable Object> document) {
    table.put(id, document);
  }

  private void insert(Object id, Map<String, @Nullable Object> document) {
    if (!table.insert(id, document)) {
      throw new DocumentExistsException(
          "cannot insert the document: "
              + table.found("a document", id)
              + ", expected none; use insertOrReplace, or choose another _id");
    }
  }

  private void replace(Object id, Map<String, @Nullable Object> document) {
    if (!table.compute(id, old -> old == null ? StoreTable.REFUSED : document)) {
      throw new DocumentNotFoundException(
          "cannot replace the document: "
              + table.found("no document", id)
              + ", expected one; insert the document first, or use insertOrReplace");
    }
  }

  private void mutate(Object id, OjaiMutation mutation) {
    boolean unused =
        table.compute(id, old -> mutation.apply(old == null ? Map.of() : old.fields()));
  }

  private void increment(Object id, String field, Number increment) {
    requireOpen();
    mutate(
        id(id), new OjaiMutation().add(MutationOp.Type.INCREMENT, Paths.parse(field), increment));
  }

  /** Does the same with each document, until one fails. */
  private void each(DocumentStream stream, Consumer<Document> action) {
    requireOpen();
    Iterator<Document> documents;
    try {
      documents = stream.iterator();
    } catch (OjaiException e) {
      throw new MultiOpException(e.getMessage(), e, List.of());
    }
    while (true) {
      Document document = null;
      try {
        if (!documents.hasNext()) {
          return;
        }
        document = documents.next();
        action.accept(document);
      } catch (OjaiException e) {
        throw new MultiOpException(
            e.getMessage(), e, document == null ? List.of() : List.of(new FailedOp(document, e)));
      }
    }
  }

  private @Nullable Document find(
      @Nullable Object given, @Nullable Condition condition, @Nullable Projection projection) {
    return table.read(
        id(given),
        table.fields(condition, List.of(), projection),
        found ->
            condition == null || condition.test(found)
                ? StoreTable.result(found, projection)
                : null);
  }

  private static @Nullable Projection projection(FieldPath... paths) {
    return paths.length == 0 ? null : new Projection(List.of(paths));
  }

  private QueryResult scan(OjaiQuery query) {
    requireOpen();
    return StoreTable.storing(
        () ->
            new OjaiResult(
                new StoreScan(table, query, this::requireOpen, StoreScan.SORTED_BYTES_MAX)));
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  /** Does nothing: no write waits. */
  @Override
  public void flush() {
    requireOpen();
  }

  @Override
  public void beginTrackingWrites() {
    requireOpen();
    tracked.begin();
  }

  @Override
  public void beginTrackingWrites(String previousWritesContext) {
    TrackedWrites.check(previousWritesContext);
    beginTrackingWrites();
  }

  @Override
  public String endTrackingWrites() {
    requireOpen();
    return tracked.end();
  }

  @Override
  public void clearTrackedWrites() {
    String unused = endTrackingWrites();
  }

  @Override
  public @Nullable Document findById(String _id) {
    return find(_id, null, null);
  }

  @Override
  public @Nullable Document findById(String _id, String... fieldPaths) {
    return find(_id, null, projections.of(fieldPaths));
  }

  @Override
  public @Nullable Document findById(String _id, FieldPath... fieldPaths) {
    return find(_id, null, projection(fieldPaths));
  }

  @Override
  public @Nullable Document findById(String _id, QueryCondition condition) {
    return find(_id, OjaiCondition.of(condition), null);
  }

  @Override
  public @Nullable Document findById(String _id, QueryCondition condition, String... fieldPaths) {
    return find(_id, OjaiCondition.of(condition), projections.of(fieldPaths));
  }

  @Override
  public @Nullable Document findById(
      String _id, QueryCondition condition, FieldPath... fieldPaths) {
    return find(_id, OjaiCondition.of(condition), projection(fieldPaths));
  }

  @Override
  public @Nullable Document findById(Value _id) {
    return find(_id, null, null);
  }

  @Override
  public @Nullable Document findById(Value _id, String... fieldPaths) {
    return find(_id, null, projections.of(fieldPaths));
  }

  @Override
  public @Nullable Document findById(Value _id, FieldPath... fieldPaths) {
    return find(_id, null, projection(fieldPaths));
  }

  @Override
  public @Nullable Document findById(Value _id, QueryCondition condition) {
    return find(_id, OjaiCondition.of(condition), null);
  }

  @Override
  public @Nullable Document findById(Value _id, QueryCondition condition, String... fieldPaths) {
    return find(_id, OjaiCondition.of(condition), projections.of(fieldPaths));
  }

  @Override
  public @Nullable Document findById(Value _id, QueryCondition condition, FieldPath... fieldPaths) {
    return find(_id, OjaiCondition.of(condition), projection(fieldPaths));
  }

  @Override
  public QueryResult find(Query query) {
    return scan(OjaiQuery.of(query));
  }

  @Override
  public DocumentStream find() {
    return scan(new OjaiQuery());
  }

  @Override
  public DocumentStream findQuery(Query query) {
    return find(query);
  }

  @Override
  public DocumentStream findQuery(String queryJson) {
    return scan(OjaiQuery.parse(queryJson));
  }

  @Override
  public DocumentStream find(String... fieldPaths) {
    return scan(new OjaiQuery().select(fieldPaths));
  }

  @Override
  public DocumentStream find(FieldPath... fieldPaths) {
    return scan(new OjaiQuery().select(fieldPaths));
  }

  @Override
  public DocumentStream find(QueryCondition condition) {
    return scan(new OjaiQuery().where(condition));
  }

  @Override
  public DocumentStream find(QueryCondition condition, String... fieldPaths) {
    return scan(new OjaiQuery().where(condition).select(fieldPaths));
  }

  @Override
  public DocumentStream find(QueryCondition condition, FieldPath... fieldPaths) {
    return scan(new OjaiQuery().where(condition).select(fieldPaths));
  }

  @Override
  public void insertOrReplace(Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    put(idOf(null, document), document);
  }

  @Override
  public void insertOrReplace(String _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    put(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void insertOrReplace(Value _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    put(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void insertOrReplace(Document doc, FieldPath fieldAsKey) {
    Map<String, @Nullable Object> document = plain(doc);
    put(idAt(document, fieldAsKey, true), document);
  }

  @Override
  public void insertOrReplace(Document doc, String fieldAsKey) {
    insertOrReplace(doc, Paths.parse(fieldAsKey));
  }

  @Override
  public void insertOrReplace(DocumentStream stream) {
    each(stream, this::insertOrReplace);
  }

  @Override
  public void insertOrReplace(DocumentStream stream, FieldPath fieldAsKey) {
    each(stream, document -> insertOrReplace(document, fieldAsKey));
  }

  @Override
  public void insertOrReplace(DocumentStream stream, String fieldAsKey) {
    insertOrReplace(stream, Paths.parse(fieldAsKey));
  }

  @Override
  public void insert(Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    insert(idOf(null, document), document);
  }

  @Override
  public void insert(String _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    insert(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void insert(Value _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    insert(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void insert(Document doc, FieldPath fieldAsKey) {
    Map<String, @Nullable Object> document = plain(doc);
    insert(idAt(document, fieldAsKey, false), document);
  }

  @Override
  public void insert(Document doc, String fieldAsKey) {
    insert(doc, Paths.parse(fieldAsKey));
  }

  @Override
  public void insert(DocumentStream stream) {
    each(stream, this::insert);
  }

  @Override
  public void insert(DocumentStream stream, FieldPath fieldAsKey) {
    each(stream, document -> insert(document, fieldAsKey));
  }

  @Override
  public void insert(DocumentStream stream, String fieldAsKey) {
    insert(stream, Paths.parse(fieldAsKey));
  }

  @Override
  public void replace(Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    replace(idOf(null, document), document);
  }

  @Override
  public void replace(String _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    replace(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void replace(Value _id, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    replace(idOf(Plain.of(_id), document), document);
  }

  @Override
  public void replace(Document doc, FieldPath fieldAsKey) {
    Map<String, @Nullable Object> document = plain(doc);
    replace(idAt(document, fieldAsKey, false), document);
  }

  @Override
  public void replace(Document doc, String fieldAsKey) {
    replace(doc, Paths.parse(fieldAsKey));
  }

  @Override
  public void replace(DocumentStream stream) {
    each(stream, this::replace);
  }

  @Override
  public void replace(DocumentStream stream, FieldPath fieldAsKey) {
    each(stream, document -> replace(document, fieldAsKey));
  }

  @Override
  public void replace(DocumentStream stream, String fieldAsKey) {
    replace(stream, Paths.parse(fieldAsKey));
  }

  /** Applies a mutation to the document, or to an empty one if there is none. */
  @Override
  public void update(String _id, DocumentMutation mutation) {
    mutate(id(_id), OjaiMutation.of(mutation));
  }

  @Override
  public void delete(String _id) {
    table.delete(id(_id));
  }

  /** Applies a mutation to the document, or to an empty one if there is none. */
  @Override
  public void update(Value _id, DocumentMutation mutation) {
    mutate(id(_id), OjaiMutation.of(mutation));
  }

  @Override
  public void delete(Value _id) {
    table.delete(id(_id));
  }

  @Override
  public void delete(Document doc) {
    table.delete(idOfExisting(plain(doc)));
  }

  @Override
  public void delete(Document doc, FieldPath fieldAsKey) {
    table.delete(id(keyField(plain(doc), fieldAsKey, true)));
  }

  @Override
  public void delete(Document doc, String fieldAsKey) {
    delete(doc, Paths.parse(fieldAsKey));
  }

  @Override
  public void delete(DocumentStream stream) {
    each(stream, this::delete);
  }

  @Override
  public void delete(DocumentStream stream, FieldPath fieldAsKey) {
    each(stream, document -> delete(document, fieldAsKey));
  }

  @Override
  public void delete(DocumentStream stream, String fieldAsKey) {
    delete(stream, Paths.parse(fieldAsKey));
  }

  @Override
  public void increment(String _id, String field, byte inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, short inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, int inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, long inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, float inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, double inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(String _id, String field, BigDecimal inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, byte inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, short inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, int inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, long inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, float inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, double inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public void increment(Value _id, String field, BigDecimal inc) {
    increment((Object) _id, field, (Number) inc);
  }

  @Override
  public boolean checkAndMutate(String _id, QueryCondition condition, DocumentMutation mutation) {
    OjaiMutation steps = OjaiMutation.of(mutation);
    return table.change(id(_id), OjaiCondition.of(condition), steps::apply);
  }

  @Override
  public boolean checkAndDelete(String _id, QueryCondition condition) {
    return table.change(id(_id), OjaiCondition.of(condition), document -> StoreTable.DELETED);
  }

  @Override
  public boolean checkAndReplace(String _id, QueryCondition condition, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    return table.change(
        idOf(Plain.of(_id), document), OjaiCondition.of(condition), old -> document);
  }

  @Override
  public boolean checkAndMutate(Value _id, QueryCondition condition, DocumentMutation mutation) {
    OjaiMutation steps = OjaiMutation.of(mutation);
    return table.change(id(_id), OjaiCondition.of(condition), steps::apply);
  }

  @Override
  public boolean checkAndDelete(Value _id, QueryCondition condition) {
    return table.change(id(_id), OjaiCondition.of(condition), document -> StoreTable.DELETED);
  }

  @Override
  public boolean checkAndReplace(Value _id, QueryCondition condition, Document doc) {
    Map<String, @Nullable Object> document = plain(doc);
    return table.change(
        idOf(Plain.of(_id), document), OjaiCondition.of(condition), old -> document);
  }

  /** Ends the use of this store. The table stays open for others. */
  @Override
  public void close() {
    isClosed = true;
  }
}
