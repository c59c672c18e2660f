package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.catalog.Catalog;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.CopyReport;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of several keyspaces beside each other. */
class KeyspacesTest {
  private static final IndexDefinition BY_V =
      new IndexDefinition("by_v", KeyPart.parseList("v"), KeyFormat.kw1());

  private static TableDefinition table(String name) {
    return TableDefinition.of(
        name,
        List.of(
            ColumnDefinition.of("id", Type.parse("int")),
            ColumnDefinition.of("v", Type.parse("int"))),
        KeyPart.parseList("id"));
  }

  private static Database over(Engine engine) {
    return Database.over(engine, InstantSource.system(), 1);
  }

  private static void refused(Runnable call, String... parts) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TableException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aReadOnlyDatabaseRefusesAChangeByTheNameOfTheTable() {
    Engine engine = new MemoryEngine();
    Database writer = over(engine);
    writer.createKeyspace("shop", false);
    writer.createTable(table("shop.item"), false);
    Database reader =
        over(
            new ForwardingEngine(engine) {
              @Override
              public boolean isReadOnly() {
                return true;
              }
            });
    assertThatThrownBy(
            () -> reader.alterTable("shop.item", new TableChange.Rename(Map.of("v", "w"))))
        .hasMessage(
            "cannot alter table shop.item: found the database open with read_only=true; to write, open it without this option");
  }

  private static Map<Object, Object> rows(Database database, String table) {
    Map<Object, Object> rows = new TreeMap<>();
    try (Rows found = database.table(table).query(Query.select("id", "v").allowingFiltering())) {
      for (Row row = found.next(); row != null; row = found.next()) {
        rows.put(row.get("id"), row.get("v"));
      }
    }
    return rows;
  }

