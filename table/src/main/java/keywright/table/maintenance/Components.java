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

/** Creates the parts of a database. A test can replace some of them. Safe for many threads. */
public interface Components {
  /** The listener of the database's events. */
  DatabaseEvents events();

  /** Draws nonces that no other process draws. */
  LongSupplier nonces();

  /** The register in which the process registers itself. */
  ProcessRegister register(Engine engine, InstantSource clock);

  /** The lease: how long the process may use the catalog without reading it again. */
  CatalogLease lease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading);

  /** The writer of rows and their index entries. */
  RowWriter writer(Engine engine, InstantSource clock, Declarations declarations);

  /** The repair of single index entries on engines with single-row atomicity. */
  EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations);

  /** The steps of loads that read no rows. */
  LoadSteps loads(Tables tables);

  /** The second verification of tables after an index was built. */
  SecondVerification verification(DatabaseParts parts);

  /** One run of the build of an index. */
  IndexBuild build(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options);
}
