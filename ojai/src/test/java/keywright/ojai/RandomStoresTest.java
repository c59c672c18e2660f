package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.ojai.ConditionTest.Naive;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.exceptions.OjaiException;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.QueryCondition;
import org.ojai.store.QueryCondition.Op;
import org.ojai.store.QueryResult;
import org.ojai.types.OTimestamp;

/**
 * Random documents, mutations and queries of stores with different keys and indexes, compared with
 * the same on plain maps in memory.
 */
@Tag("large")
class RandomStoresTest {
  private static final String TIME = "2017-01-0[1-3]T0[0-2]:00:00.000Z";
  private static final int DOCUMENTS = 25;

  /** For each table; more than 10,000 for all of them in a build. */
  private static final int QUERIES = Trials.of(7_000);

  /** The key of a table and its indexes; the ids are computed if the key does not read _id. */
  enum Keys {
    PLAIN("_id", ""),
    INDEXED("_id", "", "n", "s, at DESC", "bucket(4), at"),
    BUCKETS("bucket(8), _id DESC", "", "at, n"),
    COMPUTED("lpad(cust, 2), at DESC, no", ""),
    REVERSED("bucket(4), reverse(lpad(cust, 2)), no", "", "n", "s"),
    DIGEST("left(md5(no), 1), no, cust", "", "at DESC"),
    INDEXED_APART("_id", "tags,a,at", "n", "s, at DESC", "bucket(4), at"),
    A_APART("_id", "a"),
    COMPUTED_APART("lpad(cust, 2), at DESC, no", "no,c"),
    DIGEST_APART("left(md5(no), 1), no, cust", "cust,n,a,b", "at DESC", "s");

    private final String key;

    /** The fields that are in families of their own. */
    private final String apart;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> indexes;

    Keys(String key, String apart, String... indexes) {
      this.key = key;
      this.apart = apart;
      this.indexes = List.of(indexes);
    }

    private List<FamilyDefinition> families() {
      List<FamilyDefinition> families = new ArrayList<>();
      for (String field : apart.isEmpty() ? new String[0] : apart.split(",")) {
        families.add(FamilyDefinition.of("f" + families.size()).ofField("document", field));
      }
      return families;
    }

    boolean isComputed() {
      return !key.contains("_id");
    }

    TableDefinition table() {
      List<ColumnDefinition> columns = new ArrayList<>();
      if (!isComputed()) {
        columns.add(ColumnDefinition.of("_id", Type.parse("text")));
      }
      columns.add(ColumnDefinition.of("document", Type.parse("blob")));
      columns.add(derived("cust", "int", "cust"));
      columns.add(derived("at", "timestamp", "at"));
      columns.add(derived("no", "text", "no"));
      columns.add(derived("n", "bigint", "n"));
      columns.add(derived("s", "text", "a.s"));
      List<IndexDefinition> definitions = new ArrayList<>();
      for (String parts : indexes) {
        definitions.add(
            new IndexDefinition(
                "i" + definitions.size(),
                KeyPart.parseList(parts),
                KeyFormat.kw1(),
                false,
                List.of(),
                StorageOptions.DEFAULT));
      }
      return TableDefinition.of("s", columns, KeyPart.parseList(key))
          .withFamilies(families())
          .withIndexes(definitions)
          .withStorage(
              isComputed()
                  ? DocumentTable.withDelimiter(StorageOptions.DEFAULT, "_")
                  : StorageOptions.DEFAULT);
    }

    private static ColumnDefinition derived(String name, String type, String path) {
      return ColumnDefinition.of(name, Type.parse(type)).derivedFrom("document", path);
    }

    /** The id that a document has; null if it cannot have one. */
    String id(Map<String, Object> document) {
      Object no = document.get("no");
      String millis = millis(document.get("at"));
      Object cust = document.get("cust");
      if (!(no instanceof String)
          || !(cust instanceof Number)
          || (key.contains("at DESC") && millis == null)) {
        return null;
      }
      BigDecimal number = new BigDecimal(cust.toString());
      if (number.stripTrailingZeros().scale() > 0 || no.toString().contains("_")) {
        return null;
      } else if (key.contains("md5")) {
        return no + "_" + number.longValue();
      } else if (number.signum() < 0 || number.longValue() > 99) {
        return null;
      }
      String padded = "%02d".formatted(number.longValue());
      return key.contains("at DESC")
          ? padded + "_" + millis + "_" + no
          : new StringBuilder(padded).reverse() + "_" + no;
    }

    private static String millis(Object at) {
      if (at instanceof OTimestamp timestamp) {
        return timestamp.toUTCString();
      } else if (at instanceof Number number) {
        BigDecimal millis = new BigDecimal(number.toString());
        return millis.stripTrailingZeros().scale() > 0
            ? null
            : new OTimestamp(millis.longValue()).toUTCString();
      }
      return at instanceof String text && text.matches(TIME) ? text : null;
    }
  }

