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
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.Engines;
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
import keywright.table.maintenance.IndexBuilds;
import keywright.table.maintenance.LeftoverSearch;
import keywright.table.maintenance.Scrub;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Leftovers;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.WriteResult;
import keywright.table.write.ChangeBatch;
import keywright.table.write.ToldRowWriter;

/**
 * Tables and their index tables on one engine. Safe for many threads.
 *
 * <p>Where the engine {@link #hasAtomicBatches}, the rows of one statement or batch and their index
 * entries change in one atomic step. Elsewhere each row changes by itself, as a whole; no entry is
 * ever missing, and one too many is passed over by queries until {@link #scrub} removes it.
 *
 * <p>The catalog is a table of the engine like any other, so a database is whole wherever its
 * engine's data is. A table's engine tables are made before its catalog row and dropped after it;
 * what a crash leaves between the two is dropped when the name is used again.
 */
public final class Database implements AutoCloseable {
  private final Engine engine;
  private final Tables tables;
  private final DatabaseParts parts;
  private final IndexBuilds builds;
  private final DefinitionChanges definitions;
  private final Random random;

  /** {@code checking} compares the clock with that of the engine's servers. */
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
    } catch (RuntimeException e) {
      tables.close(e);
      throw e;
    }
  }

  /**
   * Opens the database at {@code url}, such as {@code "rocksdb:./data"}, or makes it there.
   *
   * @throws TableException when the clocks of this machine and of the engine's server differ by
   *     more than 30 s; statements are refused so too
   */
  public static Database open(String url) {
    return open(url, DatabaseEvents.NONE);
  }

  /**
   * Opens the database at {@code url}, or makes it there, as {@link #open(String)} does.
   *
   * @param events is told what happens in it
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

  /** Whether a database is at {@code url} already. */
  public static boolean exists(String url) {
    return Engines.exists(url, Catalog.LAYOUT.name());
  }

  /**
   * Makes a database at {@code url} out of one that {@link #backup} has made. The backup stays as
   * it is, and may be restored again.
   *
   * @param url where nothing is, or an empty folder
   * @throws keywright.store.StoreException when something is there, {@code folder} holds no
   *     database, or is open elsewhere; nothing is made then
   */
  public static void restore(Path folder, String url) {
    Engines.restore(folder, url);
  }

  /**
   * The database that {@code engine} holds; closing it closes the engine.
   *
   * @param clock gives rows their versions and says what has expired; unlike the system's clock in
   *     {@link #open}, it is not compared with that of a server
   * @param seed of the numbers that {@code random(n)} draws
   */
  public static Database over(Engine engine, InstantSource clock, long seed) {
    return over(engine, clock, seed, DatabaseEvents.NONE);
  }

  /**
   * The database that {@code engine} holds, as above.
   *
   * @param events is told what happens in it
   */
  public static Database over(
      Engine engine, InstantSource clock, long seed, DatabaseEvents events) {
    return new Database(engine, clock, () -> {}, seed, new EngineComponents(events));
  }

  /** Whom the database tells what happens. */
  DatabaseEvents events() {
    return parts.components().events();
  }

  /**
   * Reads again what other processes have declared; does nothing where the engine belongs to this
   * process. Whatever does not find a table or a column does so by itself.
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
   * Creates a table and its indexes; one that {@link TableDefinition#isAttached} must be there,
   * made by another client, and is only noted.
   *
   * @return false when the table exists and {@code ifNotExists}
   * @throws TableException when it exists, or when the definition does not fit together
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists) {
    return createTable(definition, ifNotExists, "");
  }

  /**
   * Creates a table as {@link #createTable(TableDefinition, boolean)} does.
   *
   * @param keyspace that it is in; empty for that of the other tables
   * @throws TableException also when other tables are in another keyspace
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists, String keyspace) {
    return definitions.create(definition, ifNotExists, keyspace);
  }

  /**
   * Refuses a keyspace other than the one that tables were created in; a database holds one, and
   * the name of a table is its own in all of the database.
   *
   * @throws TableException naming both
   */
  public void requireKeyspace(String keyspace) {
    tables.requireOpen();
    definitions.requireKeyspace(keyspace);
  }

  /**
   * Changes a table's declaration; rows are not read or written. Readers that began before continue
   * with the declaration that they began with.
   *
   * @return false when there was nothing to change
   * @throws TableException when the table is not there or not as the change expects, or when the
   *     declaration would not fit together; nothing is changed then
   */
  public boolean alterTable(String name, TableChange change) {
    return definitions.alter(name, change);
  }

  /**
   * Drops a table, its rows and its indexes; of one that is attached only the declaration.
   *
   * @return false when it is not there and {@code ifExists}
   */
  public boolean dropTable(String name, boolean ifExists) {
    return definitions.drop(name, ifExists);
  }

  /** Removes every row of a table and every entry, and gives up an unfinished {@link BulkLoad}. */
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
   * <p>Every step saves the position of the build. When it ends early, because it is told to, by an
   * interrupt or with the process, the index is kept in step with its table but not read; the next
   * call with the same declaration resumes it. An index that cannot hold a row is not kept.
   *
   * @return false when the index exists, built, and {@code ifNotExists}
   * @throws TableException when the index exists, or is being built, or was told to stop
   */
  public boolean createIndex(
      String table, IndexDefinition definition, boolean ifNotExists, BuildOptions options) {
    return builds.create(table, definition, ifNotExists, options);
  }

  /** The indexes that are not built to their end; repeating their CREATE INDEX continues. */
  public List<BuildProgress> unfinishedIndexes() {
    return builds.unfinished();
  }

  /** The tables that a {@link BulkLoad} has begun to fill and that none has finished. */
  public List<String> unfinishedLoads() {
    tables.requireOpen();
    return BulkLoadRun.unfinished(tables);
  }

  /** {@link #dropIndex(String, boolean, Predicate)} without a limit. */
  public boolean dropIndex(String index, boolean ifExists) {
    return builds.remove(index, ifExists, waiting -> true);
  }

  /**
   * Drops an index. Where other processes may share the engine, no query begins with it from now
   * on, and it is dropped when none of theirs reads it any longer.
   *
   * @param goesOn told at times how long that takes still; false ends the wait, and the index stays
   *     as one that is not built
   * @return false when it is not there and {@code ifExists}
   */
  public boolean dropIndex(String index, boolean ifExists, Predicate<BuildProgress> goesOn) {
    return builds.remove(index, ifExists, goesOn);
  }

  /**
   * The table {@code name}.
   *
   * @throws TableException when there is none, naming those there are
   */
  public Table table(String name) {
    StoredTable unused = tables.require(name);
    return new Table(this, name);
  }

  /** Makes changes, see {@link #apply(List)}. */
  public ChangeResult apply(Change... changes) {
    return apply(List.of(changes));
  }

  /**
   * Makes changes, of one table or of several, in one atomic step with their index entries: all of
   * them or none. They are made in order: each finds what those before it left. Nothing is written
   * when a row is not as its change expects ({@link ChangeResult#unmet}), nor when one is refused.
   *
   * @throws TableException for a change that its table or a row refuses; {@link
   *     TableException#change} tells which when there are several
   * @throws KeyException for a value that its type or a key cannot hold
   */
  public ChangeResult apply(List<Change> changes) {
    return write(new ChangeBatch(changes, this::draw), batch -> batch.write(parts.writer()));
  }

  /**
   * Makes changes, of one table or of several, in order as one statement. A change whose row is not
   * as it expects is left out; the others are made. They are made in one atomic step where the
   * engine has atomic batches, and none is when one is refused; elsewhere each row changes for
   * itself.
   *
   * @return what became of each change, in their order
   * @throws TableException when one is refused; it says what is written all the same
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

  List<WriteResult> insertAll(List<Change> inserts) {
    return write(
        ChangeBatch.ofStatement(inserts, this::draw), batch -> batch.insert(parts.writer()));
  }

  private <R> R write(ChangeBatch batch, Function<ChangeBatch, R> write) {
    tables.requireOpen();
    return tables.using(
        () -> write.apply(UnfitException.reading(() -> batch.resolved(tables::require))));
  }

  /** What processes that were killed may have left in the engine; changes nothing. */
  public Leftovers leftovers() {
    return new LeftoverSearch(tables, definitions).find();
  }

  /**
   * Removes tables of the engine that the catalog does not name, then the registrations of
   * processes that do not answer within the time that a write of theirs may still happen. Processes
   * that have the database open stay registered; a {@code CREATE} that is under way in one of them
   * may be refused and is to be repeated.
   *
   * @param goesOn told at times for how many milliseconds it will wait at most; false ends the wait
   * @return what was removed
   */
  public Leftovers removeLeftovers(LongPredicate goesOn) {
    return new LeftoverSearch(tables, definitions).clean(goesOn);
  }

  /** The row keys of a table, or of an index, as they are stored. */
  public RawKeys rawScan(String tableOrIndex, ByteRange range) {
    tables.requireOpen();
    return tables.using(() -> RawKeys.open(tables, tableOrIndex, range));
  }

  /**
   * Reads a table and its indexes in full and compares: every row has exactly its entries, and
   * every entry its row. Writers may continue meanwhile.
   *
   * @return one line for each difference, at most 1,000 of a kind and index; empty for none
   */
  public List<String> verify(String table) {
    return scrub(table, ScrubOptions.CHECK.withExamples(1_000)).findings().stream()
        .flatMap(finding -> finding.examples().stream())
        .toList();
  }

  /**
   * Finds rows that lack index entries, entries that lack rows, and entries that lead to another
   * row, and repairs them if asked to. Writers may continue meanwhile. Memory holds a few hundred
   * rows at a time.
   */
  public ScrubReport scrub(String table, ScrubOptions options) {
    return new Scrub(parts, table, options).run();
  }

  /**
   * Makes a copy of the database in a folder, as it is at one moment between the call and its
   * return: every row that was written before the call, with the index entries that belong to it,
   * and the catalog. Writers and readers continue meanwhile. The folder opens as a database of its
   * own; it exists when it is complete, not before.
   *
   * @param folder a path where nothing is, or an empty folder
   * @throws keywright.store.StoreException when the engine makes no copies, when something is
   *     there, or when the copy cannot be written
   */
  public void backup(Path folder) {
    tables.requireOpen();
    Checkpoints.of(engine, folder).make(folder);
  }

  /**
   * Closes the engine; a second time does nothing. Every call after it is refused in one line, and
   * so are rows that are still to be read.
   */
  @Override
  public void close() {
    if (tables.close()) {
      engine.close();
    }
  }

  Tables known() {
    return tables;
  }

  DatabaseParts parts() {
    return parts;
  }

  /** What the clock of the database says; it never goes back. */
  public Instant now() {
    return tables.clock().instant();
  }

  /** The next number that {@code random(n)} draws, from 0 to n - 1. */
  int draw(int n) {
    return random.nextInt(n);
  }
}
