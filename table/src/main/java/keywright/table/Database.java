package keywright.table;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.store.Capability;
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CheckedClock;
import keywright.table.catalog.SteadyClock;
import keywright.table.catalog.Tables;
import keywright.table.catalog.UnfitException;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.maintenance.Components;
import keywright.table.maintenance.DatabaseParts;
import keywright.table.maintenance.DefinitionChanges;
import keywright.table.maintenance.EngineComponents;
import keywright.table.maintenance.ForeignDefinitions;
import keywright.table.maintenance.IndexBuilds;
import keywright.table.maintenance.LeftoverSearch;
import keywright.table.maintenance.Scrub;
import keywright.table.maintenance.SecondVerification;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Leftovers;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.WriteResult;
import keywright.table.query.PlanCache;
import keywright.table.write.ChangeBatch;
import keywright.table.write.ToldRowWriter;

/**
 * Tables and their index tables on one engine. Safe for many threads.
 *
 * <p>If the engine {@link #hasAtomicBatches}, the rows of one statement or batch and their index
 * entries change in one atomic step. Otherwise each row changes separately and as a whole. No index
 * entry is ever missing. Queries ignore dangling entries, and {@link #scrub} removes them.
 *
 * <p>The catalog is a table of the engine like any other, so the data of the engine is the whole
 * database. The engine's tables of a table are created before its catalog row and dropped after it.
 * If a crash leaves some without a catalog row, they are dropped when the name is used again.
 */
public final class Database implements AutoCloseable {
  private final Engine engine;
  private final Tables tables;
  private final PlanCache plans;
  private final DatabaseParts parts;
  private final IndexBuilds builds;
  private final DefinitionChanges definitions;
  private final SecondVerification verification;
  private final Random random;

  /**
   * @param checking compares the clock with the clock of the engine's servers
   */
  Database(
      Engine engine, InstantSource clock, Runnable checking, long seed, Components components) {
    this.engine = engine;
    this.random = new Random(seed);
    InstantSource steady = new SteadyClock(clock);
    this.tables =
        new Tables(
            engine,
            steady,
            (locks, catalog, reading) ->
                components.lease(
                    engine,
                    locks,
                    catalog,
                    components.register(engine, steady),
                    checking,
                    reading));
    this.plans = new PlanCache(name -> tables.names().isUsed(name));
    this.parts =
        new DatabaseParts(
            tables,
            ToldRowWriter.of(
                components.writer(engine, steady, tables.lease()), components.events()),
            components.repair(engine, steady, tables.lease()),
            components);
    this.builds = new IndexBuilds(parts);
    this.definitions = new DefinitionChanges(tables, builds);
    try {
      definitions.createMissing();
      definitions.removeLoads();
      this.verification = components.verification(parts);
    } catch (RuntimeException e) {
      tables.close(e);
      throw e;
    }
  }

  /**
   * Opens the database at {@code url}, such as {@code "rocksdb:./data"}. Creates it if it does not
   * exist.
   *
   * @throws TableException if the clocks of this machine and of the engine's server differ by more
   *     than 30 s. If they differ later, statements are refused for the same reason
   */
  public static Database open(String url) {
    return open(url, DatabaseEvents.NONE);
  }

