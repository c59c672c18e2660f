package keywright.table.maintenance;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import keywright.store.Engine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.DefinitionLocks;
import keywright.table.catalog.LeaseTime;
import keywright.table.catalog.Nonces;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister;
import keywright.table.catalog.StoredRegistrations;
import keywright.table.catalog.SystemLeaseTime;
import keywright.table.catalog.Tables;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.BuildOptions;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.write.AtomicRowWriter;
import keywright.table.write.PlainRowWriter;
import keywright.table.write.RowWriter;
import keywright.table.write.WritersByDiscipline;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.SingleRowWriter;

/** Creates the objects of which a database on an engine consists. Safe for many threads. */
public final class EngineComponents implements Components {
  private static final long LONGEST_PAUSE_MILLIS = 500;

  private final LongSupplier nonces = new Nonces();
  private final LeaseTime time = new SystemLeaseTime();
  private final DatabaseEvents events;

  public EngineComponents(DatabaseEvents events) {
    this.events = events;
  }

  @Override
  public DatabaseEvents events() {
    return events;
  }

  @Override
  public LongSupplier nonces() {
    return nonces;
  }

  @Override
  public ProcessRegister register(Engine engine, InstantSource clock) {
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(engine.requestDelayMillis());
    return new ProcessRegister(
        new StoredRegistrations(engine), nonces, DatabaseProcess.current(clock), delayNanos, time);
  }

  @Override
  public CatalogLease lease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading) {
    return new CatalogLease(engine, locks, catalog, register, checking, reading, events, time);
  }

  @Override
  public RowWriter writer(Engine engine, InstantSource clock, Declarations declarations) {
    RowWriter exact =
        WriteDiscipline.of(engine) == WriteDiscipline.ATOMIC_BATCH
            ? new AtomicRowWriter(engine, clock, events)
            : new SingleRowWriter(
                protocol(engine, clock, declarations),
                SingleRowWriter.Backoff.WAIT,
                RowWriter.ATTEMPTS_MAX,
                events);
    return engine.plainWrites().isPresent()
        ? new WritersByDiscipline(exact, new PlainRowWriter(engine, clock, declarations))
        : exact;
  }

  @Override
  public EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations) {
    return new EntryRepair(protocol(engine, clock, declarations));
  }

  private Protocol protocol(Engine engine, InstantSource clock, Declarations declarations) {
    return Protocol.of(new EngineRowAccess(engine, clock, nonces, declarations));
  }

  @Override
  public LoadSteps loads(Tables tables) {
    return new EngineLoadSteps(tables);
  }

  @Override
  public SecondVerification verification(DatabaseParts parts) {
    SecondVerification verification = new SecondVerification(parts);
    verification.start();
    return verification;
  }

  @Override
  public IndexBuild build(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options) {
    return new IndexBuild(
        parts, positions, table, index, options, IndexBuild.CHUNK_ROWS, EngineComponents::pause);
  }

  /** Pauses after chunks that could not be written: not after the first, then longer each time. */
  private static void pause(int failures) {
    if (failures > 1) {
      long millis = Math.min(1L << Math.min(failures, 9), LONGEST_PAUSE_MILLIS);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }
}
