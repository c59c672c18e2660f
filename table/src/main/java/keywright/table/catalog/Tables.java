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
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.VisibleRows;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database as this process knows them, and whether it may still use them. Safe for
 * many threads.
 */
public final class Tables {
  private final Engine engine;
  private final InstantSource clock;
  private final Catalog catalog;
  private final Declared declared;
  private final Map<String, StoredTable> byName = new ConcurrentSkipListMap<>();
  private final NameSpace names = new NameSpace(byName);
  private volatile boolean closed;

  /** Makes the lease of a catalog, which {@code reading} reads. */
  public interface Leases {
    CatalogLease lease(DefinitionLocks locks, Catalog catalog, Runnable reading);
  }

  /** Reads the catalog of an engine, and registers this process where others may share it. */
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

  /** How long this process may use what it has read of the catalog. */
  public CatalogLease lease() {
    return declared.lease();
  }

  public NameSpace names() {
    return names;
  }

  /** By name, as they are now; not to be changed. */
  public Map<String, StoredTable> byName() {
    return Collections.unmodifiableMap(byName);
  }

  /** A view of this moment, without what has expired, died or moved away; to be closed. */
  public Snapshot snapshot() {
    return VisibleRows.of(engine, engine.snapshot(this::nowMillis));
  }

  /** A table as the engine keeps it. */
  public StoredTable stored(CatalogEntry entry) {
    return new StoredTable(entry, engine);
  }

  /**
   * Refuses what is asked of a database that is closed.
   *
   * @throws TableException saying so
   */
  public void requireOpen() {
    if (closed) {
      throw names.closed();
    }
  }

  /**
   * Reads again what other processes have declared; does nothing where the engine belongs to this
   * process.
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
   * The table of a name.
   *
   * @throws TableException when there is none, naming those there are
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

  /** Runs {@code use} with the declaration of a table, again when others have changed it. */
  public <R extends @Nullable Object> R using(String name, Function<StoredTable, R> use) {
    requireOpen();
    return declared.using(() -> use.apply(require(name)));
  }

  /** Runs {@code use} with the declarations as they are, again when others have changed them. */
  public <R extends @Nullable Object> R using(Supplier<R> use) {
    requireOpen();
    return declared.using(use);
  }

  /** Changes declarations, those that other processes have left there. */
  public <R extends @Nullable Object> R changing(Supplier<R> change) {
    requireOpen();
    return declared.changing(change);
  }

  /** Writes a table's catalog row, then lets everybody use the new declaration. */
  public void exchange(StoredTable table) {
    exchange(table, () -> {});
  }

  /** As {@link #exchange(StoredTable)}; {@code then} runs before anybody uses it. */
  public void exchange(StoredTable table, Runnable then) {
    declared.alone(
        () -> {
          catalog.put(table.entry());
          byName.put(table.name(), table);
          then.run();
        });
  }

  /**
   * Removes a table from the catalog, and then from the engine, before anybody sees that. If the
   * user has no right to drop it, the table stays.
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
   * Replaces a table by one that has an index less, and drops the index from the engine. If the
   * user has no right to drop it, the index stays, unreadable as it was: rows that other processes
   * wrote meanwhile may lack their entries.
   */
  public void dropIndex(StoredTable before, StoredIndex index) {
    exchange(stored(before.entry().withoutIndex(index.name())));
    orRestore(() -> index.drop(engine), () -> index.isStored(engine), before);
  }

  /** Does something; what is refused for want of a right, and is as it was, is declared again. */
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
   * Notes that storage is about to be made for a name that no table has: of several processes one
   * continues.
   *
   * @return the generation of the storage: 0 when the name was never used
   */
  public long claim(String name) {
    return catalog.claim(name);
  }

  /**
   * Notes that new storage of a table, or of an index of it, is about to be made: of several
   * processes one continues.
   *
   * @return the generation of the storage, which nobody else has
   */
  public long claim(StoredTable table) {
    return catalog.claim(table.entry());
  }

  /** Refuses when another process has claimed the name since. */
  public void requireClaim(String name) {
    catalog.requireClaim(name);
  }

  /** Takes the registration of this process away. A second time does nothing; false then. */
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
              "cannot remove the registration of this process: {0}; until its time limit other processes wait for it, as they do for a killed process",
              e.getMessage());
    }
    return true;
  }

  /** Takes the registration away, since the database cannot be opened. */
  public void close(RuntimeException why) {
    declared.close(why);
  }
}
