package keywright.table.catalog;

import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.Engine;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.VisibleRows;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
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
  private final Map<String, StoredTable> byName = new ConcurrentSkipListMap<>();
  private final NameSpace names = new NameSpace(byName);
  private volatile boolean closed;

  /** Creates the lease of a catalog. {@code reading} reads the catalog. */
  public interface Leases {
    CatalogLease lease(DefinitionLocks locks, Catalog catalog, Runnable reading);
  }

  /**
   * Reads the catalog of an engine. If other processes may share the engine, this process registers
   * first.
   */
  public Tables(Engine engine, InstantSource clock, Leases leases) {
    this.engine = engine;
    this.clock = clock;
    this.catalog = new Catalog(engine);
    DefinitionLocks locks = DefinitionLocks.create();
    this.declared =
        new Declared(locks, leases.lease(locks, catalog, () -> catalog.read(byName, this::stored)));
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

  /** The lease: how long this process may use what it has read of the catalog. */
  public CatalogLease lease() {
    return declared.lease();
  }

  public NameSpace names() {
    return names;
  }

  /** The current tables by name; unmodifiable. */
  public Map<String, StoredTable> byName() {
    return Collections.unmodifiableMap(byName);
  }

  /**
   * A view of the rows as they are now, see {@link Snapshot}. Rows and values that have expired,
   * tombstones and forwarding records are left out. The caller closes the view.
   */
  public Snapshot snapshot() {
    return VisibleRows.of(engine, engine.snapshot(this::nowMillis));
  }

  /** The table of a catalog entry, as it is stored in this engine. */
  public StoredTable stored(CatalogEntry entry) {
    return new StoredTable(entry, engine);
  }

  /**
   * Refuses a call after the database was closed.
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
   * The table with a name; null if there is none. If this process does not know the name, it reads
   * the catalog again, and so finds a table that another process has just created.
   */
  public @Nullable StoredTable find(String name) {
    requireOpen();
    StoredTable table = byName.get(name);
    return table != null || !refresh() ? table : byName.get(name);
  }

  /**
   * The table with a name.
   *
   * @throws TableException if there is none; the message names the existing tables
   */
  public StoredTable require(String name) {
    StoredTable table = find(name);
    if (table == null) {
      throw names.missingTable(name);
    }
    return table;
  }

  /**
   * The table that has an index with a name; empty if there is none. If this process does not know
   * the name, it reads the catalog again, and so finds an index that another process has just
   * created.
   */
  public Optional<TableDefinition> ownerOf(String index) {
    requireOpen();
    Optional<TableDefinition> owner = names.ownerOf(index);
    return owner.isPresent() || !refresh() ? owner : names.ownerOf(index);
  }

  /**
   * Runs {@code use} with the declaration of a table. Runs it again if another process has changed
   * the declaration.
   */
  public <R extends @Nullable Object> R using(String name, Function<StoredTable, R> use) {
    requireOpen();
    return declared.using(() -> use.apply(require(name)));
  }

  /**
   * Runs {@code use} with the current declarations. Runs it again if another process has changed
   * one of them.
   */
  public <R extends @Nullable Object> R using(Supplier<R> use) {
    requireOpen();
    return declared.using(use);
  }

  /**
   * Runs {@code change}, which changes declarations, after reading what other processes have
   * declared.
   */
  public <R extends @Nullable Object> R changing(Supplier<R> change) {
    requireOpen();
    return declared.changing(change);
  }

  /**
   * Writes a table's catalog row. Afterwards statements of this process use the new declaration.
   */
  public void exchange(StoredTable table) {
    exchange(table, () -> {});
  }

  /**
   * As {@link #exchange(StoredTable)}. {@code then} runs before a statement uses the new
   * declaration.
   */
  public void exchange(StoredTable table, Runnable then) {
    declared.alone(
        () -> {
          catalog.put(table.entry());
          byName.put(table.name(), table);
          then.run();
        });
  }

  /**
   * Removes a table from the catalog, and then from the engine, before a statement of this process
   * sees that. If the user has no right to drop it, the table stays.
   */
  public void drop(StoredTable table) {
    declared.alone(
        () -> {
          catalog.remove(table.name());
          byName.remove(table.name());
          orRestore(() -> table.drop(engine), () -> table.isStored(engine), table);
        });
  }

  /**
   * Replaces a table by a table without one of its indexes, and drops the index from the engine. If
   * the user has no right to drop it, the index stays, hidden from queries as before. Rows that
   * other processes have written meanwhile may lack their entries.
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
   * Claims a name that no table has, for storage that is about to be created. If several processes
   * claim the same name, only one of them can continue.
   *
   * @return the generation of the storage: 0 if the name was never used
   */
  public long claim(String name) {
    return catalog.claim(name);
  }

  /**
   * Claims a new generation for storage of a table or of one of its indexes, which is about to be
   * created. If several processes claim one, only one of them can continue.
   *
   * @return the generation, which no other storage has
   */
  public long claim(StoredTable table) {
    return catalog.claim(table.entry());
  }

  /** Refuses to continue if another process has claimed the name since. */
  public void requireClaim(String name) {
    catalog.requireClaim(name);
  }

  /**
   * Removes the registration of this process. A second call does nothing.
   *
   * @return false if it was already removed
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

  /** Removes the registration of this process, because the database cannot be opened. */
  public void close(RuntimeException why) {
    declared.close(why);
  }
}
