package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.ojai.Document;
import org.ojai.DocumentListener;
import org.ojai.DocumentStream;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.QueryTimeoutException;
import org.ojai.exceptions.StreamInUseException;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryCondition.Op;
import org.ojai.store.QueryResult;
import org.ojai.store.SortOrder;
import org.ojai.store.exceptions.DocumentExistsException;
import org.ojai.store.exceptions.DocumentNotFoundException;
import org.ojai.store.exceptions.FailedOp;
import org.ojai.store.exceptions.IllegalMutationException;
import org.ojai.store.exceptions.MultiOpException;
import org.ojai.store.exceptions.StoreException;
import org.ojai.store.exceptions.StoreExistsException;
import org.ojai.store.exceptions.StoreNotFoundException;
import org.ojai.types.ODate;

/**
 * What the API promises of a connection and of each method of a store, on one engine. Each test has
 * a store of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("deprecation") // Programs call what the API has deprecated.
abstract class StoreContract {
  private Connection connection;
  private DocumentStore store;
  private String name;
  private int stores;

  /** A connection to an empty database. */
  abstract Connection connect() throws Exception;

  @BeforeAll
  void open() throws Exception {
    connection = connect();
  }

  @AfterAll
  void close() {
    connection.close();
  }

  @BeforeEach
  void create(TestInfo test) {
    name = "s" + ++stores;
    store = connection.createStore(name);
  }

  private Document json(String json) {
    return connection.newDocument(json.replace('\'', '"'));
  }

  private QueryCondition condition(String json) {
    return OjaiCondition.parse(json.replace('\'', '"'));
  }

  private Query query(String json) {
    return connection.newQuery(json.replace('\'', '"'));
  }

  private static String shown(Document document) {
    return document == null ? "none" : document.asJsonString().replace('"', '\'');
  }

  private static List<String> all(DocumentStream stream) {
    List<String> all = new ArrayList<>();
    try (stream) {
      stream.forEach(document -> all.add(shown(document)));
    }
    return all;
  }

  private static List<String> ids(DocumentStream stream) {
    List<String> ids = new ArrayList<>();
    try (stream) {
      stream.forEach(document -> ids.add(document.getIdString()));
    }
    return ids;
  }

  private List<String> ids(String query) {
    return ids(store.find(query(query)));
  }

  private void insert(String... documents) {
    for (String document : documents) {
      store.insert(json(document));
    }
  }

  /** The documents of a stream, which counts how many were taken. */
  private static final class Counted implements DocumentStream {
    private final Iterator<Document> documents;
    private final int failAt;
    private int taken;

    Counted(List<Document> documents, int failAt) {
      this.documents = documents.iterator();
      this.failAt = failAt;
    }

    @Override
    public Iterator<Document> iterator() {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return documents.hasNext();
        }

        @Override
        public Document next() {
          if (taken == failAt) {
            throw new DecodingException("no document");
          }
          taken++;
          return documents.next();
        }
      };
    }

    @Override
    public Iterable<org.ojai.DocumentReader> documentReaders() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void streamTo(DocumentListener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private Counted stream(String... documents) {
    return new Counted(java.util.Arrays.stream(documents).map(this::json).toList(), -1);
  }

  // Connection

  @Test
  void aCreatedStoreExistsAndIsEmpty() {
    assertThat(connection.storeExists(name)).isTrue();
    assertThat(all(connection.getStore(name).find())).isEmpty();
  }

  @Test
  void aStoreIsCreatedOnce() {
    assertThatThrownBy(() -> connection.createStore(name))
        .isInstanceOf(StoreExistsException.class)
        .hasMessage(
            "cannot create the store %s: found a table of this name, expected none; choose another name, or open the store"
                .formatted(name));
  }

  @Test
  void aStoreThatWasNotCreatedIsNotFound() {
    assertThat(connection.storeExists("absent")).isFalse();
    assertThatThrownBy(() -> connection.getStore("absent"))
        .isInstanceOf(StoreNotFoundException.class)
        .hasMessage(
            "cannot open the store absent: found no table of this name, expected one; create it"
                + " with createStore, or with CREATE TABLE absent (_id text, document blob, PRIMARY"
                + " KEY (_id))");
  }

  @Test
  void aDeletedStoreLosesItsDocuments() {
    insert("{'_id':'1'}");
    assertThat(connection.deleteStore(name)).isTrue();
    assertThat(connection.storeExists(name)).isFalse();
    assertThat(connection.deleteStore(name)).isFalse();
    assertThat(all(connection.createStore(name).find())).isEmpty();
  }

  @Test
  void aPathNamesAStore() {
    DocumentStore nested = connection.createStore("/apps/" + name);
    nested.insert(json("{'_id':'1'}"));
    assertThat(ids(connection.getStore("apps_" + name).find())).containsExactly("1");
  }

  @Test
  void optionsThatAreNotKnownAreRefused() {
    assertThatThrownBy(() -> connection.getStore(name, json("{'user':'ada'}")))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot open the store %s: found the option \"user\", expected none; leave it out"
                .formatted(name));
    assertThat(connection.getStore(name, json("{'ojai.mapr.documentstore.buffer-writes':false}")))
        .isNotNull();
    assertThatThrownBy(() -> connection.createStore("other", json("{'_id':'long'}")))
        .hasMessage(
            "cannot create the store other: the option _id is long, expected string or binary");
  }

  @Test
  void aClosedStoreIsNotUsed() {
    store.close();
    assertThatThrownBy(() -> store.findById("1"))
        .isInstanceOf(StoreException.class)
        .hasMessage("cannot use the store %s: it is closed; get it again".formatted(name));
    assertThat(connection.getStore(name).findById("1")).isNull();
  }

  // Reading by id

  @Test
  void findByIdReturnsTheDocumentOrNull() {
    insert("{'_id':'1','a':{'b':[true,null]}}");
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','a':{'b':[true,null]}}");
    assertThat(store.findById("2")).isNull();
    Value id = connection.getValueBuilder().newValue("1");
    assertThat(shown(store.findById(id))).isEqualTo("{'_id':'1','a':{'b':[true,null]}}");
  }

  @Test
  void findByIdReturnsTheSelectedFieldsOnly() {
    insert("{'_id':'1','a':{'b':'x','c':'y'},'d':'z'}");
    assertThat(shown(store.findById("1", "a.b", "d"))).isEqualTo("{'a':{'b':'x'},'d':'z'}");
    assertThat(shown(store.findById("1", FieldPath.parseFrom("_id"), FieldPath.parseFrom("d"))))
        .isEqualTo("{'_id':'1','d':'z'}");
    Value id = connection.getValueBuilder().newValue("1");
    assertThat(shown(store.findById(id, "d"))).isEqualTo("{'d':'z'}");
    assertThat(shown(store.findById(id, FieldPath.parseFrom("d")))).isEqualTo("{'d':'z'}");
  }

  @Test
  void findByIdWithAConditionReturnsNullIfItIsNotMet() {
    insert("{'_id':'1','a':'x','b':'y'}");
    QueryCondition met = condition("{'$eq':{'a':'x'}}");
    QueryCondition unmet = condition("{'$eq':{'a':'y'}}");
    Value id = connection.getValueBuilder().newValue("1");
    assertThat(shown(store.findById("1", met))).isEqualTo("{'_id':'1','a':'x','b':'y'}");
    assertThat(store.findById("1", unmet)).isNull();
    assertThat(shown(store.findById(id, met))).isEqualTo("{'_id':'1','a':'x','b':'y'}");
    assertThat(shown(store.findById("1", met, "b"))).isEqualTo("{'b':'y'}");
    assertThat(shown(store.findById("1", met, FieldPath.parseFrom("b")))).isEqualTo("{'b':'y'}");
    assertThat(shown(store.findById(id, met, "b"))).isEqualTo("{'b':'y'}");
    assertThat(store.findById(id, unmet, FieldPath.parseFrom("b"))).isNull();
    assertThat(shown(store.findById("1", condition("{'$like':{'_id':'1%'}}"), "b")))
        .isEqualTo("{'b':'y'}");
  }

  /** Later reads use the bytes again from which a document was read. */
  @Test
  void aDocumentThatWasReadStaysAsItIs() {
    String text =
        "{'_id':'%1$s','a':'%1$s of many','b':{'$binary':'AAECAwQF'},'c':{'d':['%1$s',{'e':'%1$s'}]},"
            + "'f':{'$decimal':'%1$s.5'}}";
    for (int number = 10; number < 60; number++) {
      insert(text.formatted(number));
    }
    QueryCondition all = condition("{'$exists':'c.d'}");
    List<Document> found = new ArrayList<>();
    for (int number = 10; number < 60; number++) {
      String id = String.valueOf(number);
      found.add(store.findById(id));
      found.add(store.findById(id, all));
      found.add(store.findById(id, "_id", "a", "b", "c", "f"));
      found.add(store.findById(id, "c.d[]", "_id", "a", "b", "f"));
      found.add(store.findById(id, all, "_id", "a", "b", "c", "f"));
    }
    for (int index = 0; index < found.size(); index++) {
      Document expected = connection.newDocument(text.formatted(10 + index / 5).replace('\'', '"'));
      assertThat(Exactly.text(found.get(index))).isEqualTo(Exactly.text(expected));
    }
  }

  @Test
  void everyTypeComesBackExactly() {
    Document document =
        connection
            .newDocument()
            .setId("1")
            .set("byte", (byte) -1)
            .set("short", (short) 300)
            .set("int", 70_000)
            .set("long", 1L << 60)
            .set("float", 0.1f)
            .set("double", -0.0)
            .set("decimal", new BigDecimal("1.10"))
            .set("date", ODate.parse("2017-01-31"))
            .set("binary", ByteBuffer.wrap(new byte[] {0, -1}))
            .set("text", "ä\u0000\uD83D\uDE00");
    store.insert(document);
    Document found = store.findById("1");
    assertThat(Exactly.text(Plain.of(found))).isEqualTo(Exactly.text(Plain.of(document)));
    assertThat(found.getValue("byte").getType()).isEqualTo(Value.Type.BYTE);
  }

  // Writing

  @Test
  void insertRefusesAnExistingDocument() {
    insert("{'_id':'1','a':'old'}");
    assertThatThrownBy(() -> insert("{'_id':'1','a':'new'}"))
        .isInstanceOf(DocumentExistsException.class)
        .hasMessage(
            "cannot insert the document: found a document with _id \"1\" in store %s, expected none; use insertOrReplace, or choose another _id"
                .formatted(name));
    assertThat(store.findById("1").getString("a")).isEqualTo("old");
  }

  @Test
  void theIdIsGivenWithTheDocumentOrInIt() {
    Value second = connection.getValueBuilder().newValue("2");
    store.insert("1", json("{'a':'x'}"));
    store.insert(second, json("{'_id':'2','a':'y'}"));
    store.replace("1", json("{'a':'z'}"));
    store.replace(second, json("{'a':'z'}"));
    store.insertOrReplace("3", json("{'a':'z'}"));
    store.insertOrReplace(connection.getValueBuilder().newValue("4"), json("{'_id':'4'}"));
    assertThat(all(store.find()))
        .containsExactly(
            "{'_id':'1','a':'z'}", "{'_id':'2','a':'z'}", "{'_id':'3','a':'z'}", "{'_id':'4'}");
  }

  @Test
  void anotherIdInTheDocumentIsRefused() {
    List<Consumer<Document>> writes =
        List.of(
            document -> store.insert("1", document),
            document -> store.insertOrReplace("1", document),
            document -> store.replace("1", document),
            document -> store.checkAndReplace("1", condition("{'$exists':'a'}"), document));
    for (Consumer<Document> write : writes) {
      assertThatThrownBy(() -> write.accept(json("{'_id':'2'}")))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot use the document: its _id is \"2\", expected the _id that is given with it,"
                  + " or none");
    }
    assertThat(all(store.find())).isEmpty();
  }

  @Test
  void aDocumentWithoutAnIdOrWithOneOfAnotherTypeIsRefused() {
    for (Consumer<Document> write :
        List.<Consumer<Document>>of(
            store::insert, store::insertOrReplace, store::replace, store::delete)) {
      assertThatThrownBy(() -> write.accept(json("{'a':'x'}")))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot use the document: it has no _id, expected a string, the type of each _id in store %s"
                  .formatted(name));
      assertThatThrownBy(() -> write.accept(json("{'_id':5}")))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot use the document: its _id is of type double, expected a string, the type of each _id in store %s"
                  .formatted(name));
    }
    assertThatThrownBy(() -> store.findById((String) null)).isInstanceOf(StoreException.class);
    assertThat(all(store.find())).isEmpty();
  }

  @Test
  void aFieldCanBeTheKeyAndStaysInTheDocument() {
    store.insert(json("{'no':'1','a':'x'}"), "no");
    store.insert(json("{'k':{'no':'2'}}"), FieldPath.parseFrom("k.no"));
    store.insertOrReplace(json("{'no':'3'}"), "no");
    store.insertOrReplace(json("{'_id':'9','no':'4'}"), FieldPath.parseFrom("no"));
    store.replace(json("{'no':'1','a':'y'}"), "no");
    store.delete(json("{'no':'3'}"), "no");
    assertThat(all(store.find()))
        .containsExactly(
            "{'_id':'1','no':'1','a':'y'}", "{'_id':'2','k':{'no':'2'}}", "{'_id':'4','no':'4'}");
    assertThatThrownBy(() -> store.insert(json("{'_id':'7','no':'5'}"), "no"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot use the field no as _id: the document has an _id, expected none; remove it, or"
                + " name no field");
    assertThatThrownBy(() -> store.insert(json("{'a':'x'}"), "no"))
        .hasMessage(
            "cannot use the field no as _id: the document does not have this field, "
                + "expected a field with a string or a binary");
  }

  @Test
  void insertOrReplaceReplacesTheWholeDocument() {
    store.insertOrReplace(json("{'_id':'1','a':'x','b':'y'}"));
    store.insertOrReplace(json("{'_id':'1','c':'z'}"));
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','c':'z'}");
  }

  @Test
  void replaceRefusesADocumentThatDoesNotExist() {
    assertThatThrownBy(() -> store.replace(json("{'_id':'1'}")))
        .isInstanceOf(DocumentNotFoundException.class)
        .hasMessage(
            "cannot replace the document: found no document with _id \"1\" in store %s, expected one; insert the document first, or use insertOrReplace"
                .formatted(name));
    assertThat(store.findById("1")).isNull();
    insert("{'_id':'1','a':'x'}");
    store.replace(json("{'_id':'1','b':'y'}"));
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','b':'y'}");
  }

  @Test
  void deleteSucceedsWhetherTheDocumentExistsOrNot() {
    insert("{'_id':'1'}", "{'_id':'2'}", "{'_id':'3'}");
    store.delete("1");
    store.delete("1");
    store.delete(connection.getValueBuilder().newValue("2"));
    store.delete(json("{'_id':'3','other':'field'}"));
    assertThat(all(store.find())).isEmpty();
  }

  @Test
  void theGivenDocumentIsNotChanged() {
    Document document = json("{'a':'x'}");
    store.insert("1", document);
    assertThat(shown(document)).isEqualTo("{'a':'x'}");
    store.findById("1").set("a", "y");
    assertThat(store.findById("1").getString("a")).isEqualTo("x");
  }

  // Streams

  @Test
  void streamsOfDocumentsAreWritten() {
    store.insert(stream("{'_id':'1'}", "{'_id':'2'}"));
    store.insertOrReplace(stream("{'_id':'2','a':'x'}", "{'_id':'3'}"));
    store.replace(stream("{'_id':'3','a':'y'}"));
    store.insert(stream("{'no':'4'}"), "no");
    store.insertOrReplace(stream("{'no':'5'}"), FieldPath.parseFrom("no"));
    store.replace(stream("{'no':'5','a':'z'}"), "no");
    store.delete(stream("{'_id':'1'}"));
    store.delete(stream("{'no':'4'}"), "no");
    assertThat(all(store.find()))
        .containsExactly(
            "{'_id':'2','a':'x'}", "{'_id':'3','a':'y'}", "{'_id':'5','no':'5','a':'z'}");
  }

  @Test
  void aStreamStopsAtTheDocumentThatCannotBeWritten() {
    insert("{'_id':'2'}");
    Counted stream = stream("{'_id':'1'}", "{'_id':'2'}", "{'_id':'3'}");
    assertThatThrownBy(() -> store.insert(stream))
        .isInstanceOfSatisfying(
            MultiOpException.class,
            e -> {
              assertThat((Iterable<FailedOp>) e).hasSize(1);
              assertThat(e.iterator().next().getDocument().getIdString()).isEqualTo("2");
              assertThat(e.iterator().next().getException())
                  .isInstanceOf(DocumentExistsException.class);
            });
    assertThat(stream.taken).isEqualTo(2);
    assertThat(ids(store.find())).containsExactly("1", "2");
  }

  @Test
  void aStreamThatCannotBeReadReportsItsCause() {
    Counted stream = new Counted(List.of(json("{'_id':'1'}"), json("{'_id':'2'}")), 1);
    assertThatThrownBy(() -> store.insertOrReplace(stream))
        .isInstanceOfSatisfying(
            MultiOpException.class,
            e -> {
              assertThat((Iterable<FailedOp>) e).isEmpty();
              assertThat(e.getCause()).isInstanceOf(DecodingException.class);
            });
    assertThat(ids(store.find())).containsExactly("1");
  }

  // Mutations and increments

  @Test
  void updateAppliesAllStepsOfAMutation() {
    insert("{'_id':'1','a':'x','n':{'$numberInt':5},'list':['p']}");
    store.update(
        "1",
        connection
            .newMutation()
            .set("a", "y")
            .increment("n", 2)
            .append("list", List.of("q"))
            .setOrReplace("m.k", true));
    assertThat(shown(store.findById("1")))
        .isEqualTo("{'_id':'1','a':'y','n':7,'list':['p','q'],'m':{'k':true}}");
    store.update(
        connection.getValueBuilder().newValue("1"), connection.newMutation().delete("list"));
    assertThat(store.findById("1").getValue("list")).isNull();
  }

  @Test
  void aMutationThatCannotBeAppliedChangesNothing() {
    insert("{'_id':'1','a':'x','b':'y'}");
    assertThatThrownBy(
            () -> store.update("1", connection.newMutation().set("a", "z").increment("b", 1)))
        .isInstanceOf(IllegalMutationException.class);
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','a':'x','b':'y'}");
    assertThatThrownBy(() -> connection.newMutation().set("_id", "2"))
        .hasMessage(
            "cannot change the field path _id: the _id of a document is final, expected another"
                + " field; insert a document with the new _id and delete this one");
  }

  @Test
  void updateCreatesTheDocument() {
    store.update("1", connection.newMutation().set("a.b", "x"));
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','a':{'b':'x'}}");
  }

  @Test
  void incrementCreatesTheDocumentAndTheField() {
    store.increment("1", "a.n", 5L);
    store.increment("1", "a.n", -2L);
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','a':{'n':3}}");
    assertThat(store.findById("1").getValue("a.n").getType()).isEqualTo(Value.Type.LONG);
  }

  @Test
  void incrementKeepsTheTypeOfTheField() {
    Value id = connection.getValueBuilder().newValue("1");
    store.insert(connection.newDocument().setId("1").set("b", (byte) 1).set("i", 60).set("d", 1.5));
    store.increment("1", "b", (byte) 2);
    store.increment("1", "i", (short) 1);
    store.increment("1", "i", 1);
    store.increment("1", "i", 5.675);
    store.increment("1", "d", 0.5f);
    store.increment("1", "new", new BigDecimal("1.5"));
    store.increment(id, "b", (byte) 1);
    store.increment(id, "i", (short) 1);
    store.increment(id, "i", 1);
    store.increment(id, "i", 1L);
    store.increment(id, "d", 0.5f);
    store.increment(id, "d", 0.5);
    store.increment(id, "new", new BigDecimal("1.5"));
    Document found = store.findById("1");
    assertThat(found.getByte("b")).isEqualTo((byte) 4);
    assertThat(found.getInt("i")).isEqualTo(70);
    assertThat(found.getDouble("d")).isEqualTo(3.0);
    assertThat(found.getDecimal("new")).isEqualTo(new BigDecimal("3.0"));
    assertThatThrownBy(() -> store.increment("1", "b", 1000))
        .isInstanceOf(IllegalMutationException.class);
  }

  @Test
  void incrementRefusesAFieldThatIsNoNumber() {
    insert("{'_id':'1','a':'x'}");
    assertThatThrownBy(() -> store.increment("1", "a", 1))
        .isInstanceOf(IllegalMutationException.class);
    assertThat(store.findById("1").getString("a")).isEqualTo("x");
  }

  // Check and change

  @Test
  void checkAndMutateChangesADocumentThatMeetsTheCondition() {
    insert("{'_id':'1','state':'new'}");
    Value id = connection.getValueBuilder().newValue("1");
    QueryCondition isNew = condition("{'$eq':{'state':'new'}}");
    assertThat(store.checkAndMutate("1", isNew, connection.newMutation().set("state", "paid")))
        .isTrue();
    assertThat(store.checkAndMutate("1", isNew, connection.newMutation().set("state", "lost")))
        .isFalse();
    assertThat(store.checkAndUpdate(id, isNew, connection.newMutation().set("state", "lost")))
        .isFalse();
    assertThat(store.checkAndUpdate("2", isNew, connection.newMutation().set("state", "lost")))
        .isFalse();
    assertThat(all(store.find())).containsExactly("{'_id':'1','state':'paid'}");
  }

  @Test
  void checkAndMutateReportsAMutationThatFails() {
    insert("{'_id':'1','a':'x'}");
    assertThatThrownBy(
            () ->
                store.checkAndMutate(
                    "1",
                    condition("{'$eq':{'a':'x'}}"),
                    connection.newMutation().increment("a", 1)))
        .isInstanceOf(IllegalMutationException.class);
    assertThat(
            store.checkAndMutate(
                "1", condition("{'$eq':{'a':'y'}}"), connection.newMutation().increment("a", 1)))
        .isFalse();
  }

  @Test
  void checkAndDeleteDeletesADocumentThatMeetsTheCondition() {
    insert("{'_id':'1','a':'x'}", "{'_id':'2','a':'x'}");
    assertThat(store.checkAndDelete("1", condition("{'$eq':{'a':'y'}}"))).isFalse();
    assertThat(store.checkAndDelete("1", condition("{'$eq':{'a':'x'}}"))).isTrue();
    assertThat(store.checkAndDelete("1", condition("{'$notexists':'a'}"))).isFalse();
    assertThat(
            store.checkAndDelete(
                connection.getValueBuilder().newValue("2"), condition("{'$eq':{'_id':'2'}}")))
        .isTrue();
    assertThat(all(store.find())).isEmpty();
  }

  @Test
  void checkAndReplaceReplacesADocumentThatMeetsTheCondition() {
    insert("{'_id':'1','a':'x'}");
    QueryCondition met = condition("{'$eq':{'a':'x'}}");
    Value id = connection.getValueBuilder().newValue("1");
    assertThat(store.checkAndReplace("2", met, json("{'b':'y'}"))).isFalse();
    assertThat(store.checkAndReplace("1", met, json("{'b':'y'}"))).isTrue();
    assertThat(store.checkAndReplace(id, met, json("{'c':'z'}"))).isFalse();
    assertThat(all(store.find())).containsExactly("{'_id':'1','b':'y'}");
  }

  private static void inThreads(int threads, Consumer<Integer> action) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        running.add(pool.submit(() -> action.accept(number)));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void noIncrementOfEightThreadsIsLostOrMadeTwice() throws Exception {
    insert("{'_id':'1'}");
    inThreads(
        8,
        thread -> {
          for (int index = 0; index < 25; index++) {
            store.increment("1", "total", 1L);
            store.update("1", connection.newMutation().increment("by.t" + thread, 1L));
          }
        });
    Document found = store.findById("1");
    assertThat(found.getLong("total")).isEqualTo(200);
    for (int thread = 0; thread < 8; thread++) {
      assertThat(found.getLong("by.t" + thread)).isEqualTo(25);
    }
  }

  @Test
  void eachCheckIsMetForOneOfEightThreads() throws Exception {
    insert("{'_id':'1','turn':{'$numberInt':0}}", "{'_id':'2','a':'x'}", "{'_id':'3','a':'x'}");
    List<Integer> won = java.util.Collections.synchronizedList(new ArrayList<>());
    inThreads(
        8,
        thread -> {
          for (int turn = 0; turn < 10; turn++) {
            QueryCondition isTurn = connection.newCondition().is("turn", Op.EQUAL, turn).build();
            if (store.checkAndMutate("1", isTurn, connection.newMutation().increment("turn", 1))) {
              won.add(turn);
            }
          }
          if (store.checkAndDelete("2", condition("{'$exists':'a'}"))) {
            won.add(100);
          }
          if (store.checkAndReplace("3", condition("{'$exists':'a'}"), json("{'b':'y'}"))) {
            won.add(200);
          }
        });
    assertThat(won).doesNotHaveDuplicates().contains(0, 100, 200);
    assertThat(store.findById("1").getInt("turn"))
        .isEqualTo((int) won.stream().filter(one -> one < 100).count());
  }

  // Queries

  @Test
  void findReturnsAllDocuments() {
    insert("{'_id':'2','a':'y'}", "{'_id':'1','a':'x','b':'z'}");
    assertThat(all(store.find()))
        .containsExactly("{'_id':'1','a':'x','b':'z'}", "{'_id':'2','a':'y'}");
    assertThat(all(store.find("a"))).containsExactly("{'a':'x'}", "{'a':'y'}");
    assertThat(all(store.find(FieldPath.parseFrom("b")))).containsExactly("{'b':'z'}", "{}");
    assertThat(all(store.find(new String[0]))).hasSize(2);
    QueryCondition isY = condition("{'$eq':{'a':'y'}}");
    assertThat(all(store.find(isY))).containsExactly("{'_id':'2','a':'y'}");
    assertThat(all(store.find(isY, "a"))).containsExactly("{'a':'y'}");
    assertThat(all(store.find(isY, FieldPath.parseFrom("_id")))).containsExactly("{'_id':'2'}");
    assertThat(all(store.findQuery("{\"$where\":{\"$eq\":{\"a\":\"y\"}}}"))).hasSize(1);
    assertThat(all(store.findQuery(query("{'$limit':1}").build()))).hasSize(1);
  }

  @Test
  void aQueryWithoutAConditionOnTheIdWarns() {
    insert("{'_id':'1','a':'x'}", "{'_id':'2','a':'y'}");
    try (QueryResult result = store.find(query("{'$where':{'$eq':{'a':'y'}}}"))) {
      assertThat(result.getQueryPlan().getString("warning"))
          .isEqualTo(
              "the query reads every document of store "
                  + name
                  + ", because no condition bounds its key; add a condition on _id");
      assertThat(result.getQueryPlan().getString("filter")).isEqualTo("{\"$eq\":{\"a\":\"y\"}}");
      result.forEach(document -> {});
      assertThat(result.getQueryPlan().getLong("rowsRead")).isEqualTo(2);
    }
  }

  private void fill() {
    for (int customer = 1; customer <= 3; customer++) {
      for (int day = 1; day <= 5; day++) {
        insert("{'_id':'c%d_2017-01-0%d','day':%d}".formatted(customer, day, day));
      }
    }
  }

  /** The rows that a query reads, after the ids that it finds. */
  private List<String> read(String where) {
    List<String> found = new ArrayList<>();
    try (QueryResult result = store.find(query("{'$where':" + where + "}"))) {
      result.forEach(document -> found.add(document.getIdString()));
      found.add("read " + result.getQueryPlan().getLong("rowsRead"));
      assertThat(result.getQueryPlan().getString("warning")).isNull();
    }
    return found;
  }

  @Test
  void conditionsOnTheIdReadTheirRangesOnly() {
    fill();
    assertThat(read("{'$eq':{'_id':'c2_2017-01-03'}}")).containsExactly("c2_2017-01-03", "read 1");
    assertThat(read("{'$in':{'_id':['c3_2017-01-01','c1_2017-01-01','none',5]}}"))
        .containsExactly("c1_2017-01-01", "c3_2017-01-01", "read 2");
    assertThat(read("{'$like':{'_id':'c2@_%'}}".replace("'c2@_%'", "['c2@_%','@']")))
        .hasSize(6)
        .endsWith("c2_2017-01-05", "read 5");
    assertThat(read("{'$like':{'_id':'c2%1'}}")).containsExactly("c2_2017-01-01", "read 5");
    assertThat(read("{'$gt':{'_id':'c3_2017-01-04'}}")).containsExactly("c3_2017-01-05", "read 1");
    assertThat(read("{'$ge':{'_id':'c3_2017-01-04'}}")).hasSize(3).endsWith("read 2");
    assertThat(read("{'$lt':{'_id':'c1_2017-01-02'}}")).containsExactly("c1_2017-01-01", "read 1");
    assertThat(read("{'$le':{'_id':'c1_2017-01-02'}}")).hasSize(3).endsWith("read 2");
    assertThat(read("{'$between':{'_id':['c1_2017-01-05','c2_2017-01-01']}}"))
        .containsExactly("c1_2017-01-05", "c2_2017-01-01", "read 2");
    assertThat(read("{'$and':[{'$like':{'_id':'c2%'}},{'$gt':{'_id':'c2_2017-01-03'}}]}"))
        .containsExactly("c2_2017-01-04", "c2_2017-01-05", "read 2");
    assertThat(
            read(
                "{'$or':[{'$eq':{'_id':'c3_2017-01-01'}},{'$lt':{'_id':'c1_2017-01-02'}},"
                    + "{'$ge':{'_id':'c3_2017-01-05'}}]}"))
        .containsExactly("c1_2017-01-01", "c3_2017-01-01", "c3_2017-01-05", "read 3");
    assertThat(read("{'$and':[{'$like':{'_id':'c1%'}},{'$eq':{'day':2}}]}"))
        .containsExactly("c1_2017-01-02", "read 5");
    assertThat(read("{'$eq':{'_id':5}}")).containsExactly("read 0");
    assertThat(read("{'$and':[{'$eq':{'_id':'a'}},{'$eq':{'_id':'b'}}]}"))
        .containsExactly("read 0");
  }

  @Test
  void thePlanShowsTheRangesOfTheKey() {
    fill();
    try (QueryResult result = store.find(query("{'$where':{'$like':{'_id':'c2%'}}}"))) {
      Document plan = result.getQueryPlan();
      assertThat(plan.getString("store")).isEqualTo(name);
      assertThat(plan.getString("filter")).isEqualTo("none");
      assertThat(plan.getList("scans").toString())
          .contains("reads: table " + name, "access: partial key", "start: ", "stop: ");
    }
  }

  @Test
  void idsWithAnyCharactersAreInTheRightRanges() {
    List<String> ids =
        List.of(
            "",
            "\u0000",
            "\u0001",
            "a",
            "a\u0000",
            "a\u0000b",
            "a\u0001",
            "a\u0002",
            "ab",
            "b",
            "\u007f",
            "\u0080",
            "\u07ff",
            "\u0800",
            "\ud7ff",
            "\ud7ffx",
            "\ue000",
            "\uffff",
            "\ud800\udc00",
            "\udbff\udfff",
            "\udbff\udfffx");
    ids.forEach(id -> store.insert(id, connection.newDocument()));
    for (String id : ids) {
      for (Op op : Op.values()) {
        QueryCondition one = connection.newCondition().is("_id", op, id).build();
        assertThat(ids(store.find(one)))
            .as("%s %s", op, id)
            .containsExactlyElementsOf(
                ids.stream()
                    .filter(other -> OjaiCondition.of(one).test(Map.of("_id", other)))
                    .sorted(ValueOrder.INSTANCE)
                    .toList());
      }
      QueryCondition prefix =
          connection.newCondition().like("_id", id.replace("_", "@_") + "%", '@').build();
      assertThat(ids(store.find(prefix)))
          .as("like %s", id)
          .containsExactlyInAnyOrderElementsOf(
              ids.stream().filter(other -> other.startsWith(id)).toList());
    }
  }

  @Test
  void documentsAreOrderedByTheId() {
    fill();
    assertThat(ids("{'$orderby':'_id','$limit':2}"))
        .containsExactly("c1_2017-01-01", "c1_2017-01-02");
    assertThat(ids("{'$orderby':{'_id':'desc'},'$limit':2}"))
        .containsExactly("c3_2017-01-05", "c3_2017-01-04");
    assertThat(
            ids(
                "{'$orderby':[{'_id':'desc'},'day'],'$where':{'$or':[{'$like':{'_id':'c1%'}},"
                    + "{'$eq':{'_id':'c2_2017-01-01'}}]},'$offset':1,'$limit':2}"))
        .containsExactly("c1_2017-01-05", "c1_2017-01-04");
  }

  @Test
  void documentsAreOrderedByOtherFields() {
    fill();
    assertThat(
            ids(
                "{'$orderby':[{'day':'desc'},'_id'],'$where':{'$like':{'_id':'c1%'}},'$limit':2,"
                    + "'$offset':1}"))
        .containsExactly("c1_2017-01-04", "c1_2017-01-03");
    assertThat(ids("{'$orderby':'day','$limit':4}"))
        .containsExactly("c1_2017-01-01", "c2_2017-01-01", "c3_2017-01-01", "c1_2017-01-02");
    assertThat(ids(store.find(connection.newQuery().orderBy("day", SortOrder.DESC).build())))
        .startsWith("c1_2017-01-05", "c2_2017-01-05")
        .hasSize(15);
  }

  @Test
  void aLimitReadsNoMoreRowsThanItNeeds() {
    fill();
    try (QueryResult result = store.find(query("{'$offset':2,'$limit':3}"))) {
      assertThat(ids(result)).hasSize(3);
      assertThat(result.getQueryPlan().getLong("rowsRead")).isEqualTo(5);
    }
    assertThat(ids("{'$limit':0}")).isEmpty();
    assertThat(ids("{'$offset':20}")).isEmpty();
  }

  @Test
  void aQueryOfAnotherDriverIsReadFromItsJson() {
    fill();
    Query foreign =
        (Query)
            java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Query.class},
                (proxy, method, arguments) ->
                    method.getName().equals("asJsonString") ? "{\"$limit\":2}" : null);
    assertThat(ids(store.find(foreign))).hasSize(2);
    assertThat(ids(store.find(Foreign.condition("{\"$eq\":{\"_id\":\"c1_2017-01-01\"}}"))))
        .hasSize(1);
    store.update("c1_2017-01-01", Foreign.mutation(connection.newMutation().set("new", "x")));
    assertThat(store.findById("c1_2017-01-01").getString("new")).isEqualTo("x");
  }

  @Test
  void aResultIsIteratedOnce() {
    insert("{'_id':'1'}");
    QueryResult result = store.find(connection.newQuery().build());
    Iterator<Document> first = result.iterator();
    assertThatThrownBy(result::iterator).isInstanceOf(StreamInUseException.class);
    assertThatThrownBy(() -> result.streamTo(null)).isInstanceOf(StreamInUseException.class);
    assertThat(first.next().getIdString()).isEqualTo("1");
    assertThat(first.hasNext()).isFalse();
    result.close();
    result.close();
  }

  @Test
  void aResultIsStreamedToAListenerAsLongAsItWants() {
    fill();
    List<String> heard = new ArrayList<>();
    DocumentListener listener =
        new DocumentListener() {
          @Override
          public boolean documentArrived(Document document) {
            heard.add(document.getIdString());
            return !document.getIdString().endsWith("3");
          }

          @Override
          public void failed(Exception e) {
            heard.add(String.valueOf(e));
          }

          @Override
          public void eos() {
            heard.add("end");
          }
        };
    store.find(condition("{'$like':{'_id':'c1%'}}")).streamTo(listener);
    assertThat(heard).containsExactly("c1_2017-01-01", "c1_2017-01-02", "c1_2017-01-03");
    heard.clear();
    store.find(condition("{'$le':{'_id':'c1_2017-01-01'}}")).streamTo(listener);
    assertThat(heard).containsExactly("c1_2017-01-01", "end");
  }

  @Test
  void aResultGivesReaders() {
    insert("{'_id':'1','a':'x'}");
    try (DocumentStream stream = store.find()) {
      List<Map<String, Object>> read = new ArrayList<>();
      stream.documentReaders().forEach(reader -> read.add(Plain.of(reader)));
      assertThat(read).containsExactly(Map.of("_id", "1", "a", "x"));
    }
  }

  @Test
  void aQueryEndsAtItsTimeout() {
    insert("{'_id':'1'}");
    try (QueryResult result = store.find(connection.newQuery().setTimeout(0).build())) {
      assertThatThrownBy(() -> result.iterator().hasNext())
          .isInstanceOf(QueryTimeoutException.class)
          .hasMessage(
              "cannot complete the query of store %s: it has run longer than its timeout of 0 ms; set a longer timeout, or add conditions on _id"
                  .formatted(name));
    }
  }

  @Test
  void aLongTimeoutIsNotOver() {
    insert("{'_id':'1'}");
    for (long timeout : new long[] {10_000_000_000_000L, Long.MAX_VALUE}) {
      try (QueryResult result = store.find(connection.newQuery().setTimeout(timeout).build())) {
        assertThat(result.iterator().hasNext()).isTrue();
      }
    }
  }

  @Test
  void aSortOfTooManyBytesIsRefused() {
    fill();
    StoreTable table = StoreTable.open(((OjaiConnection) connection).database(), name);
    OjaiQuery sorted = new OjaiQuery().orderBy("day");
    assertThatThrownBy(() -> new StoreScan(table, sorted, () -> {}, 1000).hasNext())
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "cannot sort the result of the query of store %s: it has more than 1,000 bytes of"
                    .formatted(name)
                + " documents, expected at most that; set a limit, or order by _id");
    assertThat(new StoreScan(table, sorted.limit(3), () -> {}, 1000).next().getIdString())
        .isEqualTo("c1_2017-01-01");
  }

  @Test
  void writesAreVisibleToAQueryThatWaitsForThem() {
    store.beginTrackingWrites();
    assertThatThrownBy(() -> store.beginTrackingWrites()).isInstanceOf(IllegalStateException.class);
    insert("{'_id':'1'}");
    store.flush();
    String context = store.endTrackingWrites();
    assertThat(ids(store.find(connection.newQuery().waitForTrackedWrites(context).build())))
        .containsExactly("1");
    store.beginTrackingWrites(context);
    store.clearTrackedWrites();
    assertThatThrownBy(() -> store.endTrackingWrites()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.clearTrackedWrites()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.beginTrackingWrites("other"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> connection.newQuery().waitForTrackedWrites("other"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.isReadOnly()).isFalse();
  }

  // Ids and keys

  @Test
  void idsCanBeBinaries() {
    DocumentStore binaries = connection.createStore(name + "_binary", json("{'_id':'binary'}"));
    for (int one : new int[] {0, 1, 127, 128, 255}) {
      Value id = connection.getValueBuilder().newValue(new byte[] {(byte) one, 0});
      binaries.insert(id, connection.newDocument().set("n", one));
      assertThat(binaries.findById(id).getInt("n")).isEqualTo(one);
      assertThat(binaries.findById(id).getIdBinary().get(0)).isEqualTo((byte) one);
    }
    QueryCondition above =
        connection
            .newCondition()
            .is("_id", Op.GREATER, ByteBuffer.wrap(new byte[] {127}))
            .is("_id", Op.LESS_OR_EQUAL, ByteBuffer.wrap(new byte[] {(byte) 255, 0}))
            .build();
    List<Integer> found = new ArrayList<>();
    QueryResult result = binaries.find(connection.newQuery().where(above).build());
    result.forEach(document -> found.add(document.getInt("n")));
    assertThat(found).containsExactly(127, 128, 255);
    assertThat(result.getQueryPlan().getLong("rowsRead")).isEqualTo(3);
    assertThatThrownBy(() -> binaries.findById("x"))
        .hasMessage(
            "cannot use the document: its _id is of type string, expected a binary, the type of each _id in store "
                + name
                + "_binary");
  }

  // Bad input

  @Test
  void jsonThatIsNoneIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> connection.newDocument("{\"_id\":\"1\",\n \"a\":tru}"))
        .isInstanceOf(DecodingException.class)
        .hasMessageContaining("line 2, column 6")
        .message()
        .hasLineCount(1);
    assertThatThrownBy(() -> store.findQuery("{\"$where\":{\"$foo\":{\"a\":1}}}"))
        .isInstanceOf(DecodingException.class)
        .hasMessageContaining("unknown operator \"$foo\" (line 1, column 12)")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aDocumentOverTheLimitsIsRefusedAndNotWritten() {
    String nested = "{'a':".repeat(200) + "1" + "}".repeat(200);
    assertThatThrownBy(() -> json(nested))
        .isInstanceOf(DecodingException.class)
        .hasMessageContaining("nested 129 deep")
        .message()
        .hasLineCount(1);
    Document deep = connection.newDocument();
    for (int depth = 0; depth < 200; depth++) {
      deep = connection.newDocument().set("a", deep);
    }
    Document deepest = deep.setId("1");
    assertThatThrownBy(() -> store.insert(deepest))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nested 129 deep, expected at most 128");
    Document large = connection.newDocument().setId("1").set("a", "x".repeat(11 << 20));
    for (Consumer<Document> write :
        List.<Consumer<Document>>of(store::insert, store::insertOrReplace)) {
      assertThatThrownBy(() -> write.accept(large))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("it has more than 10485760 bytes")
          .message()
          .hasLineCount(1);
    }
    assertThat(all(store.find())).isEmpty();
    insert("{'_id':'1','a':'x'}");
    assertThatThrownBy(
            () -> store.update("1", connection.newMutation().append("a", "x".repeat(11 << 20))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("it has more than 10485760 bytes");
    assertThatThrownBy(() -> store.increment("1", "a.b[", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot use the field path \"a.b[\"");
    assertThat(shown(store.findById("1"))).isEqualTo("{'_id':'1','a':'x'}");
  }

  @Test
  void anIdThatIsNoUnicodeIsRefused() {
    assertThatThrownBy(() -> store.insert("\ud800", connection.newDocument()))
        .isInstanceOf(StoreException.class)
        .message()
        .hasLineCount(1);
    assertThat(all(store.find())).isEmpty();
  }
}
