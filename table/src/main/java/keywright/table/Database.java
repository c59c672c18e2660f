package keywright.table;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.Snapshot;

/**
 * Tables and their index tables on one engine. Safe for many threads.
 *
 * <p>The catalog is a table of the engine like any other, so a database is whole wherever its
 * engine's data is. A table's engine tables are made before its catalog row and dropped after it;
 * what a crash leaves between the two is dropped when the name is used again. An index whose build
 * was interrupted is kept in step with its table but not read; repeating its CREATE INDEX finishes
 * it.
 */
public final class Database implements AutoCloseable {
  private final Engine engine;
  private final InstantSource clock;
  private final Catalog catalog;
  private final RowWriter writer;
  private final Random random;
  private final Map<String, StoredTable> tables = new ConcurrentSkipListMap<>();

  /** Held by the one thread that changes definitions. */
  private final ReentrantLock definitions = new ReentrantLock();

  /**
   * Shared by those who use a definition, taken alone to exchange one: no write that began under
   * the old definition ends after the new one is in use.
   */
  private final ReadWriteLock current = new ReentrantReadWriteLock();

  private Database(Engine engine, InstantSource clock, long seed) {
    this.engine = engine;
    this.clock = clock;
    this.writer = new RowWriter(engine, clock);
    this.random = new Random(seed);
    this.catalog = new Catalog(engine);
    catalog.read().forEach((name, entry) -> tables.put(name, stored(entry)));
    for (StoredTable table : tables.values()) {
      if (!engine.hasTable(table.layout().name())) {
        createEmpty(table);
      }
    }
  }

