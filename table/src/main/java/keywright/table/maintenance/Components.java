package keywright.table.maintenance;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import keywright.store.Engine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.CatalogLease;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.DefinitionLocks;
import keywright.table.catalog.Positions;
import keywright.table.catalog.ProcessRegister;
import keywright.table.catalog.Tables;
import keywright.table.model.BuildOptions;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.IndexDefinition;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.EntryRepair;

/** The parts that a database works with. Safe for many threads. */
public interface Components {
  /** Whom the database tells what happens. */
  DatabaseEvents events();

  /** Numbers that no other process gives. */
  LongSupplier nonces();

  /** Where the process says that it exists. */
  ProcessRegister register(Engine engine, InstantSource clock);

  /** How long the catalog may be used without reading it again. */
  CatalogLease lease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading);

  /** Writes rows with their entries. */
  RowWriter writer(Engine engine, InstantSource clock, Declarations declarations);

  /** Repairs single entries on engines with single-row atomicity. */
  EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations);

  /** The steps of loads that read no rows. */
  LoadSteps loads(Tables tables);

  /** Verifies tables once more when an index of them was built. */
  SecondVerification verification(DatabaseParts parts);

  /** One run of the build of an index. */
  IndexBuild build(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options);
}
