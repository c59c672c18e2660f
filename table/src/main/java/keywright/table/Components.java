package keywright.table;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import keywright.store.Engine;

/** What a {@link Database} works with, made for its engine; a test may put other parts in. */
class Components {
  private final LongSupplier nonces = new Nonces();

  /** Where the process says that it is there. */
  ProcessRegister register(Engine engine, InstantSource clock) {
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(engine.longestDelayMillis());
    return new ProcessRegister(
        new Registrations(engine), nonces, DatabaseProcess.current(clock), delayNanos);
  }

  /** How long the catalog, as it was read, is gone by. */
  CatalogLease lease(
      Engine engine,
      Lock definitions,
      ReentrantReadWriteLock current,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading) {
    return new CatalogLease(engine, definitions, current, catalog, register, checking, reading);
  }

  RowWriter writer(Engine engine, InstantSource clock, Declarations declarations) {
    return RowWriter.of(engine, clock, nonces, declarations);
  }

  EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations) {
    return new EntryRepair(engine, clock, nonces, declarations);
  }

  DeadRows deadRows(Database database, String table) {
    return new DeadRows(database, table);
  }

  BulkLoad bulkLoad(Database database, String table, long first) {
    return new BulkLoad(database, table, first, nonces);
  }

  IndexBuild build(
      Database database,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options) {
    return new IndexBuild(database, positions, table, index, options);
  }
}
