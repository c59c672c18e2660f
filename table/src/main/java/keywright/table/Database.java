package keywright.table;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.store.Capability;
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.EngineFigure;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CheckedClock;
import keywright.table.catalog.SteadyClock;
import keywright.table.catalog.StoredUsers;
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
import keywright.table.model.DatabaseUser;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Leftovers;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubProgress;
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
 * A database: the tables and index tables of one engine. Safe for many threads.
 *
 * <p>If the database {@link #hasAtomicBatches}, the rows of one statement or batch change in one
 * atomic step together with their index entries. Otherwise each row changes separately, and each of
 * these changes happens completely or not at all. On both kinds of engines no index entry is ever
 * missing. Queries ignore dangling entries, and {@link #scrub} removes them.
 *
 * <p>The catalog, which has the declarations of the tables, is itself stored in a table of the
 * engine. So the data of the engine is the whole database. {@code CREATE TABLE} first creates the
 * tables of the engine and then writes the row in the catalog. {@code DROP TABLE} first deletes the
 * row in the catalog and then drops the tables of the engine. A crash can leave tables of the
 * engine that the catalog does not name. These are dropped when a table with their name is created
 * again.
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
  private final Cancellation cancellation;

  /**
   * @param checking compares the clock with the clock of the engine's servers
   */
  Database(
      Engine engine, InstantSource clock, Runnable checking, long seed, Components components) {
    this.engine = engine;
    this.random = new Random(seed);
    this.cancellation = Cancellation.NONE;
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

  private Database(Database same, Cancellation cancellation) {
    this.engine = same.engine;
    this.tables = same.tables;
    this.plans = same.plans;
    this.parts = same.parts;
    this.builds = same.builds;
    this.definitions = same.definitions;
    this.verification = same.verification;
    this.random = same.random;
    this.cancellation = cancellation;
  }

  /**
   * Opens the database at {@code url}. Creates the database if it does not exist.
   *
   * @param url the name of an engine, a colon, and the place of the data, such as {@code
   *     "rocksdb:./data"}
   * @throws TableException if the clocks of this machine and of the engine's server differ by more
   *     than 30 s. If the clocks differ by more than 30 s later, statements throw the same error
   */
  public static Database open(String url) {
    return open(url, DatabaseEvents.NONE);
  }

  /**
   * Opens the database at {@code url}, or creates it, as {@link #open(String)} does.
   *
   * @param events the listener whose methods are called for the events of the database
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
   * Opens a new database in memory for declarations only, such as those that {@code lint} checks.
   * Unlike other databases in memory, this database accepts declarations of plain tables. No row
   * can be written to a plain table of this database.
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
   * @param folder the folder that {@link #backup} has written
   * @param url the URL of a database that does not exist, or of an empty folder
   * @throws keywright.store.StoreException when {@code url} is in use, or when {@code folder}
   *     contains no database or is open in another process; in these cases nothing is created
   */
  public static void restore(Path folder, String url) {
    Engines.restore(folder, url);
  }

  /**
   * Opens the database that is stored in {@code engine}, or creates it. {@link #close} also closes
   * the engine.
   *
   * @param clock the clock for the versions of rows and for expiry. Unlike the system clock that
   *     {@link #open} uses, this clock is not compared with the clock of a server
   * @param seed the seed of the random numbers of {@code random(n)}
   */
  public static Database over(Engine engine, InstantSource clock, long seed) {
    return over(engine, clock, seed, DatabaseEvents.NONE);
  }

  /**
   * Opens the database that is stored in {@code engine}, as {@link #over(Engine, InstantSource,
   * long)} does.
   *
   * @param events the listener whose methods are called for the events of the database
   */
  public static Database over(
      Engine engine, InstantSource clock, long seed, DatabaseEvents events) {
    return new Database(engine, clock, () -> {}, seed, new EngineComponents(events));
  }

  /**
   * Returns the same database, whose calls {@code newCancellation} ends early: calls of the
   * returned object, of the tables that it returns, and the reading of their {@link Rows}. Such a
   * call ends with a {@link keywright.store.stop.StoppedException}. Closing one of the two objects
   * closes the database.
   *
   * <p>A query ends before its next row or while it waits for a server. A change ends before its
   * rows are sent to the engine, and while it waits for other writers of its rows; then it has
   * changed nothing. If the engine has no atomic batches, a call of several rows can end between
   * two rows, and its error says which rows were written. {@link #createIndex} ends between two
   * steps, and a repeated call resumes the build. {@link #scrub} ends as if its options had ended
   * it. A change of declarations ends before it begins, while it waits for another change of this
   * process, and while it waits for other processes; its error says what was changed. A {@link
   * BulkLoad} ends between two batches of rows: a sorted load leaves the table empty, and any other
   * load can be resumed.
   */
  public Database stoppedBy(Cancellation newCancellation) {
    return new Database(this, newCancellation);
  }

  /** Ends the calls of this object early. */
  Cancellation cancellation() {
    return cancellation;
  }

  /** The listener of the database's events. */
  DatabaseEvents events() {
    return parts.components().events();
  }

  /**
   * Reads the declarations of the tables from the engine again, because other processes may have
   * changed them. If no other process can have the engine open, this method reads nothing. Every
   * call that does not find a table or a column calls this method automatically.
   *
   * @return whether any declaration has changed since this process last read the declarations
   */
  public boolean refresh() {
    return tables.refresh();
  }

  /**
   * The names of the tables, sorted: {@code shop.reading} for a table of the keyspace {@code shop},
   * and {@code reading} for a table of the default keyspace.
   *
   * <p>Every method with the name of a table or an index also accepts the name alone, {@code
   * reading}. It means the table of the default keyspace. If there is none, it means the only table
   * of this name in all keyspaces; if there are several, the name is refused. {@code
   * keywright.reading} always means the table of the default keyspace.
   */
  public List<String> tables() {
    boolean unused = refresh();
    return List.copyOf(tables.byName().keySet());
  }

  /**
   * The names of the keyspaces, sorted: the default keyspace, those that were created, and those
   * that have a table.
   */
  public List<String> keyspaces() {
    boolean unused = refresh();
    Set<String> all = new TreeSet<>(tables.keyspaces());
    all.add(tables.defaultKeyspace());
    return List.copyOf(all);
  }

  /**
   * The name of the default keyspace, which has the tables that were created without a keyspace:
   * {@code keywright}. On an engine with keyspaces, such as Cassandra, it is the keyspace of the
   * URL, and there is no other.
   */
  public String defaultKeyspace() {
    return tables.defaultKeyspace();
  }

  /**
   * Creates a keyspace.
   *
   * @return true if the keyspace was created; false if it exists and {@code ifNotExists} is true
   * @throws TableException if the keyspace exists and {@code ifNotExists} is false, if it cannot
   *     have this name, or if the engine has its tables in another keyspace
   */
  public boolean createKeyspace(String name, boolean ifNotExists) {
    return definitions.createKeyspace(name, ifNotExists, cancellation);
  }

  /**
   * Drops a keyspace without tables.
   *
   * @return true if the keyspace was dropped; false if it does not exist and {@code ifExists} is
   *     true
   * @throws TableException if the keyspace has tables; the message names them. Also if the keyspace
   *     does not exist and {@code ifExists} is false
   */
  public boolean dropKeyspace(String name, boolean ifExists) {
    return definitions.dropKeyspace(name, ifExists, cancellation);
  }

  /**
   * Checks that a keyspace exists. While the database has no keyspace any name is accepted; the
   * first {@link #createTable} with a keyspace then creates it.
   *
   * @throws TableException if the keyspace does not exist
   */
  public void requireKeyspace(String keyspace) {
    tables.requireKeyspace(keyspace);
  }

  /**
   * The declaration of the table {@code name}, with its indexes; empty if there is no such table.
   */
  public Optional<TableDefinition> find(String name) {
    return Optional.ofNullable(tables.find(tables.resolve(name))).map(StoredTable::definition);
  }

  /**
   * The declaration of the table that has the index {@code index}; empty if no table has such an
   * index.
   */
  public Optional<TableDefinition> findByIndex(String index) {
    return tables.ownerOf(tables.resolveIndex(index));
  }

  /**
   * Creates a table and its indexes. For an {@linkplain TableDefinition#isAttached attached} table
   * this call only stores the declaration: another client must already have created the table in
   * the engine.
   *
   * @param definition the table. Its keyspace must exist, unless the database has no keyspace; then
   *     the keyspace is created, too
   * @return true if the table was created; false if the table exists and {@code ifNotExists} is
   *     true
   * @throws TableException if the table exists and {@code ifNotExists} is false, if its keyspace
   *     does not exist, or if the definition contradicts itself
   */
  public boolean createTable(TableDefinition definition, boolean ifNotExists) {
    return definitions.create(definition, ifNotExists, cancellation);
  }

  /**
   * The definition of a table that another client has created, computed from the engine's
   * description of this table. {@link #createTable} accepts this definition.
   *
   * @param table the name of the table in this database
   * @param storage the storage options of the definition. They contain the name of the table in the
   *     engine, if this name is not {@code table}
   * @throws TableException if the engine does not store the columns of its tables
   * @throws keywright.store.StoreException if the engine has no such table, or if the table has a
   *     property that a declaration cannot express
   */
  public TableDefinition attachable(String table, StorageOptions storage) {
    tables.requireOpen();
    return ForeignDefinitions.of(engine, table, storage);
  }

  /**
   * Changes a table's declaration. Rows are not read or written. Queries that have already begun
   * use the old declaration until they end.
   *
   * @return true if the declaration was changed; false if the table already was as {@code change}
   *     describes
   * @throws TableException if the table does not exist, if the change is not possible for this
   *     table, or if the new declaration would contradict itself; in these cases nothing is changed
   */
  public boolean alterTable(String name, TableChange change) {
    return definitions.alter(tables.resolve(name), change, cancellation);
  }

  /**
   * Drops a table, its rows and its indexes. Of an attached table only the declaration is dropped:
   * its rows stay in the engine.
   *
   * @return true if the table was dropped; false if the table does not exist and {@code ifExists}
   *     is true
   * @throws TableException if the table does not exist and {@code ifExists} is false
   */
  public boolean dropTable(String name, boolean ifExists) {
    return definitions.drop(tables.resolve(name), ifExists, cancellation);
  }

  /**
   * Removes all rows of a table and all its index entries. An unfinished {@link BulkLoad} of the
   * table is discarded and cannot be resumed.
   *
   * @throws TableException if there is no such table
   */
  public void truncate(String name) {
    definitions.truncate(tables.resolve(name), cancellation);
  }

  /**
   * Creates an index as {@link #createIndex(String, IndexDefinition, boolean, BuildOptions)} does,
   * with {@link BuildOptions#DEFAULT}: as fast as the engine allows.
   */
  public boolean createIndex(String table, IndexDefinition definition, boolean ifNotExists) {
    return createIndex(table, definition, ifNotExists, BuildOptions.DEFAULT);
  }

  /**
   * Creates an index, and writes the index entries of the existing rows, which is called the build.
   * During the build other threads and processes may write rows, and may change other declarations.
   * Queries use the index after the build has ended.
   *
   * <p>The position of the build is saved from time to time. A build can end early, because {@code
   * options} stops it, the thread is interrupted, or the process ends. Writers then still update
   * the index, but queries do not use it. The next call with the same declaration resumes the
   * build. If a row does not fit the key of the index, the build fails and the index is dropped.
   *
   * @return true if the index was built by this call; false if the index exists and is built, and
   *     {@code ifNotExists} is true
   * @throws TableException if the index exists and {@code ifNotExists} is false, if an index of
   *     this name has another declaration, if another call is building the index, or if {@code
   *     options} stopped the build
   */
  public boolean createIndex(
      String table, IndexDefinition definition, boolean ifNotExists, BuildOptions options) {
    return builds.create(tables.resolve(table), definition, ifNotExists, options, cancellation);
  }

  /**
   * The progress of the indexes whose build is not finished. A {@code CREATE INDEX} with the same
   * declaration resumes the build of such an index.
   */
  public List<BuildProgress> unfinishedIndexes() {
    return builds.unfinished();
  }

  /** The names of the tables with an unfinished {@link BulkLoad}. */
  public List<String> unfinishedLoads() {
    tables.requireOpen();
    return BulkLoadRun.unfinished(tables);
  }

  /**
   * Drops an index as {@link #dropIndex(String, boolean, Predicate)} does, and waits as long as
   * necessary.
   */
  public boolean dropIndex(String index, boolean ifExists) {
    return dropIndex(index, ifExists, waiting -> true);
  }

  /**
   * Drops an index. New queries no longer use the index. If other processes may have the engine
   * open, this call first waits until none of their queries reads the index any longer, and then
   * removes the index entries.
   *
   * @param continueWhile called from time to time during the wait, with the progress and the
   *     remaining time. If it returns false, the wait ends, and the index counts as not built
   * @return true if the index was dropped; false if the index does not exist and {@code ifExists}
   *     is true
   * @throws TableException if the index does not exist and {@code ifExists} is false, or if {@code
   *     continueWhile} ended the wait; a repeated call resumes the drop
   */
  public boolean dropIndex(String index, boolean ifExists, Predicate<BuildProgress> continueWhile) {
    return builds.remove(tables.resolveIndex(index), ifExists, continueWhile, cancellation);
  }

  /**
   * The table {@code name}.
   *
   * @throws TableException if there is no such table; the message names the existing tables
   */
  public Table table(String name) {
    return new Table(this, tables.require(tables.resolve(name)).name());
  }

  /** Executes changes together, as {@link #apply(List)} does. */
  public ChangeResult apply(Change... changes) {
    return apply(List.of(changes));
  }

  /**
   * Executes changes of one or several tables in one atomic step with their index entries: all of
   * them or none. The changes are executed in order, and each change sees the effects of the
   * changes before it. Nothing is written if a change is refused, or if a row does not meet the
   * condition of its change. In the second case {@link ChangeResult#unmet} tells which change.
   *
   * @return the result of all changes together
   * @throws TableException if a change is refused. If there are several changes, {@link
   *     TableException#change} is the index of the refused change
   * @throws KeyException for a value that does not fit its type or a key
   */
  public ChangeResult apply(List<Change> changes) {
    return write(
        new ChangeBatch(changes, this::draw), batch -> batch.write(parts.writer(), cancellation));
  }

  /**
   * Executes changes of one or several tables, in order, as one statement. If a row does not meet
   * the condition of its change, only this change is left out. If the database {@link
   * #hasAtomicBatches}, all other changes are one atomic step; if one of them is refused, nothing
   * is written. Otherwise each row changes separately.
   *
   * @return one result for each change, in the order of {@code changes}
   * @throws TableException if a change is refused; without atomic batches the message names the
   *     changes that were written
   */
  public List<ChangeResult> applyEach(List<Change> changes) {
    return write(
        ChangeBatch.ofStatement(changes, this::draw),
        b -> b.writeSeparately(parts.writer(), cancellation));
  }

  /**
   * Whether {@link #apply(List)} can change several rows in one atomic step. If not, the engine has
   * single-row atomicity, and {@code apply} accepts several changes only if they all change the
   * same row.
   */
  public boolean hasAtomicBatches() {
    tables.requireOpen();
    return WriteDiscipline.of(engine) == WriteDiscipline.ATOMIC_BATCH;
  }

  /**
   * Whether the engine stores all rows of a table in the order of their row keys. The other
   * engines, such as Cassandra, store rows in order only inside a partition.
   */
  public boolean hasRowKeys() {
    tables.requireOpen();
    return engine.capabilities().contains(Capability.ROW_KEYS);
  }

  List<WriteResult> insertAll(List<Change> inserts) {
    return write(
        ChangeBatch.ofStatement(inserts, this::draw),
        batch -> batch.insert(parts.writer(), cancellation));
  }

  private <R> R write(ChangeBatch batch, Function<ChangeBatch, R> write) {
    tables.requireOpen();
    return tables.using(
        () ->
            write.apply(
                UnfitException.reading(
                    () -> batch.resolved(name -> tables.require(tables.resolve(name))))));
  }

  /**
   * The users that a server of this database lets in, sorted by name; empty if there are none. Each
   * call reads them from the engine.
   */
  public List<DatabaseUser> users() {
    tables.requireOpen();
    return new StoredUsers(engine).read();
  }

  /**
   * Replaces the users of this database.
   *
   * @param change makes the new users of the users now. It is called again if another process has
   *     changed the users meanwhile. If it throws an exception, nothing is changed
   */
  public void changeUsers(UnaryOperator<List<DatabaseUser>> change) {
    tables.requireOpen();
    new StoredUsers(engine).change(change);
  }

  /**
   * The tables and the registrations of processes that killed processes may have left in the
   * engine. This method changes nothing.
   */
  public Leftovers leftovers() {
    return new LeftoverSearch(tables, definitions).find();
  }

  /**
   * Removes the leftovers of this database that {@link #leftovers} finds.
   *
   * <p>First this call drops tables of the engine that belong to the database and that the catalog
   * does not name. Such a table may belong to a {@code CREATE} that another process is executing.
   * That {@code CREATE} is then refused and must be repeated.
   *
   * <p>Then this call waits until no write of a killed process can still happen. During the wait,
   * running processes renew their registrations. Afterwards it removes the registrations that were
   * not renewed.
   *
   * @param continueWhile called from time to time with the longest time, in milliseconds, for which
   *     the call may still wait. If it returns false, the wait ends and no registration is removed
   * @return the removed tables and registrations
   */
  public Leftovers removeLeftovers(LongPredicate continueWhile) {
    return new LeftoverSearch(tables, definitions).clean(continueWhile);
  }

  /**
   * The stored row keys of a table or an index in a range of row keys, in byte order.
   *
   * @param tableOrIndex the name of the table or the index
   * @param range the range of row keys; keys outside it are not read
   * @throws TableException if there is no such table or index, or if the engine does not store rows
   *     under row keys, such as Cassandra
   */
  public RawKeys rawScan(String tableOrIndex, ByteRange range) {
    tables.requireOpen();
    return tables.using(() -> RawKeys.open(tables, tableOrIndex, range));
  }

  /**
   * Reads a table and its indexes in full, and checks that every row has exactly its index entries
   * and that every index entry has its row. Other threads and processes may write to the table
   * during this call.
   *
   * @return one line for each difference, at most 1,000 for each kind of difference and index;
   *     empty if there is no difference
   */
  public List<String> verify(String table) {
    return scrub(table, ScrubOptions.CHECK.withExamples(1_000)).findings().stream()
        .flatMap(finding -> finding.examples().stream())
        .toList();
  }

  /**
   * Finds rows without their index entries, index entries without a row, and index entries that
   * name the wrong row. Repairs these problems if {@link ScrubOptions#repairs} is true. Other
   * threads and processes may write to the table during this call. At most a few hundred rows are
   * in memory at a time.
   *
   * @return how many rows and entries were read, and the problems that were found
   */
  public ScrubReport scrub(String table, ScrubOptions options) {
    Predicate<ScrubProgress> continueWhile = options.continueWhile();
    return new Scrub(
            parts,
            tables.resolve(table),
            options.telling(progress -> continueWhile.test(progress) && !cancellation.isOver()))
        .run();
  }

  /**
   * Copies the database into a folder. The copy is a snapshot of one moment during the call. It
   * contains every row that was written before the call, its index entries, and the catalog. Other
   * threads may read and write during the call. The folder is itself a database that can be opened.
   * The folder gets its name only when the copy is complete.
   *
   * @param folder a path that does not exist, or an empty folder
   * @throws keywright.store.StoreException if the engine cannot make backups, if the folder is not
   *     empty, or if the copy cannot be written
   */
  public void backup(Path folder) {
    tables.requireOpen();
    Checkpoints.of(engine, folder).make(folder);
  }

  /**
   * Notes that this process serves the database at an address. If another process cannot open an
   * embedded database because this process has it open, its error names the address. Closing the
   * database removes the note.
   *
   * @param address such as {@code 127.0.0.1:9042}, with {@code ?tls=true} after it if clients need
   *     TLS, and with {@code users} at the end if they need a user; empty to remove the note
   */
  public void noteServer(Optional<String> address) {
    tables.requireOpen();
    engine.noteServer(address);
  }

  /**
   * Numbers that the engine knows about itself, for metrics; empty if the engine has none. The
   * objects can be read until the database is closed.
   */
  public List<EngineFigure> figures() {
    tables.requireOpen();
    return engine.figures();
  }

  /**
   * Closes the database and its engine. A second call does nothing. After this call every other
   * method of the database throws an error, and so does reading further rows of an open query.
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

  /** The current time by the clock of the database. The returned times never decrease. */
  public Instant now() {
    return tables.clock().instant();
  }

  /** The next number that {@code random(n)} draws, from 0 to n - 1. */
  int draw(int n) {
    return random.nextInt(n);
  }
}
