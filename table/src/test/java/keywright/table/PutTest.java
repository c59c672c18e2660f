package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import keywright.table.write.RowCells;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A put leaves the same row whether it looked at what existed or not, which it does in need. */
class PutTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<String> NAMES =
      List.of("plain", "expiring", "kept", "indexed", "hashed");

  /** Of the columns id, a, b: plain, with a time to live, with versions, an index, a digest key. */
  private static TableDefinition definition(String kind, String name) {
    return definition(kind, name, "id text, a int, b text");
  }

  private static TableDefinition definition(String kind, String name, String declared) {
    List<ColumnDefinition> columns = Payments.columns(declared, "d");
    TableDefinition table =
        TableDefinition.of(
            name, columns, KeyPart.parseList(kind.equals("hashed") ? "md5(id)" : "id"));
    return switch (kind) {
      case "expiring" -> table.withFamilies(List.of(new FamilyDefinition("d", "lz4", 7, 1)));
      case "kept" -> table.withFamilies(List.of(new FamilyDefinition("d", "lz4", 0, 2)));
      case "indexed" -> table.withIndexes(List.of(IndexDefinition.of(name + "_by_a", "a")));
      default -> table;
    };
  }

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  /** The rows that a writer holds are added to an index that was created meanwhile. */
  @Test
  void aWriterOfPutsKnowsAnIndexThatIsCreatedMeanwhile() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = Database.over(engine, now::get, 1);
        for (int rows = 1; rows <= 2; rows++) {
          putBesideANewIndex(database, false, rows);
          putBesideANewIndex(database, true, rows);
        }
      }
    }
  }

  private static void putBesideANewIndex(Database database, boolean isUnique, int rows) {
    String name = (isUnique ? "unique" : "plain") + rows;
    IndexDefinition index =
        new IndexDefinition(
            name + "_by_a", KeyPart.parseList("a"), KeyFormat.kw1(), isUnique, List.of());
    database.createTable(definition("plain", name), false);
    Table table = database.table(name);
    table.put(row("id", "x0", "a", 7, "b", "old"));
    try (BatchWriter writer = table.putWriter()) {
      for (int i = 0; i < rows; i++) {
        writer.add(row("id", "x" + i, "a", 8 + i, "b", "new"));
      }
      database.createIndex(name, index, false);
    }
    assertThat(database.verify(name)).as(name).isEmpty();
    try (Rows found = database.table(name).query(Query.all().where(eq("a", 8)))) {
      assertThat(found.toList()).as(name).hasSize(1);
    }
    // The old value of a unique index is free again.
    database.table(name).insert(row("id", "z", "a", 7, "b", "other"));
    assertThat(database.verify(name)).as(name).isEmpty();
  }

  /** A column that is never named makes a put read: what it does not name stays. */
  @Test
  void aPutLeavesTheSameWhetherItLooksOrNot() {
    try (TestEngines engines = new TestEngines()) {
      List<Database> databases =
          engines.all().stream().map(engine -> Database.over(engine, now::get, 1)).toList();
      Property.check(
          "puts leave the same rows",
          30,
          Gens.lists(Gens.longs(), 40),
          steps -> databases.forEach(database -> run(database, steps)));
    }
  }

  private void run(Database database, List<Long> steps) {
    for (String kind : NAMES) {
      database.createTable(definition(kind, "put"), false);
      database.createTable(definition(kind, "looking", "id text, a int, b text, c int"), false);
      try {
        steps.forEach(seed -> step(database, kind, new Random(seed)));
      } finally {
        database.dropTable("put", true);
        database.dropTable("looking", true);
      }
    }
  }

  private void step(Database database, String kind, Random random) {
    now.set(now.get().plusSeconds(random.nextInt(4)));
    String id = "r" + random.nextInt(4);
    if (random.nextInt(6) == 0) {
      database.table("put").delete(List.of(eq("id", id)));
      database.table("looking").delete(List.of(eq("id", id)));
    } else {
      Map<String, @Nullable Object> values = new TreeMap<>(row("id", id));
      Stream.of("a", "b")
          .filter(column -> random.nextInt(5) > 0)
          .forEach(column -> values.put(column, value(column, random)));
      Using using = using(kind, random);
      database.table("put").put(values, using);
      database.table("looking").put(values, using);
    }
    assertThat(rows(database, "put")).as(kind).isEqualTo(rows(database, "looking"));
    assertThat(database.verify("put")).isEmpty();
  }

  private static @Nullable Object value(String column, Random random) {
    return random.nextInt(4) == 0 ? null : column.equals("a") ? (Object) random.nextInt(3) : "x";
  }

  private Using using(String kind, Random random) {
    if (kind.equals("indexed")) {
      return Using.NOTHING;
    }
    return switch (random.nextInt(4)) {
      case 0 -> Using.ttl(1 + random.nextInt(9));
      case 1 -> Using.timestamp(RowCells.micros(now.get()) - random.nextInt(5_000_000));
      default -> Using.NOTHING;
    };
  }

  /** The rows, and how long each and its values live. */
  private static String rows(Database database, String table) {
    try (Rows rows =
        database
            .table(table)
            .query(
                Query.all()
                    .withItems(
                        new SelectItem.Column("id"),
                        new SelectItem.Column("a"),
                        new SelectItem.Column("b"),
                        new SelectItem.TimeToLive("a"),
                        new SelectItem.TimeToLive("b")))) {
      return rows.toList().toString();
    }
  }

  /** Counts what is read of rows. */
  private static final class Reads extends ForwardingEngine {
    private final List<String> reads = new ArrayList<>();

    Reads(Engine engine) {
      super(engine);
    }

    @Override
    public @Nullable StoredRow get(
        TableLayout layout, Key key, RowOptions options, long nowMillis) {
      reads.add("get");
      return super.get(layout, key, options, nowMillis);
    }

    @Override
    public Snapshot snapshot(LongSupplier clock) {
      reads.add("snapshot");
      return super.snapshot(clock);
    }

    boolean reads(Runnable write) {
      reads.clear();
      write.run();
      return !reads.isEmpty();
    }
  }

  @Test
  void nothingIsReadWhereItMakesNoDifference() {
    Reads engine = new Reads(new MemoryEngine());
    try (Database database = Database.over(engine, now::get, 1)) {
      NAMES.forEach(kind -> database.createTable(definition(kind, kind), false));
      Map<String, @Nullable Object> whole = row("id", "r", "a", 1, "b", null);
      for (String kind : NAMES) {
        Table table = database.table(kind);
        boolean free = kind.equals("plain") || kind.equals("expiring");
        assertThat(engine.reads(() -> table.put(whole))).as(kind).isEqualTo(!free);
        assertThat(engine.reads(() -> table.put(row("id", "r", "a", 1)))).as(kind).isTrue();
        assertThat(engine.reads(() -> table.insert(whole))).as(kind).isTrue();
      }
      Table plain = database.table("plain");
      assertThat(engine.reads(() -> plain.put(whole, Using.ttl(5)))).isFalse();
      Using past = Using.timestamp(RowCells.micros(now.get()));
      assertThat(engine.reads(() -> plain.put(whole, past))).isTrue();
    }
  }

  @Test
  void aPutIsWrittenNowAlsoWhereNothingChanges() {
    try (Database database = Database.over(new MemoryEngine(), now::get, 1)) {
      for (String kind : NAMES) {
        database.createTable(definition(kind, kind), false);
        Table table = database.table(kind);
        Map<String, @Nullable Object> whole = row("id", "r", "a", 1, "b", "x");
        table.put(whole);
        Using between = Using.timestamp(RowCells.micros(now.get().plusSeconds(1)));
        now.set(now.get().plusSeconds(2));
        table.put(whole);
        table.insert(row("id", "r", "b", "late"), between);
        assertThat(table.get("r").orElseThrow().getString("b")).as(kind).isEqualTo("x");
      }
    }
  }

  /** An update that read the row before the put does not undo it. */
  @Test
  void aPutBetweenAReadAndItsWriteIsSeen() {
    MemoryEngine memory = new MemoryEngine();
    InterleavedEngine engine = new InterleavedEngine(memory);
    try (Database database = Database.over(engine, now::get, 1)) {
      database.createTable(definition("plain", "t"), false);
      database.table("t").put(row("id", "r", "a", 1, "b", "x"));
      Database other = Database.over(memory, now::get, 2);
      engine.beforeNextWrite(
          () -> {
            now.set(now.get().plusSeconds(1));
            other.table("t").put(row("id", "r", "a", 2, "b", "y"));
          });
      Change update = Change.update("t", List.of(eq("id", "r")), row("b", "z")).onlyIf(eq("a", 1));
      assertThat(database.apply(update).applied()).isFalse();
      assertThat(rows(database, "t")).contains("a = 2, b = y");
    }
  }
}