  /** A document without and with its id, and the text of the latter. */
  private record Held(Map<String, Object> fields, Map<String, Object> whole, String text) {
    static Held of(String id, Map<String, Object> fields) {
      Map<String, Object> whole = withId(id, fields);
      return new Held(fields, whole, Exactly.text(whole));
    }
  }

  private Keys keys;
  private RandomDocuments draw;
  private DocumentStore store;

  /** By id. */
  private final Map<String, Held> documents = new TreeMap<>();

  private int queries;
  private long found;
  private long refused;

  @ParameterizedTest
  @EnumSource(Keys.class)
  void aStoreAnswersAsMapsInMemory(Keys tested) {
    keys = tested;
    long seed = Seeds.base() + keys.ordinal();
    String reproduction = Seeds.reproduction(Seeds.base());
    MemoryEngine engine =
        keys.ordinal() % 2 == 0 ? new MemoryEngine() : MemoryEngine.ofSingleRows(1);
    try (Database database = Database.over(engine, InstantSource.system(), 1)) {
      boolean unused = database.createTable(keys.table(), false);
      Connection connection = KeywrightDriver.over(database);
      draw = RandomDocuments.of(seed);
      store = connection.getStore("s");
      for (int trial = 0; queries < QUERIES; trial++) {
        String line = keys + ", trial " + trial + ": " + reproduction;
        if (documents.size() < DOCUMENTS || chance(3)) {
          write(line);
        }
        query(line);
      }
      assertThat(database.verify("s")).isEmpty();
      // Conditions and mutations that are always or never met would test little.
      assertThat(found).isGreaterThan(queries / 2);
      assertThat(refused).isGreaterThan(0);
    }
  }

  private boolean chance(int of) {
    return draw.random().nextInt(of) == 0;
  }

  @SafeVarargs
  private <T> T one(T... values) {
    return values[draw.random().nextInt(values.length)];
  }

  private Object number(int value) {
    return one(
        (Object) value, (long) value, (double) value, (byte) value, BigDecimal.valueOf(value));
  }

  private Object time() {
    String text =
        "2017-01-0%dT0%d:00:00.000Z"
            .formatted(draw.random().nextInt(1, 4), draw.random().nextInt(3));
    OTimestamp timestamp = OTimestamp.parse(text);
    return switch (draw.random().nextInt(8)) {
      case 0 -> text;
      case 1 -> timestamp.getMillis();
      case 2 -> (double) timestamp.getMillis();
      default -> timestamp;
    };
  }

  private String text() {
    return one("a", "b", "ab", "c", "abc", "d");
  }

  private Object mixed() {
    return one(
        number(draw.random().nextInt(5)),
        draw.small(),
        2.5,
        new BigDecimal("2.50"),
        (1L << 53) + 1,
        0x1p53);
  }

