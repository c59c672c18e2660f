package keywright.table.catalog;

import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.Engine;
import keywright.store.NoTableException;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.VisibleRows;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database as this process has read them from the catalog, and the lease for which
 * it may use them. Safe for many threads.
 */
public final class Tables {
  private final Engine engine;
  private final InstantSource clock;
  private final Catalog catalog;
  private final Declared declared;
  private final Function<String, StoredTable> require = this::require;
  private final Map<String, StoredTable> byName = new ConcurrentSkipListMap<>();
  private final NameSpace names = new NameSpace(byName);
  private volatile boolean closed;

  /** Makes the lease of a catalog. */
  public interface Leases {
    CatalogLease lease(DefinitionLocks locks, Catalog catalog, Runnable reading);
  }

  /**
   * Reads the catalog of an engine. If other processes may share the engine, this process registers
   * before it reads the catalog.
   *
   * @param clock the clock for the versions of rows and for expiry
   * @param leases makes the lease for which the process may use what it has read
   */
  public Tables(Engine engine, InstantSource clock, Leases leases) {
    this.engine = engine;
    this.clock = clock;
    this.catalog = new Catalog(engine);
    DefinitionLocks locks = DefinitionLocks.create();
    this.declared =
        new Declared(
            locks,
            leases.lease(
                locks, catalog, () -> catalog.read(byName, this::stored, this::dropReplaced)));
  }

  public Engine engine() {
    return engine;
  }

  public InstantSource clock() {
    return clock;
  }

  public long nowMillis() {
    return clock.millis();
  }

  /** The lease: the time for which this process may use what it has read from the catalog. */
  public CatalogLease lease() {
    return declared.lease();
  }

  public NameSpace names() {
    return names;
  }

  /**
   * The full name that a name of a table means. A name with a keyspace means the table in this
   * keyspace. Any other name means the table in the default keyspace. If there is none, it means
   * the only table of this name in all keyspaces.
   *
   * @return the full name, also if there is no such table
   * @throws TableException if several keyspaces have a table of this name, or if the engine has its
   *     tables in another keyspace
   */
  public String resolve(String name) {
    return byName.containsKey(name)
        ? name
        : resolve("table", name, byName::containsKey, names::tablesNamed);
  }

  /** The full name that a name of an index means, by the rules for tables. */
  public String resolveIndex(String name) {
    return resolve("index", name, index -> names.ownerOf(index).isPresent(), names::indexesNamed);
  }

  private String resolve(
      String what, String name, Predicate<String> isKnown, Function<String, List<String>> findAll) {
    requireOpen();
    String keyspace = Names.keyspace(name);
    if (!keyspace.isEmpty()) {
      return Names.in(inCatalog(keyspace), Names.unqualified(name));
    }
    if (isKnown.test(name)) {
      return name;
    }
    List<String> all = findAll.apply(name);
    if (all.isEmpty() && refresh()) {
      all = isKnown.test(name) ? List.of(name) : findAll.apply(name);
    }
    if (all.size() > 1) {
      throw NameSpace.ambiguous(what, name, all);
    }
    return all.isEmpty() ? name : all.get(0);
  }

