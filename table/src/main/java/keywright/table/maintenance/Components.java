package keywright.table.maintenance;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import keywright.store.Engine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.DefinitionLocks;
import keywright.table.catalog.Nonces;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister;
import keywright.table.catalog.Registrations;
import keywright.table.catalog.Tables;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.BuildOptions;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.write.AtomicRowWriter;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.SingleRowWriter;

/** What a database works with, made for its engine; a test may put other parts in. */
public class Components {
  private final LongSupplier nonces = new Nonces();
  private final DatabaseEvents events;

  /** Of a database that nobody listens to. */
  public Components() {
    this(DatabaseEvents.NONE);
  }

  public Components(DatabaseEvents events) {
    this.events = events;
  }

  /** Whom the database tells what happens. */
  public final DatabaseEvents events() {
    return events;
  }

  /** Where the process says that it is there. */
  public ProcessRegister register(Engine engine, InstantSource clock) {
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(engine.requestDelayMillis());
    return new ProcessRegister(
        new Registrations(engine), nonces, DatabaseProcess.current(clock), delayNanos);
  }

  /** How long the catalog, as it was read, is gone by. */
  public CatalogLease lease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading) {
    return new CatalogLease(engine, locks, catalog, register, checking, reading, events);
  }

  public RowWriter writer(Engine engine, InstantSource clock, Declarations declarations) {
    return switch (WriteDiscipline.of(engine)) {
      case ATOMIC_BATCH -> new AtomicRowWriter(engine, clock, events);
      case SINGLE_ROW ->
          new SingleRowWriter(engine, clock, nonces, declarations, RowWriter.ATTEMPTS_MAX, events);
    };
  }

  public EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations) {
    return new EntryRepair(engine, clock, nonces, declarations);
  }

  public DeadRows deadRows(Tables tables, String table) {
    return new DeadRows(tables, table);
  }

  public BulkLoadRun bulkLoad(Tables tables, String table, long first) {
    return new BulkLoadRun(tables, table, first, nonces);
  }

  public IndexBuild build(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options) {
    return new IndexBuild(parts, positions, table, index, options);
  }
}
