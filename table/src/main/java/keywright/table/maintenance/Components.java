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

/**
 * Creates the objects of which a database consists. A test can replace some of them. Safe for many
 * threads.
 */
public interface Components {
  /** The listener that is called for the events of the database. */
  DatabaseEvents events();

  /** Makes a source of nonces. No other process draws the same nonces. */
  LongSupplier nonces();

  /** Makes the register in which this process registers itself. */
  ProcessRegister register(Engine engine, InstantSource clock);

  /**
   * Makes the lease: the time for which this process may use the catalog without reading it again.
   *
   * @param locks the locks between statements and changes of declarations in this process
   * @param register registers this process
   * @param checking runs before this process registers
   * @param reading reads the catalog
   */
  CatalogLease lease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading);

  /** Makes the writer of rows and their index entries. */
  RowWriter writer(Engine engine, InstantSource clock, Declarations declarations);

  /** Makes the object that repairs single index entries on engines with single-row atomicity. */
  EntryRepair repair(Engine engine, InstantSource clock, Declarations declarations);

  /** Makes the steps of bulk loads that write rows without reading the stored rows. */
  LoadSteps loads(Tables tables);

  /** Makes the second verification of tables whose index was built. */
  SecondVerification verification(DatabaseParts parts);

  /**
   * Makes one run of the build of an index.
   *
   * @param positions the saved positions of index builds
   * @param table the name of the table
   * @param index the declaration of the index
   */
  IndexBuild build(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition index,
      BuildOptions options);
}
