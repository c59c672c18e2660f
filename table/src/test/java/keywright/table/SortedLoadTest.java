package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.SortedWrites;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.store.stop.Cancellation;
import keywright.table.layout.EntryTable;
import keywright.table.layout.StoredTable;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DuplicateKeyException;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bulk loads that sort: what they make is what inserts make, and the table has all of it or
 * nothing.
 */
class SortedLoadTest {
  private static final Instant NOW = Instant.parse("2024-01-01T00:00:00Z");

  @TempDir private Path directory;

  private Engine open(String name) {
    return Engines.open("rocksdb:" + directory.resolve(name));
  }

  /** A load with little memory, which makes it sort on disk. */
  private static BulkLoad load(Database database, String table, long memoryBytes) {
    return new BulkLoad(
        database.table(table),
        BulkLoadRun.begin(database.parts(), table, memoryBytes, millis -> true, Cancellation.NONE));
  }

  // The same as inserts.

  /** All that the engine has of a table and its indexes, without versions. */
  private static Map<String, Object> stored(Database database, String table) {
    StoredTable stored = database.known().require(table);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("rows", rows(database, stored.layout()));
    for (EntryTable entries : stored.entryTables()) {
      String name = entries.layout().name().replaceAll("#\\d+", "");
      all.put(name, rows(database, entries.layout()));
    }
    return all;
  }

