/**
 * Operations on whole tables that run while other threads read and write: changes of declarations
 * ({@link keywright.table.maintenance.DefinitionChanges}), index builds ({@link
 * keywright.table.maintenance.IndexBuilds}), scrubs ({@link keywright.table.maintenance.Scrub}),
 * the removal of tombstones ({@link keywright.table.maintenance.TombstoneGc}), bulk loads ({@link
 * keywright.table.maintenance.BulkLoadRun}), copies of tables ({@link
 * keywright.table.maintenance.TableCopy}), and the removal of leftovers of killed processes ({@link
 * keywright.table.maintenance.LeftoverSearch}).
 */
@NullMarked
package keywright.table.maintenance;

import org.jspecify.annotations.NullMarked;