  /**
   * Opens the database at {@code url}, such as {@code "rocksdb:./data"} or {@code "memory:"}, and
   * makes it when it is not there.
   */
  public static Database open(String url) {
    Engine engine = Engines.open(url);
    try {
      return over(engine, InstantSource.system(), System.nanoTime());
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Whether a database is at {@code url} already, so that {@link #open} would not make one. */
  public static boolean exists(String url) {
    return Engines.exists(url);
  }

  /**
   * The database that {@code engine} holds; closing it closes the engine.
   *
   * @param clock gives rows their versions and says what has expired
   * @param seed of the numbers that {@code random(n)} draws
   */
  public static Database over(Engine engine, InstantSource clock, long seed) {
    return new Database(engine, clock, seed);
  }

  private StoredTable stored(CatalogEntry entry) {
    return new StoredTable(entry, engine);
  }

  /** The names of the tables, sorted. */
  public List<String> tables() {
    return List.copyOf(tables.keySet());
  }

  /** The table {@code name} as declared, its indexes included. */
  public Optional<TableDefinition> find(String name) {
    return Optional.ofNullable(tables.get(name)).map(StoredTable::definition);
  }

  /** The table that has the index {@code index}. */
  public Optional<TableDefinition> findByIndex(String index) {
    return tables.values().stream()
        .map(StoredTable::definition)
        .filter(table -> table.index(index).isPresent())
        .findFirst();
  }

  /**
   * Creates a table and its indexes.
   *
   * @return false when the table is there and {@code ifNotExists}
   * @throws TableException when it is there, or when the definition does not fit together
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists) {
    definitions.lock();
    try {
      if (tables.containsKey(definition.name())) {
        if (ifNotExists) {
          return false;
        }
        throw new TableException(
            "cannot create table %s: it is there; drop it first, or write IF NOT EXISTS"
                .formatted(definition.name()));
      }
      DefinitionChecks.check(definition);
      requireUnused("table", definition.name());
      definition.indexes().forEach(index -> requireUnused("index", index.name()));
      StoredTable table = stored(CatalogEntry.of(definition));
      catalog.dropLeftovers(table.name());
      createEmpty(table);
      exchange(table);
      return true;
    } finally {
      definitions.unlock();
    }
  }

  /** Tables and indexes share one space of names: {@code scan} takes either. */
  private void requireUnused(String what, String name) {
    Optional<TableDefinition> owner = findByIndex(name);
    if (owner.isPresent() || tables.containsKey(name)) {
      throw new TableException(
          "cannot create %s %s: there is %s; choose another name"
              .formatted(
                  what,
                  name,
                  owner
                      .map(table -> "an index of that name on " + table.name())
                      .orElse("a table of that name")));
    }
  }

  /** Writes a table's catalog row, then lets everybody use the new definition. */
  private void exchange(StoredTable table) {
    current.writeLock().lock();
    try {
      catalog.put(table.entry());
      tables.put(table.name(), table);
    } finally {
      current.writeLock().unlock();
    }
  }

  /**
   * Drops a table, its rows and its indexes.
   *
   * @return false when it is not there and {@code ifExists}
   */
  public boolean dropTable(String name, boolean ifExists) {
    definitions.lock();
    try {
      if (ifExists && !tables.containsKey(name)) {
        return false;
      }
      require(name);
      current.writeLock().lock();
      try {
        catalog.remove(name);
        tables.remove(name);
        catalog.dropLeftovers(name);
      } finally {
        current.writeLock().unlock();
      }
      return true;
    } finally {
      definitions.unlock();
    }
  }

  /** Removes every row of a table and every entry of its indexes. */
  public void truncate(String name) {
    definitions.lock();
    current.writeLock().lock();
    try {
      StoredTable table = require(name);
      engine.dropTable(table.layout().name());
      createEmpty(table);
    } finally {
      current.writeLock().unlock();
      definitions.unlock();
    }
  }

  /**
   * Makes the engine tables of a table anew. Its own comes last: a table that is in the catalog and
   * not in the engine was being emptied, and {@link #over} finishes that.
   */
  private void createEmpty(StoredTable table) {
    for (StoredIndex index : table.indexes()) {
      if (engine.hasTable(index.layout().name())) {
        engine.dropTable(index.layout().name());
      }
      engine.createTable(index.layout());
    }
    engine.createTable(table.layout());
  }

  /**
   * Creates an index and builds the entries of the rows that are there. Writers may go on
   * meanwhile; queries use the index once it is built. When the index is there with the same
   * declaration but was not built to its end, it is built now. An index that cannot hold a row is
   * not kept.
   *
   * @return false when the index is there, built, and {@code ifNotExists}
   */
  public boolean createIndex(String table, IndexDefinition definition, boolean ifNotExists) {
    definitions.lock();
    try {
      StoredTable before = require(table);
      Optional<IndexDefinition> there = before.definition().index(definition.name());
      if (there.isPresent()) {
        boolean unfinished = !before.index(definition.name()).isReadable();
        if (!unfinished && ifNotExists) {
          return false;
        }
        if (!unfinished || !there.get().equals(definition)) {
          throw new TableException(
              "cannot create index %s: it is there on %s (%s); drop it first, or write IF NOT EXISTS"
                  .formatted(
                      definition.name(),
                      table,
                      there.get().parts().stream()
                          .map(Object::toString)
                          .collect(Collectors.joining(", "))));
        }
      } else {
        requireUnused("index", definition.name());
        DefinitionChecks.checkIndex(before.definition(), before.primaryKey(), definition);
        StoredTable after = stored(before.entry().withIndex(definition));
        StoredIndex index = after.index(definition.name());
        if (engine.hasTable(index.layout().name())) {
          engine.dropTable(index.layout().name());
        }
        engine.createTable(index.layout());
        exchange(after);
      }
      build(require(table), definition.name());
      return true;
    } finally {
      definitions.unlock();
    }
  }

  private void build(StoredTable table, String index) {
    try {
      new IndexBuild(engine, table, table.index(index), nowMillis()).run();
    } catch (KeyException | TableException e) {
      // A row that the index cannot hold: it would stand in the way of writers for ever.
      remove(table, index);
      throw e;
    }
    exchange(stored(table.entry().withReadable(index)));
  }

  private void remove(StoredTable table, String index) {
    exchange(stored(table.entry().withoutIndex(index)));
    engine.dropTable(table.index(index).layout().name());
  }

  /**
   * Drops an index.
   *
   * @return false when it is not there and {@code ifExists}
   */
  public boolean dropIndex(String index, boolean ifExists) {
    definitions.lock();
    try {
      Optional<TableDefinition> owner = findByIndex(index);
      if (owner.isEmpty()) {
        if (ifExists) {
          return false;
        }
        List<String> names =
            tables.values().stream()
                .flatMap(table -> table.indexes().stream().map(StoredIndex::name))
                .toList();
        throw new TableException(
            "cannot drop index %s: there is no such index%s"
                .formatted(index, Names.hint(index, names)));
      }
      remove(require(owner.get().name()), index);
      return true;
    } finally {
      definitions.unlock();
    }
  }

  /**
   * The table {@code name}.
   *
   * @throws TableException when there is none, naming those there are
   */
  public Table table(String name) {
    require(name);
    return new Table(this, name);
  }

  /** The row keys of a table, or of an index, as they are stored. */
  public RawKeys rawScan(String tableOrIndex, ByteRange range) {
    current.readLock().lock();
    try {
      return openRawScan(tableOrIndex, range);
    } finally {
      current.readLock().unlock();
    }
  }

  private RawKeys openRawScan(String tableOrIndex, ByteRange range) {
    StoredTable table = tables.get(tableOrIndex);
    StoredIndex index = null;
    if (table == null) {
      Map<String, StoredTable> owners = new TreeMap<>();
      tables.values().forEach(t -> t.indexes().forEach(i -> owners.put(i.name(), t)));
      table = owners.get(tableOrIndex);
      if (table == null) {
        owners.putAll(tables);
        throw new TableException(
            "cannot scan %s: there is no such table or index%s"
                .formatted(Names.quote(tableOrIndex), Names.hint(tableOrIndex, owners.keySet())));
      }
      index = table.index(tableOrIndex);
    }
    return new RawKeys(snapshot(), table, index, range);
  }

  /**
   * Reads a table and its indexes in full and compares: every row has exactly its entries, and
   * every entry its row.
   *
   * @return one line for each difference, empty when there is none
   */
  public List<String> verify(String table) {
    return using(table, stored -> new Verification(snapshot(), stored)).differences();
  }

  @Override
  public void close() {
    engine.close();
  }

  StoredTable require(String name) {
    StoredTable table = tables.get(name);
    if (table == null) {
      throw new TableException(
          "cannot find table %s%s".formatted(Names.quote(name), insteadOf(name)));
    }
    return table;
  }

  private String insteadOf(String name) {
    Optional<TableDefinition> owner = findByIndex(name);
    if (owner.isPresent()) {
      String table = Names.quote(owner.get().name());
      return ": it is an index of %s; name %s, which is read through it where it serves"
          .formatted(table, table);
    }
    return tables.isEmpty()
        ? ": the database has no tables; create it first, or open another database"
        : Names.hint(name, tables.keySet());
  }

  /** Runs {@code use} with the definition of the table, which stays in use until it ends. */
  <R> R using(String name, Function<StoredTable, R> use) {
    current.readLock().lock();
    try {
      return use.apply(require(name));
    } finally {
      current.readLock().unlock();
    }
  }

  Engine engine() {
    return engine;
  }

  /** A view of this moment, without what has expired; to be closed. */
  Snapshot snapshot() {
    return engine.snapshot(nowMillis());
  }

  /** What the clock says, milliseconds since 1970. */
  long nowMillis() {
    return clock.millis();
  }

  RowWriter writer() {
    return writer;
  }

  /** The next number that {@code random(n)} draws, from 0 to n - 1. */
  int draw(int n) {
    return random.nextInt(n);
  }
}