  private static List<String> rows(Database database, TableLayout layout) {
    List<String> rows = new ArrayList<>();
    try (Snapshot snapshot = database.known().engine().snapshot(NOW.toEpochMilli());
        RowCursor cursor = snapshot.walk(layout, new ScanOptions(layout.familyNames(), false))) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        StringBuilder text = new StringBuilder(layout.keySchema().readable(row.key()));
        text.append(" until ").append(row.head().expiryMillis());
        for (Cell cell : row.cells()) {
          Object value = cell.value();
          text.append(' ').append(cell.columnId()).append('=');
          text.append(value instanceof byte[] bytes ? hex(bytes) : value);
          text.append(" until ").append(cell.expiryMillis());
        }
        rows.add(text.toString());
      }
    }
    return rows;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private record Counts(long inserted, long overwritten, long unchanged, List<Integer> refused) {}

  /** Inserts the rows; tells whether one was refused because of another one. */
  private static Counts insert(
      Database database, String table, List<Map<String, @Nullable Object>> rows) {
    List<Integer> refused = new ArrayList<>();
    BatchWriter writer = database.table(table).batchWriter();
    for (int i = 0; i < rows.size(); i++) {
      int place = i;
      try {
        writer.add(rows.get(i), e -> refused.add(place));
      } catch (TableException | KeyException e) {
        refused.add(place);
      }
    }
    writer.close();
    refused.sort(Comparator.naturalOrder());
    return new Counts(writer.inserted(), writer.overwritten(), writer.unchanged(), refused);
  }

  /** Loads the rows; empty when the load is refused as a whole. */
  private static Optional<Counts> load(
      Database database, String table, List<Map<String, @Nullable Object>> rows, long memoryBytes) {
    List<Integer> refused = new ArrayList<>();
    try (BulkLoad load = load(database, table, memoryBytes)) {
      for (int i = 0; i < rows.size(); i++) {
        int place = i;
        try {
          load.add(rows.get(i), e -> refused.add(place));
        } catch (TableException | KeyException e) {
          refused.add(i);
        }
      }
      load.finish();
      refused.sort(Comparator.naturalOrder());
      return Optional.of(
          new Counts(load.inserted(), load.overwritten(), load.unchanged(), refused));
    } catch (TableException e) {
      assertThat(e).hasMessageStartingWith("cannot bulk load " + table + ": found ");
      return Optional.empty();
    }
  }

  @Test
  @Tag("large")
  void randomTablesAreLoadedAsInsertsWriteThem() {
    int loaded = 0;
    int refused = 0;
    int merged = 0;
    int trials = Trials.of(160);
    // About one load of eight is refused. With one seed of a thousand it is a third of the first
    // loads.
    for (int trial = 0; trial < trials || (trial < 4 * trials && refused >= loaded / 2); trial++) {
      long seed = Seeds.base() + trial;
      Random random = new Random(seed);
      try (Engine engine = open("db" + trial)) {
        // Two tables of the same columns: the names of indexes differ.
        RandomTable drawn = RandomTable.of(random, "t");
        List<Map<String, @Nullable Object>> rows = rows(random, drawn);
        Database database = Database.over(engine, InstantSource.fixed(NOW), 1);
        if (!isCreated(database, drawn.definition)) {
          continue;
        }
        Optional<Counts> counts = load(database, "t", rows, 1L << random.nextInt(8, 20));
        Map<String, Object> found = stored(database, "t");
        assertThat(database.verify("t")).as(Seeds.reproduction(seed)).isEmpty();
        assertThat(database.leftovers().tables()).isEmpty();
        database.truncate("t");
        Counts expected = insert(database, "t", rows);
        if (counts.isPresent()) {
          loaded++;
          merged += counts.get().overwritten() + counts.get().unchanged() > 0 ? 1 : 0;
          assertThat(counts).as(Seeds.reproduction(seed)).hasValue(expected);
          assertThat(found).as(Seeds.reproduction(seed)).isEqualTo(stored(database, "t"));
        } else {
          refused++;
          // Nothing is loaded, and it is one that an insert refuses, or might.
          assertThat(found.get("rows")).isEqualTo(List.of());
        }
      }
    }
    assertThat(loaded).isGreaterThan(trials / 2);
    assertThat(merged).isGreaterThan(loaded / 4);
    assertThat(refused).isLessThan(loaded / 2);
  }

  private static boolean isCreated(Database database, TableDefinition table) {
    try {
      return database.createTable(table, false);
    } catch (TableException | KeyException e) {
      return false; // Such as an index key that no format can hold.
    }
  }

  private static List<Map<String, @Nullable Object>> rows(Random random, RandomTable table) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    boolean areWhole = random.nextBoolean();
    for (int i = random.nextInt(400); i > 0; i--) {
      Map<String, @Nullable Object> row = new LinkedHashMap<>();
      for (RandomColumn column : table.columns) {
        boolean isKey = table.definition.keyColumns().contains(column.name);
        if (isKey || areWhole || random.nextInt(4) > 0) {
          boolean isNull = !isKey && random.nextInt(6) == 0;
          row.put(column.name, isNull ? null : column.value(random));
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private static TableDefinition table(String columns, String key, IndexDefinition... indexes) {
    return TableDefinition.of("t", Payments.columns(columns, "d"), KeyPart.parseList(key))
        .withIndexes(List.of(indexes));
  }

  private static Database create(Engine engine, TableDefinition table) {
    Database database = Database.over(engine, InstantSource.fixed(NOW), 1);
    assertThat(database.createTable(table, false)).isTrue();
    return database;
  }

  @Test
  void rowsOfOneKeyAreMergedAndCounted() {
    try (Engine engine = open("db")) {
      Database database =
          create(
              engine,
              table("id int, a int, b text", "id", IndexDefinition.of("by_a", "a").including("b")));
      try (BulkLoad load = load(database, "t", 1_000)) {
        for (int round = 0; round < 3; round++) {
          for (int id = 0; id < 2_000; id++) {
            load.add(row("id", id, "a", id % 7, "b", "b" + id));
          }
        }
        load.add(row("id", 5, "a", 70));
        load.add(row("id", 5, "b", null));
        load.finish();
        assertThat(load.rows()).isEqualTo(6_002);
        assertThat(load.inserted()).isEqualTo(2_000);
        assertThat(load.overwritten()).isEqualTo(2);
        assertThat(load.unchanged()).isEqualTo(4_000);
      }
      Table table = database.table("t");
      assertThat(table.get(5).orElseThrow().getInt("a")).isEqualTo(70);
      assertThat(table.get(5).orElseThrow().get("b")).isNull();
      assertThat(table.query(Query.all().where(eq("a", 70))).toList()).hasSize(1);
      assertThat(table.query(Query.all()).toList()).hasSize(2_000);
      assertThat(database.verify("t")).isEmpty();
      // Writers continue above the versions of the load.
      table.insert(row("id", 5, "a", 71));
      assertThat(table.delete(List.of(eq("id", 6)))).isEqualTo(1);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  /** Values expire as long after their insert as they do without a bulk load. */
  @Test
  void rowsOfAFamilyWithTtlExpireAsIfTheyWereInserted() {
    TableDefinition definition =
        TableDefinition.of(
                "t",
                List.of(
                    ColumnDefinition.of("id", Type.parse("int")),
                    ColumnDefinition.of("n", Type.parse("int")).inFamily("f")),
                KeyPart.parseList("id"))
            .withFamilies(List.of(FamilyDefinition.of("f").withTtlSeconds(60)));
    List<Map<String, Object>> both = new ArrayList<>();
    for (boolean bulk : new boolean[] {false, true}) {
      AtomicReference<Instant> now = new AtomicReference<>(NOW);
      try (Engine engine = open("db" + bulk)) {
        Database database = Database.over(engine, now::get, 1);
        database.createTable(definition, false);
        BatchWriter writer = database.table("t").batchWriter();
        try (BulkLoad load = bulk ? load(database, "t", 1_000) : null) {
          for (int i = 0; i < 5_000; i++) {
            if (i % 1_000 == 0) {
              now.set(now.get().plusSeconds(i == 4_000 ? 100 : 25));
            }
            // A key comes again, while its row still exists, and when its row has expired.
            Map<String, Object> row = Map.of("id", i % 2_000, "n", i % 2);
            if (load == null) {
              writer.add(row);
            } else {
              load.add(row);
            }
          }
          writer.close();
          long inserted = writer.inserted();
          if (load != null) {
            load.finish();
            inserted = load.inserted();
          }
          Map<String, Object> found = stored(database, "t");
          found.put("inserted", inserted);
          both.add(found);
        }
      }
    }
    assertThat(both.get(1)).isEqualTo(both.get(0));
    assertThat(both.get(0)).containsEntry("inserted", 3_000L);
  }

  // All or nothing.

  private static final TableDefinition UNIQUE =
      table(
          "id int, a int, b int",
          "id",
          IndexDefinition.of("u", "a").asUnique(),
          IndexDefinition.of("by_b", "b"));

  @Test
  void rowsWithTheSameUniqueKeyAreRefusedAndNothingIsLoaded() {
    try (Engine engine = open("db")) {
      Database database = create(engine, UNIQUE);
      Table table = database.table("t");
      try (BulkLoad load = load(database, "t", 1 << 20)) {
        for (int id = 0; id < 100; id++) {
          load.add(row("id", id, "a", id == 70 ? 7 : id, "b", 1));
        }
        assertThatThrownBy(load::finish)
            .isInstanceOf(DuplicateKeyException.class)
            .hasMessage(
                "cannot bulk load t: found rows (7) and (70) with the same key (7) of unique index u; change one of them, or load without --bulk, which refuses only the later row");
      }
      assertThat(table.query(Query.all()).toList()).isEmpty();
      assertThat(database.leftovers().tables()).isEmpty();
      assertThat(database.unfinishedLoads()).isEmpty();
      // A key that an insert would find taken, though the row has another one in the end.
      try (BulkLoad load = load(database, "t", 1 << 20)) {
        load.add(row("id", 1, "a", 5));
        load.add(row("id", 2, "a", 5));
        load.add(row("id", 1, "a", 6));
        assertThatThrownBy(load::finish).isInstanceOf(DuplicateKeyException.class);
      }
      try (BulkLoad load = load(database, "t", 1 << 20)) {
        load.add(row("id", 1, "a", 5));
        load.add(row("id", 1, "a", 6));
        load.add(row("id", 2, "a", null));
        load.add(row("id", 3, "a", null));
        load.finish();
      }
      assertThatThrownBy(() -> table.insert(row("id", 4, "a", 6)))
          .isInstanceOf(DuplicateKeyException.class);
      table.insert(row("id", 4, "a", 5));
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void aRowThatOnlyAnEarlierOneCompletesIsNotGuessed() {
    TableDefinition definition =
        TableDefinition.of(
            "t",
            List.of(
                ColumnDefinition.of("id", Type.parse("int")),
                ColumnDefinition.of("a", Type.parse("int")).asNotNull(),
                ColumnDefinition.of("b", Type.parse("int"))),
            KeyPart.parseList("id"));
    try (Engine engine = open("db")) {
      Database database = create(engine, definition);
      try (BulkLoad load = load(database, "t", 1 << 20)) {
        load.add(row("id", 1, "a", 1, "b", 1));
        // An insert refuses it whatever is there.
        load.add(row("id", 2, "a", null, "b", 1));
        assertThatThrownBy(load::flush)
            .isInstanceOf(TableException.class)
            .hasMessageStartingWith("cannot write row");
        assertThat(load.rows()).isEqualTo(1);
        load.flush();
        load.add(row("id", 1, "b", 2));
        assertThatThrownBy(load::flush)
            .isInstanceOf(TableException.class)
            .hasMessageStartingWith(
                "cannot bulk load t: found a row that may need the values of an earlier row with its key: ");
        assertThatThrownBy(load::finish).isInstanceOf(TableException.class);
      }
      assertThat(database.table("t").query(Query.all()).toList()).isEmpty();
      assertThat(database.table("t").canLoadSorted()).isTrue();
    }
  }

  @Test
  void nobodyElseWritesMeanwhileAndNothingIsSeen() {
    try (Engine engine = open("db")) {
      Database database = create(engine, UNIQUE);
      Table table = database.table("t");
      assertThat(table.canLoadSorted()).isTrue();
      String underWay =
          " t: found a bulk load of it that is not finished; if another process is running the load, wait for it; otherwise repeat the load to finish it, or TRUNCATE the table to discard it";
      try (BulkLoad load = load(database, "t", 1 << 20)) {
        assertThat(load.isSorted()).isTrue();
        load.add(row("id", 1, "a", 1, "b", 1));
        load.flush();
        assertThat(table.canLoadSorted()).isFalse();
        assertThat(table.query(Query.all()).toList()).isEmpty();
        for (ThrowingCallable write :
            List.<ThrowingCallable>of(
                () -> table.insert(row("id", 1)),
                () -> table.put(row("id", 1, "a", 1, "b", 1)),
                () -> table.delete(List.of(eq("id", 1))),
                () -> table.update(List.of(eq("id", 1)), row("b", 1)),
                () -> table.compute(List.of(eq("id", 1)), found -> new Change.Computed.Refuse()),
                () -> table.insertIfAbsent(row("id", 1)),
                () -> database.applyEach(List.of(Change.insert("t", row("id", 1)))),
                () -> {
                  try (BatchWriter writer = table.batchWriter()) {
                    writer.add(row("id", 1));
                  }
                })) {
          assertThatThrownBy(write)
              .isInstanceOf(TableException.class)
              .hasMessage("cannot write to" + underWay);
        }
        assertThatThrownBy(() -> database.createIndex("t", IndexDefinition.of("i", "b"), false))
            .hasMessage("cannot create an index of" + underWay);
        assertThatThrownBy(() -> database.dropTable("t", false))
            .hasMessage("cannot drop" + underWay);
        load.finish();
      }
      assertThat(table.query(Query.all()).toList()).hasSize(1);
      assertThat(table.canLoadSorted()).isFalse();
      assertThatThrownBy(() -> load(database, "t", 1 << 20))
          .hasMessage(
              "cannot bulk load t: found rows, or tombstones of deleted rows, expected an empty table; load it without --bulk, or TRUNCATE it first");
      table.insert(row("id", 2, "a", 2));
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void aTableThatIsTakenAwayIsNotFilled() {
    try (Engine engine = open("db")) {
      Database database = create(engine, UNIQUE);
      Table table = database.table("t");
      String notMine =
          "cannot resume the bulk load of t: another process has resumed it, or has discarded it by TRUNCATE; if no other process is loading the table, repeat the load";
      BulkLoad first = load(database, "t", 1 << 20);
      first.add(row("id", 1, "a", 1));
      database.truncate("t");
      table.insert(row("id", 9, "a", 9));
      assertThatThrownBy(first::finish).isInstanceOf(StoreException.class).hasMessage(notMine);
      first.close();
      assertThat(table.query(Query.all()).toList()).hasSize(1);
      table.insert(row("id", 10, "a", 10));
      database.truncate("t");
      BulkLoad second = load(database, "t", 1 << 20);
      second.add(row("id", 2, "a", 2));
      BulkLoad third = load(database, "t", 1 << 20);
      third.add(row("id", 3, "a", 3));
      assertThatThrownBy(second::flush).isInstanceOf(StoreException.class).hasMessage(notMine);
      second.close();
      third.finish();
      third.close();
      assertThat(table.query(Query.all()).toList())
          .extracting(r -> r.getInt("id"))
          .containsExactly(3);
      assertThat(database.leftovers().tables()).isEmpty();
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void whatIsClosedUnfinishedLeavesNothing() throws IOException {
    try (Engine engine = open("db")) {
      Database database = create(engine, UNIQUE);
      try (BulkLoad load = load(database, "t", 1_000)) {
        for (int id = 0; id < 500; id++) {
          load.add(row("id", id, "a", id));
        }
      }
      assertThat(SortFiles.open()).isZero();
      assertThat(database.unfinishedLoads()).isEmpty();
      database.table("t").insert(row("id", 1, "a", 1));
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void whatASortCannotDoIsRefused() {
    try (Engine engine = open("db")) {
      TableDefinition kept =
          TableDefinition.of(
                  "t",
                  List.of(
                      ColumnDefinition.of("id", Type.parse("int")),
                      ColumnDefinition.of("n", Type.parse("int")).inFamily("f")),
                  KeyPart.parseList("id"))
              .withFamilies(List.of(new FamilyDefinition("f", "lz4", 0, 2)));
      Database database = create(engine, kept);
      assertThat(database.table("t").canLoadSorted()).isFalse();
      assertThatThrownBy(() -> database.table("t").bulkLoad(millis -> true))
          .hasMessage("cannot bulk load t: found families with versions; load it without --bulk");
      assertThatThrownBy(() -> database.table("t").bulkLoad(1_000, millis -> true))
          .hasMessage(
              "cannot bulk load t: found 1,000 bytes of memory, expected at least "
                  + "1,048,576 bytes; give the load more memory");
    }
  }

  /** What a load has made so far is not named by the catalog, and is nobody's leftover. */
  @Test
  void leftoversAreNotLookedForInARunningLoad() {
    AtomicReference<Database> opened = new AtomicReference<>();
    List<Integer> removed = Collections.synchronizedList(new ArrayList<>());
    try (Engine engine =
        new SteppedEngine(open("db")) {
          /** What the load replaces is left then, for a moment. */
          @Override
          public void dropTable(String name) {
            engine.dropTable(name);
          }

          @Override
          void beforeStep() {
            Database database = opened.get();
            if (database != null) {
              assertThat(database.leftovers().missing()).isEmpty();
              removed.add(database.removeLeftovers(millis -> true).tables().size());
            }
          }
        }) {
      Database database = create(engine, UNIQUE);
      try (BulkLoad load = load(database, "t", 4_000)) {
        fill(load, 200);
        load.flush();
        opened.set(database);
        load.finish();
        opened.set(null);
      }
      assertThat(removed).hasSizeGreaterThan(5).containsOnly(0);
      assertThat(database.table("t").query(Query.all()).toList()).hasSize(200);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  // Kills.

  /** An engine that does something before each step of a load. */
  private abstract static class SteppedEngine extends ForwardingEngine {
    SteppedEngine(Engine engine) {
      super(engine);
    }

    abstract void beforeStep();

    @Override
    public void createTable(TableLayout layout) {
      beforeStep();
      super.createTable(layout);
    }

    @Override
    public void dropTable(String name) {
      beforeStep();
      super.dropTable(name);
    }

    @Override
    public Optional<SortedWrites> sortedWrites() {
      SortedWrites writes = super.sortedWrites().orElseThrow();
      return Optional.of(
          new SortedWrites() {
            @Override
            public Writer writer(TableLayout layout) {
              return stepped(writes.writer(layout));
            }

            @Override
            public Path folder() {
              return writes.folder();
            }
          });
    }

    /** No two are finished at a time. */
    void finish(SortedWrites.Writer writer) {
      beforeStep();
      writer.finish();
      beforeStep();
    }

    private SortedWrites.Writer stepped(SortedWrites.Writer writer) {
      return new SortedWrites.Writer() {
        private int rows;

        @Override
        public void add(byte[] rowKey, byte[] @Nullable [] families) {
          if (rows++ == 50) {
            beforeStep();
          }
          writer.add(rowKey, families);
        }

        @Override
        public void finish() {
          SteppedEngine.this.finish(writer);
        }

        @Override
        public void close() {
          writer.close();
          beforeStep();
        }
      };
    }
  }

  /** Copies the folder of the engine before each change that a load makes of it. */
  private static final class CopyingEngine extends SteppedEngine {
    private final Path folder;
    private final Path copies;
    private boolean isCopying;
    private int count;

    CopyingEngine(Engine engine, Path folder, Path copies) {
      super(engine);
      this.folder = folder;
      this.copies = copies;
    }

    void begin() {
      isCopying = true;
    }

    /** One at a time, and at no moment at which the engine changes its own files. */
    @Override
    synchronized void beforeStep() {
      if (isCopying) {
        try {
          copyFolder(folder, copies.resolve(Integer.toString(count++)));
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }

    @Override
    public synchronized boolean write(WriteBatch batch) {
      beforeStep();
      return super.write(batch);
    }

    @Override
    public synchronized void createTable(TableLayout layout) {
      super.createTable(layout);
    }

    @Override
    public synchronized void dropTable(String name) {
      super.dropTable(name);
    }

    @Override
    synchronized void finish(SortedWrites.Writer writer) {
      super.finish(writer);
    }
  }

  private static void copyFolder(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> list = Files.list(from)) {
      files = list.toList();
    } catch (NoSuchFileException e) {
      return; // The folder of the load, which is gone.
    }
    for (Path file : files) {
      Path target = to.resolve(file.getFileName());
      if (Files.isDirectory(file)) {
        copyFolder(file, target);
      } else {
        try {
          Files.copy(file, target);
        } catch (NoSuchFileException e) {
          assertThat(from).endsWithRaw(Path.of("KEYWRIGHT-LOAD"));
        }
      }
    }
  }

  /**
   * A kill leaves the files as they are at that moment. At each step of a load they are those of a
   * table that has nothing, or everything.
   */
  @Test
  @Tag("large")
  void aKillAtAnyStepLeavesTheTableEmptyOrWhole() throws IOException {
    Path folder = directory.resolve("db");
    Path copies = Files.createDirectory(directory.resolve("copies"));
    int count;
    try (CopyingEngine engine =
        new CopyingEngine(Engines.open("rocksdb:" + folder), folder, copies)) {
      Database database = create(engine, UNIQUE);
      engine.begin();
      try (BulkLoad load = load(database, "t", 4_000)) {
        fill(load, 200);
        load.finish();
      }
      engine.beforeStep();
      count = engine.count;
    }
    assertThat(count).isGreaterThan(20);
    int empty = 0;
    int whole = 0;
    for (int i = 0; i < count; i++) {
      Path copy = copies.resolve(Integer.toString(i));
      boolean hasFiles = Files.isDirectory(copy.resolve("KEYWRIGHT-LOAD"));
      try (Engine engine = Engines.open("rocksdb:" + copy)) {
        Database database = Database.over(engine, InstantSource.fixed(NOW), 1);
        Table table = database.table("t");
        int rows = table.query(Query.all()).toList().size();
        assertThat(rows).as("rows at step %d of %d", i, count).isIn(0, 200);
        assertThat(table.query(Query.all().where(eq("b", 1))).toList()).hasSize(rows / 2);
        assertThat(whole == 0 || rows > 0).as("step %d", i).isTrue();
        empty += rows == 0 ? 1 : 0;
        whole += rows == 0 ? 0 : 1;
        assertThat(database.unfinishedLoads()).isEmpty();
        assertThat(database.leftovers().tables()).isEmpty();
        assertThat(copy.resolve("KEYWRIGHT-LOAD")).as("%s", hasFiles).doesNotExist();
        assertThat(database.verify("t")).isEmpty();
        // Everybody writes again.
        table.insert(row("id", 1_000, "a", 1_000, "b", 5));
        assertThat(table.delete(List.of(eq("id", 1_000)))).isEqualTo(1);
        if (rows == 0) {
          database.truncate("t");
          try (BulkLoad load = load(database, "t", 4_000)) {
            fill(load, 200);
            load.finish();
          }
          assertThat(table.query(Query.all()).toList()).hasSize(200);
          assertThat(database.verify("t")).isEmpty();
        }
      }
    }
    assertThat(empty).isGreaterThan(10);
    assertThat(whole).isGreaterThan(1);
  }

  private static void fill(BulkLoad load, int rows) {
    for (int id = 0; id < rows; id++) {
      load.add(row("id", id, "a", id, "b", id % 2));
    }
  }
}
