/**
 * The declarations of a database and how processes share them. {@link
 * keywright.table.catalog.Catalog} is the table of the engine that keeps them, {@link
 * keywright.table.catalog.Tables} what this process knows of it. Where several processes share an
 * engine, a process uses what it has read for the time of a {@link
 * keywright.table.catalog.CatalogLease}, and a process that changes a declaration waits for the
 * processes that are registered ({@link keywright.table.catalog.ProcessRegister}). {@link
 * keywright.table.catalog.DefinitionChecks} and {@link keywright.table.catalog.Alteration} say
 * which declarations fit together.
 */
@NullMarked
package keywright.table.catalog;

import org.jspecify.annotations.NullMarked;