  @Test
  void tablesOfTheSameNameHaveNothingInCommon() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = over(engine);
        for (String name : List.of("a.t", "b.t")) {
          database.createKeyspace(Names.keyspace(name), true);
          assertThat(database.createTable(table(name).withIndexes(List.of(BY_V)), false)).isTrue();
        }
        assertThat(database.tables()).containsExactly("a.t", "b.t");
        assertThat(database.keyspaces()).containsExactly("a", "b", "keywright");
        database.table("a.t").insert(Map.of("id", 1, "v", 10));
        database.table("b.t").insert(Map.of("id", 1, "v", 20));
        database.apply(Change.insert("b.t", Map.of("id", 2, "v", 10)));
        assertThat(rows(database, "a.t")).isEqualTo(Map.of(1, 10));
        assertThat(rows(database, "b.t")).isEqualTo(Map.of(1, 20, 2, 10));
        assertThat(ids(database, "a.t", 10)).containsExactly(1);
        assertThat(ids(database, "b.t", 10)).containsExactly(2);
        assertThat(database.verify("a.t")).isEmpty();
        database.truncate("a.t");
        assertThat(rows(database, "a.t")).isEmpty();
        assertThat(rows(database, "b.t")).hasSize(2);
        assertThat(database.dropIndex("a.by_v", false)).isTrue();
        assertThat(database.find("b.t").orElseThrow().indexes()).containsExactly(BY_V);
        database.alterTable("a.t", new TableChange.Rename(Map.of("v", "w")));
        assertThat(database.find("b.t").orElseThrow().column("v")).isPresent();
        assertThat(database.dropTable("a.t", false)).isTrue();
        assertThat(rows(database, "b.t")).hasSize(2);
        assertThat(database.verify("b.t")).isEmpty();
        assertThat(database.leftovers().tables()).isEmpty();
      }
    }
  }

  private static Condition is(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  private static List<Object> ids(Database database, String table, int v) {
    List<Object> ids = new ArrayList<>();
    Query query = Query.select("id").where(List.of(is("v", v)));
    try (Rows found = database.table(table).query(query)) {
      for (Row row = found.next(); row != null; row = found.next()) {
        ids.add(row.get("id"));
      }
    }
    ids.sort(null);
    return ids;
  }

  @Test
  void aNameAloneMeansTheDefaultKeyspaceOrTheOnlyTable() {
    try (Database database = over(new MemoryEngine())) {
      database.createTable(table("a.t").withIndexes(List.of(BY_V)), false);
      database.createKeyspace("b", false);
      Table only = database.table("t");
      assertThat(only.definition().name()).isEqualTo("a.t");
      assertThat(database.findByIndex("by_v").orElseThrow().name()).isEqualTo("a.t");
      assertThat(database.find("keywright.t")).isEmpty();
      refused(() -> database.table("keywright.t"), "cannot find table keywright.t; there is a.t");

      // It would change what the name alone means.
      refused(
          () -> database.createTable(table("t"), false),
          "cannot create table t: a.t exists",
          "keywright.t for the default keyspace");
      assertThat(database.createTable(table("t"), true)).isFalse();
      database.createTable(table("b.t").withIndexes(List.of(BY_V)), false);
      refused(
          () -> database.table("t"),
          "cannot find table t: found a.t and b.t",
          "write the keyspace before it");
      refused(() -> database.dropIndex("by_v", true), "found a.by_v and b.by_v");
      refused(() -> database.apply(Change.insert("t", Map.of("id", 1, "v", 1))), "a.t and b.t");

      database.createTable(table("keywright.t"), false);
      assertThat(database.tables()).containsExactly("a.t", "b.t", "t");
      database.table("t").insert(Map.of("id", 7, "v", 7));
      assertThat(rows(database, "keywright.t")).hasSize(1);
      assertThat(rows(database, "a.t")).isEmpty();

      // An object of a table never means another table.
      Table t = database.table("t");
      database.dropTable("keywright.t", false);
      database.dropTable("b.t", false);
      assertThat(database.table("t").definition().name()).isEqualTo("a.t");
      refused(() -> t.insert(Map.of("id", 1, "v", 1)), "cannot find table");
      refused(() -> t.insertAll(List.of(Map.of("id", 1, "v", 1)), Using.NOTHING), "cannot find");
      refused(() -> t.update(List.of(is("id", 1)), Map.of("v", 2)), "cannot find");
      refused(() -> t.delete(List.of(is("id", 1))), "cannot find");
      assertThat(rows(database, "a.t")).isEmpty();
    }
  }

  @Test
  void keyspacesComeAndGo(@TempDir Path folder) {
    String url = "rocksdb:" + folder.resolve("data");
    try (Database database = Database.open(url)) {
      database.requireKeyspace("anything");
      assertThat(database.createKeyspace("shop", false)).isTrue();
      assertThat(database.createKeyspace("shop", true)).isFalse();
      refused(() -> database.createKeyspace("shop", false), "keyspace shop: it exists");
      refused(() -> database.createKeyspace("keywright", false), "it exists");
      refused(() -> database.createKeyspace("system_schema", false), "reserved");
      refused(() -> database.createKeyspace("a.b", false), "cannot name a keyspace");
      refused(
          () -> database.requireKeyspace("shpo"),
          "cannot use keyspace shpo: there is no such keyspace; did you mean shop?",
          "CREATE KEYSPACE");
      refused(() -> database.createTable(table("shpo.t"), false), "there is no such keyspace");
      database.createTable(table("shop.t"), false);
      database.createTable(table("shop.u"), false);
    }
    try (Database database = Database.open(url)) {
      assertThat(database.keyspaces()).containsExactly("keywright", "shop");
      assertThat(database.tables()).containsExactly("shop.t", "shop.u");
      refused(
          () -> database.dropKeyspace("shop", true),
          "cannot drop keyspace shop: found the tables shop.t, shop.u in it");
      database.dropTable("shop.t", false);
      database.dropTable("shop.u", false);
      assertThat(database.keyspaces()).contains("shop");
      assertThat(database.dropKeyspace("shop", false)).isTrue();
      assertThat(database.dropKeyspace("shop", true)).isFalse();
      refused(() -> database.dropKeyspace("shop", false), "there is no such keyspace");
      refused(() -> database.dropKeyspace("keywright", true), "the default keyspace");
    }
  }

  /** The text of a row of the catalog; null if there is none. */
  private static @Nullable String text(Engine engine, String name) {
    Key key = Catalog.LAYOUT.keySchema().key(name);
    StoredRow row = engine.get(Catalog.LAYOUT, key, RowOptions.of(Catalog.FAMILIES), 0);
    return row == null ? null : (String) row.value(1);
  }

  /** Writes the row of a table as releases did in which a database had one keyspace. */
  private static void asOfBefore(Engine engine, String name, String keyspace) {
    Key key = Catalog.LAYOUT.keySchema().key(name);
    StoredRow row =
        Objects.requireNonNull(engine.get(Catalog.LAYOUT, key, RowOptions.of(Catalog.FAMILIES), 0));
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(1, row.value(1) + "\nkeyspace name='" + keyspace + "'");
    long next = row.version() + engine.versionStep();
    assertThat(engine.write(new WriteBatch(0).put(Catalog.LAYOUT, key, row.version(), next, cells)))
        .isTrue();
  }

  @Test
  void aDatabaseOfBeforeKeepsItsRowsAndItsForm() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database before = over(engine);
        before.createTable(table("t").withIndexes(List.of(BY_V)), false);
        before.createTable(table("free"), false);
        before.table("t").insert(Map.of("id", 1, "v", 10));
        asOfBefore(engine, "t", "shop");

        Database database = over(engine);
        assertThat(database.tables()).containsExactly("free", "shop.t");
        assertThat(database.keyspaces()).containsExactly("keywright", "shop");
        for (String name : List.of("t", "shop.t")) {
          assertThat(rows(database, name)).isEqualTo(Map.of(1, 10));
        }
        assertThat(ids(database, "shop.t", 10)).containsExactly(1);
        refused(() -> database.createTable(table("t"), false), "shop.t exists");
        refused(
            () -> database.createTable(table("keywright.t"), false),
            "cannot create table t in the default keyspace",
            "an earlier release created it");
        refused(() -> database.createTable(table("shop.t"), false), "it exists");
        database.alterTable("t", new TableChange.Rename(Map.of("v", "w")));
        assertThat(text(engine, "t"))
            .startsWith("table name='t' format='1'")
            .contains("keyspace name='shop'");
        assertThat(text(engine, "shop.t")).isNull();
        assertThat(engine.hasTable("t")).isTrue();
        assertThat(database.leftovers().tables()).isEmpty();

        // New tables beside it.
        database.createTable(table("shop.u"), false);
        database.createKeyspace("b", false);
        database.createTable(table("b.t").withIndexes(List.of(BY_V)), false);
        database.table("b.t").insert(Map.of("id", 1, "v", 30));
        database.truncate("shop.t");
        assertThat(rows(database, "b.t")).isEqualTo(Map.of(1, 30));
        database.dropTable("shop.t", false);
        assertThat(rows(database, "b.t")).isEqualTo(Map.of(1, 30));
        database.createTable(table("shop.t"), false);
        assertThat(text(engine, "shop.t")).startsWith("table name='shop.t' format='2'");
        database.createTable(table("keywright.t"), false);
        assertThat(rows(database, "shop.t")).isEmpty();
        assertThat(rows(database, "keywright.t")).isEmpty();
        assertThat(over(engine).tables()).containsExactly("b.t", "free", "shop.t", "shop.u", "t");
      }
    }
  }

  @Test
  void theCatalogOfADatabaseWithKeyspacesIsNoCatalogForReleasesBefore() {
    Engine engine = new MemoryEngine();
    Database database = over(engine);
    database.createTable(table("plain"), false);
    assertThat(text(engine, "plain")).startsWith("table name='plain' format='1'");
    assertThat(text(engine, "keywright.keyspaces")).isNull();
    database.createTable(table("shop.t"), false);
    assertThat(text(engine, "shop.t")).startsWith("table name='shop.t' format='2'");
    assertThat(text(engine, "keywright.keyspaces"))
        .isEqualTo("keyspaces format='1'\nkeyspace name='shop'");
    database.dropTable("shop.t", false);
    database.dropKeyspace("shop", false);
    assertThat(text(engine, "shop.t")).isNull();
    assertThat(text(engine, "keywright.keyspaces")).isNull();
  }

  @Test
  void anEngineWithAKeyspaceHasNoOther() {
    Engine engine =
        new ForwardingEngine(new MemoryEngine()) {
          @Override
          public Optional<String> keyspace() {
            return Optional.of("shop");
          }
        };
    Database database = over(engine);
    assertThat(database.keyspaces()).containsExactly("shop");
    assertThat(database.defaultKeyspace()).isEqualTo("shop");
    database.createTable(table("shop.t"), false);
    assertThat(database.tables()).containsExactly("t");
    assertThat(engine.hasTable("t")).isTrue();
    database.table("shop.t").insert(Map.of("id", 1, "v", 10));
    assertThat(rows(database, "t")).isEqualTo(Map.of(1, 10));
    assertThat(database.createKeyspace("shop", true)).isFalse();
    for (Runnable other :
        List.<Runnable>of(
            () -> database.table("b.t"),
            () -> database.requireKeyspace("b"),
            () -> database.createKeyspace("b", true),
            () -> database.createTable(table("b.t"), false))) {
      refused(other, "cannot use keyspace b: found keyspace b, expected shop", "URL");
    }
    asOfBefore(engine, "t", "old");
    assertThat(rows(over(engine), "shop.t")).isEqualTo(Map.of(1, 10));
  }

  /** Two processes with one engine, each with what it has read of the catalog. */
  @Test
  void anotherProcessKnowsTheKeyspaces() {
    Engine engine = CatalogLeaseTest.reached(MemoryEngine.ofSingleRows(1), 100);
    Database first = over(engine);
    Database second = over(engine);
    first.createKeyspace("a", false);
    second.requireKeyspace("a");
    refused(() -> second.requireKeyspace("b"), "there is no such keyspace");
    first.createTable(table("a.t"), false);
    first.table("a.t").insert(Map.of("id", 1, "v", 10));
    assertThat(rows(second, "t")).isEqualTo(Map.of(1, 10));
    refused(() -> second.createTable(table("t"), false), "a.t exists");
    second.createKeyspace("b", false);
    second.createTable(table("b.t"), false);
    refused(() -> first.dropKeyspace("b", false), "b.t");
    assertThat(first.dropTable("b.t", false)).isTrue();
    assertThat(second.dropKeyspace("b", false)).isTrue();
    refused(() -> first.createTable(table("b.t"), false), "there is no such keyspace");
    assertThat(second.tables()).containsExactly("a.t");
  }

  @Test
  void copiesKeepTheKeyspaces() {
    Database source = over(new MemoryEngine());
    Database target = over(new MemoryEngine());
    target.createKeyspace("other", false);
    target.createTable(table("other.t"), false);
    for (String name : List.of("keywright.t", "shop.t")) {
      source.createKeyspace(Names.keyspace(name), true);
      source.createTable(table(name).withIndexes(List.of(BY_V)), false);
      source.table(name).insert(Map.of("id", 1, "v", name.length()));
    }
    List<CopyReport> reports = DatabaseCopy.of(source, target, source.tables()).run(progress -> {});
    assertThat(reports).allMatch(report -> report.differences() == 0 && report.rowsCopied() == 1);
    assertThat(target.tables()).containsExactly("other.t", "shop.t", "t");
    assertThat(rows(target, "other.t")).isEmpty();
    assertThat(rows(target, "shop.t")).isEqualTo(Map.of(1, 6));
    assertThat(rows(target, "keywright.t")).isEqualTo(Map.of(1, 11));
  }

  @Test
  void namesInTheEngineAreNeverThoseOfAnIndexOrOfAnotherTable() {
    Engine engine = new MemoryEngine();
    Database database = over(engine);
    // An index b of a table a, and a table b of a keyspace a.
    database.createTable(
        table("a").withIndexes(List.of(new IndexDefinition("b", BY_V.parts(), KeyFormat.kw1()))),
        false);
    database.createTable(table("a.b").withIndexes(List.of(BY_V)), false);
    assertThat(engine.tables()).contains("a", "a.b", "a..b", "a..b.by_v");
    database.table("a").insert(Map.of("id", 1, "v", 1));
    database.table("a.b").insert(Map.of("id", 2, "v", 2));
    assertThat(database.leftovers().tables()).isEmpty();
    database.dropTable("a.b", false);
    assertThat(database.verify("a")).isEmpty();
    assertThat(ids(database, "a", 1)).containsExactly(1);
  }

  private static final List<String> KEYSPACES = List.of("keywright", "a", "b");
  private static final List<String> TABLES = List.of("t", "u");

  /** Random statements on tables of the same names in three keyspaces, beside a model. */
  @Test
  @Tag("large")
  void randomStatementsOfOneKeyspaceChangeNothingInAnother() {
    for (int trial = 0; trial < Trials.of(24); trial++) {
      long seed = Seeds.base() + trial;
      try (TestEngines engines = new TestEngines()) {
        for (Engine engine : engines.all()) {
          new Model(engine, new Random(seed)).run(60, Seeds.reproduction(seed));
        }
      }
    }
  }

  /** Tables by their qualified names, with their rows; and those that have the index. */
  private static final class Model {
    private final Engine engine;
    private final Random random;
    private final Map<String, Map<Object, Object>> tables = new TreeMap<>();
    private final Set<String> indexed = new TreeSet<>();
    private Database database;

    Model(Engine engine, Random random) {
      this.engine = engine;
      this.random = random;
      this.database = over(engine);
      database.createKeyspace("a", false);
      database.createKeyspace("b", false);
    }

    void run(int steps, String what) {
      for (int i = 0; i < steps; i++) {
        step();
        check(what + " step " + i);
      }
    }

    private String any() {
      return KEYSPACES.get(random.nextInt(3)) + "." + TABLES.get(random.nextInt(2));
    }

    private void step() {
      String name = any();
      boolean isThere = tables.containsKey(name);
      int id = random.nextInt(4);
      switch (random.nextInt(10)) {
        case 0, 1 -> {
          boolean created = database.createTable(table(name), true);
          assertThat(created).isEqualTo(!isThere);
          tables.putIfAbsent(name, new TreeMap<>());
        }
        case 2 -> {
          assertThat(database.dropTable(name, true)).isEqualTo(isThere);
          tables.remove(name);
          indexed.remove(name);
        }
        case 3 -> {
          if (isThere) {
            database.truncate(name);
            tables.get(name).clear();
          }
        }
        case 4 -> {
          String index = Names.in(Names.keyspace(name), "by_v");
          boolean isFree =
              indexed.stream().noneMatch(of -> Names.keyspace(of).equals(Names.keyspace(name)));
          if (isThere && isFree) {
            assertThat(database.createIndex(name, BY_V, false)).isTrue();
            indexed.add(name);
          } else if (!isFree) {
            assertThat(database.dropIndex(index, false)).isTrue();
            indexed.removeIf(of -> Names.keyspace(of).equals(Names.keyspace(name)));
          }
        }
        case 5 -> database = over(engine);
        case 6 -> {
          if (isThere) {
            database.table(name).delete(List.of(is("id", id)));
            tables.get(name).remove(id);
          }
        }
        default -> {
          int v = random.nextInt(100);
          if (isThere) {
            database.table(name).insert(Map.of("id", id, "v", v));
            tables.get(name).put(id, v);
          } else {
            assertThatThrownBy(() -> database.apply(Change.insert(name, Map.of("id", id, "v", v))))
                .isInstanceOf(TableException.class)
                .matches(e -> ((TableException) e).code() == ErrorCode.NOT_FOUND);
          }
        }
      }
    }

    private void check(String what) {
      assertThat(database.tables().stream().map(Names::qualified).sorted().toList())
          .as(what)
          .isEqualTo(List.copyOf(tables.keySet()));
      tables.forEach(
          (name, rows) -> {
            assertThat(rows(database, name)).as(what + " " + name).isEqualTo(rows);
            if (indexed.contains(name)) {
              rows.forEach(
                  (id, v) -> assertThat(ids(database, name, (Integer) v)).as(what).contains(id));
            }
            assertThat(database.verify(name)).as(what).isEmpty();
          });
      assertThat(database.leftovers().tables()).as(what).isEmpty();
    }
  }
}
