/**
 * The declarations of a database, and the way in which processes share them. {@link
 * keywright.table.catalog.Catalog} is the table of the engine that stores the declarations. {@link
 * keywright.table.catalog.Tables} has the declarations that this process has read from the catalog.
 * If several processes share an engine, a process may use what it has read only for the time of a
 * {@link keywright.table.catalog.CatalogLease}. A process that changes a declaration waits for the
 * registered processes ({@link keywright.table.catalog.ProcessRegister}). {@link
 * keywright.table.catalog.DefinitionChecks} checks declarations, and {@link
 * keywright.table.catalog.Alteration} computes changed declarations.
 */
@NullMarked
package keywright.table.catalog;

import org.jspecify.annotations.NullMarked;