  /**
   * Opens the database at {@code url}, or creates it, as {@link #open(String)} does.
   *
   * @param events receives the events of the database
   */
  public static Database open(String url, DatabaseEvents events) {
    Engine engine = Engines.open(url);
    try {
      CheckedClock clock = new CheckedClock(engine, InstantSource.system());
      return new Database(
          engine, clock, clock::check, System.nanoTime(), new EngineComponents(events));
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /**
   * Opens a new database in memory that is used for declarations, as by {@code lint}. Unlike other
   * databases in memory, it accepts the declarations of plain tables. No row can be written to
   * these.
   */
  public static Database ofDeclarations() {
    return over(MemoryEngine.ofDeclarations(), InstantSource.system(), 1);
  }

  /** Whether a database exists at {@code url}. */
  public static boolean exists(String url) {
    return Engines.exists(url, Catalog.LAYOUT.name());
  }

  /**
   * Creates a database at {@code url} from a backup that {@link #backup} made. The backup does not
   * change and can be restored again.
   *
   * @param url the URL of a database that does not exist, or of an empty folder
   * @throws keywright.store.StoreException when {@code url} is in use, or when {@code folder}
   *     contains no database or is open in another process; nothing is created then
   */
  public static void restore(Path folder, String url) {
    Engines.restore(folder, url);
  }

  /**
   * The database in {@code engine}. Closing it closes the engine.
   *
   * @param clock the clock for the versions of rows and for expiry. Unlike the system clock that
   *     {@link #open} uses, this clock is not compared with the clock of a server
   * @param seed the seed of the random numbers of {@code random(n)}
   */
  public static Database over(Engine engine, InstantSource clock, long seed) {
    return over(engine, clock, seed, DatabaseEvents.NONE);
  }

  /**
   * The database that {@code engine} holds, as {@link #over(Engine, InstantSource, long)}.
   *
   * @param events receives the events of the database
   */
  public static Database over(
      Engine engine, InstantSource clock, long seed, DatabaseEvents events) {
    return new Database(engine, clock, () -> {}, seed, new EngineComponents(events));
  }

  /** The listener of the database's events. */
  DatabaseEvents events() {
    return parts.components().events();
  }

  /**
   * Reads the declarations again, which other processes may have changed. It does nothing if only
   * this process can have the engine open. Every call that does not find a table or a column calls
   * this method automatically.
   *
   * @return whether any declaration has changed
   */
  public boolean refresh() {
    return tables.refresh();
  }

  /** The names of the tables, sorted. */
  public List<String> tables() {
    boolean unused = refresh();
    return List.copyOf(tables.byName().keySet());
  }

  /** The table {@code name} as declared, its indexes included. */
  public Optional<TableDefinition> find(String name) {
    return Optional.ofNullable(tables.find(name)).map(StoredTable::definition);
  }

  /** The table that has the index {@code index}. */
  public Optional<TableDefinition> findByIndex(String index) {
    return tables.ownerOf(index);
  }

  /**
   * Creates a table and its indexes. An {@linkplain TableDefinition#isAttached attached} table must
   * already have been created by another client; this call only records its declaration.
   *
   * @return false if the table exists and {@code ifNotExists} is true
   * @throws TableException if the table exists and {@code ifNotExists} is false, or if the
   *     definition contradicts itself
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists) {
    return createTable(definition, ifNotExists, "");
  }

  /**
   * Creates a table as {@link #createTable(TableDefinition, boolean)} does.
   *
   * @param keyspace the keyspace of the table; empty for the keyspace of the other tables
   * @throws TableException also if other tables are in another keyspace
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists, String keyspace) {
    return definitions.create(definition, ifNotExists, keyspace);
  }

  /**
   * The definition of a table that another client has made, as the engine describes it, for {@link
   * #createTable}.
   *
   * @param table the name of the table in this database
   * @param storage storage options, with the name of the table in the engine if this name differs
   * @throws TableException if the engine does not store the columns of its tables
   * @throws keywright.store.StoreException if there is no such table, or if it has something that a
   *     declaration cannot express
   */
  public TableDefinition attachable(String table, StorageOptions storage) {
    tables.requireOpen();
    return ForeignDefinitions.of(engine, table, storage);
  }

  /**
   * Checks that {@code keyspace} is the keyspace of the tables of this database. A database has
   * only one keyspace, and no two of its tables have the same name.
   *
   * @throws TableException if it is another keyspace; the message names both keyspaces
   */
  public void requireKeyspace(String keyspace) {
    tables.requireOpen();
    definitions.requireKeyspace(keyspace);
  }

  /**
   * Changes a table's declaration. Rows are not read or written. Queries that have begun continue
   * with the old declaration.
   *
   * @return false when there was nothing to change
   * @throws TableException when the table does not exist or is not as the change expects, or when
   *     the new declaration would contradict itself; nothing is changed then
   */
  public boolean alterTable(String name, TableChange change) {
    return definitions.alter(name, change);
  }

  /**
   * Drops a table, its rows and its indexes. For an attached table it drops only the declaration.
   *
   * @return false when it does not exist and {@code ifExists}
   */
  public boolean dropTable(String name, boolean ifExists) {
    return definitions.drop(name, ifExists);
  }

  /**
   * Removes all rows of a table and all index entries. If a {@link BulkLoad} of the table is
   * unfinished, it is discarded and cannot be resumed.
   */
  public void truncate(String name) {
    definitions.truncate(name);
  }

  /** {@link #createIndex(String, IndexDefinition, boolean, BuildOptions)} without a limit. */
  public boolean createIndex(String table, IndexDefinition definition, boolean ifNotExists) {
    return builds.create(table, definition, ifNotExists, BuildOptions.DEFAULT);
  }

  /**
   * Creates an index and builds the entries of the rows that exist. Writers may continue meanwhile,
   * and so may changes of other definitions; queries use the index once it is built.
   *
   * <p>Every step saves the position of the build. A build can end early, because the options stop
   * it, the thread is interrupted, or the process ends. Writers then still update the index, but
   * queries do not read it. The next call with the same declaration resumes the build. If a row
   * does not fit the key of the index, the build fails and the index is dropped.
   *
   * @return false if the index exists and is built, and {@code ifNotExists} is true
   * @throws TableException when the index exists or is being built, or when the options stopped the
   *     build
   */
  public boolean createIndex(
      String table, IndexDefinition definition, boolean ifNotExists, BuildOptions options) {
    return builds.create(table, definition, ifNotExists, options);
  }

  /**
   * The progress of the indexes whose build is not finished. Repeating the CREATE INDEX of such an
   * index resumes its build.
   */
  public List<BuildProgress> unfinishedIndexes() {
    return builds.unfinished();
  }

  /** The tables with an unfinished {@link BulkLoad}. */
  public List<String> unfinishedLoads() {
    tables.requireOpen();
    return BulkLoadRun.unfinished(tables);
  }

  /** {@link #dropIndex(String, boolean, Predicate)} without a limit. */
  public boolean dropIndex(String index, boolean ifExists) {
    return builds.remove(index, ifExists, waiting -> true);
  }

  /**
   * Drops an index. New queries no longer use it. If other processes may share the engine, the
   * index is removed only when none of their queries reads it any longer.
   *
   * @param continueWhile called from time to time with the progress, which includes the remaining
   *     time to wait. If it returns false, the wait ends, and the index counts as not built
   * @return false when it does not exist and {@code ifExists}
   */
  public boolean dropIndex(String index, boolean ifExists, Predicate<BuildProgress> continueWhile) {
    return builds.remove(index, ifExists, continueWhile);
  }

  /**
   * The table {@code name}.
   *
   * @throws TableException if there is no such table; the message names the existing tables
   */
  public Table table(String name) {
    StoredTable unused = tables.require(name);
    return new Table(this, name);
  }

  /** Makes changes, as {@link #apply(List)} does. */
  public ChangeResult apply(Change... changes) {
    return apply(List.of(changes));
  }

  /**
   * Makes changes, of one table or of several, in one atomic step with their index entries: all of
   * them or none. They are made in order, and each sees the effects of the changes before it.
   * Nothing is written if a row does not meet the condition of its change ({@link
   * ChangeResult#unmet}), or if a change is refused.
   *
   * @throws TableException for a change that its table or a row refuses; {@link
   *     TableException#change} tells which when there are several
   * @throws KeyException for a value that its type or a key cannot hold
   */
  public ChangeResult apply(List<Change> changes) {
    return write(new ChangeBatch(changes, this::draw), batch -> batch.write(parts.writer()));
  }

  /**
   * Makes changes, of one table or of several, in order as one statement. If a row does not meet
   * the condition of its change, only this change is left out. If the engine has atomic batches,
   * all other changes are one atomic step; if one of them is refused, nothing is written. Otherwise
   * each row changes separately.
   *
   * @return the result of each change, in their order
   * @throws TableException if a change is refused; without atomic batches it names the changes that
   *     were written
   */
  public List<ChangeResult> applyEach(List<Change> changes) {
    return write(
        ChangeBatch.ofStatement(changes, this::draw), b -> b.writeSeparately(parts.writer()));
  }

  /** Whether changes of several rows can be made in one atomic step: {@link #apply(List)}. */
  public boolean hasAtomicBatches() {
    tables.requireOpen();
    return WriteDiscipline.of(engine) == WriteDiscipline.ATOMIC_BATCH;
  }

  /**
   * Whether the engine stores all rows in the order of their row keys. Other engines have an order
   * only inside a partition.
   */
  public boolean hasRowKeys() {
    tables.requireOpen();
    return engine.capabilities().contains(Capability.ROW_KEYS);
  }

  List<WriteResult> insertAll(List<Change> inserts) {
    return write(
        ChangeBatch.ofStatement(inserts, this::draw), batch -> batch.insert(parts.writer()));
  }

  private <R> R write(ChangeBatch batch, Function<ChangeBatch, R> write) {
    tables.requireOpen();
    return tables.using(
        () -> write.apply(UnfitException.reading(() -> batch.resolved(tables::require))));
  }

  /**
   * The tables and registrations that killed processes may have left in the engine. This method
   * changes nothing.
   */
  public Leftovers leftovers() {
    return new LeftoverSearch(tables, definitions).find();
  }

  /**
   * Removes the leftovers of this database that {@link #leftovers} finds. First it drops tables of
   * the engine that belong to the database and are not in its catalog. If another process is
   * running a {@code CREATE}, its table may be among them; that {@code CREATE} is then refused and
   * must be repeated. Afterwards it waits until no write of a killed process can still happen, and
   * removes the registrations of the processes that did not renew them in that time. Processes that
   * have the database open stay registered.
   *
   * @param continueWhile called from time to time with the longest time, in milliseconds, that it
   *     may still wait; if it returns false, the wait ends and no registration is removed
   * @return what was removed
   */
  public Leftovers removeLeftovers(LongPredicate continueWhile) {
    return new LeftoverSearch(tables, definitions).clean(continueWhile);
  }

  /** The stored row keys of a table or an index. */
  public RawKeys rawScan(String tableOrIndex, ByteRange range) {
    tables.requireOpen();
    return tables.using(() -> RawKeys.open(tables, tableOrIndex, range));
  }

  /**
   * Reads a table and its indexes in full, and checks that every row has exactly its index entries
   * and that every index entry has its row. Writers may continue meanwhile.
   *
   * @return one line for each difference, at most 1,000 for each kind of difference and index;
   *     empty if there is none
   */
  public List<String> verify(String table) {
    return scrub(table, ScrubOptions.CHECK.withExamples(1_000)).findings().stream()
        .flatMap(finding -> finding.examples().stream())
        .toList();
  }

  /**
   * Finds rows without their index entries, entries without a row, and entries that name the wrong
   * row, and repairs them if the options say so. Writers may continue meanwhile. Memory holds a few
   * hundred rows at a time.
   */
  public ScrubReport scrub(String table, ScrubOptions options) {
    return new Scrub(parts, table, options).run();
  }

  /**
   * Copies the database to a folder, as it is at one moment during the call. The copy contains
   * every row that was written before the call, its index entries, and the catalog. Writers and
   * readers continue meanwhile. The folder is a database that can be opened. It gets its name only
   * when it is complete.
   *
   * @param folder a path that does not exist, or an empty folder
   * @throws keywright.store.StoreException when the engine makes no copies, when the folder is not
   *     empty, or when the copy cannot be written
   */
  public void backup(Path folder) {
    tables.requireOpen();
    Checkpoints.of(engine, folder).make(folder);
  }

  /**
   * Closes the database and its engine. A second call does nothing. Every later call on the
   * database is refused, and so is every read of rows from an open query.
   */
  @Override
  public void close() {
    verification.close();
    if (tables.close()) {
      engine.close();
    }
  }

  Tables known() {
    return tables;
  }

  /** The kept plans of queries on the tables of this database. */
  PlanCache plans() {
    return plans;
  }

  DatabaseParts parts() {
    return parts;
  }

  /** The time of the database's clock, which never goes back. */
  public Instant now() {
    return tables.clock().instant();
  }

  /** The next number that {@code random(n)} draws, from 0 to n - 1. */
  int draw(int n) {
    return random.nextInt(n);
  }
}