  /**
   * A keyspace as full names have it.
   *
   * @return empty for the default keyspace
   * @throws TableException if the engine has its tables in another keyspace
   */
  private String inCatalog(String keyspace) {
    if (keyspace.equals(Names.DEFAULT_KEYSPACE)) {
      return "";
    }
    Optional<String> only = engine.keyspace();
    if (only.isPresent() && !only.get().equals(keyspace)) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot use keyspace %s: found keyspace %s, expected %s, which the URL of the database names; open another database for it"
              .formatted(Names.quote(keyspace), Names.quote(keyspace), Names.quote(only.get())));
    }
    return only.isPresent() ? "" : keyspace;
  }

  /** The name of the default keyspace: that of the engine, if it has its tables in one keyspace. */
  public String defaultKeyspace() {
    requireOpen();
    return engine.keyspace().orElse(Names.DEFAULT_KEYSPACE);
  }

  /**
   * The keyspaces that were created or have a table, sorted. The default keyspace is not among
   * them.
   */
  public List<String> keyspaces() {
    requireOpen();
    Set<String> all = new TreeSet<>(catalog.keyspaces());
    byName.keySet().stream()
        .map(Names::keyspace)
        .filter(keyspace -> !keyspace.isEmpty())
        .forEach(all::add);
    return List.copyOf(all);
  }

  /**
   * Checks that statements can use a keyspace. Any name can be used while there is no keyspace.
   *
   * @throws TableException if the keyspace does not exist
   */
  public void requireKeyspace(String keyspace) {
    if (inCatalog(keyspace).isEmpty() || keyspaces().contains(keyspace)) {
      return;
    }
    // Another process may have created this keyspace, or the first one.
    boolean unused = refresh();
    List<String> all = keyspaces();
    if (!all.isEmpty() && !all.contains(keyspace)) {
      throw new UnknownNameException(
          keyspace,
          "cannot use keyspace %s: there is no such keyspace%s; CREATE KEYSPACE creates one"
              .formatted(Names.quote(keyspace), Names.hint(keyspace, all)));
    }
  }

  /** Adds a keyspace to the catalog. The calling thread must have the lock of definitions. */
  public void addKeyspace(String keyspace) {
    Set<String> created = new TreeSet<>(catalog.keyspaces());
    if (created.add(keyspace)) {
      catalog.putKeyspaces(created);
    }
  }

  /** Removes a keyspace from the catalog. The calling thread must have the lock of definitions. */
  public void removeKeyspace(String keyspace) {
    Set<String> created = new TreeSet<>(catalog.keyspaces());
    if (created.remove(keyspace)) {
      catalog.putKeyspaces(created);
    }
  }

  /** The table whose stored name is {@code stored}; empty if no table has it. */
  public Optional<StoredTable> ofStoredName(String stored) {
    return byName.values().stream()
        .filter(table -> table.entry().storedName().equals(stored))
        .findFirst();
  }

  /** The current tables by full name; unmodifiable. */
  public Map<String, StoredTable> byName() {
    return Collections.unmodifiableMap(byName);
  }

  /**
   * A view of the current rows, as {@link Snapshot} describes. Tombstones, forwarding records, and
   * expired rows and values are left out. The caller must close the view.
   */
  public Snapshot snapshot() {
    return VisibleRows.of(engine, engine.snapshot(this::nowMillis));
  }

  /** The table that a catalog entry describes, as it is stored in this engine. */
  public StoredTable stored(CatalogEntry entry) {
    return new StoredTable(entry, engine);
  }

  /**
   * Drops the storage that the storage of a table has replaced, if the process that replaced it has
   * not done so. Then no process can write to the one while another uses the other.
   */
  private void dropReplaced(CatalogEntry entry) {
    if (engine.isReadOnly()) {
      return;
    }
    try {
      dropAll(entry.generations().replaced());
    } catch (StoreException e) {
      if (e.code() != ErrorCode.ACCESS_DENIED) {
        throw e;
      }
      // Left to a process whose user may drop tables.
    }
  }

  private void dropAll(Collection<String> names) {
    for (String name : names) {
      try {
        if (engine.hasTable(name)) {
          engine.dropTable(name);
        }
      } catch (NoTableException e) {
        // Another process drops it, too.
      }
    }
  }

  /**
   * Checks that the database is open.
   *
   * @throws TableException if the database is closed
   */
  public void requireOpen() {
    if (closed) {
      throw names.closed();
    }
  }

  /**
   * Reads the declarations again, which other processes may have changed. Does nothing if only this
   * process can have the engine open.
   *
   * @return whether any declaration has changed
   */
  public boolean refresh() {
    requireOpen();
    return lease().hasChanged(lease().changes());
  }

  /**
   * Finds the table with a full name. If this process does not know the name, it reads the catalog
   * again, because another process may have created the table.
   *
   * @return the table; null if no table has this name
   */
  public @Nullable StoredTable find(String name) {
    requireOpen();
    StoredTable table = byName.get(name);
    return table != null || !refresh() ? table : byName.get(name);
  }

  /**
   * Finds the table with a full name, as {@link #find} does.
   *
   * @throws TableException if no table has this name; the message names the existing tables
   */
  public StoredTable require(String name) {
    StoredTable table = find(name);
    if (table == null) {
      throw names.missingTable(name);
    }
    return table;
  }

  /**
   * Finds the table that has the index with a full name. If this process does not know the name, it
   * reads the catalog again, because another process may have created the index.
   *
   * @return the declaration of the table; empty if no table has such an index
   */
  public Optional<TableDefinition> ownerOf(String index) {
    requireOpen();
    Optional<TableDefinition> owner = names.ownerOf(index);
    return owner.isPresent() || !refresh() ? owner : names.ownerOf(index);
  }

  /**
   * Calls {@code use} with the declaration of a table. If another process has changed the
   * declaration meanwhile, calls it again with the new declaration.
   *
   * @return the result of the last call
   * @throws TableException if no table has this name
   */
  public <R extends @Nullable Object> R using(String name, Function<StoredTable, R> use) {
    requireOpen();
    return declared.using(name, require, use);
  }

  /**
   * Calls {@code use}, which uses current declarations. If another process has changed one of them
   * meanwhile, calls it again.
   *
   * @return the result of the last call
   */
  public <R extends @Nullable Object> R using(Supplier<R> use) {
    requireOpen();
    return declared.using(use);
  }

  /**
   * Reads the catalog again, and then calls {@code change}, which changes declarations. Other
   * threads of this process cannot change declarations during the call.
   *
   * @return the result of {@code change}
   */
  public <R extends @Nullable Object> R changing(Supplier<R> change) {
    requireOpen();
    return declared.changing(change);
  }

  /**
   * Changes declarations, as {@link #changing(Supplier)} does. The call ends early while it waits
   * for other changes of this process, and before {@code change} is called.
   *
   * @param what the change, for the message, such as {@code create table t}
   * @param cancellation ends the call early
   * @throws keywright.store.stop.StoppedException if the call ended early; nothing was changed
   */
  public <R extends @Nullable Object> R changing(
      String what, Cancellation cancellation, Supplier<R> change) {
    requireOpen();
    return declared.changing(what, cancellation, change);
  }

  /**
   * Writes the catalog row of a table. After this call, statements of this process use the new
   * declaration.
   *
   * @param table the table with its new declaration
   */
  public void exchange(StoredTable table) {
    declared.alone(() -> put(table));
  }

  /**
   * Writes the declaration of a table with new storage, and drops the storage before. A process
   * that reads this declaration before the storage is dropped drops the storage itself.
   *
   * @param before the table with the storage that is dropped
   * @param after the table with new storage, which exists
   */
  public void replace(StoredTable before, StoredTable after) {
    List<String> replaced = before.engineTables();
    declared.alone(
        () -> {
          put(stored(after.entry().replacing(replaced)));
          dropAll(replaced);
        });
    try {
      exchange(after);
    } catch (TableException e) {
      if (e.code() != ErrorCode.CONFLICT) {
        throw e;
      }
      // Another process has changed the declaration since. It still names the storage that is gone.
    }
  }

  private void put(StoredTable table) {
    catalog.put(table.entry());
    byName.put(table.name(), table);
  }

  /**
   * Removes a table from the catalog, and then from the engine. No statement of this process sees
   * the state in between. If the user has no right to drop the table, the table stays.
   */
  public void drop(StoredTable table) {
    declared.alone(
        () -> {
          catalog.remove(table.entry());
          byName.remove(table.name());
          orRestore(() -> table.drop(engine), () -> table.isStored(engine), table);
        });
  }

  /**
   * Removes an index from the catalog entry of its table, and drops the index from the engine. If
   * the user has no right to drop it, the index stays, and queries still do not use it. Rows that
   * other processes have written meanwhile may then lack their index entries.
   *
   * @param before the table with the index
   */
  public void dropIndex(StoredTable before, StoredIndex index) {
    exchange(stored(before.entry().withoutIndex(index.name())));
    orRestore(() -> index.drop(engine), () -> index.isStored(engine), before);
  }

  /**
   * Runs {@code drop}. If the user has no right to drop and the storage is still complete, the
   * declaration is written back.
   */
  private void orRestore(Runnable drop, BooleanSupplier isWhole, StoredTable before) {
    try {
      drop.run();
    } catch (StoreException e) {
      if (e.code() == ErrorCode.ACCESS_DENIED && isWhole.getAsBoolean()) {
        exchange(before);
      }
      throw e;
    }
  }

  /**
   * Claims a name for a table that is about to be created. If several processes claim the same name
   * at the same time, only one of them can create the table.
   *
   * @param name the full name of the table
   * @return the generation for the storage of the table; 0 if no table had this name before
   */
  public long claim(String name) {
    return catalog.claim(name);
  }

  /**
   * Claims a generation for new storage of a table or of one of its indexes. If several processes
   * claim a generation of the same table at the same time, only one of them can create the storage.
   *
   * @return the generation, which no other storage of this table has
   */
  public long claim(StoredTable table) {
    return catalog.claim(table.entry());
  }

  /**
   * Checks that no other process has claimed the name of a table after this process claimed it.
   *
   * @throws TableException if another process has claimed the name
   */
  public void requireClaim(String name) {
    catalog.requireClaim(name);
  }

  /**
   * Removes the registration of this process. A second call does nothing.
   *
   * @return true if this was the first call
   */
  public boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    try {
      lease().close();
    } catch (StoreException e) {
      System.getLogger("keywright.table")
          .log(
              System.Logger.Level.WARNING,
              "cannot remove the registration of this process: {0}; other processes wait "
                  + "for this registration until its time limit, as for a process that was killed",
              Reason.of(e));
    }
    return true;
  }

  /**
   * Removes the registration of this process, because the database cannot be opened.
   *
   * @param why the error for which it cannot be opened; it gets the errors of this call as
   *     suppressed exceptions
   */
  public void close(RuntimeException why) {
    declared.close(why);
  }
}