  private Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    boolean fits = keys.isComputed() || !chance(4);
    document.put("cust", fits ? number(draw.random().nextInt(4)) : mixed());
    document.put("at", fits ? time() : mixed());
    document.put("no", fits ? text() : mixed());
    if (!fits) {
      document.remove(one("cust", "at", "no"));
    }
    document.put("n", mixed());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("s", one(text(), text(), draw.small()));
    map.put("b", MutationTest.plain(draw, 3));
    document.put("a", map);
    List<Object> tags = new ArrayList<>();
    for (int count = draw.random().nextInt(6); count > 0; count--) {
      tags.add(tags.isEmpty() || chance(2) ? draw.small() : tags.get(0));
    }
    document.put("tags", tags);
    Object deep = draw.small();
    for (int depth = chance(4) ? draw.random().nextInt(100) : 0; depth > 0; depth--) {
      deep = chance(2) ? new ArrayList<>(List.of(deep == null ? 1 : deep)) : map("b", deep);
    }
    document.put("c", deep);
    return document;
  }

  private static Map<String, Object> map(String name, Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(name, value);
    return map;
  }

  private static Map<String, Object> withId(String id, Map<String, Object> document) {
    Map<String, Object> all = map("_id", id);
    all.putAll(document);
    return all;
  }

  private String someId() {
    List<String> ids = List.copyOf(documents.keySet());
    return ids.isEmpty() || chance(5)
        ? "x" + draw.random().nextInt(60)
        : ids.get(draw.random().nextInt(ids.size()));
  }

  /** False if the store refuses. */
  private boolean done(Runnable action) {
    try {
      action.run();
      return true;
    } catch (OjaiException e) {
      assertThat(e.getMessage()).hasLineCount(1);
      refused++;
      return false;
    }
  }

  private void write(String line) {
    Map<String, Object> document = document();
    String id = keys.isComputed() ? keys.id(document) : "x" + draw.random().nextInt(60);
    boolean exists = documents.containsKey(id);
    switch (draw.random().nextInt(8)) {
      case 0, 1, 2 -> {
        Document written =
            Plain.document(keys.isComputed() && chance(2) ? document : withId(id, document));
        boolean isNew = chance(2);
        boolean done =
            done(
                () -> {
                  if (isNew) {
                    store.insert(written);
                  } else {
                    store.insertOrReplace(written);
                  }
                });
        assertThat(done).as("%s: %s", written, line).isEqualTo(!isNew || !exists);
        if (done) {
          documents.put(id, Held.of(id, document));
        }
      }
      case 3 -> {
        if (keys.isComputed()) {
          Document written = Plain.document(withId(id + "x", document));
          assertThat(done(() -> store.insertOrReplace(written))).as(line).isFalse();
        }
      }
      case 4 -> {
        String gone = someId();
        store.delete(gone);
        documents.remove(gone);
      }
      default -> mutate(line);
    }
  }

  private void mutate(String line) {
    String id = someId();
    Map<String, Object> old = documents.containsKey(id) ? documents.get(id).fields : null;
    Map<String, Object> changed = new LinkedHashMap<>();
    if (old != null) {
      changed = Plain.map(Plain.of((Object) old));
    }
    OjaiMutation mutation = new OjaiMutation();
    boolean works = true;
    for (int count = draw.random().nextInt(1, 4); count > 0; count--) {
      works = MutationTest.step(mutation, draw, changed, works);
    }
    works &= !keys.isComputed() || id.equals(keys.id(changed));
    String at = "%s of %s: %s".formatted(mutation, old, line);
    if (old != null && chance(2)) {
      OjaiCondition condition = new OjaiCondition();
      Naive naive = ConditionTest.add(condition, draw, withId(id, old), 2);
      condition.build();
      boolean isMet = naive.test(withId(id, old));
      boolean[] applied = {false};
      boolean done = done(() -> applied[0] = store.checkAndUpdate(id, condition, mutation));
      assertThat(done).as(at).isEqualTo(works || !isMet);
      assertThat(applied[0]).as(at).isEqualTo(works && isMet);
      works &= isMet;
    } else {
      assertThat(done(() -> store.update(id, mutation))).as(at).isEqualTo(works);
    }
    if (works) {
      documents.put(id, Held.of(id, changed));
    }
    Document found = store.findById(id);
    assertThat(found == null ? "none" : Exactly.text(Plain.of(found)))
        .as(at)
        .isEqualTo(documents.containsKey(id) ? documents.get(id).text : "none");
  }

  private String idText() {
    String id = someId();
    return switch (draw.random().nextInt(4)) {
      case 0 -> id.substring(0, draw.random().nextInt(id.length() + 1));
      case 1 -> id + one("a", "_", "0");
      default -> id;
    };
  }

  private static FieldPath path(String path) {
    return FieldPath.parseFrom(path);
  }

  /** A condition on a field from which a column may be derived, or on _id. */
  private Naive onColumn(QueryCondition condition) {
    Op op = one(Op.values());
    return switch (draw.random().nextInt(8)) {
      case 0 ->
          ConditionTest.compare(
              condition, path("cust"), op, chance(5) ? 1.5 : number(draw.random().nextInt(5)));
      case 1 -> ConditionTest.compare(condition, path("at"), op, time());
      case 2 -> ConditionTest.compare(condition, path("no"), op, text());
      case 3 -> ConditionTest.compare(condition, path("_id"), op, idText());
      case 4 -> ConditionTest.compare(condition, path("n"), op, mixed());
      case 5 -> ConditionTest.compare(condition, path("a.s"), op, chance(4) ? mixed() : text());
      case 6 -> {
        FieldPath path = path(one("no", "_id", "_id", "a.s"));
        String prefix = Paths.text(path).contains("_id") ? idText() : text();
        condition.like(path, prefix + "%");
        yield root ->
            ConditionTest.naiveValues(root, path).stream()
                .anyMatch(value -> value instanceof String string && startsLike(string, prefix));
      }
      default -> {
        FieldPath path = path(one("cust", "no", "at", "n", "a.s", "_id"));
        List<Object> values = new ArrayList<>();
        for (int count = draw.random().nextInt(1, 4); count > 0; count--) {
          values.add(one(number(draw.random().nextInt(4)), text(), time(), idText(), mixed()));
        }
        condition.in(path, values);
        yield root ->
            ConditionTest.naiveValues(root, path).stream()
                .anyMatch(
                    found ->
                        values.stream()
                            .anyMatch(value -> ValueOrder.INSTANCE.compare(found, value) == 0));
      }
    };
  }

  /** Whether a text starts as a pattern says, in which _ is any character. */
  private static boolean startsLike(String text, String pattern) {
    if (text.length() < pattern.length()) {
      return false;
    }
    for (int at = 0; at < pattern.length(); at++) {
      if (pattern.charAt(at) != '_' && pattern.charAt(at) != text.charAt(at)) {
        return false;
      }
    }
    return true;
  }

  private Naive condition(OjaiCondition condition) {
    List<Naive> parts = new ArrayList<>();
    boolean isOr = chance(5);
    if (isOr) {
      condition.or();
    } else {
      condition.and();
    }
    for (int count = draw.random().nextInt(1, 4); count > 0; count--) {
      String id = someId();
      parts.add(
          chance(4)
              ? ConditionTest.add(
                  condition,
                  draw,
                  documents.containsKey(id) ? documents.get(id).whole : Map.of("a", 1),
                  2)
              : onColumn(condition));
    }
    condition.close();
    return root ->
        isOr
            ? parts.stream().anyMatch(part -> part.test(root))
            : parts.stream().allMatch(part -> part.test(root));
  }

  private void query(String line) {
    OjaiQuery query = new OjaiQuery();
    OjaiCondition condition = new OjaiCondition();
    Naive naive = root -> true;
    if (!chance(20)) {
      naive = condition(condition);
      query.where(condition.build());
    }
    for (int count = draw.random().nextInt(3); count > 0; count--) {
      String field = one("_id", "cust", "at", "no", "n", "a.s");
      if (query.orders().stream().noneMatch(order -> order.path().equals(path(field)))) {
        query.orderBy(field, one("asc", "desc"));
      }
    }
    List<Held> expected = new ArrayList<>();
    for (Held document : documents.values()) {
      if (naive.test(document.whole)) {
        expected.add(document);
      }
    }
    expected.sort(Comparator.comparing(Held::whole, query.comparator()));
    found += expected.size();
    if (chance(3)) {
      int size = draw.random().nextInt(1, 6);
      List<Map<String, Object>> pages = new ArrayList<>();
      query.orderBy(orderById(query));
      expected.sort(Comparator.comparing(Held::whole, query.comparator()));
      for (int from = 0; from <= expected.size(); from += size) {
        pages.addAll(result(query.offset(from).limit(size)));
      }
      compare(query, pages, expected, line);
    } else {
      List<Map<String, Object>> whole = result(query);
      compare(query, whole, expected, line);
      if (chance(2)) {
        selected(query, whole, line);
      }
    }
  }

  /** A query that selects some paths may read only the families of their fields. */
  private void selected(OjaiQuery query, List<Map<String, Object>> whole, String line) {
    List<FieldPath> paths = new ArrayList<>();
    for (int count = draw.random().nextInt(1, 4); count > 0; count--) {
      paths.add(path(one("_id", "cust", "at", "no", "n", "a", "a.s", "a.b", "tags[0]", "c", "x")));
    }
    Projection projection = new Projection(paths);
    List<String> expected = whole.stream().map(projection::of).map(Exactly::text).toList();
    query.select(paths.toArray(FieldPath[]::new));
    assertThat(result(query).stream().map(Exactly::text))
        .as("%s: %s", query, line)
        .isEqualTo(expected);
    if (!documents.isEmpty()) {
      String id = someId();
      Document found = store.findById(id, paths.toArray(FieldPath[]::new));
      assertThat(found == null ? "none" : Exactly.text(Plain.of(found)))
          .as("%s of %s: %s", paths, id, line)
          .isEqualTo(
              documents.containsKey(id)
                  ? Exactly.text(projection.of(documents.get(id).whole))
                  : "none");
    }
  }

  /** Pages need one order of all documents. */
  private static String[] orderById(OjaiQuery query) {
    return query.orders().stream().anyMatch(order -> order.path().equals(path("_id")))
        ? new String[0]
        : new String[] {"_id"};
  }

  private List<Map<String, Object>> result(OjaiQuery query) {
    queries++;
    List<Map<String, Object>> found = new ArrayList<>();
    try (QueryResult result = store.find(query)) {
      result.forEach(document -> found.add(Plain.of(document)));
    }
    return found;
  }

  private static void compare(
      OjaiQuery query, List<Map<String, Object>> found, List<Held> expected, String line) {
    List<String> foundTexts = found.stream().map(Exactly::text).sorted().toList();
    List<String> texts = expected.stream().map(Held::text).sorted().toList();
    if (!foundTexts.equals(texts)) {
      assertThat(foundTexts).as("%s: %s", query, line).isEqualTo(texts);
    }
    for (int at = 0; at < found.size(); at++) {
      if (query.comparator().compare(found.get(at), expected.get(at).whole) != 0) {
        throw new AssertionError(
            "place %d of %s has %s, expected %s: %s"
                .formatted(at, query, found.get(at), expected.get(at).whole, line));
      }
    }
  }
}
